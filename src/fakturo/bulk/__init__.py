"""Folders and buckets of any size, converted without the queue; see docs/scale.md."""

"""The XML that comes out, one module for each target."""

"""Decisions, pure: no I/O, no clock, no randomness: what a job is, where it may go, what went wrong, when to retry."""

"""Decisions, pure: no I/O, no clock, no randomness. What a job is, where it may go, what went wrong, when to try again."""

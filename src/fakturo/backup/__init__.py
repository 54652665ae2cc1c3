"""Database and files together: `fakturo backup` and `fakturo restore`."""

"""What changes, as it happens: heard from PostgreSQL, streamed to whoever follows."""

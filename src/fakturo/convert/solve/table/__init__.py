"""The item table: its head, its columns, which rows may be items, and how the amount of each comes about."""

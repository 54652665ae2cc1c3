"""Tax numbers, and whose each of them is."""

"""What many readers ask of the same text is worked out once: a third of the engine's calls."""

from functools import lru_cache

remembered = lru_cache(maxsize=4096)
"""For questions about a text alone: enough for the longest page, and a process that reads thousands does not grow."""

"""What many readers ask of the same text is worked out once: a third of the engine's calls."""

import gc
from functools import lru_cache

YOUNG_OBJECTS = 20_000

remembered = lru_cache(maxsize=4096)
"""For questions about a text alone: enough for the longest page, and a process that reads thousands does not grow."""


def collect_seldom() -> None:
    """For a process that reads: pages are many small objects that soon die by themselves. To look through them after
    every 700, as Python does unless told, is a twentieth of a reading."""
    gc.set_threshold(YOUNG_OBJECTS)

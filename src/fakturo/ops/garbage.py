"""How often a process looks for objects that nothing but each other holds. Unless told otherwise, Python does so after
every 700 new ones; most of ours soon die by themselves."""

import gc

OF_A_READER = 20_000
"""Pages are many small objects: to look through them so often is a twentieth of a reading."""
OF_A_WORKER = 5_000
"""All that jobs under way are made of was looked through again and again: a fifth of what the worker itself does for a
job that takes no time. Fewer than a reader's, for some of them hold files."""


def collect_seldom(young_objects: int) -> None:
    gc.set_threshold(young_objects)

"""How many files may be missing, or named by nobody, before it is us who look in the wrong place."""

FEW, LARGEST_SHARE = 10, 0.05


def are_too_many(found: int, total: int) -> bool:
    """Losses and orphans come singly. More than a few, and more than one in twenty, is a mistake of whoever set us up:
    a disk that is not mounted, another database."""
    return found > max(FEW, total * LARGEST_SHARE)

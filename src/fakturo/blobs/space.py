"""How much room there is for files."""

import shutil
import uuid
from collections.abc import Iterable
from pathlib import Path

from fakturo.blobs.base import Blobs, put
from fakturo.domain.disk import Space

PROBE_BYTES = 1024 * 1024
AREAS = ("uploads", "results")


def space_of(directories: Iterable[Path]) -> list[Space]:
    """Of the file systems that these directories are on."""
    usages = [shutil.disk_usage(directory) for directory in directories]
    return [Space(total=usage.total, free=usage.free) for usage in usages]


async def has_room(blobs: Blobs) -> bool:
    """Tried, not guessed: after a write that was refused, quotas and reserved blocks make free space a lie."""
    try:
        for area in AREAS:  # they may be on different disks
            path = blobs.place(f"{area}/00/00/probe-{uuid.uuid4()}")
            await put(blobs, path, bytes(PROBE_BYTES))
            await blobs.delete(path)
    except OSError:
        return False
    return True

"""Processor time of processes and all that they have started, those that have ended included."""

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path

MS_A_TICK = 1000 / os.sysconf("SC_CLK_TCK")


def used_ms(pids: Mapping[str, int]) -> dict[str, float]:
    """By the name of each. Of one that descends from another here, its own time counts for itself alone."""
    parents, used = dict[int, int](), dict[int, float]()
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            after_name = file.read_text().rpartition(")")[2].split()
            pid = int(file.parent.name)
            parents[pid], used[pid] = int(after_name[1]), sum(map(int, after_name[11:15])) * MS_A_TICK
    totals = dict.fromkeys(pids, 0.0)
    names = {pid: name for name, pid in pids.items()}
    for pid, milliseconds in used.items():
        if (name := _belongs_to(pid, names, parents)) is not None:
            totals[name] += milliseconds
    return totals


def _belongs_to(pid: int, names: Mapping[int, str], parents: Mapping[int, int]) -> str | None:
    while pid not in names and pid in parents:
        pid = parents[pid]
    return names.get(pid)


def children_of(pid: int) -> list[int]:
    listings = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for listing in listings for child in listing.read_text().split()]

"""`scripts/bench NAME [--quick] [--steady]`, or `all`, each in a process of its own; results go to bench/results.jsonl.

With `--steady`, everything that is measured, ours, peers and limits alike, runs at a real-time priority: whatever else
the machine does waits meanwhile, instead of hitting some rounds and not others. Needs root, or CAP_SYS_NICE.
"""

import asyncio
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

from fakturo.ops import logs

BENCHES = {
    "claim": "claim",
    "pickup": "pickup",
    "upload": "upload",
    "read": "reading",
    "engine": "engine",
    "convert": "converting",
    "list": "listing",
    "horizon": "horizon",
    "scale": "scale",
    "overhead": "overhead",
}
RESULTS = Path(__file__).parent / "results.jsonl"
LONGEST_SECONDS = 3600
"""A bench that takes longer is stopped, and the next one begins."""

STEADY_PRIORITY = 10


def main() -> None:
    options = {argument for argument in sys.argv[1:] if argument.startswith("--")}
    names = [argument for argument in sys.argv[1:] if argument not in options]
    if len(names) != 1 or names[0] not in {*BENCHES, "all"} or options - {"--quick", "--steady"}:
        sys.exit(f"Usage: scripts/bench NAME [--quick] [--steady], with NAME one of: {', '.join(BENCHES)}; or all")
    if "--steady" in options:
        _come_first()
    if names == ["all"]:
        sys.exit(run_all(quick="--quick" in options))
    logs.configure("error", service="bench")
    report = asyncio.run(import_module(f"bench.{BENCHES[names[0]]}").measure(quick="--quick" in options))
    print(report.table(), report.line(), sep="\n\n", flush=True)  # noqa: T201
    with RESULTS.open("a", encoding="utf-8") as results:
        results.write(report.line() + "\n")


def _come_first() -> None:
    """What this process starts inherits it."""
    try:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(STEADY_PRIORITY))
    except PermissionError:
        sys.exit("--steady needs the right to run at a real-time priority: root, or CAP_SYS_NICE.")


def run_all(*, quick: bool) -> int:
    """How many did not end well. What was found before is forgotten."""
    RESULTS.unlink(missing_ok=True)
    failed = 0
    for name in BENCHES:
        print(f"\n== {name}", flush=True)  # noqa: T201
        command = [sys.executable, "-m", "bench", name, *(["--quick"] if quick else [])]
        try:
            failed += subprocess.run(command, check=False, timeout=LONGEST_SECONDS).returncode != 0
        except subprocess.TimeoutExpired:
            print(f"{name} took longer than {LONGEST_SECONDS} s", flush=True)  # noqa: T201
            failed += 1
    return failed


main()

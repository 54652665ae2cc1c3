"""An ordinary worker in a process that the tests have prepared: failpoints, a wrong clock, a safeguard taken out.

Run as `python -m tests.faults.faulty_worker`. It reads, besides the worker's own settings:
  FAULTS_CONTROL         directory of the commands for failpoints
  FAULTS_MUTANTS         names of mutants, comma-separated
  FAULTS_CLOCK_SECONDS   how far this process's wall clock is off
"""

import os
import sys
import time
from datetime import datetime, timedelta, tzinfo
from pathlib import Path

from fakturo import cli
from fakturo.domain import breaker
from fakturo.store import pauses
from fakturo.wiring import worker as worker_wiring  # with it, all modules of the worker, before they are changed
from tests.faults import mutants
from tests.faults.failpoints import Failpoints


def set_clock_off(seconds: float) -> None:
    """The wall clock only: the monotonic one of a machine whose date is wrong runs as ever."""
    true_time, true_time_ns = time.time, time.time_ns

    class ShiftedDatetime(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> "ShiftedDatetime":
            return cls.fromtimestamp(true_time() + seconds, tz)

        @classmethod
        def utcnow(cls) -> "ShiftedDatetime":
            shifted: datetime = datetime.now() + timedelta(seconds=seconds)  # noqa: DTZ005
            return cls.fromtimestamp(shifted.timestamp())

    time.time = lambda: true_time() + seconds
    time.time_ns = lambda: true_time_ns() + round(seconds * 1e9)
    for name, module in list(sys.modules.items()):
        if name.startswith("fakturo") and getattr(module, "datetime", None) is datetime:
            setattr(module, "datetime", ShiftedDatetime)  # noqa: B010


def shorten_waits() -> None:
    """Waits of half a minute and more, made for people and machines that recover slowly, would be most of a run."""
    for module, name, seconds in (
        (breaker, "LONGEST_COOLDOWN", 2),
        (worker_wiring, "TRIAL_SPARE", 2),
        (pauses, "DISK_PAUSE", 4),
    ):
        assert isinstance(getattr(module, name), timedelta), f"{module.__name__} has no {name} to shorten"
        setattr(module, name, timedelta(seconds=seconds))


def main() -> None:
    shorten_waits()
    for name in filter(None, os.environ.get("FAULTS_MUTANTS", "").split(",")):
        mutants.apply(name, results=Path(os.environ["RESULTS_DIR"]))
    if control := os.environ.get("FAULTS_CONTROL"):
        Failpoints(Path(control)).install()
    if seconds := float(os.environ.get("FAULTS_CLOCK_SECONDS", "0")):
        set_clock_off(seconds)
    sys.argv = ["fakturo", "worker"]
    cli.main()


if __name__ == "__main__":
    main()

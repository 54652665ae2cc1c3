"""What a child's end says about its document."""

import signal

import pytest

from fakturo.gateway.options import Limits
from fakturo.gateway.pool import had_its_time, ran_out_of_memory
from fakturo.gateway.sandbox.messages import Ended

LIMITS = Limits(memory_bytes=1024 * 1024 * 1024)


@pytest.mark.parametrize(
    ("how", "peak_mb", "is_memory"),
    [
        (signal.SIGABRT, 800, True),
        (signal.SIGABRT, 90, False),
        (signal.SIGSEGV, 800, False),
        (signal.SIGKILL, 800, False),
        (None, 800, False),
    ],
)
def test_only_an_abort_with_most_memory_in_use_is_a_lack_of_memory(
    how: int | None, peak_mb: int, is_memory: bool
) -> None:
    assert ran_out_of_memory(Ended(1, how, None if how else 1, peak_mb * 1024, 0), LIMITS) is is_memory


@pytest.mark.parametrize(
    ("parsing", "reading", "had"),
    [(50, 100, True), (149.9, 0, False), (0, 149.9, False), (60, 80, False), (150, 0, True)],
)
def test_a_late_document_had_its_time_if_parser_and_readers_used_it_together(
    parsing: float, reading: float, had: bool
) -> None:
    death = Ended(1, signal.SIGKILL, None, 0, parsing)
    assert had_its_time(death, reading, Limits(cpu_seconds=150)) is had

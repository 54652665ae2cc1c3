"""What a child's end says about its document."""

import signal

import pytest

from fakturo.gateway.options import Limits
from fakturo.gateway.pool import ran_out_of_memory
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
    assert ran_out_of_memory(Ended(1, how, None if how else 1, peak_mb * 1024), LIMITS) is is_memory

import ctypes
import subprocess
import sys

import pytest

from fakturo.ops.freed_memory import keep_freed_memory

PIECES = """
import resource, sys
from fakturo.ops.freed_memory import keep_freed_memory
if "keep" in sys.argv:
    keep_freed_memory()
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(50):
    pieces = [bytes(200_000) for _ in range(40)]  # of bodies that come at the same time
    del pieces
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


def faults(*arguments: str) -> int:
    done = subprocess.run([sys.executable, "-c", PIECES, *arguments], capture_output=True, text=True, check=True)
    return int(done.stdout)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the GNU library's way")
def test_what_was_freed_is_used_again_and_not_asked_for_anew() -> None:
    a_fill = 40 * 200_000 // 4096
    assert faults("keep") < 2 * a_fill
    assert faults() > 3 * a_fill, "the library does so by itself: this module is no longer needed"


def test_another_library_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _: object())
    keep_freed_memory()

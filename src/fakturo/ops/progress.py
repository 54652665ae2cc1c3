"""How far long work has come: a bar for people, now and then a line for logs."""

import contextlib
import sys
import time
from collections.abc import Callable, Iterator

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

SECONDS_BETWEEN_LINES = 10.0

Advance = Callable[[], None]


@contextlib.contextmanager
def progress(what: str, total: int | None = None) -> Iterator[Advance]:
    if not sys.stderr.isatty():
        yield _lines(what, total)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    times = (TimeElapsedColumn(), TimeRemainingColumn()) if total is not None else (TimeElapsedColumn(),)
    bar = Progress(
        *columns,
        *times,
        console=Console(file=sys.stderr),
        transient=True,
        redirect_stdout=sys.stdout.isatty(),  # elsewhere it is not on this screen, and must arrive where it goes
    )
    with bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)


def _lines(what: str, total: int | None) -> Advance:
    """Quick work says nothing."""
    done, said_at = 0, time.monotonic()

    def advance() -> None:
        nonlocal done, said_at
        done += 1
        if time.monotonic() - said_at >= SECONDS_BETWEEN_LINES:
            said_at = time.monotonic()
            print(f"{what}: {done}" + (f" of {total}" if total is not None else ""), file=sys.stderr, flush=True)

    return advance

"""The command `fakturo`, which is also `python -m fakturo`."""

import atexit
import os
import sys

INTERRUPTED = 130  # as shells count it


def main() -> None:
    """Loading takes a moment: whoever presses Ctrl-C in it sees no stack trace, either."""
    status: str | int | None = 1
    atexit.register(lambda: _end(status))  # before all others, so that it comes after them
    try:
        from fakturo.cli import main as run

        run()
        status = 0
    except KeyboardInterrupt:
        status = INTERRUPTED
    except SystemExit as ended:
        status = ended.code
    sys.exit(status)


def _end(status: str | int | None) -> None:
    """Of a process that used an object store, the interpreter is not taken down: the store's library answers from
    threads of its own, and one that lets go of a Python object in that moment aborts the process (9 of 600, measured),
    as if it had crashed, when all its work is done."""
    if "obstore" not in sys.modules:
        return
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):  # whoever read it has gone, or it was closed
            status = status or 1
    os._exit(status if isinstance(status, int) else int(status is not None))


if __name__ == "__main__":
    main()

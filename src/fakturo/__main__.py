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
    """The interpreter is not taken down. All that it would free goes with the process, but object by object: for web
    that is half a second of the processor, and on a busy machine ten, in which its port is closed and nobody may take
    its place. And where an object store was used, its library answers from threads of its own: one that lets go of a
    Python object in that moment aborts the process (9 of 600, measured), as if it had crashed, when all its work is
    done."""
    for stream in filter(None, (sys.stdout, sys.stderr)):  # None of one that was closed before we began
        try:
            stream.flush()
        except (OSError, ValueError):  # whoever read it has gone, or it was closed
            status = status or 1
    os._exit(status if isinstance(status, int) else int(status is not None))


if __name__ == "__main__":
    main()

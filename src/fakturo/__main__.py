"""The command `fakturo`, which is also `python -m fakturo`."""

import sys


def main() -> None:
    """Loading takes a moment: whoever presses Ctrl-C in it sees no stack trace, either."""
    try:
        from fakturo.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)  # as shells count it


if __name__ == "__main__":
    main()

"""A rule that raises costs its own field, not the document: the one place where that is decided.

The issue names the rule's place in the code, and nothing that stands on the page. Tests let rules raise.
"""

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from fakturo.convert.invoice import Issue

T = TypeVar("T")


class Guard:
    """Runs the rules of one document, and keeps what is to be said about those that failed."""

    lenient = True
    """False in tests: there a rule that raises is a failure."""

    def __init__(self) -> None:
        self.issues: list[Issue] = []

    def run(self, rule: Callable[[], T], otherwise: T, *, what: str, field: str | None = None) -> T:
        """What the rule gives; if it raises, `otherwise`, and an issue. Memory that ran out is nobody's field."""
        try:
            return rule()
        except MemoryError:
            raise
        except Exception as error:
            if not Guard.lenient:
                raise
            text = f"{what} could not be read: a rule failed over this page ({_place(error)}). Please report it."
            self.issues.append(Issue("RULE_FAILED", field, text))
            return otherwise


def _place(error: Exception) -> str:
    """`ValueError in sums.py, line 12`: never its message, which may quote the page."""
    name = type(error).__name__
    frames = traceback.extract_tb(error.__traceback__)
    return f"{name} in {Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else name

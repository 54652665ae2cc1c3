"""What is wrong in a file that people write: file, line and a sentence for each mistake."""

import difflib
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mistake:
    file: str
    line: int | None
    text: str

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}: {self.text}" if self.line else f"{self.file}: {self.text}"


class BadFile(Exception):
    """A file that can't be used; the text has a line for each mistake."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes = sorted(mistakes, key=lambda mistake: mistake.line or 0)
        super().__init__("\n".join(map(str, self.mistakes)))


def hint(given: str, known: Iterable[str], *, listed: str | None = None) -> str:
    """The one that was probably meant, or else all that there are, in these words if they need more than names."""
    known = list(known)
    close = difflib.get_close_matches(given.casefold(), known, n=1)
    return f"Did you mean {close[0]!r}?" if close else f"There are: {listed or ', '.join(known)}."

"""The cells of one row, and what is wrong with them: all of it at once, so that a row is mended once."""

import re
from collections.abc import Mapping

_FORMULA_STARTS = ("=", "+", "-", "@")
_ROUNDED = re.compile(r"\d([.,]\d+)?[eE]\+?\d+")
_CALLED = {"tin": "NPWP", "nitku": "NITKU", "sku": "SKU", "email": "e-mail"}
MANGLED = "was rounded by a spreadsheet: format its column as text, and write it again"


class BadRow(Exception):
    """The row cannot be used."""

    def __init__(self, reasons: list[str]) -> None:
        self.reasons = reasons
        super().__init__("; ".join(reasons))

    @property
    def sentence(self) -> str:
        """For where no line's number stands before it."""
        return f"{str(self)[:1].upper()}{str(self)[1:]}."


class Cells:
    def __init__(self, texts: Mapping[str, str | None]) -> None:
        self._texts = texts
        self.reasons: list[str] = []
        self.doubts: list[str] = []

    def text(self, column: str, longest: int) -> str | None:
        """None if there is none, or none that can be used."""
        text = self._texts.get(column) or ""
        if text.startswith(_FORMULA_STARTS):
            return self.refuse(f"the {_called(column)} begins with {text[0]!r}, which spreadsheets take for a formula")
        if len(text) > longest:
            return self.refuse(f"the {_called(column)} is longer than {longest} characters")
        return text or None

    def number(self, column: str, longest: int = 64) -> str | None:
        """A text of digits, or of letters and digits."""
        text = self.text(column, longest)
        if text and _ROUNDED.fullmatch(text):
            return self.refuse(f"the {_called(column)} {text} {MANGLED}")
        return text

    def choice(self, column: str, choices: Mapping[str, str], default: str) -> str:
        """One of them by any of its names, in whatever case."""
        text = self.text(column, 64)
        if text is None:
            return default
        chosen = choices.get("".join(filter(str.isalnum, text)).casefold())
        if chosen is None:
            known = ", ".join(dict.fromkeys(choices.values()))
            self.refuse(f"the {_called(column)} {text!r} is none of {known}")
        return chosen or default

    def refuse(self, reason: str) -> str | None:
        """Takes the place of the value that is not there."""
        self.reasons.append(reason)
        return None

    def doubt(self, about: str) -> None:
        self.doubts.append(about)

    def require_good(self) -> None:
        if self.reasons:
            raise BadRow(self.reasons)


def _called(column: str) -> str:
    return _CALLED.get(column) or column.replace("_", " ")

"""Which uploads are taken: rules over the bytes as they stream by."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from fakturo.domain.errors import ErrorCode, final_text

MEBIBYTE = 1024 * 1024
MAGIC = b"%PDF-"
MAGIC_WINDOW_BYTES = 1024
"""Readers accept junk in front of the header up to here, so we do, too; the parser has the last word."""
EMPTY = "The file is empty."
MAX_FILENAME_CHARACTERS = 255
UNNAMED = "document.pdf"


class Refusal(Exception):
    """A file that is not taken; the text is for the person who sent it."""

    def __init__(self, code: ErrorCode, text: str) -> None:
        self.code = code
        self.text = text
        super().__init__(text)


@dataclass(frozen=True, slots=True)
class UploadRules:
    max_mebibytes: int = 50

    def refuse(self, code: ErrorCode, reason: str = "") -> Refusal:
        return Refusal(code, f"{final_text(code, limit_mb=self.max_mebibytes)} {reason}".rstrip())


class Inspector:
    """Looks at a file chunk by chunk and raises Refusal at the first byte that breaks a rule."""

    def __init__(self, rules: UploadRules) -> None:
        self._rules = rules
        self._head = b""
        self._is_pdf = False
        self.size = 0

    def feed(self, chunk: bytes) -> None:
        self.size += len(chunk)
        if not self._is_pdf:
            self._look_for_magic(chunk)
        if self.size > self._rules.max_mebibytes * MEBIBYTE:
            raise self._rules.refuse(ErrorCode.TOO_LARGE)

    def finish(self) -> None:
        if not self._is_pdf:
            raise self._rules.refuse(ErrorCode.NOT_PDF, "" if self.size else EMPTY)

    def _look_for_magic(self, chunk: bytes) -> None:
        self._head += chunk[: MAGIC_WINDOW_BYTES - len(self._head)]
        self._is_pdf = MAGIC in self._head
        if not self._is_pdf and len(self._head) == MAGIC_WINDOW_BYTES:
            raise self._rules.refuse(ErrorCode.NOT_PDF)


_CONTROLS = r"\x00-\x1f\x7f-\x9f\u2028\u2029"
_DIRECTIONS = r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_HALVES = r"\ud800-\udfff"
_NOT_FOR_NAMES = re.compile(f"[{_CONTROLS}{_DIRECTIONS}{_HALVES}]")


def display_name(filename: str | None) -> str:
    """The client's name for the file, fit to be shown and to be a download's name. Never part of a path of ours."""
    last = re.split(r"[/\\]", filename or "")[-1]
    clean = unicodedata.normalize("NFC", _NOT_FOR_NAMES.sub("", last)).strip()
    return UNNAMED if clean in {"", ".", ".."} else _shortened(clean)


def _shortened(name: str) -> str:
    """Cut in front of the ending, which says what the file is."""
    if len(name) <= MAX_FILENAME_CHARACTERS:
        return name
    stem, dot, suffix = name.rpartition(".")
    keep = MAX_FILENAME_CHARACTERS - len(suffix) - 1
    return f"{stem[:keep]}.{suffix}" if dot and keep > 0 else name[:MAX_FILENAME_CHARACTERS].rstrip()


def download_names(originals: Iterable[tuple[str, bool]]) -> list[str]:
    """Of several side by side, each with whether it is a draft: no two alike, for systems either that take capitals for
    small letters."""
    names: list[str] = []
    taken: set[str] = set()
    last_numbers: dict[str, int] = {}  # of each name, so that a thousand of one name are not counted through each time
    for original, draft in originals:
        name = download_name(original, draft=draft)
        alike = name.casefold()
        number = last_numbers.get(alike, 1)
        while name.casefold() in taken:
            number += 1
            name = download_name(original, f" ({number}).xml", draft=draft)
        last_numbers[alike] = number
        taken.add(name.casefold())
        names.append(name)
    return names


def download_name(original_filename: str, ending: str = ".xml", *, draft: bool = False) -> str:
    """The file's own name with another ending, which says whether it is a draft."""
    stem = re.sub(r"\.pdf$", "", original_filename, flags=re.IGNORECASE) or UNNAMED.removesuffix(".pdf")
    ending = f"-draft{ending}" if draft else ending
    return stem[: MAX_FILENAME_CHARACTERS - len(ending)] + ending

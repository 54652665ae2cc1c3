"""Printed names of units as codes of UN/ECE Recommendation 20 and 21."""

import re
import tomllib
from importlib import resources

ONE = "C62"
"""What is counted when nobody knows what is counted."""
_CODE = re.compile(r"[A-Z0-9]{2,3}")


def unit_code(printed: str | None, *, is_code: bool = False) -> str | None:
    """The code of a unit; None if it is not known. With `is_code`, it comes from XML, which gives codes."""
    text = (printed or "").strip()
    if is_code and _CODE.fullmatch(text):
        return text
    return NAMES.get(_plain(text)) or (text if text in _TABLE else None)


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace(".", " ").replace("(s)", "").split())


_TABLE: dict[str, str] = tomllib.loads((resources.files(__package__) / "units.toml").read_text("utf-8"))
NAMES = {_plain(word): code for code, words in _TABLE.items() for word in words.split(",")}

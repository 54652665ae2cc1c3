"""Text as PDF files have it, made fit for XML 1.0 and for people who search in it."""

import re
import unicodedata

_HYPHENS = dict.fromkeys((0x00AD, 0xFFFE), "-")
"""A soft hyphen that a PDF shows is a hyphen on paper; PDFium marks one at a line's end with U+FFFE."""

_FIRST_FORM = "\ufb00"
_FORMS = {
    code: unicodedata.normalize("NFKC", chr(code))
    for code in (*range(ord(_FIRST_FORM), 0xFB50), *range(0xFB50, 0xFE00), *range(0xFE70, 0xFEFD))
    if unicodedata.category(chr(code)) != "Cn"
}
"""Ligatures and positional shapes of letters, as fonts have them, to the letters themselves."""

_REPLACED = _HYPHENS | _FORMS
_NOT_IN_XML = re.compile(r"[^\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\x7f-\x9f\ufdd0-\ufdef\ufeff]")
_MAY_BE_FORM = re.compile(f"[{_FIRST_FORM}-\U0010ffff]")


def clean(text: str) -> str:
    """NFC, letters instead of ligatures, hyphens that show, no control characters, no half characters."""
    if is_clean(text):
        return text
    joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")
    return unicodedata.normalize("NFC", _NOT_IN_XML.sub("", joined.translate(_REPLACED)))


def is_clean(text: str) -> bool:
    """It is as it should be; so is each part of it."""
    if not text.isprintable():
        return False
    return text.isascii() or (not _MAY_BE_FORM.search(text) and unicodedata.is_normalized("NFC", text))

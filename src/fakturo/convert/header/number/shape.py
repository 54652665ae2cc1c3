"""What a printed value looks like: a document's number, and the many things that only resemble one."""

import re
from functools import cache
from typing import NamedTuple

from fakturo.convert.header.dates.written import dates_in
from fakturo.convert.vocabulary import fold, listed_in

_CHUNK = re.compile(r"\S+")
_CODE = re.compile(r"[^\W_][\w/\-–.\\#&+*:()\[\]']*")
_SEPARATORS = frozenset({"/", "-", "–", "\\", "."})
_PREFIX = re.compile(r"[A-Z]{1,6}[.\-/]?")
_AMOUNT = re.compile(r"[-+]?\d{1,3}(?:[.,' ]\d{3})*[.,]\d{2}")
_LETTERSPACED = re.compile(r"\d(?: \d){5,}(?!\S)")
"""`0 0 0 0 5 6 8`"""
_VERSION = re.compile(r"\d{1,2}\.\d")
_IBAN = re.compile(r"[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,4})?")
_PHONE = re.compile(r"\+\d[\d\s()/.-]{6,}|\(\d{3}\) ?\d{3}[ -]\d{4}|\(0\d+\)[\d\s/-]{4,}|0\d{1,4}[\s/]\d[\d\s/-]{4,}")
_MONEY = re.compile(
    r"(?:Rp\.?|RM|Rs\.?|EUR|USD|IDR|CHF|GBP|INR|SGD|AUD|kr\.?) ?\d{1,3}(?:[.,' ]\d{3})*(?:[.,]\d{2})?(?![\w/-])"
)
_GLUED_DATE = re.compile(r"([\w-]*\d[\w-]*)/\d{1,2}\.\d{1,2}\.\d{2,4}(?!\w)")
_WITH_STROKE = re.compile(r"0\d{1,4}/\d{4,}")
_TIME = re.compile(r"(?:[01]?\d|2[0-3]):[0-5]\d(?!\d)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_WORD = re.compile(r"[^\W\d_]*[a-zà-ÿ]{2,}[^\W\d_]*")
_PLAIN = re.compile(r"[\W_]+")
_ABBREVIATION = re.compile(r"(?!www)([^\W\d_]{1,3})[.:]+(?=\w*\d)")
"""`č.FV17`, where nobody knows the word; `FV.17` is a code."""
_TRAILING = ".,;:)]\"'*"
_SYMBOLS = frozenset("€$£¥₹@%")
MAX_LENGTH = 40
MAX_SPACED_LENGTH = 24
MAX_CHUNKS = 4
_PAGE_OF = re.compile(r"\s*\d{1,3} (?:of|von|sur|van|de|di|dari|af|av|z) \d{1,3}\b", re.IGNORECASE)
"""`1 of 2` counts pages."""
_NUMBERED = re.compile(r"\d{1,2}\) ?[^\W\d_]{3}")
"""`4)INVOICE DATE`: the fields of a form are counted."""


def code_key(value: str) -> str:
    """Its letters and digits alone."""
    return _PLAIN.sub("", fold(value))


class Code(NamedTuple):
    """A number of a document, order or customer."""

    value: str
    start: int
    end: int
    quality: float
    """From 0 to 1: how much it looks like one."""
    whole: bool
    """Nothing but a date follows it."""


@cache
def _lead() -> re.Pattern[str]:
    """`No. 17`, `č.17`: what says that a number follows is no part of it."""
    words = "|".join(sorted(map(re.escape, listed_in("parts")["number"]), key=len, reverse=True))
    return re.compile(
        r"[\s:#№.°ºª=\-–—_*|>()\[\]\"']*"
        rf"(?:(?:documento|document|number|nummer|nr|no)\b(?![-/])[\s:#.]*|(?:{words})[.:#°º]+\s*)?",
        re.IGNORECASE,
    )


def code_in(text: str, *, labelled: bool = False) -> Code | None:
    """The code that the text begins with. Where a label says that it is one, it may look like a phone or a day."""
    if not _has_digit(text):
        return None
    lead = _lead().match(text)
    start = lead.end() if lead else 0
    if (glued := _ABBREVIATION.match(text, start)) and not glued[1].isupper():
        start = glued.end()
    first = _CHUNK.search(text, start)
    if first is None or not (_has_digit(first[0]) or _PREFIX.fullmatch(first[0])):
        return None  # most words
    if _PAGE_OF.match(text, start) or _NUMBERED.match(text, start):
        return None
    if glued := _GLUED_DATE.match(text, start):
        text = text[: glued.end(1)]
    end = _end_of_code(text, start)
    if end is None:
        return None
    raw = text[start:end].rstrip(_TRAILING)
    if raw.count("(") > raw.count(")") and text[start + len(raw) : start + len(raw) + 1] == ")":
        raw += ")"
    value = raw.replace(" ", "") if _LETTERSPACED.match(raw) else re.sub(r"\s*([/\\–-])\s*", r"\1", raw)
    quality = 0.0 if _PHONE.match(text.strip()) and not labelled else _quality(value, text[start:], labelled=labelled)
    end = start + len(raw)
    dates = dates_in(text[end:])
    after = text[end:][: dates[0].start] if dates else text[end:]
    words = sum(map(str.isalpha, after))
    whole = words <= (4 if dates else 0) and not any(map(str.isdigit, after))
    return Code(value, start, end, quality, whole) if quality else None


def _end_of_code(text: str, start: int) -> int | None:
    if spaced := _LETTERSPACED.match(text, start):
        return spaced.end()
    chunks = list(_CHUNK.finditer(text, start))[: MAX_CHUNKS + 2]
    count = _chunks_of_code(text, chunks) if chunks else 0
    return chunks[count - 1].end() if count else None


def _chunks_of_code(text: str, chunks: list[re.Match[str]]) -> int:
    """How many chunks belong to it: `2024 / 001` and `INV 17` have more than one."""
    count = 1
    first = chunks[0][0]
    if not _has_digit(first):
        parted = len(chunks) > 2 and chunks[1][0] in _SEPARATORS  # `LV / 502`
        count = 3 if parted else 2
        last = chunks[count - 1][0] if len(chunks) >= count else ""
        if not _PREFIX.fullmatch(first) or not _has_digit(last) or last[0] == "#":
            return 0
    elif not _CODE.match(first):
        return 0
    while len(chunks) >= count + 2 and chunks[count][0] in _SEPARATORS and _has_digit(chunks[count + 1][0]):
        if dates_in(chunks[count + 1][0]):
            return count
        count += 2
    while len(chunks) > count and (chunks[count - 1][0][-1] in "/-" or chunks[count][0][0] in "/-"):
        if not _has_digit(chunks[count][0]):
            break
        count += 1
    return len(chunks) if _is_spaced_code(text, chunks, count) else count


def _is_spaced_code(text: str, chunks: list[re.Match[str]], count: int) -> bool:
    """All that is left are more such chunks: `12 345 678`."""
    if count == len(chunks) or len(chunks) > MAX_CHUNKS:
        return False
    whole = text[chunks[0].start() :]
    if len(whole) > MAX_SPACED_LENGTH or dates_in(whole):
        return False
    return all(_is_code_part(chunk[0]) for chunk in chunks)


def _is_code_part(chunk: str) -> bool:
    return bool(_CODE.fullmatch(chunk)) and (_has_digit(chunk) or (chunk.isupper() and len(chunk) <= MAX_CHUNKS))


def _quality(value: str, text: str, *, labelled: bool) -> float:
    if not value or len(value) > MAX_LENGTH or not _has_digit(value) or _SYMBOLS & set(value):
        return 0
    if looks_foreign(value, text):
        return _disguised(value, text) if labelled else 0
    if is_year(value):
        return 0.6
    if value.isdecimal() and len(value) <= 2:
        return 0.85
    if _AMOUNT.fullmatch(value) or _VERSION.fullmatch(value):
        return 0.3
    digits = sum(map(str.isdigit, value))
    return 0.8 if _WORD.match(value) and digits < 3 else 1.0


def looks_foreign(value: str, text: str) -> bool:
    """A date, time, bank account or phone: never the number of a document."""
    dates = dates_in(text)
    if dates and dates[0].start <= text.find(value) and dates[0].end >= text.find(value) + len(value):
        return True
    if _IBAN.match(text) or _PHONE.match(text) or _MONEY.match(text) or _TIME.match(text):
        return True
    return value.lower().startswith(("http", "www."))


def _disguised(value: str, text: str) -> float:
    """Under its own label: `0275/83976348` is a phone elsewhere, `2/11/2023` a day."""
    if value != text.strip():
        return 0
    return 0.7 if dates_in(value) else float(_WITH_STROKE.fullmatch(value) is not None)


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def is_year(text: str) -> bool:
    return bool(_YEAR.fullmatch(text))

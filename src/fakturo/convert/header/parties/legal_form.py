"""Companies' names, told by their legal form: where they end, and where they begin in a longer line."""

import re
from collections.abc import Sequence

from fakturo.convert.header.places import folded, joining_words, legal_beginnings, legal_endings, legal_words
from fakturo.convert.memory import remembered
from fakturo.convert.vocabulary import fold, tokens_of, words_in

MOST_WORDS = 16
FORM_LENGTHS = range(7, 0, -1)
"""Words of a legal form: `S. de R.L. de C.V.` has most."""
LEADING_LENGTHS = range(8, 0, -1)
"""Of one before the name; `บริษัท` has as many letters, and each counts as a word."""
MOST_SMALL_WORDS = 4
"""`abc tools Ltd` is a name; a longer line in small letters is a sentence with a legal form in it."""
_AFTER_NAME = re.compile(
    r",? (?=au capital\b|(?:Jl|Jalan|Jln|Gedung|Ruko|Komplek|NPWP|Tel|Telp)\b)|, (?!Tbk|PT|CV)|\s\d"
)
_TRADING_AS = re.compile(
    r"[ ,(]+(?:t/as?|trading as|d/?b/?a|d\.b\.a\.|handelend onder de naam|h\.o\.d\.n\.)[. :]", re.IGNORECASE
)
_NAME_BORDER = re.compile(r":\s|\s[|·•●]\s|;\s|\d\S*\s[-–—]\s")
_NAME_END = re.compile(r":\s|\s[-–—|·•●]\s|;\s")
_LEADING = re.compile(r"(?<![A-Z]) (?=(?:PT|CV|UD)\.? [A-Z])")
"""Where a name begins with its form in the middle of a line."""
_HOUSE = re.compile(r"(?:WEG|VvE|Brf|BRF) [^,;|]+$")
"""The owners of a house are called after its street and number."""
_TRADES = frozenset({"co", "company", "est", "establishment", "corporation"})
_TRADE = re.compile(r"\.? (?:for|of|&) [A-Z][\w&]*(?: (?:and|&|[A-Z]\w*))*")
"""`Abc Co. for Contracting` is a whole name."""
_NAME_ON = re.compile(r"[A-Z][^\W\d_]+(?: [A-Z&][\w./]*){0,3}")
_DOTTED = re.compile(r"\.?,? ((?:[^\W\d_]\.){1,3}[^\W\d_]|[^\W\d_]{2,4}(?=\.$))\.?(?=$|[,;)])")
_PLACE_AFTER = re.compile(r"\w\w ?\d|(?<=, )Co\.? (?!(?:Ltd|Limited|Inc|Llc|Pte|Pty|Sdn|Lda)\b)[A-Z][a-z]+|ME [^\W\d_]")
_EXCEPTED = re.compile(r"\bE\.? ?& ?O\.? ?E\b")
"""Errors and omissions, no company."""
_GOES_ON = re.compile(r"[^\W\d_]+-[^\W\d_]")
"""`CO-OP` is no `Co.`"""
_TO_ANOTHER_FORM = re.compile(r"(?: [A-Z&][\w&'’-]*){1,3} [A-Z][A-Za-z.]+\.?(?=$|[\s,;)(])")
LONGEST_WORDLIKE = 3
"""Letters of a form that may be a word or a name of its own: `Ag`, `Mei`."""
MOST_TO_FORM = 4
"""Words from a form within a name to its own at the end."""
_GLUED = re.compile(r"(?:\.[^\W\d_])+(?=\.?(?:$|[\s,;)]))")
"""`S.A.C.` goes on after `S.A.`"""
_WORD = re.compile(r"\S+")
_FORMS_ONLY = frozenset({"plc", "gmbh", "ggmbh", "mbh", "ltd", "llc", "llp", "sarl", "srl", "oyj", "kft", "aps", "sro"})
"""Legal forms that mean nothing else, so that they may be written small."""


def legal_end(text: str) -> int:
    """Where a name with its legal form ends in the text; 0 if no legal form is there."""
    return _legal_span(text)[1]


def begins_with_form(text: str) -> bool:
    """`Syndicat des copropriétaires Abc`, `PT Abc`."""
    form, end = _legal_span(text)
    return end > 0 and form == 0


@remembered
def _legal_span(text: str) -> tuple[int, int]:
    """Where the legal form begins, and where the name ends."""
    words = words_in(text)
    if legal_words().isdisjoint(words) or _EXCEPTED.search(text):
        return 0, 0
    tokens = tokens_of(text)
    if _leading(words) > 1 and not text[:1].islower():
        return 0, _end_of_name(text)  # `Công ty Cổ phần Abc` holds a `Co`, too
    for index in range(1, min(len(words), MOST_WORDS)):
        for length in FORM_LENGTHS:
            part = tuple(words[index : index + length])
            if len(part) == length and part in legal_endings() and _is_written_as_form(text, tokens[index].start):
                end = tokens[index + length - 1].end
                rest = tuple(words[index + length : index + length + 3])
                if _is_within_name(text, tokens[index].start, end):
                    break  # `Odell Ag Parts Pty Ltd`
                if end - tokens[index].start == 2 and _PLACE_AFTER.match(text, end - 2):
                    break  # `Denver, CO 80202`, `Athlone, Co. Galway`, `TREGU ME SHUMICE`: wholesale
                more = next((n for n in range(len(rest), 0, -1) if rest[:n] in legal_endings()), 0)
                if not more and part[-1] in _TRADES and _TRADE.fullmatch(text, end):
                    return tokens[index].start, len(text)
                return tokens[index].start, _with_dotted(text, tokens[index + length - 1 + more].end)
    return (0, _end_of_name(text)) if _leading(words) and not text[:1].islower() else (0, 0)


def _leading(words: Sequence[str]) -> int:
    """Words of the form that they begin with."""
    if not words or words[0] not in legal_words():
        return 0  # most names
    return next((n for n in LEADING_LENGTHS if len(words) > n and tuple(words[:n]) in legal_beginnings()), 0)


def _is_within_name(text: str, start: int, end: int) -> bool:
    """`Yardcole & Co Lawyers`: a short word that may be a form, written like any other word, and the name goes on."""
    if _TO_ANOTHER_FORM.match(text, end) and text[start:end].casefold() not in _FORMS_ONLY:
        after = tokens_of(text[end:])[:MOST_TO_FORM]
        if any((token.text,) in legal_endings() for token in after[1:]):
            return True  # `Yardcole & Sons Joinery Ltd`
    if fold(text[start:end]) in joining_words() and text[end : end + 2].lstrip().isalpha():
        return True  # `DATA DA EMISSÃO`, but `Fjord Regnskap DA`
    if text[:start].rstrip().endswith("&") and text[start:end].isupper() and text[end : end + 1] == " ":
        return True  # `Sanitair & CV Yardcole`
    if end - start > LONGEST_WORDLIKE or not text[end - 1].islower() or text[end : end + 1] != " ":
        return False
    if text[start:end].casefold() in _FORMS_ONLY:
        return False
    rest = text[end + 1 :]
    return _NAME_ON.fullmatch(rest) is not None and words_in(rest) not in legal_endings()


def _with_dotted(text: str, end: int) -> int:
    """`Abc & Sons O.E.`, `Abc Ltd. Sti.`: a form that is not known goes on with one that is."""
    if glued := _GLUED.match(text, end):
        return glued.end()
    dotted = _DOTTED.match(text, end)
    return dotted.end(1) if dotted else end


def _end_of_name(text: str) -> int:
    """Where a name that begins with its form ends: at the line's end, or where its street begins."""
    if _HOUSE.match(text):
        return len(text)
    borders = [border.start() for shape in (_NAME_END, _AFTER_NAME) if (border := shape.search(text))]
    return min(borders, default=len(text))


def before_trade_name(text: str) -> str:
    """`Abc Pty Ltd t/as Corner Shop` is Abc Pty Ltd."""
    trade = _TRADING_AS.search(text)
    return text[: trade.start()].rstrip(" ,(") if trade and trade.start() > 2 else text


def legal_name(text: str) -> str | None:
    """The name with its legal form in a longer line: `abc.example is a service of Abc Retail Limited, Unit 3`."""
    if legal_words().isdisjoint(words_in(text)):
        return None  # most lines
    within = _LEADING.search(text)
    if within and text[: within.start()].split()[-1:] and text[: within.start()].rsplit(maxsplit=1)[-1].islower():
        text = text[within.end() :]
    form, end = _legal_span(text)
    if not end:
        parts = (text[border.end() :] for border in _NAME_BORDER.finditer(text))
        return next((part[: legal_end(part)] for part in parts if legal_end(part)), None)
    if not form:
        return text[:end].strip()
    border = max((match.end() for match in _NAME_BORDER.finditer(text, 0, form)), default=0)
    words = list(_WORD.finditer(text, border, form))
    first = len(words)
    while first > 0 and _is_in_name([word[0] for word in words[max(0, first - 2) : first]]):
        first -= 1
    while 0 < first < len(words) and not _has_capital(words[first][0]):
        first += 1  # a joint begins no name
    if first == len(words):  # `abc tools Ltd`, but not a sentence that ends with `partners`
        first = 0 if 0 < len(words) < MOST_SMALL_WORDS else len(words)
    if first == len(words):
        return None
    start = words[first].start()
    closing = text[end : end + 1] == "." or (text[end : end + 1] == ")" and "(" in text[start:end])
    return text[start : end + (1 if closing else 0)].strip()


def _is_in_name(words: list[str]) -> bool:
    """The last of these goes on with the name after it: it is no small word that follows another one."""
    last = words[-1]
    if _has_capital(last) or not any(map(str.isalpha, last)) or fold(last) in joining_words():
        return True
    return len(words) > 1 and _has_capital(words[0])


def _has_capital(word: str) -> bool:
    return any(map(str.isupper, word)) or word[0].isdigit()


def _is_written_as_form(text: str, start: int) -> bool:
    """Many forms are words, too (`as`, `se`, `company`): in names they begin large or are dotted."""
    if text[start].isalpha() and text[start].upper() == text[start].lower():
        return True  # 株式会社: a script without small letters or gaps between words
    if (
        _GOES_ON.match(text, start)
        or text[start - 1].isalnum()
        or (text[start - 1] == "." and text[start - 2].islower())
    ):
        return False  # `LS10 1AB`, `abc.co.uk`
    if text[start].isupper() or "." in text[start : start + 3]:
        return True
    return text[start:].split(maxsplit=1)[0].strip(",;)").casefold() in _FORMS_ONLY


@remembered
def bare(name: str) -> str:
    """For comparing: without legal form, case, accents and punctuation."""
    words = folded(name).split()
    for length in FORM_LENGTHS:
        if len(words) > length and tuple(words[-length:]) in legal_endings():
            words = words[:-length]
            break
    return "".join(words[_leading(words) :])


def is_named_in(key: str, text: str) -> bool:
    """The bare name in whole words: `rechnung` is not named in `Rechnungs-Nr.`."""
    words = words_in(text)
    if key not in "".join(words):
        return False
    tokens = tokens_of(text)
    for first in range(len(words)):
        joined = ""
        if text[tokens[first].start].islower() and not text.islower():
            continue  # a word of the sentence
        for word in words[first:]:
            joined += word
            if joined == key:
                return True
            if not key.startswith(joined):
                break
    return False


def is_form(text: str) -> bool:
    """Nothing but a legal form: the end of a name that did not fit its line."""
    return words_in(text) in legal_endings()

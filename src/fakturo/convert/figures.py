"""Numbers as they are printed: every usual format, with each value that the print may stand for.

Only a print like `1.234` is truly ambiguous: a thousand and some, or one and some with three decimals.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from fakturo.convert.layout.sheet import Phrase, Row
from fakturo.convert.memory import remembered
from fakturo.convert.page import Box, Source, Word, around
from fakturo.convert.vocabulary import terms

_GLUED = """
    € $ £ ¥ ₹ ₽ ₩ ฿ ₫ ₱ us$ a$ s$ c$ hk$ r$ rp rp. rs rs. rm idr eur usd gbp chf inr sgd myr aud cad jpy cny hkd nok sek
    dkk pln czk huf ron thb php vnd krw aed sar zar brl mxn cop clp ars nzd try ksh kes tsh tzs ush ugx ngn ₦ ghs gh₵ ₺
    ₪ ₴ nt$ nz$ mx$ twd lkr pkr egp ils 円 元 원
""".split()
"""What may touch the digits of an amount, folded."""
CURRENCY_WORDS = frozenset([*_GLUED, *"fr fr. sfr sfr. kr kr. zł kč ft lei euro euros dhs tl บาท টাকা đồng".split()])
"""What may stand beside an amount; `fr` and `kr` before digits are tax numbers as often as money."""
_ALSO_UNITS = frozenset({"fr", "ft", "tl"})
"""Feet, flat rates …"""
_CURRENCY_ALONE = CURRENCY_WORDS - _ALSO_UNITS
_CURRENCY = "|".join(re.escape(word) for word in sorted(_GLUED, key=len, reverse=True))
_LETTER = r"(?-i:[PRKQLÄ¤])(?=\d[\d.,]*[.,]\d\d\)?$)"
"""Pesos, rand, kwacha … : a letter that touches money with cents; `Ä` is how some programs spell a euro sign."""
_SHAPE = re.compile(
    rf"""(?P<before>(?:[-−–+(@\s]|\#(?=\d{{1,3}},\d{{3}})|\([-−–]\)|{_CURRENCY}|{_LETTER})*) (?P<led>%)?
         (?P<core>\d(?:[\d.,'’]*\d)?|[.,]\d+) (?P<dash>,-|\.-|,–|,—|\.–)?
         (?:{_CURRENCY}|tl|zł|kč|kr)? (?P<after>-)? (?P<close>\))? (?P<percent>%)?
         (?P<tail>[x×*a-zµ²³]{{0,8}})[.,:;*]?$""",
    re.VERBOSE | re.IGNORECASE,
)
_GROUPED = {
    ".": re.compile(r"\d{1,3}(,\d{3})+(\.\d+)?$|\d{1,2}(,\d{2})+,\d{3}(\.\d+)?$"),
    ",": re.compile(r"\d{1,3}(\.\d{3})+(,\d+)?$"),
}
_PLAIN = {".": re.compile(r"\d*\.?\d+$"), ",": re.compile(r"\d*,?\d+$")}
_ALIKE = re.compile(r"[1-9]\d{0,2}(?P<sign>[.,])\d{3}(?:(?P=sign)\d{3})*(?P=sign)\d\d$")
"""`1,169,43`: one sign for thousands and cents."""
_DIGIT = re.compile(r"\d")
_AMBIGUOUS = re.compile(r"[1-9]\d{0,2}[.,]\d{3}$")
_DAY, _TIME = re.compile(r"\d{1,4}([-/.])\d{1,2}\1\d{1,4}"), re.compile(r"(?:[01]?\d|2[0-3])\.[0-5]\d")
"""`22/06/2020 14.24`"""
MINOR_UNITS = frozenset({"p", "ct", "cts"})
"""What touches a price in hundredths of the currency: `38.98p`."""
FIXED_WIDTH = (0.58, 0.63)
"""How wide a letter of such type is, in type sizes."""
SPACED_GAP = 0.5
"""Groups of three digits stand at most so many type sizes apart."""
MAX_DIGITS = 18
HIGHEST_PERCENT = 100
CENTS = 2
SHORTEST_WHOLE = 3
"""Digits of money without cents."""
CLEAR_MAJORITY = 3
"""So many times more prints must prove one decimal sign than the other."""


class Sign(StrEnum):
    """The decimal sign."""

    POINT = "."
    COMMA = ","


def decimals_of(value: Decimal) -> int:
    """How many are printed."""
    return -min(0, int(value.as_tuple().exponent))


class Figure(NamedTuple):
    """A printed number."""

    raw: str
    box: Box
    page: int
    row: int
    values: tuple[Decimal, ...]
    """The likelier first: groups of three digits are thousands far more often than decimals."""
    sign: Sign | None
    """The decimal sign that the print proves; None when it is open."""
    percent: bool = False
    clean: bool = True
    """Whether it stands by itself, with at most a currency and a unit; otherwise it is part of a text."""
    edge: bool = True
    """Whether it begins or ends its phrase."""
    unit: str | None = None
    recognised: bool = False
    """Read from a picture."""
    money: bool = False
    """A currency stands with it."""

    @property
    def value(self) -> Decimal:
        return self.values[0]

    @property
    def ambiguous(self) -> bool:
        return len(self.values) > 1

    @property
    def decimals(self) -> int:
        return decimals_of(self.value)


class Core(NamedTuple):
    values: tuple[Decimal, ...]
    sign: Sign | None


@remembered
def read_core(core: str) -> Core | None:
    """The values of digits with separators, or None if no usual format is like it."""
    plain = core.replace("'", "").replace("’", "").rstrip(".,")
    if sum(map(str.isdigit, plain)) > MAX_DIGITS:
        return None
    if plain.isdigit():
        return Core((Decimal(plain),), None)
    readings = {sign: value for sign in Sign if (value := _read(plain, sign)) is not None}
    if len(readings) == 1:
        sign, value = next(iter(readings.items()))
        # 1,234,567 proves what parts thousands, and thereby the decimal sign.
        return Core((value,), sign)
    if len(readings) > 1:
        decimal_sign = Sign.POINT if "." in plain else Sign.COMMA
        thousands = Sign.COMMA if decimal_sign is Sign.POINT else Sign.POINT
        if _AMBIGUOUS.match(plain):
            return Core((readings[thousands], readings[decimal_sign]), None)
        return Core((readings[decimal_sign],), decimal_sign)
    return Core((_unsigned(plain).scaleb(-CENTS),), None) if _ALIKE.match(plain) else None


def _unsigned(text: str) -> Decimal:
    return Decimal("".join(filter(str.isdigit, text)))


def _read(text: str, sign: Sign) -> Decimal | None:
    if _PLAIN[sign].match(text):
        return Decimal(text.replace(",", "."))
    if _GROUPED[sign].match(text):
        thousands = "," if sign is Sign.POINT else "."
        return Decimal(text.replace(thousands, "").replace(",", "."))
    return None


def figures_of(row: Row) -> list[Figure]:
    return [figure for phrase in row.phrases for figure in _in_phrase(phrase)]


def decimal_sign(figures: Iterable[Figure]) -> Sign | None:
    """The decimal sign of a document; None when its prints prove none, or both alike."""
    proven = Counter(figure.sign for figure in figures if figure.sign)
    point, comma = proven[Sign.POINT], proven[Sign.COMMA]
    if max(point, comma) < CLEAR_MAJORITY * min(point, comma) or point == comma:
        return None
    return Sign.POINT if point > comma else Sign.COMMA


def in_format(figure: Figure, sign: Sign | None) -> Figure:
    """The figure with the value first that the document's decimal sign makes likelier."""
    if sign is None or not figure.ambiguous or sign.value not in figure.raw:
        return figure
    return figure._replace(values=figure.values[::-1])


def is_money(figure: Figure, *, whole: bool) -> bool:
    """With cents; where money is printed without, with groups of thousands, or long enough."""
    decimals = figure.decimals
    if not whole:
        return decimals == CENTS
    digits = sum(map(str.isdigit, figure.raw))
    return decimals <= CENTS and (digits >= SHORTEST_WHOLE or digits < len(figure.raw))


def _in_phrase(phrase: Phrase) -> Iterator[Figure]:
    if not _DIGIT.search(phrase.text):
        return
    plus = [index for index, word in enumerate(phrase.words) if "+" in word.text] if "+" in phrase.text else ()
    cascades = {index: value for index in plus if (value := _cascade(phrase.words[index].text))}
    for index, value in cascades.items():
        word = phrase.words[index]
        yield Figure(word.text, word.box, phrase.page, phrase.row, (value,), None)
    groups = _groups(phrase.words)
    if not groups:
        return
    taken = {index for first, last, _, _ in groups for index in range(first, last)} | set(cascades)
    rest = [word.text for index, word in enumerate(phrase.words) if index not in taken]
    clean = len(groups) <= 2 and all(_goes_with_numbers(text) for text in rest)  # noqa: PLR2004
    dated = any(map(_DAY.fullmatch, rest))
    for first, last, text, match in groups:
        core = read_core(match["core"]) if match else None
        if match is None or core is None or not _is_tail(match["tail"]):
            continue
        words = phrase.words[first:last]
        following = phrase.words[last].text if last < len(phrase.words) else ""
        bracketed = "(" in match["before"] and bool(match["close"])
        negative = bracketed or any(sign in match["before"] for sign in "-−–") or bool(match["after"])
        negative = negative or _is_minus(phrase.words, first)
        values = core.values[:1] if match["dash"] else core.values  # `12.000,-` has no decimals but these
        values = tuple(-value for value in values) if negative else values
        percent = bool(match["percent"] or match["led"]) or following in {"%", "v.H."}
        if percent:  # `8.250%` is no thousands
            values = tuple(value for value in values if abs(value) <= HIGHEST_PERCENT) or values
        yield Figure(
            text,
            around([word.box for word in words]),
            phrase.page,
            phrase.row,
            values,
            Sign.COMMA if match["dash"] else core.sign,
            percent=percent,
            clean=clean and not (dated and _TIME.fullmatch(text)),
            edge=first == 0 or last == len(phrase.words),
            unit=match["tail"] or _unit(following),
            recognised=words[0].source is Source.OCR,
            money=_has_currency(text, following, phrase.words[first - 1].text if first else ""),
        )


_LETTERS_OR_SIGN = re.compile(r"[^\W\d]+\.?|[€$£¥₹₽₩฿₫₱₦₺₪₴]")


def _has_currency(text: str, *beside: str) -> bool:
    """Glued to the digits, or as a word before or behind them that is nothing else."""
    glued = _LETTERS_OR_SIGN.findall(text.casefold())
    return any(word.casefold().strip("():") in _CURRENCY_ALONE for word in (*glued, *beside))


def _groups(words: Sequence[Word]) -> list[tuple[int, int, str, re.Match[str] | None]]:
    """Runs of words that print one number: first, past the last, its text, and the shape of that."""
    groups: list[tuple[int, int, str, re.Match[str] | None]] = []
    index = 0
    while index < len(words):
        text = words[index].text
        match = _SHAPE.match(text) if _DIGIT.search(text) else None
        if match is None:
            index += 1
            continue
        last = index + 1
        while last < len(words) and _continues_number(words, index, last):
            last += 1
        if last > index + 1:
            text = "".join([word.text for word in words[index:last]])
            match = _SHAPE.match(text)
        groups.append((index, last, text, match))
        index = last
    return groups


_CASCADE = re.compile(r"\d{1,2}(?:[.,]\d{1,2})?(?:\s?\+\s?\d{1,2}(?:[.,]\d{1,2})?)+\s?%?$")
"""Discounts one after the other: `35+10+5`."""


def _cascade(text: str) -> Decimal | None:
    """What they come to, in percent."""
    if not _CASCADE.match(text):
        return None
    rest = Decimal(1)
    for part in text.rstrip("% ").split("+"):
        rest *= 1 - Decimal(part.strip().replace(",", ".")) / 100
    return 100 * (1 - rest)


_FIRST_GROUP = re.compile(rf"\(?[-−–]?(?:{_CURRENCY})?[-−–]?\d{{1,3}}$", re.IGNORECASE)
_NEXT_GROUP = re.compile(rf"\d{{3}}(?:[.,]\d+|,-)?(?:{_CURRENCY})?-?\)?%?$", re.IGNORECASE)
_INNER_GROUP = re.compile(r"\d{3}$")


def _continues_number(words: Sequence[Word], first: int, index: int) -> bool:
    """Thousands parted by spaces: `1 234 567,89`."""
    before, word = words[index - 1], words[index]
    if word.box.x0 - before.box.x1 > _widest_space(before):
        return False
    led = _FIRST_GROUP if index == first + 1 else _INNER_GROUP
    return bool(led.match(before.text) and _NEXT_GROUP.match(word.text))


def _widest_space(word: Word) -> float:
    """In type of one width for all, a space is as wide as a digit, and wider than elsewhere. On a scan nobody knows."""
    digit = word.box.width / len(word.text)
    is_fixed_width = FIXED_WIDTH[0] * word.size <= digit <= FIXED_WIDTH[1] * word.size
    may_be_wide = is_fixed_width or word.source is Source.OCR
    return max(SPACED_GAP * word.size, 1.1 * digit if may_be_wide else 0.0)


def _is_tail(tail: str) -> bool:
    return not tail or tail.casefold() in {"x", "×", "*", *MINOR_UNITS} or bool(terms("units").find(tail))


def _is_minus(words: Sequence[Word], first: int) -> bool:
    before = words[first - 1].text if first else ""
    if before.casefold() in CURRENCY_WORDS and first > 1:
        before = words[first - 2].text
    return before in {"-", "−", "–", "(-)", "./."}


def _unit(text: str) -> str | None:
    plain = text.strip(".,;:/")
    minor, _, per = plain.partition("/")
    if per and minor.casefold() in MINOR_UNITS:
        return minor.casefold()  # `31.78 ct/kWh`
    if plain.isupper() and plain.casefold() in CURRENCY_WORDS:
        return None  # `CAD` is dollars, `cad.` a piece
    return plain if plain and is_unit(plain) else None


def is_unit(text: str) -> bool:
    matches = terms("units").find(text)
    return bool(matches) and matches[0].start == 0


def _goes_with_numbers(text: str) -> bool:
    folded = text.casefold()
    if folded in CURRENCY_WORDS or folded.strip("().:") in CURRENCY_WORDS or not any(map(str.isalpha, text)):
        return True
    if len(text) == 1:  # a code for the tax rate
        return True
    return bool(_unit(text))

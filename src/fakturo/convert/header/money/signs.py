"""Signs of money on the pages, and where they stand: at the invoice's own sums, or only somewhere."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from fakturo.convert.figures import Figure
from fakturo.convert.header.labels.claims import Claim
from fakturo.convert.header.money.figures import Money, is_total
from fakturo.convert.header.parties.legal_form import legal_end
from fakturo.convert.header.places import currency_codes, currency_symbols, local_signs, money_asides, wordlike_signs
from fakturo.convert.header.scene import Scene, box_of
from fakturo.convert.layout.sheet import Phrase, Row
from fakturo.convert.page import Box
from fakturo.convert.vocabulary import words_in, words_of

LEAST_WORD = 5
"""Letters of a name that is no abbreviation."""
SHORTEST_NAME = 4
"""Letters of a name: codes and signs have fewer."""
TOUCHING = 1.2
"""A sign stands at most so many type sizes from the figure that it belongs to."""
WRAPPED = 3
"""Rows that the head of a column may take."""
_EQUATION = re.compile(r"(?<![\d.,])1(?:[.,]0+)? ?[^\W\d_]{0,3}[$€£¥]? ?[=:] ?")
"""`1 EUR = 1.08 USD`"""

_ARTICLE = re.compile(r"0\d+(?![\d.,])")
"""`CAD0417` is no amount."""
_PLAIN = re.compile(r"\d{4,}(?![\d.,])")
"""Nor is `RM5939`, where the letters may mean anything."""


class Place(StrEnum):
    """Where a sign stands, the strongest first."""

    LABEL = "after a label that says currency"
    SUM = "at the total itself"
    SUM_ROW = "in the row of the total"
    HEAD = "in the head of the table or above the total"
    AMOUNT = "at an amount that the total comes from"
    PRICE = "at another figure of a line"
    TWIN = "at another figure in the row of the total"
    TOTAL = "in some row that speaks of a total"
    NAME = "spelled out"
    CELL = "alone in a cell above the table, whatever its label is"
    BESIDE = "at some other figure"
    LOOSE = "elsewhere"
    ASIDE = "beside a rate of exchange or a bank account"


WEIGHTS = {
    Place.LABEL: 6.0,
    Place.SUM: 4.0,
    Place.SUM_ROW: 4.0,
    Place.TOTAL: 4.0,
    Place.HEAD: 2.0,
    Place.LOOSE: 0.5,
    Place.ASIDE: 0.1,
}
"""Of all others 1."""
OF_SUM = frozenset({Place.SUM, Place.SUM_ROW})
STRONG = OF_SUM | {Place.LABEL, Place.HEAD, Place.AMOUNT, Place.PRICE, Place.TOTAL, Place.NAME, Place.CELL}
"""Where a sign speaks for the invoice's amounts, not for one thing on the page."""


class Seen(NamedTuple):
    sign: str
    phrase: Phrase
    start: int
    end: int
    place: Place

    @property
    def weight(self) -> float:
        return WEIGHTS.get(self.place, 1.0)

    @property
    def box(self) -> Box:
        return box_of(self.phrase, self.phrase.text, self.start, self.end)


def meanings(sign: str) -> list[str]:
    return currency_symbols().get(sign) or [sign.upper()]


def signs_in(text: str) -> list[str]:
    """Letters that may be a currency's, wherever they stand; not those that only some countries read so."""
    found = _signs().findall(text) if _may_hold_sign(text) else ()
    return [sign for sign in map(_sign, found) if sign not in local_signs()]


def signs_on(scene: Scene, claims: Iterable[Claim], money: Money) -> Iterator[Seen]:
    labelled = {
        (*_spot(seen.phrase), seen.start): seen for seen in _labelled(claims) if not _is_of_account(scene, seen)
    }
    yield from labelled.values()
    places = {figure.box: Place.PRICE for figure in money.prices}
    places |= {figure.box: Place.AMOUNT for figure in money.amounts}
    places |= {figure.box: Place.SUM for figure in money.sums}
    own: dict[tuple[int, int], list[Figure]] = defaultdict(list)
    for figure in [*money.sums, *money.amounts, *money.prices]:
        own[figure.page, figure.row].append(figure)
    above = set(_above(scene, money))
    for sheet in scene.sheets:
        for row in sheet.rows:
            if _may_hold_sign(row.text) and (_signs().search(row.text) or _small_codes().search(row.text)):
                figures = own.get((row.page, row.number), [])
                for seen in _in_row(row, figures, places):
                    if (*_spot(seen.phrase), seen.start) in labelled:
                        continue
                    yield seen._replace(place=_by_surroundings(scene, seen, above))


def _by_surroundings(scene: Scene, seen: Seen, above: set[tuple[int, Box]]) -> Place:
    if seen.place not in {Place.LOOSE, Place.BESIDE, Place.NAME}:
        return seen.place
    if _spot(seen.phrase) in above:
        return Place.HEAD
    if _is_of_account(scene, seen):
        return Place.ASIDE
    text = seen.phrase.text
    alone = not any(map(str.isalnum, text[seen.end :])) and text[: seen.start].rstrip()[-1:] in {"", ":"}
    return Place.CELL if alone and seen.sign in currency_codes() and _is_before(scene, seen) else seen.place


def _is_of_account(scene: Scene, seen: Seen) -> bool:
    """Below the table, bank details stand in the same row or around it: the account's currency."""
    sheet = next(sheet for sheet in scene.sheets if sheet.number == seen.phrase.page)
    if scene.table is None or _is_before(scene, seen):
        return False
    reach = 0 if seen.place is Place.NAME else 1  # an amount in words may stand above the account
    rows = sheet.rows[max(0, seen.phrase.row - reach) : seen.phrase.row + reach + 1]
    return any(match.meaning == "accounts" for row in rows for match in money_asides().find(row.text))


def _is_before(scene: Scene, seen: Seen) -> bool:
    table = scene.table
    return table is not None and (seen.phrase.page, seen.phrase.box.y1) <= (table.first_page, table.top + 1)


def _labelled(claims: Iterable[Claim]) -> Iterator[Seen]:
    for claim in claims:
        if "currency" not in claim.meanings:
            continue
        match = _signs().search(claim.text)
        if match and match.start() <= 3:
            start, end = match.start() + claim.at, match.end() + claim.at
            yield Seen(_sign(match[1]), claim.value.phrase, start, end, Place.LABEL)


def _in_row(row: Row, own: Sequence[Figure], places: dict[Box, Place]) -> Iterator[Seen]:
    """Signs at figures that the sums are read from; then what the row speaks of; then the rest of it."""
    text = row.text
    asides = {match.meaning: match.start for match in reversed(money_asides().find(text))}
    rate = 0 if _EQUATION.search(text) else asides.get("conversion", len(text))
    total = is_total(row)
    at = 0
    found: list[Seen] = []
    for phrase in row.phrases:
        for seen in _in_phrase(phrase, total=total):
            aside = at + seen.start >= rate or "accounts" in asides
            found.append(seen._replace(place=Place.ASIDE) if aside and not own else seen)
        at += len(phrase.text) + 1
    yield from _placed(row, own, places, found) if own else found


def _placed(row: Row, own: Sequence[Figure], places: dict[Box, Place], found: Sequence[Seen]) -> Iterator[Seen]:
    """Beside a sum or a line, but not at it, a sign is of its label, of a text, or of another figure."""
    bound = {(*_spot(seen.phrase), seen.start): places[figure.box] for figure, seen in _touching(row, own, found)}
    sums = [figure for figure in own if places[figure.box] is Place.SUM]
    touched = Place.SUM in bound.values()
    for seen in found:
        place = bound.get((*_spot(seen.phrase), seen.start), Place.ASIDE)
        if place is Place.ASIDE and not touched and any(_is_label_of(seen, figure) for figure in sums):
            place = Place.SUM_ROW
        elif place is Place.ASIDE and sums and seen.place in {Place.BESIDE, Place.TOTAL}:
            place = Place.TWIN
        yield seen._replace(place=place)


def _touching(row: Row, own: Sequence[Figure], found: Sequence[Seen]) -> Iterator[tuple[Figure, Seen]]:
    """Each figure's own sign: the one before it, or else the one behind it."""
    for figure in own:
        reach = TOUCHING * max(figure.box.height, 6)
        left = [phrase for phrase in row.phrases if phrase.box.x1 <= figure.box.x0][-1:]
        right = [phrase for phrase in row.phrases if phrase.box.x0 >= figure.box.x1][:1]
        before = [seen for seen in found if _leads(seen, figure, reach) or _fills(seen, left)]
        behind = [seen for seen in found if _trails(seen, figure, reach) or _fills(seen, right)]
        chosen = before[-1:] or behind[:1]
        if chosen:
            yield figure, chosen[0]


def _leads(seen: Seen, figure: Figure, reach: float) -> bool:
    box = seen.box
    return figure.box.x0 - box.x1 <= reach and box.x0 <= figure.box.x0 + 1 and box.x1 <= figure.box.x1


def _trails(seen: Seen, figure: Figure, reach: float) -> bool:
    box = seen.box
    return box.x0 - figure.box.x1 <= reach and box.x0 >= figure.box.x0 - 1 and box.x1 >= figure.box.x1 - 1


def _fills(seen: Seen, cell: Sequence[Phrase]) -> bool:
    """Alone in the cell before or behind the figure, as far as that is."""
    return any(seen.phrase is phrase and phrase.text.strip() == seen.sign for phrase in cell)


def _is_label_of(seen: Seen, figure: Figure) -> bool:
    """In the words before the figure, and not of another one between them: `Total EUR`."""
    if seen.box.x1 > figure.box.x0:
        return False
    after = seen.phrase.text[seen.end : seen.end + 4].strip(" :.)")
    return seen.phrase.box.x1 > figure.box.x0 or not after[:1].isdigit()


def _above(scene: Scene, money: Money) -> Iterator[tuple[int, Box]]:
    """Phrases that head the table, or the column of a sum."""
    for figure in [*money.amounts[:1], *money.sums]:
        sheet = next((sheet for sheet in scene.sheets if sheet.number == figure.page), None)
        taken: list[Row] = []
        for row in reversed(sheet.rows[: figure.row] if sheet else []):
            over = [one for one in row.phrases if one.box.x0 < figure.box.x1 + 2 and one.box.x1 > figure.box.x0 - 2]
            heads = [one for one in over if _is_text(one)]
            if taken and (len(taken) == WRAPPED or taken[-1].box.y0 - row.box.y1 > row.box.height):
                break
            if heads:
                yield from map(_spot, heads if figure in money.sums else row.phrases)
                taken.append(row)
            elif over and taken:
                break


def _spot(phrase: Phrase) -> tuple[int, Box]:
    """Where it stands, which no other does."""
    return phrase.page, phrase.box


def _is_text(phrase: Phrase) -> bool:
    """Words, be they numbered: `13) Amount IDR`."""
    return sum(map(str.isalpha, phrase.text)) > 2 * sum(map(str.isdigit, phrase.text))


@cache
def _signs() -> re.Pattern[str]:
    """A sign before or after a figure, or standing alone."""
    names = sorted([*currency_codes(), *currency_symbols(), *local_signs()], key=len, reverse=True)
    shapes = (f"(?i:{re.escape(name)})" if len(name) >= LEAST_WORD else re.escape(name) for name in names)
    return re.compile(r"(?<![^\W\d_])" + _initials(names) + "(" + "|".join(shapes) + r")(?![^\W\d_])")


def _initials(names: Iterable[str]) -> str:
    """Looked at first: at most places none of the many names can begin."""
    return "(?=(?i:[" + re.escape("".join(sorted({name[0] for name in names}))) + "]))"


@cache
def _first_words() -> frozenset[str]:
    names = (words_of(name) for name in (*currency_codes(), *currency_symbols(), *local_signs()))
    return frozenset(words[0] for words in names if words)


def _may_hold_sign(text: str) -> bool:
    """In plain text a sign is `$`, or whole words: most rows have none of them."""
    return "$" in text or not text.isascii() or not _first_words().isdisjoint(words_in(text))


@cache
def _words() -> dict[str, str]:
    return {name.casefold(): name for name in currency_symbols() if len(name) >= LEAST_WORD}


def _sign(printed: str) -> str:
    """`CANADIAN DOLLARS` is spelled any way, `Rs` only its own."""
    return _words().get(printed.casefold(), printed)


@cache
def _small_codes() -> re.Pattern[str]:
    """`Eur 120.00`, unless it is a word."""
    codes = sorted(currency_codes() - wordlike_signs())
    return re.compile(rf"(?<![^\W_]){_initials(codes)}(?-i:(?![A-Z]{{3}}))(?i:({'|'.join(codes)}))(?=[ .:]{{0,2}}\d)")


def _in_phrase(phrase: Phrase, *, total: bool) -> Iterator[Seen]:
    text = phrase.text
    for match in [*_signs().finditer(text), *_small_codes().finditer(text)]:
        sign = match[1].upper() if match.re is _small_codes() else _sign(match[1])
        if match.start() < legal_end(text):
            continue  # `Sdn. Bhd.`
        if _ARTICLE.match(text, match.end()) or (sign in wordlike_signs() and _PLAIN.match(text, match.end())):
            continue
        near = text[match.end() : match.end() + 4] + text[max(0, match.start() - 2) : match.start()]
        if any(map(str.isdigit, near)):
            yield Seen(sign, phrase, *match.span(1), Place.TOTAL if total else Place.BESIDE)
        elif _speaks_alone(sign, text, match.end(), total=total):
            alone = Place.NAME if len(sign) >= SHORTEST_NAME else Place.LOOSE
            yield Seen(sign, phrase, *match.span(1), Place.TOTAL if total else alone)


def _speaks_alone(sign: str, text: str, end: int, *, total: bool) -> bool:
    """Without a figure beside it: codes, symbols, words; of letters what stands alone or ends a total's label."""
    if sign in currency_codes() or len(sign) > 3 or not any(map(str.isalpha, sign)) or text.strip() == sign:
        return True
    return total and not any(map(str.isalnum, text[end:]))

"""The document's currency: what stands beside its amounts, above all beside the total."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from fakturo.convert.header.claims import Claim
from fakturo.convert.header.lands import Lands
from fakturo.convert.header.legal import legal_end
from fakturo.convert.header.places import (
    currency_codes,
    currency_of,
    currency_symbols,
    local_signs,
    money_asides,
    wordlike_signs,
)
from fakturo.convert.header.scene import Scene, box_of
from fakturo.convert.invoice import Evidence, Issue, Origin, Reading
from fakturo.convert.layout.sheet import Phrase, Row
from fakturo.convert.vocabulary import terms

SURE = 0.8
LABELLED, IN_TOTAL, BESIDE_AMOUNT, ALONE = 6.0, 4.0, 1.0, 0.5
IN_CONVERSION, IN_ACCOUNT = 0.1, 0.5
"""Parts that signs weigh beside a rate of exchange or a bank account."""
LEAST_WORD = 5
"""Letters of a name that is no abbreviation."""
SHADOW = 12
"""A bare sign may weigh so many times what its spelled-out twin does."""
_EQUATION = re.compile(r"(?<![\d.,])1(?:[.,]0+)? ?[^\W\d_]{0,3}[$€£¥]? ?[=:] ?")
"""`1 EUR = 1.08 USD`"""
_TOTALS = frozenset({"total", "payable"})


class _Seen(NamedTuple):
    sign: str
    phrase: Phrase
    start: int
    end: int
    weight: float


def read_currency(scene: Scene, claims: Iterable[Claim], lands: Lands) -> tuple[Reading[str] | None, list[Issue]]:
    """The seller's country decides what `$` or `kr` means."""
    weights: dict[str, float] = defaultdict(float)
    first: dict[str, tuple[_Seen, bool]] = {}
    for seen in [*_labelled(claims), *_everywhere(scene)]:
        code, certain = _code(seen, lands)
        if code is None:
            continue
        weights[code] += seen.weight
        held = first.get(code)
        if held is None or (certain, seen.weight) > (held[1], held[0].weight):
            first[code] = (seen, certain)
    weights = _without_shadows(weights, first)
    if not weights:
        return _derived(lands)
    ranked = sorted(weights, key=lambda code: -weights[code])
    seen, certain = first[ranked[0]]
    confidence = 0.95 if certain else 0.6
    issues = [] if certain else [_unclear(ranked[0], seen)]
    rival = next((code for code in ranked[1:] if _competes(code, ranked[0], weights, first)), None)
    if rival:
        confidence = 0.6
        issues.append(_rivals(ranked[0], rival, seen))
    box = box_of(seen.phrase, seen.phrase.text, seen.start, seen.end)
    raw = seen.phrase.text[seen.start : seen.end]
    return Reading(ranked[0], Evidence(raw, seen.phrase.page, box, Origin.TEXT, confidence)), issues


def _competes(other: str, best: str, weights: dict[str, float], first: dict[str, tuple[_Seen, bool]]) -> bool:
    """It is printed nearly as often, or beside a total; but not if a label names the best."""
    own, others = first[best][0].weight, first[other][0].weight
    if own >= LABELLED > others and weights[best] >= LABELLED + IN_TOTAL:
        return False
    return weights[other] > weights[best] / 2 or others >= IN_TOTAL


def _unclear(code: str, seen: _Seen) -> Issue:
    message = f"{seen.sign} may mean {code}, but nothing on the page says which country's money it is."
    return Issue("CURRENCY_DOUBTFUL", "invoice.currency", message, seen.phrase.page, seen.phrase.box)


def _rivals(one: str, other: str, seen: _Seen) -> Issue:
    message = f"Amounts are printed in {one} and in {other}: which is the invoice's currency?"
    return Issue("CURRENCY_DOUBTFUL", "invoice.currency", message, seen.phrase.page, seen.phrase.box)


def _without_shadows(weights: dict[str, float], first: dict[str, tuple[_Seen, bool]]) -> dict[str, float]:
    """A bare `$` beside a spelled-out dollar is that dollar."""
    vague = [code for code, (seen, _) in first.items() if len(_meanings(seen.sign)) > 1]
    for code in vague:
        sign = first[code][0].sign
        spelled = [other for other, (seen, _) in first.items() if other not in vague and other in _meanings(sign)]
        if len(spelled) == 1 and weights[spelled[0]] * SHADOW >= weights[code]:
            weights[spelled[0]] += weights.pop(code)
    return weights


def _derived(lands: Lands) -> tuple[Reading[str] | None, list[Issue]]:
    """No currency is printed: both parties' own, if they share it."""
    known = {code for country in (lands.home, lands.theirs) if (code := currency_of(country))}
    if len(known) != 1:
        return None, [Issue("CURRENCY_MISSING", "invoice.currency", "No currency is printed.")]
    code = known.pop()
    reading = Reading(code, Evidence(None, None, None, Origin.DERIVED, 0.7))
    if currency_of(lands.home):
        return reading, []
    message = f"No currency is printed. {code} is the buyer's, but the seller's country isn't known."
    return reading, [Issue("CURRENCY_DOUBTFUL", "invoice.currency", message)]


def _code(seen: _Seen, lands: Lands) -> tuple[str | None, bool]:
    """What a sign means, and whether that is certain."""
    sign = seen.sign
    local = local_signs().get(sign)
    if local:
        seen_there = any(currency_of(country) == local for country in lands.all)
        return (local, True) if seen_there or (sign == local and seen.weight >= LABELLED) else (None, False)
    meanings = _meanings(sign)
    if len(meanings) == 1:
        code = meanings[0]
        plain = sign not in wordlike_signs() or seen.weight >= IN_TOTAL
        return code, plain or any(currency_of(country) == code for country in lands.all)
    return _of_several(sign, meanings, lands)


def _of_several(sign: str, meanings: Sequence[str], lands: Lands) -> tuple[str | None, bool]:
    """The seller's money, if it is called so; a pound is sterling and, abroad, a dollar the United States'."""
    own = [code for country in lands.own if (code := currency_of(country)) in meanings]
    theirs = currency_of(lands.theirs)
    if own:
        return own[0], (lands.sure and own[0] == currency_of(lands.own[0])) or (sign == "£" and own[0] == meanings[0])
    if theirs in meanings:  # where nothing speaks of another country, both may be from one
        return theirs, sign == "£" or (sign == "$" and lands.sure and theirs == meanings[0])
    abroad = sign == "$" and lands.sure and currency_of(lands.own[0]) is not None
    return meanings[0], abroad or sign == "£"


def _meanings(sign: str) -> list[str]:
    return currency_symbols().get(sign) or [sign.upper()]


@cache
def _signs() -> re.Pattern[str]:
    """A sign before or after a figure, or standing alone."""
    names = sorted([*currency_codes(), *currency_symbols(), *local_signs()], key=len, reverse=True)
    shapes = (f"(?i:{re.escape(name)})" if len(name) >= LEAST_WORD else re.escape(name) for name in names)
    return re.compile(r"(?<![^\W\d_])(" + "|".join(shapes) + r")(?![^\W\d_])")


@cache
def _words() -> dict[str, str]:
    return {name.casefold(): name for name in currency_symbols() if len(name) >= LEAST_WORD}


def _sign(printed: str) -> str:
    """`CANADIAN DOLLARS` is spelled any way, `Rs` only its own."""
    return _words().get(printed.casefold(), printed)


def _in_phrase(phrase: Phrase, row_weight: float) -> Iterator[_Seen]:
    text = phrase.text
    for match in _signs().finditer(text):
        sign = _sign(match[1])
        if match.start() < legal_end(text):
            continue  # `Sdn. Bhd.`
        near = text[match.end() : match.end() + 4] + text[max(0, match.start() - 2) : match.start()]
        if any(character.isdigit() for character in near):
            yield _Seen(sign, phrase, *match.span(1), BESIDE_AMOUNT * row_weight)
        elif _speaks_alone(sign, text, match.end(), row_weight):
            yield _Seen(sign, phrase, *match.span(1), row_weight if row_weight > 1 else ALONE * row_weight)


def _speaks_alone(sign: str, text: str, end: int, row_weight: float) -> bool:
    """Without a figure beside it: codes, symbols, words; of letters what stands alone or ends a total's label."""
    if sign in currency_codes() or len(sign) > 3 or not any(map(str.isalpha, sign)) or text.strip() == sign:
        return True
    return row_weight > 1 and not any(map(str.isalnum, text[end:]))


def _everywhere(scene: Scene) -> Iterator[_Seen]:
    for sheet in scene.sheets:
        for row in sheet.rows:
            text = row.text
            if not _signs().search(text):
                continue
            weight = IN_TOTAL if _is_total(row) else 1.0
            aside = {match.meaning: match.start for match in reversed(money_asides().find(text))}
            weight *= IN_ACCOUNT if "accounts" in aside else 1.0
            rate = 0 if _EQUATION.search(text) else aside.get("conversion", len(text))
            at = 0
            for phrase in row.phrases:
                for seen in _in_phrase(phrase, weight):
                    converted = at + seen.start >= rate
                    yield seen._replace(weight=seen.weight * IN_CONVERSION) if converted else seen
                at += len(phrase.text) + 1


def _is_total(row: Row) -> bool:
    return bool(terms("totals").meanings(row.text) & _TOTALS)


def _labelled(claims: Iterable[Claim]) -> Iterator[_Seen]:
    for claim in claims:
        if "currency" not in claim.meanings:
            continue
        match = _signs().search(claim.text)
        if match and match.start() <= 3:
            start, end = match.start() + claim.at, match.end() + claim.at
            yield _Seen(_sign(match[1]), claim.value.phrase, start, end, LABELLED)

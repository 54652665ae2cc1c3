"""Who is meant, and what an article is: the answers to a question, from entries that may concern it.

Whoever keeps a directory finds those entries (see shelf.py for one in memory); the decision is the same for all.
A tax number comes first, then the very name, then a name that is nearly the same. Where these point to different
parties, to several, or contradict the paper, nobody is chosen and a person is shown the candidates.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from fakturo.convert.directory import npwp
from fakturo.convert.directory.names import ACCEPTED_FROM, ASKED_FROM, Name, name_of, similarity
from fakturo.convert.directory.question import (
    LONGEST_DESCRIPTION,
    Answer,
    Candidate,
    GoodsQuestion,
    GoodsRecord,
    PartyAnswer,
    PartyQuestion,
    Question,
    Record,
)

CLEAR_BY = 0.02
"""A second that is not farther behind makes the best one doubtful."""
MOST_CANDIDATES = 10
MOST_SELLERS = 30
LEAST_TAX_SIGNS = 5
"""Shorter numbers are nobody's."""

_WORD = re.compile(r"[^\W_]+")
_NO_SIGN_OF_A_NUMBER = re.compile(r"[\W_]+")
_NO_SIGN_OF_A_UNIT = re.compile(r"[\s.()\[\]]+")


class Rank(IntEnum):
    """Of several entries of one party, the first of these counts."""

    OWN = 1
    """An owner's."""
    SETTINGS = 2
    SHARED = 3
    """Everybody's."""


@dataclass(frozen=True, slots=True)
class PartyEntry:
    record: Record
    rank: Rank = Rank.SHARED


@dataclass(frozen=True, slots=True)
class UnitAlias:
    """How somebody calls a unit, and its code UM.nnnn."""

    alias: str
    code: str


@dataclass(frozen=True, slots=True)
class GoodsEntry:
    """An article by its number, or by words that its description has: one of them at least."""

    sku: str | None
    words: str | None
    record: GoodsRecord


@dataclass(frozen=True, slots=True)
class Found:
    """What may concern a question: all that does, and perhaps more. Of units and goods, own ones come first."""

    parties: Sequence[PartyEntry] = ()
    sellers: Sequence[PartyEntry] = ()
    """All there are, whatever was asked."""
    units: Sequence[UnitAlias] = ()
    goods: Sequence[GoodsEntry] = ()


def answer(question: Question, found: Found) -> Answer:
    units: dict[str, str] = {}
    for each in found.units:
        units.setdefault(unit_key(each.alias), each.code)
    return Answer(
        parties=tuple(identify(asked, found.parties) for asked in question.parties),
        units={name: units[key] for name in question.units if (key := unit_key(name)) in units},
        goods=tuple(classify(asked, found.goods) for asked in question.goods),
        own_sellers=tuple(entry.record for entry in _without_shadowed(found.sellers)[:MOST_SELLERS]),
    )


# ---------------------------------------------------------------- what is compared


def name_keys(record: Record) -> list[str]:
    """All names of a party as they are compared, its own first."""
    keys = (name_of(name).key for name in (record.name, *record.aliases))
    return list(dict.fromkeys(key for key in keys if key))


def tax_keys(record: Record) -> list[str]:
    """All numbers by which a paper may name a party."""
    keys = [record.tin, nitku(record), tax_key(record.document_number)]
    return list(dict.fromkeys(key for key in keys if key))


def nitku(record: Record) -> str | None:
    return record.nitku or (npwp.head_office(record.tin) if record.tin else None)


def tax_key(printed: str | None) -> str | None:
    """A number as it is compared: NITKU, NPWP, or letters and digits of another one."""
    text = printed or ""
    signs = _NO_SIGN_OF_A_NUMBER.sub("", text).upper()
    known = npwp.nitku_of(text) or npwp.tin_of(text)
    return known or (signs if len(signs) >= LEAST_TAX_SIGNS and signs.strip("0") else None)


def asked_tax_keys(asked: PartyQuestion) -> list[str]:
    """Of the number itself, and of the taxpayer whose place of business it is."""
    key = tax_key(asked.tax_id)
    if key is None:
        return []
    return [key, key[: npwp.TIN_DIGITS]] if npwp.nitku_of(key) else [key]


def unit_key(printed: str) -> str:
    return _NO_SIGN_OF_A_UNIT.sub("", printed).upper()


def sku_key(printed: str | None) -> str | None:
    return (printed or "").strip().upper() or None


def word_set(text: str | None) -> frozenset[str]:
    return frozenset(_WORD.findall((text or "")[:LONGEST_DESCRIPTION].upper()))


# ---------------------------------------------------------------- parties


def identify(asked: PartyQuestion, entries: Iterable[PartyEntry]) -> PartyAnswer:
    """The one party that is meant, or the candidates."""
    own_or_shared = _without_shadowed([each for each in entries if each.record.role is asked.role])
    seen = _seen(asked, list(dict.fromkeys(each.record for each in own_or_shared)))
    named = seen.exactly or seen.clearly_near()
    if seen.by_number:
        meant = [each for each in seen.by_number if each in named] if named else seen.by_number
        return _one_of(meant, seen, among=[*seen.by_number, *named])
    if seen.relatives or any(_contradicts(record, asked.tax_id) for record in named):
        return _one_of([], seen, among=[*seen.relatives, *named])
    return _one_of(named, seen, among=named)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What speaks for whom."""

    by_number: list[Record]
    relatives: list[Record]
    """Other places of business of the taxpayer, where the paper names one that nobody knows."""
    exactly: list[Record]
    similarities: dict[Record, float]

    @property
    def near(self) -> list[Record]:
        """Whose names a person might confuse, best first; nobody's where the very name is known."""
        if self.exactly:
            return []
        near = [record for record, similarity in self.similarities.items() if similarity >= ASKED_FROM]
        return sorted(near, key=lambda record: -self.similarities[record])

    def clearly_near(self) -> list[Record]:
        """The one whose name is so near that nobody need be asked, if nobody else's is nearly as near."""
        best, second = [*self.near, None, None][:2]
        if best is None or self.similarities[best] < ACCEPTED_FROM:
            return []
        is_clear = second is None or self.similarities[second] <= self.similarities[best] - CLEAR_BY
        return [best] if is_clear else []


def _seen(asked: PartyQuestion, records: Sequence[Record]) -> _Seen:
    number, *taxpayer = asked_tax_keys(asked) or [""]
    by_number = [each for each in records if number in tax_keys(each)]
    name = name_of(asked.name or "")
    return _Seen(
        by_number,
        relatives=[each for each in records if each.tin in taxpayer] if not by_number else [],
        exactly=[each for each in records if not name.says_nothing and name.key in name_keys(each)],
        similarities={each: 0.0 if name.says_nothing else _nearness(name, each) for each in records},
    )


def _nearness(name: Name, record: Record) -> float:
    return max((similarity(name, name_of(key)) for key in name_keys(record)), default=0.0)


def _one_of(meant: Sequence[Record], seen: _Seen, *, among: Sequence[Record]) -> PartyAnswer:
    """Chosen if it is the only one. Otherwise all that it might be, those first for whom most speaks."""
    if len(meant) == 1:
        (record,) = meant
        is_sure = record in seen.by_number or record in seen.exactly
        return PartyAnswer(record, () if is_sure else (Candidate(record, seen.similarities[record]),))
    candidates = list(dict.fromkeys([*among, *seen.near]))[:MOST_CANDIDATES]
    return PartyAnswer(None, tuple(Candidate(record, seen.similarities[record]) for record in candidates))


def _contradicts(record: Record, printed: str | None) -> bool:
    """The paper has a tax number, and the entry of that name another one."""
    tin = npwp.tin_of(printed) or (npwp.nitku_of(printed) or "")[: npwp.TIN_DIGITS]
    return bool(tin and record.tin and tin != record.tin)


def _without_shadowed(entries: Sequence[PartyEntry]) -> list[PartyEntry]:
    """Those that no entry of a higher rank has the name or the place of business of."""
    kept: list[PartyEntry] = []
    for rank in Rank:
        names = {key for entry in kept for key in name_keys(entry.record)}
        places = {nitku(entry.record) for entry in kept} - {None}
        kept += [
            entry
            for entry in entries
            if entry.rank is rank and nitku(entry.record) not in places and names.isdisjoint(name_keys(entry.record))
        ]
    return kept


# ---------------------------------------------------------------- goods and services


def classify(asked: GoodsQuestion, entries: Sequence[GoodsEntry]) -> GoodsRecord | None:
    """By the article's number; else by the entry of which most words stand in its description. A tie is nobody's."""
    if number := sku_key(asked.sku):
        for entry in entries:
            if sku_key(entry.sku) == number:
                return entry.record
    described = word_set(asked.description)
    fitting: dict[frozenset[str], GoodsRecord] = {}
    for entry in entries:
        if (words := word_set(entry.words)) and words <= described:
            fitting.setdefault(words, entry.record)
    most = max(map(len, fitting), default=0)
    best = {record for words, record in fitting.items() if len(words) == most}
    return best.pop() if len(best) == 1 else None

"""A whole directory in memory, as read from files: it finds what may concern a question without going through all."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from fakturo.convert.directory.match import (
    Found,
    GoodsEntry,
    PartyEntry,
    Rank,
    UnitAlias,
    answer,
    asked_tax_keys,
    name_keys,
    sku_key,
    tax_keys,
    unit_key,
    word_set,
)
from fakturo.convert.directory.names import Neighbours, name_of
from fakturo.convert.directory.question import Answer, GoodsQuestion, PartyQuestion, Question, Record, Role


class Shelf:
    def __init__(
        self,
        parties: Iterable[Record] = (),
        units: Iterable[UnitAlias] = (),
        goods: Iterable[GoodsEntry] = (),
        *,
        sellers: Iterable[Record] = (),
    ) -> None:
        """With sellers of the settings, which stand before the same ones among the parties."""
        self._entries = [PartyEntry(record, Rank.SETTINGS) for record in sellers]
        self._entries += [PartyEntry(record) for record in parties]
        self._by_key: dict[tuple[Role, str], list[int]] = defaultdict(list)
        names: dict[Role, list[tuple[int, str]]] = {role: [] for role in Role}
        for index, entry in enumerate(self._entries):
            record = entry.record
            names[record.role] += [(index, key) for key in name_keys(record)]
            for key in (*name_keys(record), *tax_keys(record)):
                self._by_key[record.role, key].append(index)
        self._neighbours = {role: Neighbours(keys) for role, keys in names.items()}
        self._units = {unit_key(each.alias): each for each in units}
        self._goods = _GoodsIndex(goods)

    def answer(self, question: Question) -> Answer:
        return answer(question, self._found(question))

    @property
    def counts(self) -> dict[str, int]:
        sellers = len(self._sellers())
        return {
            "buyers": len(self._entries) - sellers,
            "sellers": sellers,
            "units": len(self._units),
            "goods": len(self._goods),
        }

    def _found(self, question: Question) -> Found:
        parties = {index for asked in question.parties for index in self._indexes(asked)}
        return Found(
            parties=[self._entries[index] for index in sorted(parties)],
            sellers=self._sellers(),
            units=[self._units[key] for name in question.units if (key := unit_key(name)) in self._units],
            goods=[entry for asked in question.goods for entry in self._goods.near(asked)],
        )

    def _indexes(self, asked: PartyQuestion) -> Iterator[int]:
        for key in asked_tax_keys(asked):
            yield from self._by_key.get((asked.role, key), ())
        name = name_of(asked.name or "")
        if not name.says_nothing:
            yield from self._by_key.get((asked.role, name.key), ())
            yield from self._neighbours[asked.role].of(name)

    def _sellers(self) -> Sequence[PartyEntry]:
        return [entry for entry in self._entries if entry.record.role is Role.SELLER]


class _GoodsIndex:
    """An entry stands under its number, and under the longest of its words: a description must have that one, too."""

    def __init__(self, entries: Iterable[GoodsEntry]) -> None:
        self._by_sku: dict[str, GoodsEntry] = {}
        self._by_word: dict[str, list[GoodsEntry]] = defaultdict(list)
        self._count = 0
        for entry in entries:
            self._count += 1
            if number := sku_key(entry.sku):
                self._by_sku.setdefault(number, entry)
            if words := word_set(entry.words):
                self._by_word[max(words, key=len)].append(entry)

    def __len__(self) -> int:
        return self._count

    def near(self, asked: GoodsQuestion) -> Iterator[GoodsEntry]:
        number = sku_key(asked.sku)
        if number and number in self._by_sku:
            yield self._by_sku[number]
        for word in word_set(asked.description):
            yield from self._by_word.get(word, ())

"""The three lists of a directory: what they consist of, and how they are kept; from files and back."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from fakturo.convert.directory.lists import GOODS, PARTIES, UNITS
from fakturo.convert.directory.match import GoodsEntry, UnitAlias, name_keys
from fakturo.convert.directory.question import Record
from fakturo.convert.directory.sheets import Reading, Remark, Row, Sheet, read_sheet
from fakturo.directory.rows import goods_entry, new_goods, new_party, new_unit, party_record, unit_alias
from fakturo.store.directory import NAME, Directory, Key, NewGoods, NewParty, NewUnit, Saved

T = TypeVar("T")


async def _no_clashes(_store: Directory, _owner: str, _rows: Sequence[Row[Any]]) -> list[Remark]:
    return []


@dataclass(frozen=True, slots=True)
class Kept(Generic[T]):
    """A list, and where it is kept."""

    sheet: Sheet[T]
    load: Callable[[Directory, str], Awaitable[list[T]]]
    save: Callable[[Directory, str, Sequence[T], bool], Awaitable[Saved]]
    rows: Callable[[T], Iterable[NewParty | NewUnit | NewGoods]]
    clashes: Callable[[Directory, str, Sequence[Row[T]]], Awaitable[list[Remark]]] = _no_clashes
    """Rows that say the same as others in the database."""


@dataclass(frozen=True, slots=True)
class Imported:
    reading: Reading[Any]
    saved: Saved | None
    """None: nothing was, for there are mistakes."""


async def import_data(
    store: Directory, kept: Kept[T], data: bytes, *, owner: str, skip_bad: bool, replace: bool
) -> Imported:
    """Nothing, or all that is good."""
    reading = await asyncio.to_thread(read_sheet, kept.sheet, data)
    if not replace:
        clashes = await kept.clashes(store, owner, reading.rows)
        lines = {clash.line for clash in clashes}
        mistakes = sorted([*reading.mistakes, *clashes], key=lambda remark: remark.line or 0)
        reading = Reading([row for row in reading.rows if row.line not in lines], mistakes, reading.doubts)
    is_hopeless = not reading.rows or (reading.mistakes and not skip_bad)
    return Imported(reading, None if is_hopeless else await kept.save(store, owner, reading.values, replace))


# ---------------------------------------------------------------- the three lists


async def _load_parties(store: Directory, owner: str) -> list[Record]:
    return [party_record(row) for row in await store.all_parties(owner)]


async def _save_parties(store: Directory, owner: str, records: Sequence[Record], replace: bool) -> Saved:
    return await store.save_parties(owner, map(new_party, records), replace=replace)


async def _clashing_parties(store: Directory, owner: str, rows: Sequence[Row[Record]]) -> list[Remark]:
    """Two parties of one name are nobody that could be found by it."""
    lines = {(row.value.role.value, key): row for row in rows for key in name_keys(row.value)}
    changed = {(row.value.role.value, name_keys(row.value)[0]) for row in rows}
    there = await store.parties([owner], [Key(role, NAME, key) for role, key in lines])
    others = [row for row in there if (row.role, row.name_key) not in changed]
    return [
        Remark(mine.line, f"one of its names is also one of {other.name!r}, which is in the directory already.")
        for other in others
        for key in name_keys(party_record(other))
        if (mine := lines.get((other.role, key)))
    ]


async def _load_units(store: Directory, owner: str) -> list[UnitAlias]:
    return [unit_alias(row) for row in await store.all_units(owner)]


async def _save_units(store: Directory, owner: str, units: Sequence[UnitAlias], replace: bool) -> Saved:
    return await store.save_units(owner, map(new_unit, units), replace=replace)


async def _load_goods(store: Directory, owner: str) -> list[GoodsEntry]:
    return [goods_entry(row) for row in await store.all_goods(owner)]


async def _save_goods(store: Directory, owner: str, entries: Sequence[GoodsEntry], replace: bool) -> Saved:
    return await store.save_goods(owner, (each for entry in entries for each in new_goods(entry)), replace=replace)


LISTS: dict[str, Kept[Any]] = {
    "parties": Kept(PARTIES, _load_parties, _save_parties, lambda party: [new_party(party)], _clashing_parties),
    "units": Kept(UNITS, _load_units, _save_units, lambda unit: [new_unit(unit)]),
    "goods": Kept(GOODS, _load_goods, _save_goods, new_goods),
}

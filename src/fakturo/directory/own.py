"""One owner's parties, units and goods: searched, added to, changed, merged; everybody's are seen and left alone."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from fakturo.convert.directory.cells import BadRow, Cells
from fakturo.convert.directory.match import MOST_CANDIDATES, asked_tax_keys, name_keys
from fakturo.convert.directory.names import ASKED_FROM, Name, name_of, similarity
from fakturo.convert.directory.question import PartyQuestion, Record, Role
from fakturo.convert.directory.sheets import write_sheet
from fakturo.directory.database import Names
from fakturo.directory.lists import LISTS, Imported, import_data
from fakturo.directory.rows import goods_entry, new_party, party_record, unit_alias
from fakturo.store.directory import NAME, NUMBER, SHARED, Directory, GoodsRow, Key, PartyRow, UnitRow


class NotKept(Exception):
    """The entry cannot be kept; the text says why, for whoever entered it."""


@dataclass(frozen=True, slots=True)
class Entry:
    id: str
    """Of a party its number in the database, of others what they are found by."""
    is_shared: bool
    """Everybody's: seen, and not to be changed here."""
    values: Mapping[str, str | None]
    """By column, as in a file."""


@dataclass(frozen=True, slots=True)
class Page:
    entries: Sequence[Entry]
    total: int


@dataclass(frozen=True, slots=True)
class Likely:
    """A party that may be meant."""

    entry: Entry
    similarity: float
    by_number: bool


class OwnDirectory:
    def __init__(self, store: Directory) -> None:
        self._store = store
        self._names = Names(store)

    # ------------------------------------------------------------ looking

    async def search(self, title: str, owner: str, text: str, *, limit: int, offset: int = 0) -> Page:
        """An owner's own entries and everybody's, by name; with a text, those that have it in them."""
        rows, total = await self._store.search(title, [owner, SHARED], text.strip(), limit=limit, offset=offset)
        return Page([_entry(title, row) for row in rows], total)

    async def get(self, title: str, owner: str, entry_id: str) -> Entry | None:
        """One of the owner's own."""
        row = await self._store.one(title, owner, entry_id)
        return _entry(title, row) if row else None

    async def likely(self, owner: str, role: Role, name: str | None, tax_id: str | None) -> list[Likely]:
        """Parties that a printed name or number may mean, the best first."""
        owners, asked = [owner, SHARED], name_of(name or "")
        numbers = [Key(role.value, NUMBER, key) for key in asked_tax_keys(PartyQuestion(role, name, tax_id))]
        numbered = await self._store.parties(owners, numbers) if numbers else []
        near = set[int]() if asked.says_nothing else await self._names.near(owners, [(role, asked)])
        by_number = {row.id for row in numbered}
        rows = {row.id: row for row in [*numbered, *(await self._store.parties_by_id(near) if near else [])]}
        found = [Likely(_entry("parties", row), _nearness(asked, row), row.id in by_number) for row in rows.values()]
        found = [each for each in found if each.by_number or each.similarity >= ASKED_FROM]
        return sorted(found, key=lambda each: (not each.by_number, -each.similarity))[:MOST_CANDIDATES]

    async def would_be_new(self, title: str, owner: str, values: Mapping[str, str | None]) -> bool:
        """Of a unit or an article: it can be kept, and the owner has none like it."""
        kept = LISTS[title]
        try:
            value = kept.sheet.read(Cells(values))
        except BadRow:
            return False
        new: Any = next(iter(kept.rows(value)))
        entry = await self.get(title, owner, _id(title, new.row, new.key))
        return entry is None or entry.values != kept.sheet.write(value)

    # ------------------------------------------------------------ changing

    async def save(self, title: str, owner: str, values: Mapping[str, str | None], *, instead_of: str = "") -> Entry:
        """A new entry, or another in the place of one. Raises NotKept, LookupError if that one is not there."""
        kept = LISTS[title]
        try:
            value = kept.sheet.read(Cells(values))
        except BadRow as bad:
            raise NotKept("; ".join(bad.reasons)) from None
        if instead_of:
            await self._own(title, owner, instead_of)
        if title == "parties":
            await self._refuse_namesakes(owner, value, besides=instead_of)
        new = list(kept.rows(value))
        await self._store.put(title, owner, new, instead_of=instead_of or None)
        return Entry(await self._id_of(title, owner, new[0]), False, kept.sheet.write(value))

    async def delete(self, title: str, owner: str, entry_id: str) -> None:
        await self._own(title, owner, entry_id)
        await self._store.remove(title, owner, [entry_id])

    async def merge(self, owner: str, keep: str, others: Sequence[str]) -> Entry:
        """The others' names become names of the one that is kept, and what it lacks is taken from them."""
        first = await self._own_party(owner, keep)
        rest = [await self._own_party(owner, each) for each in dict.fromkeys(others) if each != keep]
        merged = party_record(first)
        for row in rest:
            if row.role != first.role:
                raise NotKept("a buyer and a seller are not the same party")
            if row.tin and merged.tin and row.tin != merged.tin:
                raise NotKept(f"{merged.name} and {row.name} have different NPWPs, so they are not the same party")
            merged = _joined(merged, party_record(row))
        values = LISTS["parties"].sheet.write(merged)
        try:
            LISTS["parties"].sheet.read(Cells(values))
        except BadRow as bad:
            raise NotKept("; ".join(bad.reasons)) from None
        new = new_party(merged)
        await self._store.put("parties", owner, [new], instead_of=keep, removing=[str(row.id) for row in rest])
        return Entry(await self._id_of("parties", owner, new), False, values)

    async def known_by_number(self, owner: str, role: Role, name: str, number: str | None) -> Record | None:
        """The one party that has the number and does not go by the printed name; None, if there is none, or somebody
        goes by it already."""
        keys = [Key(role.value, NUMBER, key) for key in asked_tax_keys(PartyQuestion(role, name, number))]
        rows = await self._store.parties([owner, SHARED], keys) if keys else []
        own = [row for row in rows if row.owner_key == owner] or rows
        printed = name_of(name)
        if len(own) != 1 or printed.says_nothing:
            return None
        taken = await self._store.parties([owner, SHARED], [Key(role.value, NAME, printed.key)])
        return None if taken else party_record(own[0])

    async def learn_alias(self, owner: str, role: Role, name: str, number: str | None) -> str | None:
        """The printed name becomes another name of the one party that has the number, whose name is returned; of
        everybody's, in a copy that is the owner's own. None, if there is none, or it goes by that name already."""
        party = await self.known_by_number(owner, role, name, number)
        if party is None:
            return None
        await self._store.save_parties(owner, [new_party(replace(party, aliases=(*party.aliases, name)))])
        return party.name

    # ------------------------------------------------------------ files

    async def import_csv(self, title: str, owner: str, data: bytes, *, skip_bad: bool, replace: bool) -> Imported:
        return await import_data(self._store, LISTS[title], data, owner=owner, skip_bad=skip_bad, replace=replace)

    async def export_csv(self, title: str, owner: str) -> str:
        """Written in a thread, as it is read: a long list must not hold up everybody else."""
        kept = LISTS[title]
        values = await kept.load(self._store, owner)
        return await asyncio.to_thread(lambda: "".join(write_sheet(kept.sheet, values)))

    # ------------------------------------------------------------ inside

    async def _own(self, title: str, owner: str, entry_id: str) -> PartyRow | UnitRow | GoodsRow:
        row = await self._store.one(title, owner, entry_id)
        if row is None:
            raise LookupError
        return row

    async def _own_party(self, owner: str, entry_id: str) -> PartyRow:
        row = await self._own("parties", owner, entry_id)
        assert isinstance(row, PartyRow)
        return row

    async def _refuse_namesakes(self, owner: str, record: Record, *, besides: str) -> None:
        """Two parties of one name are nobody that could be found by it."""
        names = [Key(record.role.value, NAME, key) for key in name_keys(record)]
        for row in await self._store.parties([owner], names):
            if str(row.id) != besides:
                raise NotKept(f"{row.name!r} is in your directory already under one of these names: change that one")

    async def _id_of(self, title: str, owner: str, new: Any) -> str:
        if title != "parties":
            return _id(title, new.row, new.key)
        rows = await self._store.parties([owner], [Key(new.row.role, NAME, new.row.name_key)])
        return next(str(row.id) for row in rows if row.name_key == new.row.name_key)


def _joined(kept: Record, other: Record) -> Record:
    names = dict.fromkeys([*kept.aliases, other.name, *other.aliases])
    aliases, seen = list[str](), {name_of(kept.name).key}
    for name in names:
        if name_of(name).key not in seen:
            aliases.append(name)
            seen.add(name_of(name).key)
    lacking = {
        name: getattr(other, name)
        for name in ("tin", "nitku", "document_number", "address", "email", "transaction_code", "facility")
        if getattr(kept, name) is None
    }
    if kept.tin != other.tin and kept.tin is not None:
        lacking.pop("nitku", None)
    if kept.transaction_code is not None:
        lacking.pop("facility", None)
    return replace(kept, aliases=tuple(aliases), **lacking)


def _entry(title: str, row: PartyRow | UnitRow | GoodsRow) -> Entry:
    is_shared = row.owner_key == SHARED
    if isinstance(row, PartyRow):
        return Entry(str(row.id), is_shared, LISTS[title].sheet.write(party_record(row)))
    value: Any = unit_alias(row) if isinstance(row, UnitRow) else goods_entry(row)
    return Entry(_id(title, row, row.key), is_shared, LISTS[title].sheet.write(value))


def _id(title: str, row: Any, key: str) -> str:
    return key if title == "units" else f"{row.kind}:{key}"


def _nearness(asked: Name, row: PartyRow) -> float:
    return round(max(similarity(asked, name_of(each)) for each in (row.name, *row.aliases)), 3)

"""The database's directory, for a gateway: what may concern a question is fetched by index, and decided as everywhere.

Similar names are looked for among copies of all names, kept in memory until their directory's version changes.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple
from uuid import UUID

import psycopg
import structlog
from psycopg_pool import PoolClosed, PoolTimeout

from fakturo.convert.directory.match import (
    MOST_SELLERS,
    Found,
    PartyEntry,
    Rank,
    answer,
    asked_tax_keys,
    name_keys,
    sku_key,
    unit_key,
    word_set,
)
from fakturo.convert.directory.names import Name, Neighbours, name_of
from fakturo.convert.directory.question import Answer, PartyQuestion, Question, Record, Role
from fakturo.directory.rows import goods_entry, party_entry, party_record, unit_alias
from fakturo.store.directory import NAME, NUMBER, SHARED, Directory, Key, PartyRow

log = structlog.get_logger()

MOST_NAMES_KEPT = 500_000
"""Of all owners together; about 200 bytes each."""


class DirectoryAway(Exception):
    """The directory cannot be asked now."""


class DatabaseDirectory:
    def __init__(self, directory: Directory, sellers: Sequence[Record] = ()) -> None:
        self._directory = directory
        self._names = Names(directory)
        self._sellers = [PartyEntry(record, Rank.SETTINGS) for record in sellers]

    async def answer(self, owner: str | None, question: Question) -> Answer:
        owners = [owner, SHARED] if owner and owner != SHARED else [SHARED]
        with _trouble_as_ours():
            return answer(question, await self._found(owners, question))

    async def _found(self, owners: Sequence[str], question: Question) -> Found:
        store = self._directory
        units = {unit_key(name) for name in question.units}
        numbers = {number for asked in question.goods if (number := sku_key(asked.sku))}
        words = {word for asked in question.goods for word in word_set(asked.description)}
        sellers = [*self._sellers, *map(party_entry, await store.sellers(owners, MOST_SELLERS))]
        return Found(
            parties=[*self._sellers, *map(party_entry, await self._parties(owners, question.parties))],
            sellers=sellers,
            units=[unit_alias(row) for row in await store.units(owners, units)] if units else [],
            goods=[goods_entry(row) for row in await store.goods(owners, numbers, words)] if question.goods else [],
        )

    async def _parties(self, owners: Sequence[str], questions: Sequence[PartyQuestion]) -> list[PartyRow]:
        keys = {key for asked in questions for key in _keys_of(asked)}
        rows = await self._directory.parties(owners, keys) if keys else []
        found = {(row.role, key) for row in rows for key in name_keys(party_record(row))}
        named = [(each.role, name_of(each.name or "")) for each in questions]
        strangers = [(role, name) for role, name in named if not name.says_nothing and (role, name.key) not in found]
        near = await self._names.near(owners, strangers) if strangers else set()
        return [*rows, *(await self._directory.parties_by_id(near) if near else [])]


def _keys_of(asked: PartyQuestion) -> Iterable[Key]:
    name = name_of(asked.name or "")
    if not name.says_nothing:
        yield Key(asked.role, NAME, name.key)
    for key in asked_tax_keys(asked):
        yield Key(asked.role, NUMBER, key)


@contextmanager
def _trouble_as_ours() -> Iterator[None]:
    try:
        yield
    except (psycopg.Error, PoolTimeout, PoolClosed, OSError) as error:
        log.warning("directory_away", reason=type(error).__name__)
        raise DirectoryAway from None


class _Copy(NamedTuple):
    version: UUID
    names: Neighbours[int]


class Names:
    """Copies of all names, by owner and role; those used least recently go first."""

    def __init__(self, directory: Directory) -> None:
        self._directory = directory
        self._copies: OrderedDict[tuple[str, Role], _Copy] = OrderedDict()
        self._loading = asyncio.Lock()

    async def near(self, owners: Sequence[str], asked: Iterable[tuple[Role, Name]]) -> set[int]:
        """Whose names might be meant."""
        versions = await self._directory.versions(owners)
        near: set[int] = set()
        for role, name in asked:
            for owner, version in versions.items():
                names = await self._current(owner, role, version)
                near |= await asyncio.to_thread(names.of, name)
        return near

    async def _current(self, owner: str, role: Role, version: UUID) -> Neighbours[int]:
        if kept := self._kept(owner, role, version):
            return kept
        async with self._loading:  # whoever else wants them waits, instead of loading them, too
            if kept := self._kept(owner, role, version):
                return kept
            rows = await self._directory.names(owner, role)
            names = await asyncio.to_thread(Neighbours, rows)
            self._copies[owner, role] = _Copy(version, names)
            self._make_room()
            return names

    def _kept(self, owner: str, role: Role, version: UUID) -> Neighbours[int] | None:
        copy = self._copies.get((owner, role))
        if copy is None or copy.version != version:
            return None
        self._copies.move_to_end((owner, role))
        return copy.names

    def _make_room(self) -> None:
        while len(self._copies) > 1 and sum(len(copy.names) for copy in self._copies.values()) > MOST_NAMES_KEPT:
            self._copies.popitem(last=False)

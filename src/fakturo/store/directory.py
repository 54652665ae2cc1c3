"""Parties, names of units and goods in PostgreSQL. What their keys are, and who is meant by a name, others decide."""

import re
from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, fields
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from psycopg import AsyncConnection
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb

from fakturo.domain.job import EVERYBODY
from fakturo.store.pool import Pool
from fakturo.store.statements import statements

SQL = statements("directory")
SHARED = EVERYBODY
NAME, NUMBER = "name", "number"
SKU, WORDS = "sku", "words"
ROWS_AT_ONCE = 1000

T = TypeVar("T", bound="PartyRow | UnitRow | GoodsRow")


@dataclass(frozen=True, slots=True)
class PartyRow:
    role: str
    name: str
    name_key: str
    aliases: list[str]
    tin: str | None
    nitku: str | None
    document_type: str
    document_number: str | None
    country: str
    address: str | None
    email: str | None
    transaction_code: str | None
    facility: str | None
    owner_key: str = SHARED
    id: int = 0
    """Of a stored one."""


@dataclass(frozen=True, slots=True)
class UnitRow:
    alias: str
    code: str
    owner_key: str = SHARED
    key: str = ""
    """By which a stored one is found."""


@dataclass(frozen=True, slots=True)
class GoodsRow:
    kind: str
    """SKU or WORDS."""
    text: str
    opt: str
    code: str
    unit: str | None
    owner_key: str = SHARED
    key: str = ""
    """By which a stored one is found."""


StoredRow = PartyRow | UnitRow | GoodsRow
KINDS: dict[str, Any] = {"parties": PartyRow, "units": UnitRow, "goods": GoodsRow}
"""Of which the lists are."""


class Key(NamedTuple):
    """By what somebody is looked for."""

    role: str
    kind: str
    """NAME or NUMBER."""
    key: str


class NewParty(NamedTuple):
    row: PartyRow
    keys: Sequence[Key]


class NewUnit(NamedTuple):
    row: UnitRow
    key: str


class NewGoods(NamedTuple):
    row: GoodsRow
    key: str
    words: Sequence[str]


@dataclass(slots=True)
class Saved:
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    """Given as it was already."""
    removed: int = 0


@dataclass(frozen=True, slots=True)
class Counts:
    buyers: int
    sellers: int
    units: int
    goods: int
    owners: int
    """Who have a directory of their own."""


class Directory:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    # ------------------------------------------------------------ looking up

    async def versions(self, owners: Sequence[str]) -> dict[str, UUID]:
        async with self._pool.connection() as connection:
            cursor = await connection.execute(SQL["versions"], {"owners": list(owners)})
            return dict(await cursor.fetchall())

    async def parties(self, owners: Sequence[str], keys: Collection[Key]) -> list[PartyRow]:
        return await self._rows(PartyRow, "parties_by_key", {"owners": list(owners), **_columns(keys)})

    async def parties_by_id(self, ids: Collection[int]) -> list[PartyRow]:
        return await self._rows(PartyRow, "parties_by_id", {"ids": list(ids)})

    async def sellers(self, owners: Sequence[str], limit: int) -> list[PartyRow]:
        return await self._rows(PartyRow, "sellers", {"owners": list(owners), "limit": limit})

    async def names(self, owner: str, role: str) -> list[tuple[int, str]]:
        """Whose, and the name as it is compared. Many: keep them while the version stays."""
        async with self._pool.connection() as connection:
            cursor = await connection.execute(SQL["names"], {"owner": owner, "role": role})
            return await cursor.fetchall()

    async def units(self, owners: Sequence[str], keys: Collection[str]) -> list[UnitRow]:
        return await self._rows(UnitRow, "units", {"owners": list(owners), "keys": list(keys)})

    async def goods(self, owners: Sequence[str], numbers: Collection[str], words: Collection[str]) -> list[GoodsRow]:
        parameters = {"owners": list(owners), "numbers": list(numbers), "words": list(words)}
        return await self._rows(GoodsRow, "goods", parameters)

    async def counts(self) -> Counts:
        async with self._pool.connection() as connection, connection.cursor(row_factory=dict_row) as cursor:
            row = await (await cursor.execute(SQL["counts"])).fetchone()
            assert row
            return Counts(**row)

    async def search(
        self, title: str, owners: Sequence[str], text: str, *, limit: int, offset: int
    ) -> tuple[Sequence[StoredRow], int]:
        """Entries of a list that have the text in them, and how many there are in all."""
        pattern = "%" + re.sub(r"([\\\\%_])", r"\\\1", text) + "%"
        parameters = {"owners": list(owners), "pattern": pattern, "limit": limit, "offset": offset}
        async with self._pool.connection() as connection, connection.cursor(row_factory=dict_row) as cursor:
            rows = await (await cursor.execute(SQL[f"search_{title}"], parameters)).fetchall()
        return [_made(KINDS[title], row) for row in rows], rows[0]["total"] if rows else 0

    async def one(self, title: str, owner: str, entry_id: str) -> StoredRow | None:
        rows = await self._rows(KINDS[title], f"one_of_{title}", {"owner": owner, "id": entry_id})
        return rows[0] if rows else None

    # ------------------------------------------------------------ single entries

    async def put(
        self,
        title: str,
        owner: str,
        new: Sequence[Any],
        *,
        instead_of: str | None = None,
        removing: Sequence[str] = (),
    ) -> None:
        """New entries, in the place of one, and of others that go."""
        async with self._change(owner) as (connection, saved):
            gone = [*removing, *([instead_of] if instead_of and title != "parties" else [])]
            if gone:
                await _remove(connection, f"remove_{title}", {"owner": owner, "ids": gone}, saved)
            if title == "parties":
                if instead_of:  # one that is called otherwise from now on is still the same
                    row = new[0].row
                    called = {"owner": owner, "id": instead_of, "role": row.role, "name_key": row.name_key}
                    saved.changed += (await connection.execute(SQL["rename_party"], called)).rowcount
                await _save_parties(connection, owner, new, saved)
            else:
                given = [
                    asdict(each.row) | {"key": each.key, "words": list(getattr(each, "words", ()))} for each in new
                ]
                await _save(connection, f"save_{title}", owner, given, saved)

    async def remove(self, title: str, owner: str, ids: Sequence[str]) -> None:
        async with self._change(owner) as (connection, saved):
            await _remove(connection, f"remove_{title}", {"owner": owner, "ids": list(ids)}, saved)

    # ------------------------------------------------------------ whole lists

    async def all_parties(self, owner: str) -> list[PartyRow]:
        return await self._rows(PartyRow, "all_parties", {"owner": owner})

    async def all_units(self, owner: str) -> list[UnitRow]:
        return await self._rows(UnitRow, "all_units", {"owner": owner})

    async def all_goods(self, owner: str) -> list[GoodsRow]:
        return await self._rows(GoodsRow, "all_goods", {"owner": owner})

    async def save_parties(self, owner: str, parties: Iterable[NewParty], *, replace: bool = False) -> Saved:
        """All of them or none; so do the others. With `replace`, whoever is not among them goes."""
        listed = list(parties)
        async with self._change(owner) as (connection, saved):
            if replace:
                await _remove(connection, "keep_parties", {"owner": owner, **_names(listed)}, saved)
            for batch in _batches(listed):
                await _save_parties(connection, owner, batch, saved)
        return saved

    async def save_seller(self, owner: str, seller: NewParty, *, instead_of: PartyRow | None) -> None:
        """A seller that is called otherwise from now on is still the same one."""
        async with self._change(owner) as (connection, saved):
            if instead_of and instead_of.name_key != seller.row.name_key:
                gone = {"owner": owner, "name_key": instead_of.name_key}
                await _remove(connection, "forget_seller", gone, saved)
            await _save_parties(connection, owner, [seller], saved)

    async def save_units(self, owner: str, units: Iterable[NewUnit], *, replace: bool = False) -> Saved:
        listed = list(units)
        async with self._change(owner) as (connection, saved):
            if replace:
                kept = {"owner": owner, "keys": [each.key for each in listed]}
                await _remove(connection, "keep_units", kept, saved)
            for batch in _batches(listed):
                given = [asdict(each.row) | {"key": each.key} for each in batch]
                await _save(connection, "save_units", owner, given, saved)
        return saved

    async def save_goods(self, owner: str, goods: Iterable[NewGoods], *, replace: bool = False) -> Saved:
        listed = list(goods)
        async with self._change(owner) as (connection, saved):
            if replace:
                kept = {"kinds": [each.row.kind for each in listed], "keys": [each.key for each in listed]}
                await _remove(connection, "keep_goods", {"owner": owner, **kept}, saved)
            for batch in _batches(listed):
                given = [asdict(each.row) | {"key": each.key, "words": list(each.words)} for each in batch]
                await _save(connection, "save_goods", owner, given, saved)
        return saved

    @asynccontextmanager
    async def _change(self, owner: str) -> AsyncIterator[tuple[AsyncConnection, Saved]]:
        """A new version, if anything is another than before: files that come again are converted anew for it."""
        saved = Saved()
        async with self._pool.connection() as connection, connection.transaction():
            await connection.execute(SQL["hold"], {"owner": owner})
            yield connection, saved
            if saved.new or saved.changed or saved.removed:
                await connection.execute(SQL["change"], {"owner": owner})

    async def _rows(self, kind: type[T], name: str, parameters: Mapping[str, object]) -> list[T]:
        async with self._pool.connection() as connection, connection.cursor(row_factory=dict_row) as cursor:
            rows = await (await cursor.execute(SQL[name], parameters)).fetchall()
        return [_made(kind, row) for row in rows]


def _made(kind: type[T], row: Mapping[str, Any]) -> T:
    return kind(**{field.name: row[field.name] for field in fields(kind)})


async def _save_parties(connection: AsyncConnection, owner: str, parties: Sequence[NewParty], saved: Saved) -> None:
    await _save(connection, "save_parties", owner, [asdict(each.row) for each in parties], saved)
    found = await connection.execute(SQL["ids_of_parties"], {"owner": owner, **_names(parties)})
    ids = {(role, name_key): party_id for role, name_key, party_id in await found.fetchall()}
    await connection.execute(SQL["forget_keys"], {"ids": list(ids.values())})
    keys = [(key, ids[each.row.role, each.row.name_key]) for each in parties for key in each.keys]
    whose = {"owner": owner, "ids": [party_id for _, party_id in keys]}
    await connection.execute(SQL["save_keys"], whose | _columns([key for key, _ in keys]))


async def _save(connection: AsyncConnection, name: str, owner: str, given: list[dict[str, Any]], saved: Saved) -> None:
    rows = await (await connection.execute(SQL[name], {"owner": owner, "rows": Jsonb(given)})).fetchall()
    new = sum(is_new for (is_new,) in rows)
    saved.new += new
    saved.changed += len(rows) - new
    saved.unchanged += len(given) - len(rows)


async def _remove(connection: AsyncConnection, name: str, what: Mapping[str, object], saved: Saved) -> None:
    saved.removed += (await connection.execute(SQL[name], what)).rowcount


def _names(parties: Sequence[NewParty]) -> dict[str, list[str]]:
    return {
        "roles": [each.row.role for each in parties],
        "name_keys": [each.row.name_key for each in parties],
    }


def _columns(keys: Iterable[Key]) -> dict[str, list[str]]:
    listed = list(keys)
    return {
        "roles": [each.role for each in listed],
        "kinds": [each.kind for each in listed],
        "keys": [each.key for each in listed],
    }


Batched = TypeVar("Batched")


def _batches(listed: Sequence[Batched]) -> Iterator[Sequence[Batched]]:
    return (listed[start : start + ROWS_AT_ONCE] for start in range(0, len(listed), ROWS_AT_ONCE))

"""Templates of single owners in PostgreSQL: every text as a version, and which of them is used."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any
from uuid import UUID

from psycopg import AsyncConnection
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb

from fakturo.domain.job import Owner
from fakturo.domain.own_templates import MOST_BYTES_IN_USE, MOST_TEMPLATES, MOST_VERSIONS, OwnTemplates
from fakturo.store.pool import Pool
from fakturo.store.statements import statements

SQL = statements("templates")


class TooMuch(Exception):
    """The owner has as much as there is room for; the text says of what."""


@dataclass(frozen=True, slots=True)
class StoredTemplate:
    """One version of a template."""

    name: str
    version: int
    text: str
    active_version: int | None
    origin: str
    taught_from: UUID | None
    told: Mapping[str, Any]
    made_at: datetime
    made_by: str
    switched_at: datetime
    switched_by: str

    @property
    def is_on(self) -> bool:
        return self.active_version == self.version


@dataclass(frozen=True, slots=True)
class NewVersion:
    name: str
    version: int
    text: str
    origin: str
    by: str
    taught_from: UUID | None = None
    told: Mapping[str, Any] = field(default_factory=dict)
    switch_on: bool = False


COLUMNS = tuple(each.name for each in fields(StoredTemplate))


class TemplateVersions:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def in_use(self, owner_key: str) -> OwnTemplates:
        """With what an owner's documents are read."""
        rows = await self._rows("in_use", {"owner": owner_key})
        return OwnTemplates(tuple(row["text"] for row in rows), rows[0]["state"]) if rows else OwnTemplates()

    async def state(self, owner: Owner) -> str:
        async with self._pool.connection() as connection:
            row = await (await connection.execute(SQL["state"], {"owner": owner.key})).fetchone()
        assert row
        return str(row[0])

    async def newest(self, owner: Owner) -> Sequence[StoredTemplate]:
        """Each in its newest version."""
        return [_stored(row) for row in await self._rows("list", {"owner": owner.key, "name": None})]

    async def versions(self, owner: Owner, name: str) -> Sequence[StoredTemplate]:
        """The newest first; none, if there is no such template."""
        return [_stored(row) for row in await self._rows("versions", {"owner": owner.key, "name": name})]

    async def add(self, owner: Owner, new: NewVersion) -> bool:
        """False: somebody else has added a version of that number. Raises TooMuch."""
        parameters = {each.name: getattr(new, each.name) for each in fields(new) if each.name != "switch_on"}
        parameters |= {"owner": owner.key, "told": Jsonb(dict(new.told)), "most": MOST_VERSIONS}
        async with self._pool.connection() as connection, connection.transaction():
            await self._make_sure_of_room(connection, owner, new.name, new.text, used=new.switch_on)
            known = await (await connection.execute(SQL["versions"], {"owner": owner.key, "name": new.name})).fetchall()
            if known and max(row[5] for row in known) >= new.version:
                return False
            await connection.execute(SQL["add"], parameters)
            await connection.execute(SQL["add_version"], parameters)
            if new.switch_on:
                await connection.execute(SQL["switch"], parameters)
        return True

    async def switch(self, owner: Owner, name: str, version: int | None, *, by: str) -> bool:
        """False: there is no such version. Raises TooMuch."""
        parameters = {"owner": owner.key, "name": name, "version": version, "by": by}
        wanted = next((each.text for each in await self.versions(owner, name) if each.version == version), "")
        async with self._pool.connection() as connection, connection.transaction():
            await self._make_sure_of_room(connection, owner, name, wanted, used=version is not None)
            return bool(await (await connection.execute(SQL["switch"], parameters)).fetchall())

    async def delete(self, owner: Owner, name: str) -> bool:
        return bool(await self._rows("delete", {"owner": owner.key, "name": name}))

    async def _make_sure_of_room(
        self, connection: AsyncConnection, owner: Owner, name: str, text: str, *, used: bool
    ) -> None:
        await connection.execute(SQL["lock"], {"owner": owner.key})
        row = await (await connection.execute(SQL["measure"], {"owner": owner.key, "name": name})).fetchone()
        assert row
        others, is_known, in_use, size = row
        if others >= MOST_TEMPLATES and not is_known:
            raise TooMuch(f"You have {others} templates already. Delete one that is no longer needed.")
        if used and in_use >= MOST_TEMPLATES:
            raise TooMuch(f"{in_use} templates are in use already: switch others off.")
        if used and size + len(text.encode()) > MOST_BYTES_IN_USE:
            raise TooMuch(f"Templates in use may have {MOST_BYTES_IN_USE // 1024} KB together: switch others off.")

    async def _rows(self, name: str, parameters: Mapping[str, Any]) -> list[dict[str, Any]]:
        async with self._pool.connection() as connection, connection.cursor(row_factory=dict_row) as cursor:
            await cursor.execute(SQL[name], parameters)
            return await cursor.fetchall()


def _stored(row: Mapping[str, Any]) -> StoredTemplate:
    return StoredTemplate(**{name: row[name] for name in COLUMNS})

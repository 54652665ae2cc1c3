"""API keys in the database, by their hashes."""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from psycopg.rows import dict_row

from fakturo.domain.job import Owner
from fakturo.domain.keys import RANDOM_BYTES, ApiKey, KeyState, Scope, fingerprint, prefix_of, secret_of
from fakturo.store.pool import Pool
from fakturo.store.statements import statements

SQL = statements("keys")
MOST_KEYS = 50
"""Of one owner, that can be used."""
MOST_SHOWN = 1000
COLUMNS = tuple(field.name for field in fields(ApiKey))


@dataclass(frozen=True, slots=True)
class NewKey:
    owner: Owner
    name: str
    scopes: Collection[Scope]
    by_operator: bool = False
    requests_per_minute: int | None = None
    uploads_per_minute: int | None = None
    lasts: timedelta | None = None
    no_later_than: datetime | None = None


class Keys:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def create(self, new: NewKey) -> tuple[ApiKey, str] | None:
        """The key, and its secret, which nobody will see again. None: the owner has enough of them."""
        secret = secret_of(secrets.token_bytes(RANDOM_BYTES))
        parameters = {each.name: getattr(new, each.name) for each in fields(new) if each.name != "owner"}
        parameters |= {
            "owner_key": new.owner.key,
            "scopes": sorted(new.scopes),
            "prefix": prefix_of(secret),
            "sha256": fingerprint(secret),
            "most": MOST_KEYS,
        }
        async with (
            self._pool.connection() as connection,
            connection.transaction(),
            connection.cursor(row_factory=dict_row) as cursor,
        ):
            await cursor.execute(SQL["lock"], {"owner_key": new.owner.key})
            made = [_key(row) for row in await (await cursor.execute(SQL["create"], parameters)).fetchall()]
        return (made[0], secret) if made else None

    async def use(self, secret: str) -> ApiKey | None:
        """Whose it is; None if there is no such key. Whether it is still good is in its state."""
        found = await self._rows("use", {"sha256": fingerprint(secret)}) if prefix_of(secret) else None
        return found[0] if found else None

    async def list(self, owner: Owner | None = None) -> Sequence[ApiKey]:
        return await self._rows("list", {"owner_key": owner and owner.key, "limit": MOST_SHOWN})

    async def revoke(self, key_id: UUID, owner: Owner | None = None) -> bool:
        return bool(await self._rows("revoke", {"id": key_id, "owner_key": owner and owner.key}))

    async def find(self, text: str) -> Sequence[ApiKey]:
        return await self._rows("find", {"text": text})

    async def _rows(self, name: str, parameters: dict[str, Any]) -> Sequence[ApiKey]:
        async with self._pool.connection() as connection, connection.cursor(row_factory=dict_row) as cursor:
            await cursor.execute(SQL[name], parameters)
            return [_key(row) for row in await cursor.fetchall()]


def _key(row: dict[str, Any]) -> ApiKey:
    known = {name: row[name] for name in COLUMNS}
    return ApiKey(**known | {"scopes": frozenset(map(Scope, row["scopes"])), "state": KeyState(row["state"])})

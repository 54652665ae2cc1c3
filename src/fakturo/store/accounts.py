"""Accounts in the database: who is signed in, by hashes of their cookies, and what an account took over."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from psycopg import AsyncConnection
from psycopg.errors import UniqueViolation
from psycopg.rows import class_row, dict_row

from fakturo.domain.accounts import Person, Role
from fakturo.domain.job import Owner
from fakturo.domain.own_templates import MOST_BYTES_IN_USE, MOST_TEMPLATES
from fakturo.store.pool import Pool
from fakturo.store.signals import Tell, nobody
from fakturo.store.statements import statements

SQL = statements("accounts")
OF_JOBS = statements("jobs")
OF_TEMPLATES = statements("templates")
MAX_ROUNDS = 5


@dataclass(frozen=True, slots=True)
class NewSession:
    """Somebody who has just shown who they are."""

    person: Person
    issuer: str
    subject: str
    id_token: str
    lasts: timedelta


@dataclass(frozen=True, slots=True)
class Taken:
    """What an account took over."""

    jobs: int
    templates: int
    entries: int
    """Of the directory."""

    def __bool__(self) -> bool:
        return bool(self.jobs or self.templates or self.entries)


@dataclass(frozen=True, slots=True)
class WayIn:
    """A key or a webhook of a session that an account took over from."""

    kind: str
    title: str
    shown: str
    created_at: datetime


class Accounts:
    def __init__(self, pool: Pool, *, tell: Tell = nobody) -> None:
        self._pool = pool
        self._tell = tell

    async def sign_in(self, new: NewSession, secret: str) -> None:
        """The secret is what the browser gets; it is not kept."""
        person = new.person
        parameters = {
            "owner_key": person.owner_key,
            "issuer": new.issuer,
            "subject": new.subject,
            "name": person.name,
            "roles": sorted(person.roles),
            "sha256": _hash(secret),
            "sealed": _sealed(new.id_token.encode(), secret),
            "lasts": new.lasts,
        }
        await self._rows("sign_in", parameters)

    async def person(self, secret: str) -> Person | None:
        """Who is signed in; None, if nobody is, any more."""
        rows = await self._rows("person", {"sha256": _hash(secret)})
        return Person(rows[0]["owner_key"], rows[0]["name"], _roles(rows[0])) if rows else None

    async def sign_out(self, secret: str) -> str | None:
        """The ID token of the sign-in; None, if that was over before."""
        rows = await self._rows("sign_out", {"sha256": _hash(secret)})
        return _sealed(rows[0]["sealed_id_token"], secret).decode() if rows else None

    async def roles_of(self, owner: Owner) -> frozenset[Role]:
        """At the last sign-in; none, if the owner is no account."""
        rows = await self._rows("roles", {"owner_key": owner.key})
        return _roles(rows[0]) if rows else frozenset()

    async def was_taken(self, session: Owner) -> bool:
        return bool(await self._rows("was_taken", {"session": session.key}))

    async def ways_in(self, account: Owner) -> Sequence[WayIn]:
        async with self._pool.connection() as connection, connection.cursor(row_factory=class_row(WayIn)) as cursor:
            await cursor.execute(SQL["ways_in"], {"account": account.key})
            return await cursor.fetchall()

    async def take_over(self, session: Owner, account: Owner) -> Taken:
        """All at once, or nothing. Asked for again, it takes what has come in since."""
        assert session.session_id, "only sessions without an account are taken over"
        whose = {"session": session.key, "account": account.key}
        for _ in range(MAX_ROUNDS):
            try:
                async with self._pool.connection() as connection, connection.transaction():
                    taken = await _take(connection, whose)
            except UniqueViolation:  # meanwhile the account got something that the session has, too
                continue
            for key in whose.values() if taken.jobs else ():
                self._tell(key)
            return taken
        raise RuntimeError("the account keeps getting what the session has")

    async def take_ways_in(self, account: Owner) -> None:
        """Keys and webhooks, too; and what those keys have sent meanwhile."""
        await self._all_of(("take_keys", "take_webhooks"), account)
        for row in await self._rows("taken_from", {"account": account.key}):
            await self.take_over(Owner.of_key(row["session_key"]), account)

    async def drop_ways_in(self, account: Owner) -> None:
        await self._all_of(("drop_keys", "drop_webhooks"), account)

    async def _all_of(self, names: Sequence[str], account: Owner) -> None:
        async with self._pool.connection() as connection, connection.transaction():
            for name in names:
                await connection.execute(SQL[name], {"account": account.key})

    async def _rows(self, name: str, parameters: dict[str, object]) -> Sequence[dict[str, Any]]:
        async with self._pool.connection() as connection, connection.cursor(row_factory=dict_row) as cursor:
            await cursor.execute(SQL[name], parameters)
            return await cursor.fetchall() if cursor.description else []


async def _take(connection: AsyncConnection, whose: dict[str, str]) -> Taken:
    async def rows(name: str) -> list[Any]:
        cursor = await connection.execute(SQL[name], {**whose, "most": MOST_TEMPLATES, "most_bytes": MOST_BYTES_IN_USE})
        return await cursor.fetchall() if cursor.description else []

    await rows("lock")
    for key in sorted(whose.values()):
        await connection.execute(OF_TEMPLATES["lock"], {"owner": key})
    outdone = [row[0] for row in await rows("outdone")]
    await connection.execute(SQL["hold_jobs"], {**whose, "outdone": outdone})
    if outdone:
        await connection.execute(OF_JOBS["delete"], {"owner_key": whose["account"], "ids": outdone})
    jobs = await rows("take_jobs")
    await rows("add_templates")
    templates = {row[0] for row in await rows("take_templates")}
    await rows("drop_templates")
    entries = 0
    if (await rows("has_directory"))[0][0]:
        await rows("change_directories")
        entries = sum([len(await rows(name)) for name in ("take_parties", "take_units", "take_goods")])
    await rows("take_releases")
    taken = Taken(len(jobs), len(templates), entries)
    await connection.execute(SQL["remember"], {**whose, "taken": bool(taken)})
    return taken


def _roles(row: dict[str, Any]) -> frozenset[Role]:
    return frozenset(Role(each) for each in row["roles"] if each in set(Role))


def _hash(secret: str) -> str:
    """256 random bits cannot be guessed, however fast each guess is."""
    return hashlib.sha256(f"account {secret}".encode()).hexdigest()


def _sealed(content: bytes, secret: str) -> bytes:
    """Sealed, or opened again. The pad is as long as the content, and of no other session."""
    pad = hashlib.shake_256(f"seal {secret}".encode()).digest(len(content))
    return bytes(one ^ other for one, other in zip(content, pad, strict=True))

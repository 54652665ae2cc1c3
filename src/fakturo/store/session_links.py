"""One-time links by which a session's queue is opened on another device.

A session is known by its cookie, which the database never holds. So what is kept is the cookie, sealed with the link's
own secret (random, and used once), beside the secret's hash: only who has the link can open it.
"""

import hashlib
import secrets
from datetime import timedelta

from fakturo.store.pool import Pool
from fakturo.store.statements import statements

SQL = statements("session_links")
LASTS = timedelta(minutes=10)
SECRET_BYTES = 32


class SessionLinks:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def make(self, session: str) -> str:
        """The secret of a link to it."""
        secret = secrets.token_urlsafe(SECRET_BYTES)
        kept = _name(secret) | {"sealed": _sealed(session.encode(), secret), "lasts": LASTS}
        async with self._pool.connection() as connection:
            await connection.execute(SQL["keep"], kept)
        return secret

    async def is_good(self, secret: str) -> bool:
        async with self._pool.connection() as connection:
            return await (await connection.execute(SQL["exists"], _name(secret))).fetchone() is not None

    async def redeem(self, secret: str) -> str | None:
        """The session; None if the link was used, is too old, or never was."""
        async with self._pool.connection() as connection:
            row = await (await connection.execute(SQL["take"], _name(secret))).fetchone()
        return _sealed(row[0], secret).decode() if row else None


def _name(secret: str) -> dict[str, object]:
    return {"secret_sha256": hashlib.sha256(f"name {secret}".encode()).hexdigest()}


def _sealed(content: bytes, secret: str) -> bytes:
    """Sealed, or opened again. No longer than the pad, of which no byte is used twice."""
    pad = hashlib.sha512(f"seal {secret}".encode()).digest()
    assert len(content) <= len(pad)
    return bytes(one ^ other for one, other in zip(content, pad, strict=False))

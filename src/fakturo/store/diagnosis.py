"""How the running system stands, in one look, for whoever asks why."""

import time
from dataclasses import dataclass
from typing import Any

from psycopg.rows import dict_row

from fakturo.store.pool import connect
from fakturo.store.statements import statements

SQL = statements("diagnosis")


@dataclass(frozen=True, slots=True)
class Look:
    found: dict[str, Any]
    seconds: float
    """How long the database took, the connection included."""


async def look(database_url: str) -> Look:
    began = time.monotonic()
    async with await connect(database_url, name="fakturo doctor") as connection:
        cursor = connection.cursor(row_factory=dict_row)
        found = await (await cursor.execute(SQL["look"])).fetchone()
    assert found
    return Look(found, time.monotonic() - began)

"""A rolling upgrade: while processes are replaced, those of the version before run on the new schema.

`statements_0018` are the statements of the version whose schema ended with migration 0018, as it ran them. When a
version is released, its statements take their place.
"""

import re
from pathlib import Path

import psycopg

from tests.support.databases import Rows

PREVIOUS = Path(__file__).parent / "statements_0018"
NAME = re.compile(r"^-- name: (\w+)$", re.MULTILINE)
UNTYPED = {("limits", "take"), ("limits", "charge")}
"""Their parameters have no type before they have a value."""


def statements() -> dict[tuple[str, str], str]:
    found: dict[tuple[str, str], str] = {}
    for file in sorted(PREVIOUS.glob("*.sql")):
        _, *rest = NAME.split(file.read_text())
        found |= {(file.stem, name): body.strip().rstrip(";") for name, body in zip(rest[::2], rest[1::2], strict=True)}
    return found


async def test_every_statement_of_the_version_before_still_runs_on_this_schema(rows: Rows) -> None:
    known = statements()
    assert len(known) > 100
    async with await psycopg.AsyncConnection.connect(rows.url, autocommit=True) as connection:
        for number, (name, sql) in enumerate(known.items()):
            if name in UNTYPED:
                continue
            parameters = list(dict.fromkeys(re.findall(r"%\((\w+)\)s", sql)))
            numbered = re.sub(r"%\((\w+)\)s", lambda m, p=parameters: f"${p.index(m[1]) + 1}", sql)  # type: ignore[misc]
            await connection.execute(f"PREPARE previous_{number} AS {numbered}".encode())

"""What estimates are made of, read at once."""

from collections import defaultdict
from datetime import datetime
from typing import Any

from psycopg.rows import dict_row

from fakturo.domain.estimate import Figures, Work, figures_of
from fakturo.store.pool import Pool
from fakturo.store.statements import statements

SQL = statements("estimates")
MOST_DONE = 300
MOST_WAITING = 1000


class EstimateFigures:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def read(self, pipeline: str) -> tuple[Figures, datetime]:
        """And the moment they are of."""
        asked = {"pipeline": pipeline, "most_done": MOST_DONE, "most_waiting": MOST_WAITING}
        async with self._pool.connection() as connection, connection.cursor(row_factory=dict_row) as cursor:
            rows = await (await cursor.execute(SQL["figures"], asked)).fetchall()
            moment = await (await cursor.execute(SQL["now"])).fetchone()
        assert moment
        return _figures(rows), moment["now"]


def _figures(rows: list[dict[str, Any]]) -> Figures:
    kinds: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        kinds[row["kind"]].append(row)
    done, running, line = (
        [Work(row["id"], row["mapping"], row["bytes"], row["ms"] / 1000) for row in kinds[kind]]
        for kind in ("done", "running", "line")
    )
    return figures_of(done, running, line, int(kinds["slots"][0]["ms"]))

"""What operators have said about versions of mappings."""

from collections.abc import Sequence

from psycopg.rows import class_row

from fakturo.domain.releases import Release
from fakturo.store.pool import Pool
from fakturo.store.statements import statements

SQL = statements("releases")


class Releases:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def all(self) -> Sequence[Release]:
        async with self._pool.connection() as connection, connection.cursor(row_factory=class_row(Release)) as cursor:
            await cursor.execute(SQL["all"])
            return await cursor.fetchall()

    async def enable(self, release: Release) -> None:
        said = {
            "mapping": release.mapping,
            "version": release.version,
            "share_percent": release.share_percent,
            "owners": list(release.owners),
        }
        async with self._pool.connection() as connection:
            await connection.execute(SQL["enable"], said)

    async def withdraw(self, mapping: str, version: int) -> int:
        """How many jobs wait that were pinned to it: they will fail, and say why."""
        version_of = {"mapping": mapping, "version": version}
        async with self._pool.connection() as connection:
            await connection.execute(SQL["withdraw"], version_of)
            cursor = await connection.execute(SQL["count_waiting"], version_of)
            row = await cursor.fetchone()
        assert row
        return int(row[0])

"""`fakturo backup` and `fakturo restore`: which database, which files."""

import contextlib
import uuid
from collections.abc import AsyncIterator
from pathlib import Path

from fakturo.backup import restore as restoring
from fakturo.backup.manifest import Manifest
from fakturo.backup.take import Progress, take
from fakturo.domain.errors import CannotRun
from fakturo.settings import Settings
from fakturo.store.embedded import EmbeddedPostgres, running_server
from fakturo.store.migrate import require_current
from fakturo.store.pool import open_pool
from fakturo.store.turns import Turn
from fakturo.wiring.data_dir import InUse, lock, make_data_directory, make_log_directory
from fakturo.wiring.storage import open_blobs


async def backup(settings: Settings, directory: Path, progress: Progress) -> Manifest:
    async with _database(settings, to_fill=False) as url:
        await require_current(url)
        async with open_pool(url, name="fakturo backup", max_size=2) as pool:
            hold = Turn(pool, "backup", who=f"backup {uuid.uuid4().hex[:8]}")
            return await take(directory, url, open_blobs(settings), hold, progress)


async def restore(settings: Settings, directory: Path, progress: Progress, *, replace: bool) -> Manifest:
    manifest = await restoring.check(directory, progress)
    async with _database(settings, to_fill=True) as url:
        await restoring.restore(directory, manifest, url, open_blobs(settings), replace=replace, progress=progress)
    return manifest


@contextlib.asynccontextmanager
async def _database(settings: Settings, *, to_fill: bool) -> AsyncIterator[str]:
    """The one that was named; or that of the data directory, running or, while we need it, started by us."""
    if settings.database_url:
        yield settings.database_url
        return
    if to_fill:
        make_data_directory(settings.data_dir)
    elif not any(settings.data_dir.glob("postgres-*/PG_VERSION")):
        raise CannotRun(
            f"There is no database in {settings.data_dir}. Name another directory with --data-dir, or a server with "
            "DATABASE_URL."
        )
    try:
        held = await lock(settings.data_dir, lambda _: None)
    except InUse as in_use:
        url = running_server(settings.data_dir)
        if to_fill or url is None:
            raise CannotRun(
                f"Fakturo runs on {settings.data_dir} (process {in_use.pid}), and nothing was changed. "
                "Stop it, and then restore."
            ) from None
        yield url
        return
    with held:
        async with _started(settings, held.fileno()) as url:
            yield url


@contextlib.asynccontextmanager
async def _started(settings: Settings, lock_descriptor: int) -> AsyncIterator[str]:
    logs = make_log_directory(settings.data_dir)
    postgres = EmbeddedPostgres(settings.data_dir, bin_dir=settings.pg_bin_dir)
    try:
        with (logs / "postgres.log").open("ab") as log:
            url = await postgres.start(log=log, keep_open=(lock_descriptor,))
        yield url
    finally:
        await postgres.stop()

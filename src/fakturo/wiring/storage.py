"""Where rows and files are: the same for every process."""

import contextlib
import os
import socket
import uuid
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

from fakturo.blobs.base import DISK, Blobs
from fakturo.blobs.disk import DiskBlobs
from fakturo.blobs.space import has_room, space_of
from fakturo.blobs.stores import Stores
from fakturo.domain.disk import DiskLimits, Limit
from fakturo.ops.disk_watch import DiskWatch
from fakturo.settings import BadSetting, Settings
from fakturo.store.embedded import running_server
from fakturo.store.migrate import require_current
from fakturo.store.pauses import Pauses
from fakturo.store.pool import Pool, open_pool
from fakturo.store.retention import RetentionRules

HALF_A_KEY = (
    "The setting AWS_SECRET_ACCESS_KEY is missing, to go with AWS_ACCESS_KEY_ID. Set it here, too: of what "
    "`fakturo up` was told, other commands learn all but its secrets."
)


def database_url(settings: Settings) -> str:
    """The one that was named, or the one that `fakturo up` runs on this data directory."""
    url = settings.database_url or running_server(settings.data_dir)
    if url is None:
        raise BadSetting("The setting DATABASE_URL is missing. Set it to a PostgreSQL server, or run: fakturo up")
    return url


@contextlib.asynccontextmanager
async def open_database(settings: Settings, *, name: str, most: int = 1, check: bool = False) -> AsyncIterator[Pool]:
    """For what one verb of the command line does there."""
    url = database_url(settings)
    await require_current(url)
    async with open_pool(url, name=f"fakturo {name}", max_size=most, check=check) as pool:
        yield pool


def process_name() -> str:
    """Of this process, among all that run anywhere."""
    return f"{socket.gethostname()}:{os.getpid()}:{uuid.uuid4().hex[:8]}"


def store_addresses(settings: Settings) -> list[str]:
    """Of all stores that we can read; new files go to the first."""
    first = settings.storage_url.rstrip("/") if settings.storage_url else DISK
    return list(dict.fromkeys([first, *settings.older_stores, DISK]))


def open_blobs(settings: Settings) -> Blobs:
    """Each row's path says where its file is."""
    stores = [_open_store(settings, address) for address in store_addresses(settings)]
    if isinstance(stores[0], DiskBlobs):
        _make_directories(stores[0])
    return stores[0] if len(stores) == 1 else Stores(*stores)


def _make_directories(disk: DiskBlobs) -> None:
    try:
        disk.make_directories()
    except OSError as error:
        raise BadSetting(
            f"Cannot write to {error.filename}: {error.strerror}. Choose another place: UPLOADS_DIR, RESULTS_DIR."
        ) from None


def _open_store(settings: Settings, address: str) -> Blobs:
    if address == DISK:
        return DiskBlobs(settings.areas)
    if settings.aws_access_key_id and not settings.aws_secret_access_key:
        raise BadSetting(HALF_A_KEY)
    from fakturo.blobs.objects import ObjectBlobs  # heavy, and needed by few

    given = {
        "endpoint": settings.aws_endpoint_url,
        "region": settings.aws_region,
        "access_key_id": settings.aws_access_key_id,
        "secret_access_key": settings.aws_secret_access_key,
    }
    try:
        return ObjectBlobs(address, {name: value for name, value in given.items() if value is not None})
    except ValueError as error:
        name = "STORAGE_ALSO" if address in settings.older_stores else "STORAGE_URL"
        raise BadSetting(f"The setting {name} cannot be used: {error}.") from None


def disk_watch(settings: Settings, blobs: Blobs, pauses: Pauses) -> DiskWatch:
    directories = watched_directories(settings)
    return DiskWatch(
        disk_limits(settings),
        measure=lambda: space_of(directories),
        has_room=lambda: has_room(blobs),
        pause=pauses.pause_for_full_disk,
        resume=pauses.resume_after_full_disk,
    )


def watched_directories(settings: Settings) -> list[Path]:
    """Where new files go, unless that is an object store, and where a database of our own is: it does not survive a
    full disk."""
    files = [] if settings.storage_url else list(settings.areas.values())
    return [*files, settings.data_dir] if running_server(settings.data_dir) else files


def disk_limits(settings: Settings) -> DiskLimits:
    return DiskLimits(
        soft=Limit(settings.disk_soft_free_mb, settings.disk_soft_free_percent),
        hard=Limit(settings.disk_hard_free_mb, settings.disk_hard_free_percent),
    )


def retention_rules(settings: Settings) -> RetentionRules:
    return RetentionRules(
        pdf_ttl=timedelta(days=settings.pdf_ttl_days),
        xml_ttl=timedelta(days=settings.xml_ttl_days),
        xml_goes_after_download=settings.delete_xml_on_first_download,
        every=timedelta(hours=settings.sweep_interval_hours),
    )

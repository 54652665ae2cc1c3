"""Where rows and files are: the same for every process."""

from datetime import timedelta
from pathlib import Path

from fakturo.blobs.base import Blobs
from fakturo.blobs.disk import DiskBlobs
from fakturo.blobs.space import has_room, space_of
from fakturo.domain.disk import DiskLimits, Limit
from fakturo.ops.disk_watch import DiskWatch
from fakturo.settings import BadSetting, Settings
from fakturo.store.embedded import running_server
from fakturo.store.pauses import Pauses
from fakturo.store.retention import RetentionRules


def database_url(settings: Settings) -> str:
    """The one that was named, or the one that `fakturo up` runs on this data directory."""
    url = settings.database_url or running_server(settings.data_dir)
    if url is None:
        raise BadSetting("The setting DATABASE_URL is missing. Set it to a PostgreSQL server, or run: fakturo up")
    return url


def disk_blobs(settings: Settings) -> DiskBlobs:
    blobs = DiskBlobs(settings.areas)
    try:
        blobs.make_directories()
    except OSError as error:
        raise BadSetting(
            f"Cannot write to {error.filename}: {error.strerror}. Choose another place: UPLOADS_DIR, RESULTS_DIR."
        ) from None
    return blobs


def open_blobs(settings: Settings) -> Blobs:
    """New files go to the object store, if one is set; each row's path says where its file is."""
    disk = disk_blobs(settings)
    if settings.storage_url is None:
        return disk
    from fakturo.blobs.objects import ObjectBlobs  # heavy, and needed by few
    from fakturo.blobs.stores import Stores

    given = {
        "endpoint": settings.aws_endpoint_url,
        "region": settings.aws_region,
        "access_key_id": settings.aws_access_key_id,
        "secret_access_key": settings.aws_secret_access_key,
    }
    try:
        objects = ObjectBlobs(settings.storage_url, {name: value for name, value in given.items() if value is not None})
    except ValueError as error:
        raise BadSetting(f"The setting STORAGE_URL cannot be used: {error}.") from None
    return Stores(objects, disk)


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

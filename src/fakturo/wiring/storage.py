"""Where rows and files are: the same for every process."""

from fakturo.blobs.disk import DiskBlobs
from fakturo.settings import BadSetting, Settings


def database_url(settings: Settings) -> str:
    if settings.database_url is None:
        raise BadSetting("The setting DATABASE_URL is missing. Set it to a PostgreSQL server, or run: fakturo up")
    return settings.database_url


def disk_blobs(settings: Settings) -> DiskBlobs:
    blobs = DiskBlobs(settings.areas)
    try:
        blobs.make_directories()
    except OSError as error:
        raise BadSetting(
            f"Cannot write to {error.filename}: {error.strerror}. Choose another place: UPLOADS_DIR, RESULTS_DIR."
        ) from None
    return blobs

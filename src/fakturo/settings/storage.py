"""Where things are kept: the database, files on disk or in an object store, and how full disks may be."""

import os
from pathlib import Path

import platformdirs
from pydantic import BaseModel, Field


def default_data_dir() -> Path:
    """Where a service's data belongs: /var/lib for root, the user's data directory otherwise."""
    return Path("/var/lib/fakturo") if os.geteuid() == 0 else Path(platformdirs.user_data_dir("fakturo"))


def state_dir() -> Path:
    """Where a user's programs leave word of themselves. The runtime directory goes when the user logs out."""
    return Path(platformdirs.user_state_dir("fakturo"))


class Storage(BaseModel):
    database_url: str | None = Field(
        None, description="PostgreSQL to use, 14 or newer. `fakturo up` starts one of its own when this is not set."
    )
    database_direct_url: str | None = Field(
        None, description="The same database without a pooler in between, for LISTEN. Default: `DATABASE_URL`."
    )
    database_pool_size: int = Field(10, ge=1, le=1000, description="Most connections of one process.")
    pg_bin_dir: Path | None = Field(
        None, description="Directory with `postgres` and `initdb` for `fakturo up`, instead of the packaged ones."
    )
    data_dir: Path = Field(
        default_factory=default_data_dir,
        description="Where `fakturo up` keeps its database, files and logs. "
        "Default: /var/lib/fakturo for root, the user's data directory otherwise.",
    )
    uploads_dir: Path | None = Field(None, description="Where PDFs are kept. Default: `DATA_DIR`/uploads.")
    results_dir: Path | None = Field(None, description="Where XML is kept. Default: `DATA_DIR`/results.")
    archive_dir: Path | None = Field(
        None, description="Where archived events are kept. Default: `archive` in the directory of the results."
    )

    storage_url: str | None = Field(
        None,
        description="Object store for new files instead of the directories, like s3://bucket/prefix. "
        "Files on disk stay readable.",
    )
    storage_also: str | None = Field(
        None,
        description="Older object stores, separated by commas, whose files stay readable: those that new files went to "
        "before. See docs/storage.md.",
    )
    download_link_sec: int = Field(
        0,
        ge=0,
        le=3600,
        description="Sends downloads straight to the S3 store, by a link that lasts so many seconds; "
        "0 passes them through web.",
    )
    aws_endpoint_url: str | None = Field(None, description="Address of an S3 store that is not Amazon's.")
    aws_region: str | None = Field(None, description="Region of the bucket.")
    aws_access_key_id: str | None = Field(None, description="Key of the S3 store.")
    aws_secret_access_key: str | None = Field(None, description="Secret of that key. Never logged.", repr=False)

    disk_soft_free_mb: int = Field(
        2048,
        ge=0,
        le=100_000_000,
        description="Warn when a disk that we write to has less than so many MB free, and less than "
        "`DISK_SOFT_FREE_PERCENT`. 0: never.",
    )
    disk_soft_free_percent: float = Field(
        10, ge=0, le=100, description="The same as a share of the disk; both must be reached."
    )
    disk_hard_free_mb: int = Field(
        512,
        ge=0,
        le=100_000_000,
        description="Pause uploads and claims when a disk has less than so many MB free, and less than "
        "`DISK_HARD_FREE_PERCENT`; they resume by themselves. 0: not before it is full.",
    )
    disk_hard_free_percent: float = Field(
        5, ge=0, le=100, description="The same as a share of the disk; both must be reached."
    )

"""Every knob of Fakturo, with its default, its unit and what it is for. Nothing else reads the environment.

`docs/settings.md` is made from this file.
"""

import difflib
import os
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import platformdirs
from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from fakturo.domain.breaker import Mode
from fakturo.domain.errors import CannotRun

DATABASES = ("database_url", "database_direct_url")
POSTGRESQL = ("postgresql", "postgres")
ALIKE = 0.85
"""So similar must a name in the environment be to a setting's that we think it was meant."""


class BadSetting(CannotRun):
    """A setting's value cannot be used; the text names it."""


def default_data_dir() -> Path:
    """Where a service's data belongs: /var/lib for root, the user's data directory otherwise."""
    return Path("/var/lib/fakturo") if os.geteuid() == 0 else Path(platformdirs.user_data_dir("fakturo"))


def state_dir() -> Path:
    """Where a user's programs leave word of themselves. The runtime directory goes when the user logs out."""
    return Path(platformdirs.user_state_dir("fakturo"))


class Settings(BaseSettings):
    model_config = SettingsConfigDict(frozen=True, extra="ignore", env_ignore_empty=True)

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

    web_host: str = Field("127.0.0.1", description="Address that the web process listens on.")
    web_port: int = Field(3000, ge=1, le=65535, description="Port of the page and the API.")
    public_url: str | None = Field(
        None,
        description="Address under which people reach the page. Needed behind a proxy, for other sites are refused. "
        "With https, cookies are marked Secure.",
    )
    max_upload_mb: int = Field(50, ge=1, le=10_000, description="Largest PDF, in MB of 1,048,576 bytes.")
    default_mapping: str = Field("pt_simon_invoice_v1", description="Mapping of an upload that names none.")
    mappings_dir: Path | None = Field(
        None,
        description="Folder with your own mappings (docs/mappings.md), read at the start: the same for all processes.",
    )
    merge_limit: int = Field(
        1000,
        ge=1,
        le=1_000_000,
        description="Most invoices of one merged file; then another begins. The tax portal takes no more at once.",
    )

    gateway_url: str | None = Field(
        None,
        description="Where workers find the gateway; a second one, after a comma, stands in for the first. "
        "Default: `GATEWAY_PORT` on this machine.",
    )
    gateway_host: str = Field("127.0.0.1", description="Address that the gateway listens on.")
    gateway_port: int = Field(8002, ge=1, le=65535, description="Port of the gateway.")
    gateway_timeout_ms: int = Field(
        180_000, ge=100, le=3_600_000, description="Limit, in ms, of one whole call of the gateway by a worker."
    )

    gateway_children: int | None = Field(
        None, ge=1, le=1000, description="Documents that a gateway converts at a time. Default: one per processor core."
    )
    gateway_deadline_sec: float = Field(
        150, ge=1, le=3600, description="Seconds after which a gateway gives a document up."
    )
    gateway_memory_mb: int = Field(
        1024, ge=128, le=1_000_000, description="Memory that the conversion of one document may take, in MB."
    )
    ocr_engine: Literal["built-in", "tesseract", "off"] = Field(
        "built-in",
        description="Who reads scanned pages: `built-in`, `tesseract` (a program of its own, for letters that the "
        "built-in reader does not know, Cyrillic above all: docs/ocr.md), or `off`.",
    )
    ocr_languages: str = Field(
        "eng", description="For tesseract: languages of scanned pages as it names them, joined by `+`, as in `eng+ind`."
    )
    templates_dir: Path | None = Field(
        None, description="Folder with your own templates (docs/templates.md), read when a gateway or `convert` starts."
    )

    gateway_require_sandbox: bool = Field(
        False,
        description="The gateway refuses to run where a wall around its parsers is missing (docs/gateway.md). "
        "Otherwise it says so when it starts.",
    )
    max_connections: int = Field(
        2000,
        ge=10,
        le=100_000,
        description="Connections that web and gateway each keep open. Beyond that, the one that has waited longest "
        "without sending a request's head makes room.",
    )
    gateway_token: str | None = Field(
        None,
        description="What workers show to the gateway, so that it asks the directory of a job's owner, too. Both have "
        "the same; `fakturo up` makes one up. Never logged.",
        repr=False,
    )

    directory_dir: Path | None = Field(
        None,
        description="Folder with parties.csv, units.csv and goods.csv (docs/directory.md) for a gateway or `convert`, "
        "read at the start, instead of the database's directory.",
    )
    seller_name: str | None = Field(
        None, max_length=255, description="Who writes the invoices: name as printed. More than one: docs/directory.md."
    )
    seller_tin: str | None = Field(None, description="Their NPWP, of 15 or 16 digits.")
    seller_nitku: str | None = Field(
        None, description="Their place of business: 22 digits, or the last six. Default: the head office."
    )
    seller_address: str | None = Field(None, max_length=500, description="Their address.")
    seller_transaction_code: str | None = Field(
        None, description="Transaction code, 01 to 10, of invoices that neither print one nor have a buyer who has one."
    )

    worker_concurrency: int = Field(3, ge=1, le=1000, description="Jobs that one worker process runs at a time.")
    worker_lease_ttl_sec: float = Field(
        120, ge=1, le=86_400, description="Seconds after which a silent worker's job goes to another."
    )
    worker_grace_sec: float = Field(
        25, ge=0, le=3600, description="Seconds that a stopping worker takes to finish; then it hands jobs back."
    )
    retry_policy: Literal["gateway", "stepped"] = Field(
        "gateway", description="`gateway`: base * 2^n plus jitter; `stepped`: 5, 15, 45 s, each ±20 %."
    )
    retry_max_attempts: int = Field(3, ge=1, le=100, description="Attempts at a job, the first included.")
    retry_base_delay_ms: int = Field(
        5000,
        ge=0,
        le=3_600_000,
        description="Delay, in ms, before the second attempt (policy `gateway`); then it doubles.",
    )
    retry_jitter_max_ms: int = Field(
        5000, ge=0, le=3_600_000, description="Most that chance adds to a delay, in ms (policy `gateway`)."
    )

    circuit_mode: Mode = Field(
        Mode.HOLD,
        description="While the gateway fails too often: `hold` keeps jobs queued, `fail-fast` fails them at once.",
    )
    circuit_window: int = Field(20, ge=1, le=10_000, description="So many last calls are looked at.")
    circuit_fail_threshold: float = Field(
        0.5, ge=0.01, le=1, description="Share of failed calls at which the breaker opens."
    )
    circuit_window_sec: int = Field(
        120, ge=5, le=600, description="Calls of so many seconds are looked at, too, if there are at least 5."
    )
    circuit_cooldown_ms: int = Field(
        15_000,
        ge=100,
        le=600_000,
        description="Wait, in ms, before the first look whether the gateway is well again; doubles up to 10 minutes.",
    )
    circuit_trials: int = Field(3, ge=1, le=100, description="Jobs that must succeed before the breaker closes.")

    pdf_ttl_days: float = Field(
        7, ge=0, le=36_500, description="Days after which the PDF of a finished job is removed."
    )
    xml_ttl_days: float = Field(30, ge=0, le=36_500, description="Days after which a result is removed.")
    delete_xml_on_first_download: bool = Field(
        default=False, description="Remove a result once its owner has fetched it, with the next sweep."
    )
    events_ttl_days: float = Field(
        90, ge=0, le=36_500, description="Days after which a job's events go from the database into the archive."
    )
    sweep_interval_hours: float = Field(
        24, ge=0.01, le=8760, description="Hours between two sweeps of old files, and between two looks for old events."
    )

    log_level: Annotated[Literal["debug", "info", "warning", "error"], NoDecode] = Field(
        "info", description="Least level that is logged."
    )

    @field_validator("default_mapping")
    @classmethod
    def _as_older_clients_write_it(cls, name: str) -> str:
        return name.removesuffix(".json")

    @field_validator(*DATABASES)
    @classmethod
    def _postgresql(cls, address: str | None) -> str | None:
        """An address, or libpq's words like host=…; what is wrong otherwise is said when it is used."""
        scheme, is_address, _ = (address or "").partition("://")
        if is_address and scheme not in POSTGRESQL:
            raise ValueError(
                f"{scheme} is not supported. It should be a PostgreSQL server, like postgresql://user@host/database"
            )
        return address

    @field_validator("gateway_url", "public_url")
    @classmethod
    def _web_address(cls, address: str | None) -> str | None:
        for each in (address or "").split(",") if address is not None else ():
            parts = urlsplit(each.strip())
            if parts.scheme not in {"http", "https"} or not parts.hostname or not _has_possible_port(each):
                raise ValueError("It should be an address like http://127.0.0.1:8002")
        return address

    @field_validator("log_level", mode="before")
    @classmethod
    def _lower(cls, level: str) -> str:
        return level.lower()

    @property
    def listen_url(self) -> str | None:
        return self.database_direct_url or self.database_url

    @property
    def gateway_urls(self) -> list[str]:
        addresses = self.gateway_url or address_of(self.gateway_host, self.gateway_port)
        return [url.strip().rstrip("/") for url in addresses.split(",")]

    @property
    def areas(self) -> dict[str, Path]:
        results = self.results_dir or self.data_dir / "results"
        return {
            "uploads": self.uploads_dir or self.data_dir / "uploads",
            "results": results,
            "archive": self.archive_dir or results / "archive",  # always where all workers can write
        }

    @property
    def older_stores(self) -> list[str]:
        return [url.strip().rstrip("/") for url in (self.storage_also or "").split(",") if url.strip()]

    @property
    def page_url(self) -> str:
        return self.public_url or address_of(self.web_host, self.web_port)


def address_of(host: str, port: int) -> str:
    """Where something that listens there is reached from this machine."""
    reached = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    return f"http://[{reached}]:{port}" if ":" in reached else f"http://{reached}:{port}"


def _has_possible_port(address: str) -> bool:
    try:
        return urlsplit(address.strip()).port != 0
    except ValueError:
        return False


def load(**given: Any) -> Settings:
    """The settings from the environment, with what the command line gave on top."""
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        raise BadSetting("\n".join(_in_words(each) for each in error.errors())) from None


def _in_words(error: Any) -> str:
    setting, value = str(error["loc"][0]), error["input"]
    if setting in DATABASES:  # a password may be in it
        value = f"{str(value).partition('://')[0]}://…"
    return bad_value(setting, value, error["msg"].removeprefix("Value error, "))


def misspelt() -> list[str]:
    """A sentence for each name in the environment that is nearly a setting's; it may be another program's, though."""
    known = [name.upper() for name in Settings.model_fields]
    near = {name: difflib.get_close_matches(name, known, n=1, cutoff=ALIKE) for name in os.environ if name not in known}
    return [f"{name} is no setting. Did you mean {close[0]}?" for name, close in sorted(near.items()) if close]


def bad_value(setting: str, value: object, reason: str) -> str:
    stop = "" if reason.endswith((".", "?")) else "."
    return f"The setting {setting.upper()} has the value {value!r}, which is not valid: {reason}{stop}"


def environment_with(settings: Settings, **changed: object) -> dict[str, str]:
    """Our environment for a child of ours, with these settings spelled out."""
    spelled = {name: getattr(settings, name) for name in settings.model_fields_set} | changed
    return dict(os.environ) | {name.upper(): str(value) for name, value in spelled.items() if value is not None}

"""What is offered, and to whom: web and its limits, the gateway and its children, operators, parties."""

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, Field


class Service(BaseModel):
    web_host: str = Field("127.0.0.1", description="Address that the web process listens on.")
    web_port: int = Field(3000, ge=1, le=65535, description="Port of the page and the API.")
    public_url: str | None = Field(
        None,
        description="Address under which people reach the page. Needed behind a proxy, for other sites are refused. "
        "With https, cookies are marked Secure.",
    )
    trusted_proxies: str | None = Field(
        None,
        description="Addresses or networks of your own proxies, separated by commas: what they say in X-Forwarded-For "
        "is believed. Without it, all who come through a proxy and have no session share the limits of one address.",
    )
    requests_per_minute: int = Field(
        1000,
        ge=0,
        le=1_000_000,
        description="Requests of one owner (a session and its keys) a minute, over all processes; without a session, "
        "of one address. 0: any number.",
    )
    uploads_per_minute: int = Field(
        10,
        ge=0,
        le=1_000_000,
        description="Uploads of one owner a minute, and likewise retries. 0: any number, which `fakturo up` chooses "
        "where nobody else can reach it: on a loopback `WEB_HOST`, without `PUBLIC_URL`, if neither this nor "
        "`UPLOADS_BURST` is set.",
    )
    uploads_burst: int = Field(
        50, ge=1, le=1_000_000, description="So many of them may come at once, after a while without any."
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
        180_000,
        ge=100,
        le=3_600_000,
        description="Limit, in ms, of one whole call of the gateway by a worker. "
        "A gateway itself gives a document up for now shortly before.",
    )

    gateway_children: int | None = Field(
        None, ge=1, le=1000, description="Documents that a gateway converts at a time. Default: one per processor core."
    )
    gateway_child_documents: int = Field(
        50,
        ge=1,
        le=10_000,
        description="Documents of one owner that one process of a gateway converts within a minute, one after the "
        "other; never those of two owners. 1: each document has a process of its own (docs/gateway.md), which costs "
        "nearly as much again as an invoice.",
    )
    gateway_deadline_sec: float = Field(
        150, ge=1, le=3600, description="Seconds of processor time after which a gateway gives a document up for good."
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
    max_live_streams: int = Field(
        1000,
        ge=1,
        le=100_000,
        description="Streams of changes (`GET /api/live`) that one web process keeps open; who gets none polls.",
    )
    webhook_allowed_networks: str | None = Field(
        None,
        description="Networks of your own that webhooks may go to, by http, too, separated by commas, as in "
        "10.1.0.0/16. Without it, only public addresses, by https.",
    )
    gateway_token: str | None = Field(
        None,
        description="What workers show to the gateway, so that it asks the directory of a job's owner, too. Both have "
        "the same; `fakturo up` makes one up. Never logged.",
        repr=False,
    )

    admin_token: str | None = Field(
        None,
        min_length=16,
        description="What operators type in at `/admin`, 16 characters or more. Without it there is no such page. "
        "Never logged.",
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

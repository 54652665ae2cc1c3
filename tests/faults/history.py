"""What a run leaves behind, as plain values: events, rows, files, and what the run itself did. No I/O here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Event:
    id: int
    job: str
    type: str
    attempt: int
    at: float
    """Seconds, by the database's clock."""
    token: str | None = None
    worker: str | None = None
    error_code: str | None = None
    meta: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Kept:
    """An earlier version of a job's result."""

    number: int
    result_path: str
    result_sha256: str
    result_bytes: int


@dataclass(frozen=True)
class Row:
    id: str
    owner: str
    status: str
    attempt_count: int
    sha256: str | None
    bytes: int
    upload_path: str | None = None
    result_path: str | None = None
    result_sha256: str | None = None
    result_bytes: int | None = None
    error_code: str | None = None
    lease_token: str | None = None
    deleted: bool = False
    expired: bool = False
    version: int = 1
    versions: tuple[Kept, ...] = ()


@dataclass(frozen=True)
class File:
    sha256: str
    size: int
    content: Mapping[str, Any] | None = None
    """Of a sidecar: what it says."""


@dataclass(frozen=True)
class Upload:
    """One that the service acknowledged."""

    job: str
    sha256: str
    size: int


@dataclass(frozen=True)
class Cause:
    """Something the run did that may end in this error, from when to when, to one file or to all."""

    code: str
    since: float = float("-inf")
    until: float = float("inf")
    sha256: str | None = None


@dataclass(frozen=True)
class Fenced:
    """A worker's own word that its lease was lost."""

    job: str
    token: str
    """Of that lease. The attempt's number would not do: a crash of the server may take a claim back, and its count."""
    at: float
    told: bool = True
    """By the database, which refused its settlement: from then on nothing of that lease may be written. Otherwise by
    its own clock: a settlement that was on its way then may still arrive in time."""


@dataclass(frozen=True)
class Policy:
    lease_seconds: float
    max_attempts: int
    base_ms: float
    jitter_ms: float
    max_refunds: int = 10
    steps_seconds: Sequence[float] = ()
    """Instead of doubling: the wait after each attempt, within a fifth."""


@dataclass(frozen=True)
class History:
    policy: Policy
    events: Sequence[Event] = ()
    rows: Mapping[str, Row] = field(default_factory=dict)
    files: Mapping[str, File] = field(default_factory=dict)
    uploads: Sequence[Upload] = ()
    causes: Sequence[Cause] = ()
    fenced: Sequence[Fenced] = ()
    answers: Mapping[str, frozenset[str]] | None = None
    """By the hash of a PDF, the hashes of the whole answers that the gateway gave for it; None: not recorded."""
    nobody_was_hurt: bool = False
    """No worker and no connection to the database: so no lease may be lost."""
    unforeseen: Sequence[tuple[str, str]] = ()
    """Job and kind of each error that a worker met and its makers had not thought of."""
    calls_while_out: int = 0
    """How often the gateway was called while it was out of order and everybody should have known."""
    calls_allowed: int = 0

"""Reads what a run has left: rows and events from the database, files from the disk, lines from the workers' logs."""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from tests.faults.history import Event, Fenced, File, Kept, Row
from tests.support.databases import Rows
from tests.support.s3 import BUCKET, S3Server

FENCES = frozenset({"settlement_fenced", "lease_lost"})


async def rows_of(database: Rows) -> dict[str, Row]:
    kept = await database.all("SELECT * FROM job_versions ORDER BY number")
    return {row.id: row for row in (row_of(each, kept) for each in await database.all("SELECT * FROM jobs"))}


async def events_of(database: Rows) -> list[Event]:
    return [event_of(event) for event in await database.all("SELECT * FROM job_events ORDER BY id")]


def row_of(row: dict[str, Any], kept: Iterable[dict[str, Any]] = ()) -> Row:
    names = ("number", "result_path", "result_sha256", "result_bytes")
    same = ("status", "attempt_count", "sha256", "bytes", "upload_path", "result_path", "result_sha256")
    return Row(
        id=str(row["id"]),
        owner=row["owner_key"],
        result_bytes=row["result_bytes"],
        error_code=row["error_code"],
        lease_token=_text(row["lease_token"]),
        deleted=row["deleted_at"] is not None,
        expired=row["expired_at"] is not None,
        version=row["version"],
        versions=tuple(Kept(*(each[name] for name in names)) for each in kept if each["job_id"] == row["id"]),
        **{name: row[name] for name in same},
    )


def event_of(event: dict[str, Any]) -> Event:
    return Event(
        id=event["id"],
        job=str(event["job_id"]),
        type=event["event_type"],
        attempt=event["attempt"],
        at=event["created_at"].timestamp(),
        token=_text(event["lease_token"]),
        worker=event["worker"],
        error_code=event["error_code"],
        meta=event["meta"],
    )


def sha256_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def files_of(areas: dict[str, Path]) -> dict[str, File]:
    return dict(_files(areas))


def objects_of(s3: S3Server, prefix: str) -> dict[str, File]:
    """By their paths; looked at behind the server's back."""
    below = s3.directory / BUCKET / prefix
    found = files_of({area: below / area for area in ("uploads", "results")})
    return {f"s3://{BUCKET}/{prefix}/{name}": file for name, file in found.items()}


def _files(areas: dict[str, Path]) -> Iterator[tuple[str, File]]:
    for area, root in areas.items():
        for path in root.glob("*/*/*"):
            content = path.read_bytes()
            said = json.loads(content) if path.suffix == ".json" else None
            name = f"{area}/{path.relative_to(root)}"
            yield name, File(sha256_of(content), len(content), said)


def logged(log: Path) -> Iterator[dict[str, Any]]:
    """The log's lines; one that is cut off, since its writer was killed, or that is not ours, is left out."""
    for line in log.read_text(errors="replace").splitlines():
        if re.match(r"\{.*\}$", line):
            yield json.loads(line)


def unforeseen_in(logs: Iterable[tuple[int, Path]]) -> list[tuple[str, str]]:
    return [
        (line.get("job_id", "-"), line.get("exception", [{}])[0].get("exc_type", "?"))
        for _, log in logs
        for line in logged(log)
        if line.get("event") == "unforeseen"
    ]


def fenced_in(logs: Iterable[tuple[int, Path]]) -> list[Fenced]:
    """What the workers' logs say of it."""
    return [
        Fenced(
            line["job_id"],
            line["lease"],
            datetime.fromisoformat(line["time"]).timestamp(),
            told=line["event"] == "settlement_fenced",
        )
        for _, log in logs
        for line in logged(log)
        if line.get("event") in FENCES
    ]

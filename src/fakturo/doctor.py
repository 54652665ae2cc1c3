"""`fakturo doctor`: looks at everything Fakturo needs, and says what to do about what is missing."""

import os
import shutil
import uuid
from collections.abc import AsyncIterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import httpx

from fakturo.blobs.space import space_of
from fakturo.domain.disk import MEBIBYTE, DiskLimits, Pressure
from fakturo.domain.errors import CannotRun
from fakturo.gateway.sandbox.protections import missing_protections
from fakturo.settings import Settings
from fakturo.store.embedded import find_binaries, running_server
from fakturo.store.migrate import require_current
from fakturo.wiring.storage import disk_limits

OPTIONAL_PROGRAMS = {
    "tesseract": "scanned pages are not read. Debian and Ubuntu: apt-get install tesseract-ocr",
}


class State(StrEnum):
    OK = "ok"
    HINT = "hint"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    what: str
    state: State
    text: str


async def examine(settings: Settings) -> AsyncIterator[Finding]:
    yield await _database(settings)
    for name, directory in settings.areas.items():
        yield _directory(name, directory, disk_limits(settings))
    for url in settings.gateway_urls:
        yield await _gateway(url)
    yield _protections()
    for program, without in OPTIONAL_PROGRAMS.items():
        yield _program(program, without)


async def _database(settings: Settings) -> Finding:
    url = settings.database_url or running_server(settings.data_dir)
    if url is None:
        return _embedded(settings)
    try:
        await require_current(url)
    except CannotRun as problem:
        return Finding("database", State.PROBLEM, str(problem))
    kind = "at DATABASE_URL" if settings.database_url else f"embedded, in {settings.data_dir}"
    return Finding("database", State.OK, f"reachable and up to date ({kind})")


def _embedded(settings: Settings) -> Finding:
    try:
        binaries = find_binaries(settings.pg_bin_dir)
    except CannotRun as problem:
        return Finding("database", State.PROBLEM, str(problem))
    return Finding(
        "database",
        State.HINT,
        f"none is running on {settings.data_dir}. PostgreSQL {binaries.major_version} is at hand: run fakturo up, "
        "or set DATABASE_URL",
    )


def _directory(name: str, directory: Path, limits: DiskLimits) -> Finding:
    nearest = next(path for path in (directory, *directory.parents) if path.exists())
    probe = nearest / f".fakturo-doctor-{uuid.uuid4().hex}"
    try:
        probe.touch()
        probe.unlink()
    except OSError as error:
        return Finding(
            name,
            State.PROBLEM,
            f"{directory} cannot be written: {error.strerror}. Change its owner, or set {name.upper()}_DIR.",
        )
    (space,) = space_of([nearest])
    free = f"{space.free / MEBIBYTE / 1024:.1f} GB free"
    made = "" if directory.exists() else ", will be made at the first start"
    match limits.pressure([space], Pressure.NONE):
        case Pressure.HARD:
            return Finding(name, State.PROBLEM, f"{directory}: {free}. Uploads and claims pause until there is more.")
        case Pressure.SOFT:
            return Finding(name, State.HINT, f"{directory}: {free}. Make room before uploads have to pause.")
    return Finding(name, State.OK, f"{directory} is writable, {free}{made}")


async def _gateway(url: str) -> Finding:
    try:
        async with httpx.AsyncClient(trust_env=False) as client:
            answer = await client.get(f"{url}/health", timeout=5)
    except httpx.HTTPError as error:
        return Finding(
            "gateway",
            State.PROBLEM,
            f"{url} does not answer ({_first_line(error)}). Run fakturo up or fakturo gateway, or set GATEWAY_URL.",
        )
    if answer.status_code != httpx.codes.OK:
        return Finding("gateway", State.PROBLEM, f"{url} answers {answer.status_code}. Look at its log.")
    return Finding("gateway", State.OK, f"{url} answers")


def _protections() -> Finding:
    missing = missing_protections()
    if missing:
        return Finding("sandbox", State.HINT, " ".join(missing))
    return Finding(
        "sandbox", State.OK, "conversions run without network, without other files, as a user without rights"
    )


def _program(program: str, without: str) -> Finding:
    path = shutil.which(program)
    if path and os.access(path, os.X_OK):
        return Finding(program, State.OK, path)
    return Finding(program, State.HINT, f"not found: {without}")


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]

"""`fakturo doctor`: looks at everything Fakturo needs, and says what to do about what is missing."""

import asyncio
import uuid
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

import httpx
import psycopg

from fakturo.blobs.base import DISK
from fakturo.blobs.space import space_of
from fakturo.convert.targets.en16931.rulebook import is_installed
from fakturo.domain.diagnosis import diagnose
from fakturo.domain.disk import GIBIBYTE, MEBIBYTE, DiskLimits, Pressure
from fakturo.domain.errors import CannotRun
from fakturo.gateway.ocr import why_unavailable
from fakturo.gateway.options import Ocr
from fakturo.gateway.sandbox.protections import missing_protections
from fakturo.settings import Settings
from fakturo.store.diagnosis import look as look_at_all
from fakturo.store.embedded import find_binaries, running_server
from fakturo.store.migrate import require_current
from fakturo.web.accounts.deps import SignInFailed
from fakturo.wiring.accounts import account_provider, redirect_uri
from fakturo.wiring.directory import look as look_at_directory
from fakturo.wiring.directory import own_sellers
from fakturo.wiring.llm import has_model
from fakturo.wiring.move import look
from fakturo.wiring.storage import database_url, disk_limits, open_blobs, store_addresses

STORAGE_SECONDS = 10.0
WEB_SECONDS = 15.0
POOL_EXHAUSTED = (
    "says that the database cannot be reached, which answers here: its pool of connections is exhausted, or it is cut "
    "off. Look at db_pool_waiting; raise DATABASE_POOL_SIZE, or end the statements that hold its connections."
)
WITHOUT_LINKS = (
    "DOWNLOAD_LINK_SEC has no effect, for links need STORAGE_URL=s3://… and AWS_SECRET_ACCESS_KEY. "
    "Downloads pass through web."
)
NO_DIRECTORY = "no buyer is known. Run: fakturo parties import FILE.csv (docs/directory.md)"
NO_MODEL = "none is set up (LLM_BASE_URL), so mappings that are read by one are not offered. docs/llm.md"
NO_ACCOUNTS = "nobody signs in (OIDC_ISSUER), so each browser has a session of its own. docs/accounts.md"
NO_SELLER = (
    "nobody is known to write invoices, which tax portals ask for. Set SELLER_NAME and SELLER_TIN, or import parties "
    "with the role seller"
)


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
    """What is wrong with what runs comes first, then what is missing."""
    findings = [finding async for finding in _everything(settings)]
    for finding in sorted(findings, key=lambda each: each.state is not State.PROBLEM):
        yield finding


async def _everything(settings: Settings) -> AsyncIterator[Finding]:
    database = await _database(settings)
    if database.state is State.OK:
        async for finding in _running(settings):
            yield finding
    yield database
    async for finding in _storage(settings):
        yield finding
    async for finding in _parties(settings):
        yield finding
    for url in settings.gateway_urls:
        yield await _gateway(url)
    yield _protections()
    yield _text_recognition(settings)
    yield await _model(settings)
    yield await _accounts(settings)
    yield _rules()


async def _running(settings: Settings) -> AsyncIterator[Finding]:
    """From the live system: why jobs wait, and what fails."""
    try:
        seen = await look_at_all(database_url(settings))
    except (CannotRun, psycopg.Error) as problem:
        yield Finding("database", State.PROBLEM, _first_line(problem))
        return
    for what, sentence in diagnose(seen.found, seen.seconds):
        yield Finding(what, State.PROBLEM, sentence)
    if seen.found["processes"] and (trouble := await _web_trouble(settings.page_url)):
        yield Finding("web", State.PROBLEM, trouble)


async def _web_trouble(url: str) -> str | None:
    """The database answered us a moment ago: if web says that it does not, its connections are used up."""
    try:
        async with httpx.AsyncClient(trust_env=False) as client:
            answer = (await client.get(f"{url}/api/healthz", timeout=WEB_SECONDS)).json()
    except (httpx.HTTPError, ValueError):
        return None  # it may be elsewhere, or not be meant to run
    return POOL_EXHAUSTED if answer.get("checks", {}).get("database") == "unreachable" else None


def _rules() -> Finding:
    if is_installed():
        return Finding("EN 16931", State.OK, "schemas and rules are installed")
    without = "UBL and Factur-X are written, but not checked. Install fakturo[validation]"
    return Finding("EN 16931", State.HINT, without)


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


async def _storage(settings: Settings) -> AsyncIterator[Finding]:
    """The store that new files go to must take them; of the others, those are looked at that hold any."""
    first, *older = store_addresses(settings)
    if first == DISK:
        for name, directory in settings.areas.items():
            yield _directory(name, directory, disk_limits(settings))
    else:
        yield await _object_store(settings, first)
    if settings.download_link_sec and (first == DISK or not settings.aws_secret_access_key):
        yield Finding("download links", State.HINT, WITHOUT_LINKS)
    try:
        places = (await look(settings)).places
    except CannotRun:
        return  # already told
    for place in places:
        if place.address not in {first, *older}:
            what = f"{place.files} file(s)" if place.files else f"{place.trash} file(s) that wait to be deleted"
            text = f"{what} are in {place.address}, which no setting names. Add it to STORAGE_ALSO."
            yield Finding("storage", State.PROBLEM, text)


async def _parties(settings: Settings) -> AsyncIterator[Finding]:
    """Whom invoices are written by and to: without them, no tax portal takes the XML."""
    try:
        known = await look_at_directory(settings)
    except CannotRun as problem:
        if settings.directory_dir:  # the database's problems are told already
            yield Finding("directory", State.PROBLEM, str(problem))
        return
    if known is None or not known.buyers + known.owners:
        yield Finding("directory", State.HINT, NO_DIRECTORY)
    else:
        own = f"; {known.owners} owner(s) have their own" if known.owners else ""
        counts = f"{known.buyers} buyer(s), {known.units} name(s) of units, {known.goods} article(s)"
        yield Finding("directory", State.OK, f"{counts} in {known.where}{own}")
    yield _seller(settings, known.sellers if known else 0)


def _seller(settings: Settings, in_directory: int) -> Finding:
    try:
        named = [record.name for record in own_sellers(settings)]
    except CannotRun as problem:
        return Finding("seller", State.PROBLEM, str(problem))
    if named:
        return Finding("seller", State.OK, f"{named[0]} (SELLER_NAME)")
    if in_directory:
        return Finding("seller", State.OK, f"{in_directory} in the directory")
    return Finding("seller", State.HINT, NO_SELLER)


async def _object_store(settings: Settings, address: str) -> Finding:
    try:
        async with asyncio.timeout(STORAGE_SECONDS):
            await open_blobs(settings).probe()
    except CannotRun as problem:
        return Finding("storage", State.PROBLEM, str(problem))
    except OSError as error:
        reason = error.strerror or f"no answer within {STORAGE_SECONDS:.0f} s"
        text = f"{address} cannot be written: {reason}. Check STORAGE_URL, AWS_ENDPOINT_URL and the keys."
        return Finding("storage", State.PROBLEM, text)
    return Finding("storage", State.OK, f"{address} can be written")


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
    free = f"{space.free / GIBIBYTE:.1f} GB free" if space.free >= GIBIBYTE else f"{space.free / MEBIBYTE:.0f} MB free"
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


async def _model(settings: Settings) -> Finding:
    try:
        if not has_model(settings):
            return Finding("language model", State.OK, NO_MODEL)
    except CannotRun as problem:
        return Finding("language model", State.PROBLEM, str(problem))
    address = (settings.llm_base_url or "").rstrip("/")
    headers = {"Authorization": f"Bearer {settings.llm_api_key}"} if settings.llm_api_key else {}
    try:
        async with httpx.AsyncClient(trust_env=False) as client:
            answer = await client.get(f"{address}/models", timeout=5, headers=headers)
    except httpx.HTTPError as error:
        text = f"{address} does not answer ({_first_line(error)}). Start it, or change LLM_BASE_URL."
        return Finding("language model", State.PROBLEM, text)
    if answer.status_code in {401, 403}:
        return Finding("language model", State.PROBLEM, f"{address} refuses LLM_API_KEY.")
    if answer.status_code >= httpx.codes.INTERNAL_SERVER_ERROR:
        return Finding("language model", State.PROBLEM, f"{address} answers {answer.status_code}. Look at its log.")
    sent = "; results in doubt are sent there, too (LLM_ESCALATE)" if settings.llm_escalate else ""
    return Finding("language model", State.OK, f"{settings.llm_model} at {address} answers{sent}")


async def _accounts(settings: Settings) -> Finding:
    try:
        provider = account_provider(settings)
    except CannotRun as problem:
        return Finding("accounts", State.PROBLEM, str(problem))
    if provider is None:
        return Finding("accounts", State.OK, NO_ACCOUNTS)
    try:
        metadata = await provider.metadata()
    except SignInFailed as failed:
        text = f"nobody can sign in by {provider.issuer}: {failed.reason}. Check OIDC_ISSUER, and whether it runs."
        return Finding("accounts", State.PROBLEM, text)
    told = f"{provider.issuer} answers. It must know our address {redirect_uri(settings)}"
    if settings.public_url is None:
        return Finding("accounts", State.HINT, f"{told}; set PUBLIC_URL if people reach the page by another one")
    if missing := _unknown_scopes(settings.oidc_scopes, metadata):
        return Finding("accounts", State.HINT, f"{told}. It does not list these of OIDC_SCOPES: {', '.join(missing)}")
    return Finding("accounts", State.OK, told)


def _unknown_scopes(asked: str, metadata: Mapping[str, Any]) -> list[str]:
    """Of which a provider may say nothing; some of those that it does not list it knows all the same."""
    known = metadata.get("scopes_supported")
    return [scope for scope in asked.split() if scope not in known] if known else []


def _text_recognition(settings: Settings) -> Finding:
    missing = why_unavailable(Ocr(settings.ocr_engine))
    return Finding("scans", State.HINT if missing else State.OK, missing or f"read by {settings.ocr_engine}")


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]

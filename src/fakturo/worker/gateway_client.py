"""Calls the gateway. The one place where its answers, and the ways a call can fail, become outcomes of ours."""

import asyncio
import contextlib
import json
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from http import HTTPStatus
from typing import Any

import aiohttp

from fakturo.domain.errors import ErrorCode, code_of_gateway_status
from fakturo.domain.inputs import Inputs
from fakturo.domain.job import Review
from fakturo.domain.own_templates import NOTHING_TAUGHT, OwnTemplates, as_json
from fakturo.domain.transitions import AttemptFailed, HandBackReason, HandedBack, ParserDied
from fakturo.http.form_writing import SMALL_BYTES, form_around_file, joined
from fakturo.http.mixed import MIXED, BrokenMixed, Part, plain_type, read_mixed
from fakturo.ops import metrics, trace

PDF, XML, JSON, PNG = "application/pdf", "application/xml", "application/json", "image/png"
ACCEPTED = "accepted"
"""The verdict on an invoice that nobody need look at."""
DOUBTED = "review"
CONNECT_SECONDS = 10.0
HEALTH_SECONDS = 5.0
OFFER_SECONDS = 60.0
IDLE_SECONDS = 5.0
"""So long a connection is kept for the next call: less than gateways and what stands before them keep theirs."""
OUT_OF_ORDER = frozenset({502, 503, 504})
"""Answers after which the next gateway is asked."""
BUSY = frozenset({429, 503})
MAX_RETRY_AFTER_SECONDS = 3600
EVIDENCE = ("signal", "exit_code", "peak_memory_bytes", "page", "place")
MAX_REASON_CHARACTERS = 300
MAX_ERROR_BODY_BYTES = 64 * 1024


class NoXml(Exception):
    """The call did not end in XML; what it means for the job is the outcome."""

    def __init__(self, outcome: AttemptFailed | ParserDied | HandedBack) -> None:
        self.outcome = outcome
        super().__init__(str(outcome))


@dataclass(frozen=True, slots=True)
class Document:
    """A PDF on its way to the gateway. It has no name there: the user's file name is nobody else's business."""

    read: Callable[[], Awaitable[AsyncIterator[bytes]]]
    """Its bytes from the start, once for each gateway that is tried."""
    size: int


@dataclass(frozen=True, slots=True)
class Order:
    mapping: str
    version: int
    with_invoice: bool = False
    """As JSON beside the XML, from a gateway that offers it."""
    owner: str | None = None
    """Whose directory of parties is asked, too, by a gateway that knows our token."""
    templates: OwnTemplates = NOTHING_TAUGHT
    """What that owner has taught about single vendors."""
    reading: str | None = None
    """What a language model has read in it, as JSON."""


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    made_with: Inputs
    """Its engine and templates, as it says."""
    review: Review
    parts: AsyncIterator[Part]
    """Each streams as it comes in, the invoice before the XML."""
    promises: Sequence[str] = (XML,)
    """Types of the parts that a whole answer has."""


UNREACHED = (aiohttp.ClientError, TimeoutError)
"""How a call fails that got no answer."""
COUNTED_FROM_ZERO = ("0", "500", "502", "503", "504")
"""A count that is first seen at ten has no rate: an outage that opens the breaker between two scrapes went untold."""


class GatewayClient:
    """One gateway, or several to fall back to in their order."""

    def __init__(self, urls: Sequence[str], *, timeout_seconds: float, token: str | None = None) -> None:
        for status in COUNTED_FROM_ZERO:
            metrics.gateway_latency.labels(status)
        self._urls = tuple(urls)
        self._token = token
        self._timeout_seconds = timeout_seconds
        self._offers: dict[str, _Offers] = {}
        patience = aiohttp.ClientTimeout(sock_connect=min(CONNECT_SECONDS, timeout_seconds), sock_read=timeout_seconds)
        self._http = aiohttp.ClientSession(
            timeout=patience,
            connector=aiohttp.TCPConnector(limit=0, keepalive_timeout=IDLE_SECONDS),
            cookie_jar=aiohttp.DummyCookieJar(),
        )

    async def aclose(self) -> None:
        await self._http.close()

    @contextlib.asynccontextmanager
    async def convert(self, document: Document, order: Order) -> AsyncIterator[Answer]:
        """The results as they stream in. The deadline covers everything inside the block, not only the first byte."""
        with _failures_as_ours(), trace.span("gateway", kind="client") as span, _timed() as call:
            async with asyncio.timeout(self._timeout_seconds), contextlib.AsyncExitStack() as stack:
                response = await self._first_answer(lambda url: self._ask(url, document, order, stack))
                call.status = response.status
                span.note(status=call.status, stages=response.headers.get("x-stage"))
                if response.status != HTTPStatus.OK:
                    raise NoXml(await _outcome(response))
                yield _answer(response)

    async def _first_answer(self, ask: Callable[[str], Awaitable[aiohttp.ClientResponse]]) -> aiohttp.ClientResponse:
        """Of the first gateway that can be reached and is not out of order; if none is, whatever the last one did."""
        *before_last, last = self._urls
        for url in before_last:
            try:
                response = await ask(url)
            except UNREACHED:
                continue
            if response.status not in OUT_OF_ORDER:
                return response
        return await ask(last)

    async def _ask(
        self, url: str, document: Document, order: Order, stack: contextlib.AsyncExitStack
    ) -> aiohttp.ClientResponse:
        """For the invoice, too, if it is wanted and offered there; and for the version, where versions are known."""
        offers = await self._offers_of(url)
        mapping = f"{order.mapping}@{order.version}" if offers.versions else order.mapping
        if order.with_invoice and offers.invoices:
            response = await stack.enter_async_context(self._call(url, document, order, mapping, MIXED))
            if response.status != HTTPStatus.NOT_ACCEPTABLE:
                return response
            self._offers.pop(url, None)  # it was put back to an older version
        return await stack.enter_async_context(self._call(url, document, order, mapping, XML))

    async def _offers_of(self, url: str) -> "_Offers":
        """As its health says; what it offers beyond plain XML is good for a while. Raises one of UNREACHED."""
        known = self._offers.get(url)
        if known is None or time.monotonic() >= known.until:
            known = _offers_in(await self._ask_health(url) or {}, now=time.monotonic())
            self._offers[url] = known
        return known

    def _call(
        self, url: str, document: Document, order: Order, mapping: str, accept: str
    ) -> contextlib.AbstractAsyncContextManager[aiohttp.ClientResponse]:
        whose = {"owner": order.owner} if order.owner and self._token else {}
        taught = {"templates": as_json(order.templates.texts)} if order.templates.texts else {}
        read = {"reading": order.reading} if order.reading is not None else {}
        fields = {"mapping": mapping, "pretty": "1", **whose, **taught, **read}
        return self._post(f"{url}/process", document, fields, accept)

    @contextlib.asynccontextmanager
    async def _post(
        self, url: str, document: Document, fields: Mapping[str, str], accept: str
    ) -> AsyncIterator[aiohttp.ClientResponse]:
        boundary = secrets.token_hex(16)
        before, after = form_around_file(boundary, fields)
        headers = {
            "Accept": accept,
            "Content-Type": f"multipart/form-data; boundary={boundary}",
            "Content-Length": str(len(before) + document.size + len(after)),
            **({"Authorization": f"Bearer {self._token}"} if self._token else {}),
            **trace.headers(),
        }
        body = _Body(joined(before, await document.read(), after))
        content = b"".join([chunk async for chunk in body]) if document.size <= SMALL_BYTES else body
        with body.failures_first():
            async with self._http.post(url, data=content, headers=headers, allow_redirects=False) as response:
                yield response

    async def takes_readings(self) -> bool:
        """Whether the gateways that answer take a model's reading with a PDF."""
        answers = [health for url in self._urls if (health := await self._health(url)) is not None]
        return all(health.get("readings") for health in answers)

    async def picture(self, document: Document, page: int, width: int) -> bytes:
        """A page as PNG, whole within the deadline."""
        fields = {"page": str(page), "width": str(width)}
        with _failures_as_ours():
            async with asyncio.timeout(self._timeout_seconds), contextlib.AsyncExitStack() as stack:
                response = await self._first_answer(
                    lambda url: stack.enter_async_context(self._post(f"{url}/render", document, fields, PNG))
                )
                if response.status != HTTPStatus.OK:
                    raise NoXml(await _outcome(response))
                return await response.read()

    async def is_healthy(self) -> bool:
        """Whether any of them is."""
        return any([await self._health(url) is not None for url in self._urls])

    async def inputs(self) -> Inputs:
        """By which engine and templates a document would be converted now; nothing, if nobody answers."""
        for url in self._urls:
            if (health := await self._health(url)) is not None:
                return Inputs(engine=health.get("engine"), templates=health.get("templates"))
        return Inputs()

    async def _health(self, url: str) -> dict[str, Any] | None:
        try:
            return await self._ask_health(url)
        except UNREACHED:
            return None

    async def _ask_health(self, url: str) -> dict[str, Any] | None:
        patience = aiohttp.ClientTimeout(HEALTH_SECONDS)
        async with self._http.get(f"{url}/health", timeout=patience, allow_redirects=False) as response:
            return _json(await response.read()) if response.status == HTTPStatus.OK else None


class _Body:
    """A form on its way. If it can't be read any further, that is what failed, and not the call, as whoever sends it
    says."""

    def __init__(self, chunks: AsyncIterator[bytes]) -> None:
        self._chunks = chunks
        self._failure: Exception | None = None

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            async for chunk in self._chunks:
                yield chunk
        except Exception as error:
            self._failure = error
            raise

    @contextlib.contextmanager
    def failures_first(self) -> Iterator[None]:
        try:
            yield
        except aiohttp.ClientError:
            if self._failure is not None:
                raise self._failure from None
            raise


@dataclass(frozen=True, slots=True)
class _Offers:
    """What a gateway can do beyond the plain contract."""

    invoices: bool
    """As JSON beside the XML."""
    versions: bool
    """Of mappings, asked for as name@version."""
    until: float
    """By our own clock: when to ask again."""


def _offers_in(health: dict[str, Any], *, now: float) -> _Offers:
    """Nothing is asked for anew each time: an answer that somebody has to look at must not be missed for a minute."""
    offers, mappings = health.get("offers"), health.get("mappings")
    invoices = isinstance(offers, list) and {"from": PDF, "to": MIXED} in offers
    versions = isinstance(mappings, list) and any(isinstance(each, dict) and "version" in each for each in mappings)
    return _Offers(invoices, versions, until=now + OFFER_SECONDS if invoices or versions else now)


def _answer(response: aiohttp.ClientResponse) -> Answer:
    """Whatever else comes with status 200 is a proxy's page, not a result."""
    status, made_with = response.status, _made_with(response.headers)
    content_type = response.headers.get("content-type", "")
    kind = plain_type(content_type)
    if kind == MIXED:
        review = Review.CLEAN if response.headers.get("x-verdict") == ACCEPTED else Review.NEEDED
        return Answer(status, made_with, review, read_mixed(content_type, response.content.iter_any()), (JSON, XML))
    if kind in {XML, "text/xml"}:  # judged by nobody, so nobody is asked to look; but for pages that were not read
        review = Review.NEEDED if response.headers.get("x-verdict") == DOUBTED else Review.CLEAN
        return Answer(status, made_with, review, _alone(Part(XML, response.content.iter_any())))
    raise NoXml(AttemptFailed(ErrorCode.GW_5XX, gateway_status=status))


async def _alone(part: Part) -> AsyncIterator[Part]:
    yield part


def _made_with(headers: Mapping[str, str]) -> Inputs:
    return Inputs(engine=headers.get("x-engine", "unknown"), templates=headers.get("x-templates"))


@dataclass(slots=True)
class _Call:
    status: int = 0


@contextlib.contextmanager
def _timed() -> Iterator[_Call]:
    call, began = _Call(), time.monotonic()
    try:
        yield call
    finally:
        metrics.gateway_latency.labels(str(call.status)).observe(time.monotonic() - began)


@contextlib.contextmanager
def _failures_as_ours() -> Iterator[None]:
    try:
        yield
    except TimeoutError:
        raise NoXml(AttemptFailed(ErrorCode.GW_TIMEOUT)) from None
    except (aiohttp.ClientError, BrokenMixed) as error:
        raise NoXml(AttemptFailed(ErrorCode.GW_5XX)) from error


async def _outcome(response: aiohttp.ClientResponse) -> AttemptFailed | ParserDied | HandedBack:
    status = response.status
    body = _json(await _start_of(response))
    if status in BUSY and (delay := _retry_after(response.headers)) is not None:
        if body.get("reason") == "disk_full":
            return HandedBack(HandBackReason.GATEWAY_DISK, delay, ErrorCode.IO_ERROR, status)
        return HandedBack(HandBackReason.BUSY, delay, gateway_status=status)  # a job in line has no issue
    if body.get("reason") == "parser_died":
        return ParserDied({name: _plain(body.get(name)) for name in EVIDENCE}, status)
    code = code_of_gateway_status(status)
    return AttemptFailed(code, _reason(body) if code is ErrorCode.GW_4XX else None, status)


def _retry_after(headers: Mapping[str, str]) -> timedelta | None:
    """In seconds; the form with a date is not worth trusting another machine's clock."""
    value = headers.get("retry-after", "")
    return timedelta(seconds=min(int(value), MAX_RETRY_AFTER_SECONDS)) if value.isdecimal() else None


async def _start_of(response: aiohttp.ClientResponse) -> bytes:
    body = b""
    async for chunk in response.content.iter_any():
        body += chunk
        if len(body) > MAX_ERROR_BODY_BYTES:
            break
    return body


def _json(body: bytes) -> dict[str, Any]:
    try:
        parsed = json.loads(body)
    except ValueError:
        return {}
    return parsed if isinstance(parsed, dict) else {}


def _reason(body: dict[str, Any]) -> str | None:
    """The gateway's own sentence about the file, from `detail`, in one line."""
    detail = _plain(body.get("detail"))
    return detail if isinstance(detail, str) else None


def _plain(value: object) -> object:
    """What a stranger sent, as something that can be stored and shown: a number, or one line of clean text."""
    if value is None or isinstance(value, int | float):
        return value
    clean = "".join(character if character.isprintable() else " " for character in str(value))
    return " ".join(clean.split())[:MAX_REASON_CHARACTERS]

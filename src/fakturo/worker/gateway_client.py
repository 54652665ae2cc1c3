"""Calls the gateway. The one place where its answers, and the ways a call can fail, become outcomes of ours."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from http import HTTPStatus
from typing import Any

import aiohttp

from fakturo.domain.errors import ErrorCode, code_of_gateway_status
from fakturo.domain.inputs import Inputs
from fakturo.domain.job import Review
from fakturo.domain.own_templates import NOTHING_TAUGHT, OwnTemplates, as_json
from fakturo.domain.retry import wait_asked_for
from fakturo.domain.transitions import AttemptFailed, HandBackReason, HandedBack, ParserDied
from fakturo.http.gateway_calls import UNREACHED, FileToSend, GatewayCalls, problem_in
from fakturo.http.media_types import JSON, MIXED, PDF, PNG, XML
from fakturo.http.mixed import BrokenMixed, Part, plain_type, read_mixed
from fakturo.ops import metrics, trace

ACCEPTED = "accepted"
"""The verdict on an invoice that nobody need look at."""
DOUBTED = "review"
HEALTH_SECONDS = 5.0
OFFER_SECONDS = 60.0
BUSY = frozenset({429, 503})
LONGEST_ASKED = timedelta(hours=1)
EVIDENCE = ("signal", "exit_code", "peak_memory_bytes", "page", "place")
MAX_REASON_CHARACTERS = 300


class NoXml(Exception):
    """The call did not end in XML; what it means for the job is the outcome."""

    def __init__(self, outcome: AttemptFailed | ParserDied | HandedBack) -> None:
        self.outcome = outcome
        super().__init__(str(outcome))


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


COUNTED_FROM_ZERO = ("0", "500", "502", "503", "504")
"""A count that is first seen at ten has no rate: an outage that opens the breaker between two scrapes went untold."""


class GatewayClient:
    """One gateway, or several to fall back to in their order."""

    def __init__(self, urls: Sequence[str], *, timeout_seconds: float, token: str | None = None) -> None:
        for status in COUNTED_FROM_ZERO:
            metrics.gateway_latency.labels(status)
        self._calls = GatewayCalls(urls, timeout_seconds=timeout_seconds, token=token)
        self._timeout_seconds = timeout_seconds
        self._offers: dict[str, _Offers] = {}

    async def aclose(self) -> None:
        await self._calls.aclose()

    @contextlib.asynccontextmanager
    async def convert(self, document: FileToSend, order: Order) -> AsyncIterator[Answer]:
        """The results as they stream in. The deadline covers everything inside the block, not only the first byte."""
        with _failures_as_ours(), trace.span("gateway", kind="client") as span, _timed() as call:
            async with asyncio.timeout(self._timeout_seconds), contextlib.AsyncExitStack() as stack:
                response = await self._calls.first_answer(lambda url: self._ask(url, document, order, stack))
                call.status = response.status
                span.note(status=call.status, stages=response.headers.get("x-stage"))
                if response.status != HTTPStatus.OK:
                    raise NoXml(await _outcome(response))
                yield _answer(response)

    async def _ask(
        self, url: str, document: FileToSend, order: Order, stack: contextlib.AsyncExitStack
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
            health = await self._calls.health(url, seconds=HEALTH_SECONDS)
            known = _offers_in(health or {}, now=time.monotonic())
            self._offers[url] = known
        return known

    def _call(
        self, url: str, document: FileToSend, order: Order, mapping: str, accept: str
    ) -> contextlib.AbstractAsyncContextManager[aiohttp.ClientResponse]:
        whose = self._calls.naming(order.owner) if order.owner else {}
        taught = {"templates": as_json(order.templates.texts)} if order.templates.texts else {}
        read = {"reading": order.reading} if order.reading is not None else {}
        fields = {"mapping": mapping, "pretty": "1", **whose, **taught, **read}
        return self._calls.post(f"{url}/process", document, fields, accept)

    async def takes_readings(self) -> bool:
        """Whether the gateways that answer take a model's reading with a PDF."""
        answers = [health for url in self._calls.urls if (health := await self._health(url)) is not None]
        return all(health.get("readings") for health in answers)

    async def picture(self, document: FileToSend, page: int, width: int) -> bytes:
        """A page as PNG, whole within the deadline."""
        fields = {"page": str(page), "width": str(width)}
        with _failures_as_ours():
            async with self._calls.ask("render", document, fields, PNG) as response:
                if response.status != HTTPStatus.OK:
                    raise NoXml(await _outcome(response))
                return await response.read()

    async def is_healthy(self) -> bool:
        """Whether any of them is."""
        return any([await self._health(url) is not None for url in self._calls.urls])

    async def inputs(self) -> Inputs:
        """By which engine and templates a document would be converted now; nothing, if nobody answers."""
        for url in self._calls.urls:
            if (health := await self._health(url)) is not None:
                return Inputs(engine=health.get("engine"), templates=health.get("templates"))
        return Inputs()

    async def _health(self, url: str) -> dict[str, Any] | None:
        try:
            return await self._calls.health(url, seconds=HEALTH_SECONDS)
        except UNREACHED:
            return None


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
    body = await problem_in(response)
    delay = wait_asked_for(response.headers.get("retry-after", ""), most=LONGEST_ASKED)
    if status in BUSY and body.get("reason") == "too_busy":  # it was tried, for minutes: that must not go on for ever
        return AttemptFailed(ErrorCode.GW_TIMEOUT, None, status, not_before=delay or timedelta(0), counts=False)
    if status in BUSY and delay is not None:
        if body.get("reason") == "disk_full":
            return HandedBack(HandBackReason.GATEWAY_DISK, delay, ErrorCode.IO_ERROR, status)
        return HandedBack(HandBackReason.BUSY, delay, gateway_status=status)  # a job in line has no issue
    if body.get("reason") == "parser_died":
        return ParserDied({name: _plain(body.get(name)) for name in EVIDENCE}, status)
    code = code_of_gateway_status(status)
    return AttemptFailed(code, _reason(body) if code is ErrorCode.GW_4XX else None, status)


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

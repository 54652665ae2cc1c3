"""One attempt at one job by a language model, from the stored PDF to the stored results. It changes no row."""

import json
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

import structlog

from fakturo.blobs.base import BlobMissing, Blobs, read_checked
from fakturo.convert.llm.catalog import INVOICE_PROMPT, INVOICE_SCHEMA, prompts, schemas
from fakturo.convert.mapping import Mappings, UnknownMapping
from fakturo.convert.mapping.model import Asks
from fakturo.domain.errors import ErrorCode
from fakturo.domain.inputs import Inputs
from fakturo.domain.job import ClaimedJob
from fakturo.domain.transitions import AttemptFailed, Converted, Outcome
from fakturo.http.gateway_calls import FileToSend
from fakturo.http.media_types import XML
from fakturo.ops.metrics import llm_calls, llm_raw_captures, llm_schema_failures, llm_tokens
from fakturo.worker.gateway_client import GatewayClient, NoXml, Order
from fakturo.worker.llm.answer import BadAnswer, joined, read_answer
from fakturo.worker.llm.client import Form, ModelClient, NoAnswer, Question, Said
from fakturo.worker.llm.pages import PageText, TooMuchText, pages_in
from fakturo.worker.llm.prompt import Budget, TooLong, messages, ranges, system_text, user_text
from fakturo.worker.run_job import (
    TemplatesOf,
    adopt_earlier,
    convert_document,
    nobody_teaches,
    order_for,
    storage_failed,
)

log = structlog.get_logger()

LAYOUT = Order("layout_v1", 1)
DEFAULT_MODEL = "default"
MOST_PICTURES = 8
PICTURE_WIDTH = 1200
TOO_LONG = "It is too long for the language model."
UNUSABLE = "What the language model answered can't be used."
NOTHING_TO_READ = "There is no text on its pages that a language model could read."
OLD_GATEWAY = "The gateway does not take a model's reading. Bring it up to this version."
MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Model:
    """The model's server, and how it is used."""

    client: ModelClient
    name: str
    budget: Budget
    takes_pictures: bool = False
    price_in: Decimal = Decimal(0)
    price_out: Decimal = Decimal(0)
    """For a million tokens."""
    ticket: Callable[[], Awaitable[None]] | None = None
    """Waits until the next question may be asked."""


@dataclass(slots=True)
class Spent:
    """What one attempt has cost so far."""

    model: str
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0

    def add(self, said: Said) -> None:
        self.tokens_in += said.tokens_in
        self.tokens_out += said.tokens_out

    def told(self, model: Model) -> dict[str, object]:
        cost = (self.tokens_in * model.price_in + self.tokens_out * model.price_out) / MILLION
        known = {"model": self.model, "calls": self.calls, "tokens_in": self.tokens_in, "tokens_out": self.tokens_out}
        return known | ({"cost": f"{cost.normalize():f}"} if cost else {})


class Unusable(Exception):
    """A model's answer that is none, with the text as it came."""

    def __init__(self, reason: str, raw: str) -> None:
        self.reason = reason
        self.raw = raw
        super().__init__(reason)


@dataclass(slots=True)
class _Attempt:
    job: ClaimedJob
    blobs: Blobs
    gateway: GatewayClient
    model: Model
    order: Order
    asks: Asks
    spent: Spent = field(init=False)

    def __post_init__(self) -> None:
        named = self.model.name if self.asks.model == DEFAULT_MODEL else self.asks.model
        self.spent = Spent(named)

    @property
    def reader(self) -> str:
        return f"{self.spent.model} {self.asks.prompt} {self.asks.schema}"


async def run_model_job(
    job: ClaimedJob,
    blobs: Blobs,
    gateway: GatewayClient,
    mappings: Mappings,
    model: Model,
    templates_of: TemplatesOf = nobody_teaches,
) -> Outcome:
    """What fails at the model is its breaker's business; what fails at the gateway is not."""
    try:
        order = order_for(job, mappings)
    except UnknownMapping as error:
        return AttemptFailed(ErrorCode.GW_4XX, str(error), meta={"reason": "unknown_mapping"})
    asks = mappings.find(job.mapping, job.mapping_version).asks or Asks(INVOICE_PROMPT, INVOICE_SCHEMA, DEFAULT_MODEL)
    attempt = _Attempt(job, blobs, gateway, model, order, asks)
    try:
        if job.has_templates:
            attempt.order = replace(order, templates=await templates_of(job.owner_key))
        outcome = await _run(attempt)
    except (BlobMissing, OSError) as error:
        outcome = storage_failed(error)
    except Exception:
        log.exception("unforeseen", error_code=ErrorCode.UNKNOWN)
        outcome = AttemptFailed(ErrorCode.UNKNOWN)
    return _with_cost(outcome, attempt)


async def _run(attempt: _Attempt) -> Outcome:
    try:
        return await _convert(attempt)
    except NoAnswer as end:
        log.warning("model_error", reason=end.reason, gateway_status=end.outcome.gateway_status)
        llm_calls.labels(end.reason).inc()
        return replace(end.outcome, meta={"reason": end.reason})
    except Unusable as end:
        return _unusable(end)
    except (TooLong, TooMuchText):
        return AttemptFailed(ErrorCode.GW_4XX, TOO_LONG, final=True, meta={"reason": "too_long"})
    except NoXml as end:
        return _gateway_failed(end)


async def _convert(attempt: _Attempt) -> Converted:
    job, order, blobs, gateway = attempt.job, attempt.order, attempt.blobs, attempt.gateway

    def known(inputs: Inputs) -> Inputs:
        return replace(inputs, reader=attempt.reader)

    if earlier := await adopt_earlier(job, order, blobs, gateway, known):
        return earlier
    if not await gateway.takes_readings():
        raise NoAnswer(AttemptFailed(ErrorCode.GW_4XX, OLD_GATEWAY, final=True), "old_gateway")
    reading = await _read(attempt)
    return await convert_document(job, replace(order, reading=reading), blobs, gateway, known)


async def _read(attempt: _Attempt) -> str:
    """The model's reading of the whole document, as JSON after its schema."""
    pages = await _pages(attempt)
    prompt, schema = prompts()[attempt.asks.prompt], schemas()[attempt.asks.schema]
    fixed = len(system_text(prompt, schema, with_schema=True))
    pictures = await _pictures(attempt, pages)
    if not pictures and all(page.is_blank for page in pages):
        raise NoAnswer(AttemptFailed(ErrorCode.GW_4XX, NOTHING_TO_READ, final=True), "no_text")
    parts: list[dict[str, Any]] = []
    for at, group in enumerate(ranges(pages, attempt.model.budget, fixed=fixed)):
        parts.append(await _ask(attempt, prompt, schema, group, pictures if at == 0 else ()))
    return json.dumps(joined(parts), ensure_ascii=False)


async def _ask(
    attempt: _Attempt, prompt: str, schema: Mapping[str, Any], pages: Sequence[PageText], pictures: Sequence[bytes]
) -> dict[str, Any]:
    model, mark = attempt.model, secrets.token_hex(8)
    question = Question(attempt.spent.model, attempt.asks.schema, schema, model.budget.output_tokens)
    user = user_text(pages, mark)

    def for_form(form: Form) -> list[dict[str, Any]]:
        return messages(system_text(prompt, schema, with_schema=form is not Form.SCHEMA), user, pictures)

    if model.ticket:
        await model.ticket()
    attempt.spent.calls += 1
    said = await model.client.ask(question, for_form)
    attempt.spent.add(said)
    llm_tokens.labels("in").inc(said.tokens_in)
    llm_tokens.labels("out").inc(said.tokens_out)
    try:
        read = read_answer(said.text, schema, is_whole=said.is_whole)
    except BadAnswer as bad:
        log.warning("model_answer_unusable", reason=bad.reason, detail=str(bad))
        llm_calls.labels(bad.reason).inc()
        llm_schema_failures.inc()
        raise Unusable(bad.reason, said.text) from None
    log.info("model_ok", tokens_in=said.tokens_in, tokens_out=said.tokens_out, pages=len(pages))
    llm_calls.labels("ok").inc()
    return read


async def _pages(attempt: _Attempt) -> list[PageText]:
    async with attempt.gateway.convert(_pdf(attempt), LAYOUT) as answer:
        async for part in answer.parts:
            if part.content_type == XML:
                return await pages_in(part.chunks)
    raise NoXml(AttemptFailed(ErrorCode.GW_5XX))


async def _pictures(attempt: _Attempt, pages: Sequence[PageText]) -> list[bytes]:
    """Of pages without any text, where the model takes them."""
    if not attempt.model.takes_pictures:
        return []
    blank = [page.number for page in pages if page.is_blank][:MOST_PICTURES]
    return [await attempt.gateway.picture(_pdf(attempt), number, PICTURE_WIDTH) for number in blank]


def _pdf(attempt: _Attempt) -> FileToSend:
    job = attempt.job
    return FileToSend(
        lambda: read_checked(attempt.blobs, job.upload_path, size=job.bytes, sha256=job.sha256), job.bytes
    )


def _unusable(end: Unusable) -> AttemptFailed:
    """With the answer as it came, for its owner."""
    llm_raw_captures.inc()
    return AttemptFailed(ErrorCode.GW_4XX, UNUSABLE, 200, final=True, meta={"reason": end.reason}, raw=end.raw)


def _gateway_failed(end: NoXml) -> Outcome:
    """Not the model's fault, so its breaker hears nothing of it."""
    outcome = end.outcome
    if not isinstance(outcome, AttemptFailed):
        return outcome
    log.warning("gateway_error", gateway_status=outcome.gateway_status, error_code=outcome.code)
    meta: dict[str, object] = {"reason": "gateway", "status": outcome.gateway_status}
    return replace(outcome, gateway_status=None, counts=False, meta=meta)


def _with_cost(outcome: Outcome, attempt: _Attempt) -> Outcome:
    if not attempt.spent.calls or not isinstance(outcome, Converted | AttemptFailed):
        return outcome
    return replace(outcome, meta={**outcome.meta, "llm": attempt.spent.told(attempt.model)})

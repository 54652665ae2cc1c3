"""Asks a model's server, once for each question. The one place where its answers and errors become outcomes of ours.

The official client's own retries are off: the job's policy is the only one that tries again.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Any

import openai

from fakturo.domain.errors import ErrorCode
from fakturo.domain.retry import wait_asked_for
from fakturo.domain.transitions import AttemptFailed
from fakturo.worker.llm.prompt import Messages

HEALTH_SECONDS = 5.0
CONNECT_SECONDS = 10.0
LONGEST_ASKED = timedelta(hours=1)
NO_KEY = "none"
"""Servers of one's own ask for none, but the client insists."""
REFUSED, REQUEST_TIMEOUT, TOO_MANY, SERVER_ERROR = 400, 408, 429, 500
UNKNOWN_FORMAT = frozenset({400, 415, 422, 501})
"""How servers say that they know no such form of answer."""
LIMITS = frozenset({"maxItems", "maxLength"})


class Form(StrEnum):
    """How an answer is held to its form, the strictest first."""

    SCHEMA = "schema"
    JSON = "json"
    TEXT = "text"


MessagesFor = Callable[[Form], Messages]
"""A question's messages for each form of answer."""


class NoAnswer(Exception):
    """The call came to nothing; what that means for the job is the outcome, and the reason is for event and log."""

    def __init__(self, outcome: AttemptFailed, reason: str) -> None:
        self.outcome = outcome
        self.reason = reason
        super().__init__(reason)


@dataclass(frozen=True, slots=True)
class Question:
    model: str
    schema_name: str
    schema: Mapping[str, Any]
    output_tokens: int


@dataclass(frozen=True, slots=True)
class Said:
    text: str
    is_whole: bool
    """Not cut at the limit of tokens."""
    tokens_in: int
    tokens_out: int


class ModelClient:
    def __init__(
        self, base_url: str, *, api_key: str | None, timeout_seconds: float, form: Form | None, stream: bool
    ) -> None:
        self._timeout_seconds = timeout_seconds
        self._stream = stream
        self._negotiates = form is None
        self._form = form or Form.SCHEMA
        self._client = openai.AsyncOpenAI(
            base_url=base_url,
            api_key=api_key or NO_KEY,
            organization="",
            project="",
            timeout=openai.Timeout(timeout_seconds, connect=min(CONNECT_SECONDS, timeout_seconds)),
            max_retries=0,
            http_client=openai.DefaultAsyncHttpxClient(trust_env=False, follow_redirects=False),
        )

    @property
    def form(self) -> Form:
        """What the server is asked for; learnt from it, unless a setting says."""
        return self._form

    async def aclose(self) -> None:
        await self._client.close()

    async def is_healthy(self) -> bool:
        """Whether anybody is there who is not out of order; servers without a list of models answer 404."""
        try:
            async with asyncio.timeout(HEALTH_SECONDS):
                await self._client.models.list()
        except openai.APIStatusError as error:
            return error.status_code < SERVER_ERROR
        except (openai.OpenAIError, TimeoutError, ValueError):
            return False
        return True

    async def ask(self, question: Question, messages_for: MessagesFor) -> Said:
        """`messages_for` a form: whoever is not held to the schema is shown it."""
        form = self._form
        while True:
            try:
                with _failures_as_ours():
                    async with asyncio.timeout(self._timeout_seconds):
                        said = await self._call(question, messages_for(form), form)
            except NoAnswer as end:
                looser = _looser(form)
                if not self._negotiates or looser is None or end.outcome.gateway_status not in UNKNOWN_FORMAT:
                    raise
                form = looser
            else:
                self._form = form  # only now: what is refused in every form says nothing about them
                return said

    async def _call(self, question: Question, messages: Messages, form: Form) -> Said:
        order: dict[str, Any] = {
            "model": question.model,
            "messages": messages,
            "max_tokens": question.output_tokens,
            "temperature": 0,
            **_response_format(form, question),
        }
        if self._stream:
            order |= {"stream": True, "stream_options": {"include_usage": True}}
            return await _streamed(await self._client.chat.completions.create(**order))
        return _said(await self._client.chat.completions.create(**order))


def _looser(form: Form) -> Form | None:
    forms = list(Form)
    return forms[forms.index(form) + 1] if form is not forms[-1] else None


def _response_format(form: Form, question: Question) -> dict[str, Any]:
    match form:
        case Form.SCHEMA:
            named = {"name": question.schema_name, "schema": shape_of(question.schema), "strict": True}
            return {"response_format": {"type": "json_schema", "json_schema": named}}
        case Form.JSON:
            return {"response_format": {"type": "json_object"}}
        case Form.TEXT:
            return {}


def shape_of(schema: Any) -> Any:
    """Without limits of length: llama.cpp makes grammars of them that are too large for itself, and others refuse them.
    The answer is held against the whole schema all the same."""
    if isinstance(schema, Mapping):
        return {name: shape_of(value) for name, value in schema.items() if name not in LIMITS and name[:1] != "$"}
    return [shape_of(each) for each in schema] if isinstance(schema, list) else schema


def _said(completion: Any) -> Said:
    choices = getattr(completion, "choices", None)
    if not choices:
        raise NoAnswer(AttemptFailed(ErrorCode.GW_5XX), "no_completion")
    choice, usage = choices[0], completion.usage
    _check_refusal(choice.finish_reason, getattr(choice.message, "refusal", None))
    return Said(
        choice.message.content or "",
        choice.finish_reason != "length",
        getattr(usage, "prompt_tokens", 0) or 0,
        getattr(usage, "completion_tokens", 0) or 0,
    )


async def _streamed(chunks: AsyncIterator[Any]) -> Said:
    texts, refusals, finish, usage = list[str](), list[str](), None, None
    async for chunk in chunks:
        usage = getattr(chunk, "usage", None) or usage
        for choice in chunk.choices or ():
            texts.append(choice.delta.content or "")
            refusals.append(getattr(choice.delta, "refusal", None) or "")
            finish = choice.finish_reason or finish
    if finish is None:
        raise NoAnswer(AttemptFailed(ErrorCode.GW_5XX), "cut_off")
    _check_refusal(finish, "".join(refusals))
    tokens = (getattr(usage, name, 0) or 0 for name in ("prompt_tokens", "completion_tokens"))
    return Said("".join(texts), finish != "length", *tokens)


def _check_refusal(finish: str | None, refusal: str | None) -> None:
    if refusal or finish == "content_filter":
        outcome = AttemptFailed(ErrorCode.GW_4XX, "The language model refused to read it.", 200, final=True)
        raise NoAnswer(outcome, "refused")


@contextlib.contextmanager
def _failures_as_ours() -> Iterator[None]:
    try:
        yield
    except (openai.APITimeoutError, TimeoutError):
        raise NoAnswer(AttemptFailed(ErrorCode.GW_TIMEOUT), "timeout") from None
    except openai.APIStatusError as error:
        raise _status(error) from None
    except openai.APIConnectionError as error:
        raise NoAnswer(AttemptFailed(ErrorCode.GW_5XX), "network") from error
    except (openai.OpenAIError, ValueError) as error:  # a proxy's page, or something cut in half
        raise NoAnswer(AttemptFailed(ErrorCode.GW_5XX), "no_completion") from error


def _status(error: openai.APIStatusError) -> NoAnswer:
    status = error.status_code
    if status == TOO_MANY:
        said = error.response.headers.get("retry-after", "").partition(".")[0]
        wait = wait_asked_for(said, most=LONGEST_ASKED) or timedelta(0)
        outcome = AttemptFailed(ErrorCode.GW_5XX, gateway_status=status, not_before=wait, counts=False)
        return NoAnswer(outcome, "rate_limited")
    if status == REQUEST_TIMEOUT:
        return NoAnswer(AttemptFailed(ErrorCode.GW_TIMEOUT, gateway_status=status), "timeout")
    if not REFUSED <= status < SERVER_ERROR:  # redirections, too: a document goes nowhere else
        return NoAnswer(AttemptFailed(ErrorCode.GW_5XX, gateway_status=status), "server_error")
    sentence = f"The language model's server refused the request ({status})."
    return NoAnswer(AttemptFailed(ErrorCode.GW_4XX, sentence, status, final=True), "request_refused")

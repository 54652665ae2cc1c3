"""The model's client against a server that speaks the protocol, whole and streamed: each failure is an outcome."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from fakturo.convert.llm.catalog import schemas
from fakturo.domain.errors import ErrorCode
from fakturo.worker.llm.client import Form, ModelClient, NoAnswer, Question
from fakturo.worker.llm.prompt import Messages
from tests.support.model_server import Answer, ModelServer, fails, model_server

QUESTION = Question("test", "invoice_v1", schemas()["invoice_v1"], 100)


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    with model_server() as running:
        yield running


def messages(_: Form) -> Messages:
    return [{"role": "user", "content": "?"}]


@pytest.fixture(params=[False, True], ids=["whole", "streamed"])
def client(server: ModelServer, request: pytest.FixtureRequest) -> ModelClient:
    return ModelClient(server.url, api_key=None, timeout_seconds=5, form=None, stream=request.param)


async def test_an_answer_comes_with_its_tokens(server: ModelServer, client: ModelClient) -> None:
    server.always(Answer('{"invoices": []}'))
    said = await client.ask(QUESTION, messages)
    assert (said.text, said.is_whole, said.tokens_in, said.tokens_out) == ('{"invoices": []}', True, 1200, 300)
    server.always(Answer("{", finish="length"))
    assert not (await client.ask(QUESTION, messages)).is_whole
    assert await client.is_healthy()
    await client.aclose()


async def test_a_server_is_asked_for_the_schemas_shape_without_its_limits(server: ModelServer) -> None:
    """A real llama.cpp refuses the whole schema: its limits make a grammar that is too large."""
    client = ModelClient(server.url, api_key=None, timeout_seconds=5, form=None, stream=False)
    server.always(Answer('{"invoices": []}'))
    await client.ask(QUESTION, messages)
    asked = json.dumps(server.orders[-1]["response_format"])
    assert '"pattern"' in asked
    assert '"required"' in asked
    assert "maxItems" not in asked
    assert "maxLength" not in asked
    await client.aclose()


@pytest.mark.parametrize(
    ("answer", "code", "final"),
    [
        (fails(500), ErrorCode.GW_5XX, False),
        (fails(429, "7"), ErrorCode.GW_5XX, False),
        (fails(408), ErrorCode.GW_TIMEOUT, False),
        (fails(404), ErrorCode.GW_4XX, True),
        (Answer("half of it", cut_off=True), ErrorCode.GW_5XX, False),
        (Answer(refusal="No."), ErrorCode.GW_4XX, True),
        (Answer(wait_seconds=8), ErrorCode.GW_TIMEOUT, False),
    ],
)
async def test_one_call_and_one_outcome(
    server: ModelServer, client: ModelClient, answer: Answer, code: ErrorCode, *, final: bool
) -> None:
    server.always(answer)
    before = server.calls
    with pytest.raises(NoAnswer) as end:
        await client.ask(QUESTION, messages)
    assert (end.value.outcome.code, end.value.outcome.final) == (code, final)
    assert server.calls == before + 1, "nobody tries again but the job's policy"
    await client.aclose()


async def test_nobody_there_is_a_reason_to_come_back() -> None:
    client = ModelClient("http://127.0.0.1:9/v1", api_key=None, timeout_seconds=5, form=None, stream=False)
    with pytest.raises(NoAnswer) as end:
        await client.ask(QUESTION, messages)
    assert end.value.outcome.code is ErrorCode.GW_5XX
    assert not await client.is_healthy()
    await client.aclose()


def form_of(order: dict[str, Any]) -> str:
    return str(order.get("response_format", {}).get("type"))


async def test_a_document_that_is_refused_in_every_form_leaves_the_next_one_its_schema(
    server: ModelServer, client: ModelClient
) -> None:
    before = server.calls
    server.always(fails(400))
    with pytest.raises(NoAnswer):
        await client.ask(QUESTION, messages)
    assert [form_of(order) for order in server.orders[before:]] == ["json_schema", "json_object", "None"]
    server.always(Answer('{"invoices": []}'))
    await client.ask(QUESTION, messages)
    assert (form_of(server.orders[-1]), client.form) == ("json_schema", Form.SCHEMA)
    await client.aclose()


async def test_a_looser_form_that_was_answered_is_asked_for_from_then_on(
    server: ModelServer, client: ModelClient
) -> None:
    server.answer = lambda _, order: fails(400) if "response_format" in order else Answer('{"invoices": []}')
    before = server.calls
    for _ in range(2):
        await client.ask(QUESTION, messages)
    assert [form_of(order) for order in server.orders[before:]] == ["json_schema", "json_object", "None", "None"]
    assert client.form is Form.TEXT
    await client.aclose()

"""The gateway, as web asks it: the next one where one is out of order, and whose fault it is when nothing comes."""

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from starlette.responses import JSONResponse, Response

from fakturo.blobs.base import BlobMissing
from fakturo.domain.errors import ErrorCode
from fakturo.http.gateway_calls import FileToSend, GatewayCalls
from fakturo.http.media_types import JSON
from fakturo.http.problems import Problem
from fakturo.web.converter import AWAY, Converter
from tests.support.gateways import plain_gateway

NOWHERE = "http://127.0.0.1:9"


def always(response: Callable[[], Response]) -> Callable[[int], Awaitable[Response]]:
    async def answer(_: int) -> Response:
        return response()

    return answer


def a_pdf(content: bytes = b"%PDF-1.7", *, lost: bool = False) -> FileToSend:
    async def chunks() -> AsyncIterator[bytes]:
        yield content
        if lost:
            raise BlobMissing

    async def read() -> AsyncIterator[bytes]:
        return chunks()

    return FileToSend(read, len(content))


async def seen(pdf: FileToSend, *urls: str) -> bytes:
    async with (
        contextlib.aclosing(GatewayCalls(urls, timeout_seconds=10)) as calls,
        Converter(calls).look(pdf, JSON, {"read": "pages"}) as chunks,
    ):
        return b"".join([chunk async for chunk in chunks])


@pytest.mark.parametrize("status", [502, 503, 504])
async def test_the_next_gateway_is_asked_when_one_is_out_of_order_or_away(status: int) -> None:
    async with (
        plain_gateway(always(lambda: Response(status_code=status))) as broken,
        plain_gateway(always(lambda: Response(b"pages"))) as other,
    ):
        assert await seen(a_pdf(), NOWHERE, broken.url, other.url) == b"pages"
        assert (broken.calls, other.calls) == (1, 1)
        assert b"%PDF-1.7" in other.bodies[1]


async def test_what_a_gateway_says_about_the_file_is_passed_on() -> None:
    async with plain_gateway(always(lambda: JSONResponse({"detail": "No such \n page."}, 400))) as gateway:
        with pytest.raises(Problem) as refused:
            await seen(a_pdf(), gateway.url)
    assert (refused.value.code, refused.value.detail) == (ErrorCode.INVALID_REQUEST, "No such page.")


@pytest.mark.parametrize("response", [lambda: Response(status_code=503), lambda: JSONResponse(["odd"], 500)])
async def test_a_gateway_in_trouble_is_a_reason_to_try_again(response: Callable[[], Response]) -> None:
    async with plain_gateway(always(response)) as gateway:
        with pytest.raises(Problem) as refused:
            await seen(a_pdf(), gateway.url)
    assert (refused.value.code, refused.value.detail) == (ErrorCode.PAUSED, AWAY)


async def test_nobody_who_answers_is_a_reason_to_try_again() -> None:
    with pytest.raises(Problem) as refused:
        await seen(a_pdf(), NOWHERE)
    assert refused.value.code is ErrorCode.PAUSED


@pytest.mark.parametrize("size", [100, 1_000_000])
async def test_a_pdf_that_is_lost_on_its_way_is_not_the_gateways_fault(size: int) -> None:
    async with plain_gateway(always(lambda: Response(b"pages"))) as gateway:
        with pytest.raises(Problem) as refused:
            await seen(a_pdf(b"x" * size, lost=True), gateway.url)
    assert refused.value.code is ErrorCode.EXPIRED

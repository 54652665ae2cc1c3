"""Pictures of pages from several gateways, as broken as they may be."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing

import pytest
from starlette.responses import Response, StreamingResponse

from fakturo.blobs.base import BlobDamaged
from fakturo.domain.errors import ErrorCode
from fakturo.domain.transitions import AttemptFailed
from fakturo.http.gateway_calls import FileToSend
from fakturo.worker.gateway_client import GatewayClient, NoXml
from tests.support.gateways import plain_gateway

NOBODY = "http://127.0.0.1:9"
PDF = b"%PDF-1.7 made up"


async def chunks() -> AsyncIterator[bytes]:
    yield PDF


async def read() -> AsyncIterator[bytes]:
    return chunks()


DOCUMENT = FileToSend(read, len(PDF))


async def picture(*urls: str, timeout_seconds: float = 30) -> bytes:
    async with aclosing(GatewayClient(urls, timeout_seconds=timeout_seconds)) as client:
        return await client.picture(DOCUMENT, 2, 800)


async def a_picture(_: int) -> Response:
    return Response(b"a picture", media_type="image/png")


@pytest.mark.parametrize("status", [502, 503, 504])
async def test_a_picture_comes_from_the_next_gateway_when_one_is_out_of_order(status: int) -> None:
    async def out_of_order(_: int) -> Response:
        return Response(status_code=status)

    async with plain_gateway(out_of_order) as first, plain_gateway(a_picture) as second:
        assert await picture(NOBODY, first.url, second.url) == b"a picture"
    assert (first.calls, second.calls, second.accepts) == (1, 1, ["image/png"])
    assert all(part in second.bodies[1] for part in (PDF, b'name="page"', b'name="width"'))


async def test_a_gateways_word_on_a_picture_is_the_last() -> None:
    async def refuses(_: int) -> Response:
        return Response(status_code=400)

    async with plain_gateway(refuses) as first, plain_gateway(a_picture) as second:
        with pytest.raises(NoXml) as end:
            await picture(first.url, second.url)
    assert (end.value.outcome, second.calls) == (AttemptFailed(ErrorCode.GW_4XX, gateway_status=400), 0)


async def test_a_picture_that_never_ends_is_given_up_in_time() -> None:
    async def drip() -> AsyncIterator[bytes]:
        while True:
            yield b"."
            await asyncio.sleep(0.05)

    async def dripping(_: int) -> Response:
        return StreamingResponse(drip(), media_type="image/png")

    async with plain_gateway(dripping) as gateway:
        with pytest.raises(NoXml) as end:
            await asyncio.wait_for(picture(gateway.url, timeout_seconds=0.5), 20)
    assert end.value.outcome == AttemptFailed(ErrorCode.GW_TIMEOUT)


@pytest.mark.parametrize("size", [10, 10_000_000])
async def test_a_document_that_cannot_be_read_is_not_the_gateways_fault(size: int) -> None:
    """Before the call, if it is small; or in the midst of it."""

    async def damaged() -> AsyncIterator[bytes]:
        yield PDF
        raise BlobDamaged

    async def read_damaged() -> AsyncIterator[bytes]:
        return damaged()

    async with (
        plain_gateway(a_picture) as gateway,
        aclosing(GatewayClient([gateway.url], timeout_seconds=30)) as client,
    ):
        with pytest.raises(BlobDamaged):
            await asyncio.wait_for(client.picture(FileToSend(read_damaged, size), 2, 800), 20)

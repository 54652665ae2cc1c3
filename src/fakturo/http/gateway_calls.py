"""Calls of a gateway, or of several to fall back to in their order: how a file goes there, and who is asked next."""

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import aiohttp

from fakturo.http.form_writing import SMALL_BYTES, form_around_file, joined
from fakturo.ops import trace

CONNECT_SECONDS = 10.0
IDLE_SECONDS = 5.0
"""So long a connection is kept for the next call: less than gateways and what stands before them keep theirs."""
OUT_OF_ORDER = frozenset({502, 503, 504})
"""Answers after which the next gateway is asked."""
MAX_ERROR_BODY_BYTES = 64 * 1024
UNREACHED = (aiohttp.ClientError, TimeoutError)
"""How a call fails that got no answer."""


@dataclass(frozen=True, slots=True)
class FileToSend:
    """It has no name at the gateway: the user's file name is nobody else's business."""

    read: Callable[[], Awaitable[AsyncIterator[bytes]]]
    """Its bytes from the start, once for each gateway that is tried."""
    size: int
    content_type: str = "application/pdf"


class GatewayCalls:
    def __init__(self, urls: Sequence[str], *, timeout_seconds: float, token: str | None = None) -> None:
        self.urls = tuple(urls)
        self._token = token
        self._timeout_seconds = timeout_seconds
        patience = aiohttp.ClientTimeout(sock_connect=min(CONNECT_SECONDS, timeout_seconds), sock_read=timeout_seconds)
        self._http = aiohttp.ClientSession(
            timeout=patience,
            connector=aiohttp.TCPConnector(limit=0, keepalive_timeout=IDLE_SECONDS),
            cookie_jar=aiohttp.DummyCookieJar(),
        )

    async def aclose(self) -> None:
        await self._http.close()

    def naming(self, owner_key: str) -> dict[str, str]:
        """The field that says whose directory is asked, too: a gateway hears it only from who shows its token."""
        return {"owner": owner_key} if self._token else {}

    @contextlib.asynccontextmanager
    async def ask(
        self, path: str, file: FileToSend, fields: Mapping[str, str], accept: str
    ) -> AsyncIterator[aiohttp.ClientResponse]:
        """The deadline covers everything inside the block, not only the first byte."""
        async with asyncio.timeout(self._timeout_seconds), contextlib.AsyncExitStack() as stack:
            yield await self.first_answer(
                lambda url: stack.enter_async_context(self.post(f"{url}/{path}", file, fields, accept))
            )

    async def first_answer(self, ask: Callable[[str], Awaitable[aiohttp.ClientResponse]]) -> aiohttp.ClientResponse:
        """Of the first gateway that can be reached and is not out of order; if none is, whatever the last one did."""
        *before_last, last = self.urls
        for url in before_last:
            try:
                response = await ask(url)
            except UNREACHED:
                continue
            if response.status not in OUT_OF_ORDER:
                return response
        return await ask(last)

    @contextlib.asynccontextmanager
    async def post(
        self, url: str, file: FileToSend, fields: Mapping[str, str], accept: str
    ) -> AsyncIterator[aiohttp.ClientResponse]:
        boundary = secrets.token_hex(16)
        before, after = form_around_file(boundary, fields, file.content_type)
        headers = {
            "Accept": accept,
            "Content-Type": f"multipart/form-data; boundary={boundary}",
            "Content-Length": str(len(before) + file.size + len(after)),
            **({"Authorization": f"Bearer {self._token}"} if self._token else {}),
            **trace.headers(),
        }
        body = _Body(joined(before, await file.read(), after))
        content = b"".join([chunk async for chunk in body]) if file.size <= SMALL_BYTES else body
        with body.failures_first():
            async with self._http.post(url, data=content, headers=headers, allow_redirects=False) as response:
                yield response

    async def health(self, url: str, *, seconds: float) -> dict[str, Any] | None:
        """What it says of itself; None if that is not that it is well. Raises one of UNREACHED."""
        patience = aiohttp.ClientTimeout(seconds)
        async with self._http.get(f"{url}/health", timeout=patience, allow_redirects=False) as response:
            return json_object(await response.read()) if response.status == HTTPStatus.OK else None


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


async def problem_in(response: aiohttp.ClientResponse) -> dict[str, Any]:
    """What an answer says about its failure, if it says anything that we can read."""
    body = b""
    async for chunk in response.content.iter_any():
        body += chunk
        if len(body) > MAX_ERROR_BODY_BYTES:
            break
    return json_object(body)


def json_object(body: bytes) -> dict[str, Any]:
    """Nothing, if it is something else."""
    try:
        parsed = json.loads(body)
    except ValueError:
        return {}
    return parsed if isinstance(parsed, dict) else {}

"""Calls the gateway. The one place where its answers, and the ways a call can fail, become outcomes of ours."""

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterable, AsyncIterator, Iterator
from dataclasses import dataclass

import httpx

from fakturo.domain.errors import ErrorCode, code_of_gateway_status

MAX_REASON_CHARACTERS = 300
MAX_ERROR_BODY_BYTES = 64 * 1024


class GatewayFailure(Exception):
    """The call did not end in XML."""

    def __init__(self, code: ErrorCode, *, status: int | None = None, reason: str | None = None) -> None:
        self.code = code
        self.status = status
        self.reason = reason
        super().__init__(f"{code} {status or ''}")


@dataclass(frozen=True, slots=True)
class Document:
    """A PDF on its way to the gateway. It has no name there: the user's file name is nobody else's business."""

    chunks: AsyncIterable[bytes]
    size: int


@dataclass(frozen=True, slots=True)
class XmlAnswer:
    status: int
    engine: str
    chunks: AsyncIterator[bytes]


class GatewayClient:
    def __init__(self, url: str, *, timeout_seconds: float, connections: int) -> None:
        self._timeout_seconds = timeout_seconds
        self._http = httpx.AsyncClient(
            base_url=url,
            timeout=httpx.Timeout(timeout_seconds, connect=min(10.0, timeout_seconds)),
            limits=httpx.Limits(max_connections=connections, max_keepalive_connections=connections),
            trust_env=False,
        )

    async def aclose(self) -> None:
        await self._http.aclose()

    @contextlib.asynccontextmanager
    async def convert(self, document: Document, mapping: str) -> AsyncIterator[XmlAnswer]:
        """The XML as it streams in. The deadline covers everything inside the block, not only the first byte."""
        boundary = secrets.token_hex(16)
        before, after = _form_around_file(boundary, {"mapping": mapping, "pretty": "1"})
        headers = {
            "Accept": "application/xml",
            "Content-Type": f"multipart/form-data; boundary={boundary}",
            "Content-Length": str(len(before) + document.size + len(after)),
        }
        body = _joined(before, document.chunks, after)
        with _failures_as_ours():
            async with (
                asyncio.timeout(self._timeout_seconds),
                self._http.stream("POST", "/process", content=body, headers=headers) as response,
            ):
                if response.status_code != httpx.codes.OK:
                    raise await _failure(response)
                yield XmlAnswer(
                    response.status_code, response.headers.get("x-engine", "unknown"), response.aiter_bytes()
                )

    async def is_healthy(self) -> bool:
        try:
            response = await self._http.get("/health", timeout=5)
        except httpx.HTTPError:
            return False
        return response.status_code == httpx.codes.OK


@contextlib.contextmanager
def _failures_as_ours() -> Iterator[None]:
    try:
        yield
    except (TimeoutError, httpx.TimeoutException):
        raise GatewayFailure(ErrorCode.GW_TIMEOUT) from None
    except httpx.HTTPError as error:
        raise GatewayFailure(ErrorCode.GW_5XX) from error


async def _failure(response: httpx.Response) -> GatewayFailure:
    code = code_of_gateway_status(response.status_code)
    reason = _reason(await _start_of(response)) if code is ErrorCode.GW_4XX else None
    return GatewayFailure(code, status=response.status_code, reason=reason)


async def _start_of(response: httpx.Response) -> bytes:
    body = b""
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) > MAX_ERROR_BODY_BYTES:
            break
    return body


def _reason(body: bytes) -> str | None:
    """The gateway's own sentence about the file, from `detail`, in one line."""
    try:
        detail = json.loads(body)["detail"]
    except (ValueError, KeyError, TypeError):
        return None
    return " ".join(detail.split())[:MAX_REASON_CHARACTERS] if isinstance(detail, str) else None


def _form_around_file(boundary: str, fields: dict[str, str]) -> tuple[bytes, bytes]:
    texts = "".join(
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in fields.items()
    )
    file = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="document.pdf"\r\n'
        "Content-Type: application/pdf\r\n\r\n"
    )
    return (texts + file).encode(), f"\r\n--{boundary}--\r\n".encode()


async def _joined(before: bytes, chunks: AsyncIterable[bytes], after: bytes) -> AsyncIterator[bytes]:
    yield before
    async for chunk in chunks:
        yield chunk
    yield after

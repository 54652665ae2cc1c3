"""Sends one webhook: to an address that was checked, within bounds, and nowhere else.

The host's name is resolved once. The connection goes to the very address that was checked, so that a name which means
another machine a moment later leads nowhere; certificate and `Host` are those of the name. No redirect is followed, no
proxy of the environment is asked, and nothing of the answer is read but its status and `Retry-After`.
"""

import asyncio
import contextlib
import ipaddress
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import httpx

from fakturo import __version__
from fakturo.domain.addresses import Address
from fakturo.domain.retry import wait_asked_for
from fakturo.domain.webhooks import DELAYS, Attempt, BadAddress, Reach

SEND_SECONDS = 15.0
MOST_ADDRESSES = 3
"""Of one host, tried one after the other."""
HEADERS = {"Content-Type": "application/json", "User-Agent": f"Fakturo/{__version__}"}

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]

_NAMES = ThreadPoolExecutor(32, thread_name_prefix="webhook names")
"""A stranger's name server that is silent holds a thread for half a minute: none of those that files are written in."""


async def addresses_of(host: str, port: int) -> Sequence[str]:
    ask = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    found = await asyncio.get_running_loop().run_in_executor(_NAMES, ask)
    return list(dict.fromkeys(str(address[0]) for _, _, _, _, address in found))


class Sender:
    def __init__(
        self,
        reach: Reach,
        *,
        seconds: float = SEND_SECONDS,
        resolve: Resolve = addresses_of,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._reach = reach
        self._seconds = seconds
        self._resolve = resolve
        self._client = httpx.AsyncClient(
            trust_env=False,
            follow_redirects=False,
            verify=tls or ssl.create_default_context(),
            timeout=seconds,
            limits=httpx.Limits(max_keepalive_connections=0),
        )

    async def aclose(self) -> None:
        await self._client.aclose()

    async def send(self, url: str, headers: Mapping[str, str], body: bytes) -> Attempt:
        try:
            async with asyncio.timeout(self._seconds):
                return await self._send(httpx.URL(url), headers, body)
        except (TimeoutError, httpx.TimeoutException):
            return Attempt(error="It took too long.")
        except BadAddress as error:
            return Attempt(error=f"{error}.")
        except (OSError, UnicodeError):  # the latter for a name that can't even be asked for
            return Attempt(error="The host's address was not found.")
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            return Attempt(error=_why(error))

    async def _send(self, url: httpx.URL, headers: Mapping[str, str], body: bytes) -> Attempt:
        addresses = await self._permitted(url)
        for address in addresses:
            is_last = address == addresses[-1]
            with contextlib.suppress(*([] if is_last else [httpx.ConnectError])):
                async with self._answer(url, address, headers, body) as response:
                    wait = wait_asked_for(response.headers.get("retry-after", ""), most=DELAYS[-1])
                    return Attempt(status=response.status_code, retry_after=wait)
        raise AssertionError("the last address raises")

    async def _permitted(self, url: httpx.URL) -> list[Address]:
        """Those of the host that may be connected to; a host that has none is refused."""
        port = url.port or (443 if url.scheme == "https" else 80)
        permitted, refusal = list[Address](), BadAddress("The host has no address")
        for text in await self._resolve(url.host, port):
            address = ipaddress.ip_address(text.partition("%")[0])
            try:
                self._reach.check(address, scheme=url.scheme)
                permitted.append(address)
            except BadAddress as error:
                refusal = error
        if not permitted:
            raise refusal
        return permitted[:MOST_ADDRESSES]

    @contextlib.asynccontextmanager
    async def _answer(
        self, url: httpx.URL, address: Address, headers: Mapping[str, str], body: bytes
    ) -> AsyncIterator[httpx.Response]:
        request = self._client.build_request(
            "POST",
            url.copy_with(host=str(address)),
            headers={**HEADERS, **headers, "Host": url.netloc.decode("ascii")},
            content=body,
            extensions={"sni_hostname": url.host},
        )
        response = await self._client.send(request, stream=True)
        try:
            yield response
        finally:
            await response.aclose()


def _why(error: httpx.HTTPError | httpx.InvalidURL) -> str:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLError):
            return "The receiver's certificate is not valid for its name, or it speaks no TLS."
        cause = cause.__cause__ or cause.__context__
    if isinstance(error, httpx.ConnectError):
        return "No connection could be made."
    return "The receiver did not answer as HTTP asks for."

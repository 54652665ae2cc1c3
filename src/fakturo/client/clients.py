"""The two clients: one that waits, one to be awaited."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self, TypeVar

import httpx

from fakturo import __version__
from fakturo.client import operations
from fakturo.client.models import Job, Uploaded
from fakturo.client.operations import PDF, Call, Pause, Steps
from fakturo.domain.job import Review, Status

T = TypeVar("T")
Statuses = Collection[Status | str] | None
Reviews = Collection[Review | str] | None
File = Path | str
HOUR = 3600.0
TIMEOUT = httpx.Timeout(60.0, connect=10.0)
"""Longer than the server lets a question wait."""
UNFINISHED = ".part"


class Client:
    """Waits for each answer. Close it, or use it with `with`."""

    def __init__(
        self,
        server: str,
        *,
        key: str | None = None,
        patience_seconds: float = 60.0,
        transport: httpx.BaseTransport | None = None,
        on_pause: Callable[[str], None] = lambda _: None,
    ) -> None:
        """`patience_seconds`: how long a server that says "later" (429, 503) is asked again; `on_pause` is told its
        words each time."""
        self._http = httpx.Client(
            base_url=server, headers=_headers(key), timeout=TIMEOUT, transport=transport, follow_redirects=True
        )
        self._patience = patience_seconds
        self._on_pause = on_pause

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def upload(self, file: File, *, mapping: str | None = None, idempotency_key: str | None = None) -> Uploaded:
        """Hand a PDF in. However often it has to be sent, it becomes one job."""
        return self._run(operations.upload(Path(file), self._patience, mapping=mapping, key=idempotency_key))

    def review_address(self, job_id: str) -> str:
        """Where a person looks at its result, if the job is that person's."""
        return str(self._http.base_url.join(f"review/{job_id}"))

    def job(self, job_id: str) -> Job:
        return self._run(operations.get(job_id, self._patience))

    def wait(self, job_id: str, *, timeout_seconds: float = HOUR) -> Job:
        """The job when it has ended, well or not; TookTooLong, if it has not by then."""
        steps = operations.wait_for(job_id, self._patience, seconds=timeout_seconds, clock=operations.now)
        return self._run(steps)

    def jobs(self, *, status: Statuses = None, review: Reviews = None, q: str | None = None) -> Iterator[Job]:
        """Newest first, page by page. `q`: words of file name, invoice number, seller or buyer."""
        wanted, cursor = _wanted(status, review, q), None
        while True:
            page = self._run(operations.page(wanted, cursor, self._patience))
            yield from page.jobs
            if (cursor := page.next_cursor) is None:
                return

    def retry(self, job_id: str) -> Uploaded:
        """Ask for a failed job again."""
        return self._run(operations.retry(job_id, self._patience))

    def delete(self, job_id: str) -> None:
        """Remove a job and its files; one that is being converted is stopped."""
        self._run(operations.delete(job_id, self._patience))

    def document(self, job_id: str) -> Any:
        """The invoice with all its issues: a dict, or a list of them, if the PDF has several."""
        return self._run(operations.document(job_id, self._patience))

    def download(
        self,
        job_id: str,
        folder: File = ".",
        *,
        replace: bool = False,
        taken: Collection[Path] = (),
        stem: str | None = None,
    ) -> Path:
        """The XML, into a folder, under the PDF's name, or with `stem` instead; a draft is called `…-draft.xml`.
        FileExistsError, unless it may be replaced; beside files of `taken` it gets a number."""
        return self._run(operations.download(job_id, Path(folder), self._patience, replace, taken, stem))

    def _run(self, steps: Steps[T]) -> T:
        answer: httpx.Response | None = None
        error: Exception | None = None
        while True:
            try:
                step = steps.throw(error) if error else steps.send(answer)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]
            answer = error = None
            if isinstance(step, Pause):
                if step.asked_for:
                    self._on_pause(step.asked_for)
                time.sleep(step.seconds)
                continue
            try:
                answer = self._call(step)
            except httpx.TransportError as broken:
                error = broken

    def _call(self, call: Call) -> httpx.Response:
        with ExitStack() as opened:
            request = _request(self._http, call, opened)
            answer = self._http.send(request, stream=True)
            try:
                if not call.save_as or not answer.is_success:
                    answer.read()
                    return answer
                path = call.save_as(answer.headers)
                with _unfinished(path).open("wb") as file:
                    for chunk in answer.iter_bytes():
                        file.write(chunk)
            finally:
                answer.close()
            _unfinished(path).replace(path)
            return answer


class AsyncClient:
    """The same, to be awaited. Close it with `aclose`, or use it with `async with`."""

    def __init__(
        self,
        server: str,
        *,
        key: str | None = None,
        patience_seconds: float = 60.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._http = httpx.AsyncClient(
            base_url=server, headers=_headers(key), timeout=TIMEOUT, transport=transport, follow_redirects=True
        )
        self._patience = patience_seconds

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        await self._http.aclose()

    async def upload(self, file: File, *, mapping: str | None = None, idempotency_key: str | None = None) -> Uploaded:
        return await self._run(operations.upload(Path(file), self._patience, mapping=mapping, key=idempotency_key))

    async def job(self, job_id: str) -> Job:
        return await self._run(operations.get(job_id, self._patience))

    async def wait(self, job_id: str, *, timeout_seconds: float = HOUR) -> Job:
        steps = operations.wait_for(job_id, self._patience, seconds=timeout_seconds, clock=operations.now)
        return await self._run(steps)

    async def jobs(
        self, *, status: Statuses = None, review: Reviews = None, q: str | None = None
    ) -> AsyncIterator[Job]:
        wanted, cursor = _wanted(status, review, q), None
        while True:
            page = await self._run(operations.page(wanted, cursor, self._patience))
            for job in page.jobs:
                yield job
            if (cursor := page.next_cursor) is None:
                return

    async def retry(self, job_id: str) -> Uploaded:
        return await self._run(operations.retry(job_id, self._patience))

    async def delete(self, job_id: str) -> None:
        await self._run(operations.delete(job_id, self._patience))

    async def document(self, job_id: str) -> Any:
        return await self._run(operations.document(job_id, self._patience))

    async def download(
        self,
        job_id: str,
        folder: File = ".",
        *,
        replace: bool = False,
        taken: Collection[Path] = (),
        stem: str | None = None,
    ) -> Path:
        return await self._run(operations.download(job_id, Path(folder), self._patience, replace, taken, stem))

    async def _run(self, steps: Steps[T]) -> T:
        answer: httpx.Response | None = None
        error: Exception | None = None
        while True:
            try:
                step = steps.throw(error) if error else steps.send(answer)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]
            answer = error = None
            if isinstance(step, Pause):
                await asyncio.sleep(step.seconds)
                continue
            try:
                answer = await self._call(step)
            except httpx.TransportError as broken:
                error = broken

    async def _call(self, call: Call) -> httpx.Response:
        with ExitStack() as opened:
            request = _request(self._http, call, opened)
            answer = await self._http.send(request, stream=True)
            try:
                if not call.save_as or not answer.is_success:
                    await answer.aread()
                    return answer
                path = call.save_as(answer.headers)
                with _unfinished(path).open("wb") as file:
                    async for chunk in answer.aiter_bytes():
                        file.write(chunk)
            finally:
                await answer.aclose()
            _unfinished(path).replace(path)
            return answer


def _headers(key: str | None) -> dict[str, str]:
    own = {"User-Agent": f"fakturo-client/{__version__}", "Accept": "application/json, */*"}
    return own | ({"Authorization": f"Bearer {key}"} if key else {})


def _request(http: httpx.Client | httpx.AsyncClient, call: Call, opened: ExitStack) -> httpx.Request:
    sent: dict[str, Any] = {"params": dict(call.params), "headers": dict(call.headers)}
    if call.file:
        file = opened.enter_context(call.file.open("rb"))
        sent |= {"files": {"file": (call.file.name, file, PDF)}, "data": dict(call.form)}
    elif call.json is not None:
        sent["json"] = call.json
    return http.build_request(call.method, call.path, **sent)


def _wanted(status: Statuses, review: Reviews, q: str | None) -> dict[str, Any]:
    statuses, reviews = status and [str(each) for each in status], review and [str(each) for each in review]
    return {"status": statuses, "review": reviews, "q": q}


def _unfinished(path: Path) -> Path:
    return path.with_name(path.name + UNFINISHED)

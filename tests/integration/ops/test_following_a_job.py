"""One job that fails twice and then succeeds, followed by its id: logs of three processes, timeline, metrics, trace."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest_asyncio
from prometheus_client.parser import text_string_to_metric_families
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tests.integration.web.test_upload import upload
from tests.support.collector import Collector, SeenSpan
from tests.support.databases import Rows, TestServer
from tests.support.pdfs import make_pdf
from tests.support.serving import serving
from tests.support.stack import Stack, free_port, open_directory

TRACE, BROWSER = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
REQUEST_ID = "5" * 32
TOKEN = "a token for scrapers"  # noqa: S105


class Stumbling:
    """In front of a real gateway: the first two documents end in an error."""

    def __init__(self, gateway_url: str) -> None:
        self.gateway_url, self.calls = gateway_url, 0

    def app(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/process", self.process, methods=["POST"]),
                Route("/health", self.health),
            ]
        )

    async def process(self, request: Request) -> Response:
        self.calls += 1
        if self.calls <= 2:
            return Response(status_code=500)
        async with httpx.AsyncClient(trust_env=False, timeout=60) as client:
            answer = await client.post(
                f"{self.gateway_url}/process", content=await request.body(), headers=dict(request.headers)
            )
        kept = {name: answer.headers[name] for name in ("content-type", "x-engine", "x-stage", "x-request-id")}
        return Response(answer.content, answer.status_code, headers=kept)

    async def health(self, _: Request) -> Response:
        async with httpx.AsyncClient(trust_env=False) as client:
            return Response((await client.get(f"{self.gateway_url}/health")).content, media_type="application/json")


def lines_of(log: Path, **wanted: str) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
    return [line for line in lines if wanted.items() <= line.items()]


def total(text: str, name: str, **labels: str) -> float:
    samples = [each for family in text_string_to_metric_families(text) for each in family.samples]
    return sum(each.value for each in samples if each.name == name and labels.items() <= each.labels.items())


@dataclass
class Followed:
    """The job, and all that anybody said about it."""

    job_id: str
    answer: httpx.Response
    logs: dict[str, Path]
    events: list[str]
    story: str
    metrics: dict[str, str]
    trace: list[SeenSpan]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def followed(server: TestServer) -> AsyncIterator[Followed]:
    """With a database of its own: another stack's worker would take the job."""
    collector, worker_port = Collector(), free_port()
    with open_directory() as directory:
        async with (
            server.database() as url,
            Stack(url, directory) as stack,
            serving(collector.app()) as traces,
        ):
            own_gateway = f"http://127.0.0.1:{stack.gateway_port}"
            async with serving(Stumbling(own_gateway).app()) as gateway_url:
                told = {"otel_exporter_otlp_endpoint": traces, "gateway_url": gateway_url, "metrics_token": TOKEN}
                quick = {"retry_base_delay_ms": 1, "retry_jitter_max_ms": 0, "metrics_port": worker_port}
                await stack.start_gateway(**told)
                await stack.start_web(**told)
                await stack.start("worker", **told, **quick)
                job_id, answer = await _converted(stack)
                metrics = await _scraped({"web": stack.web_url, "gateway": own_gateway})
                metrics |= await _scraped({"worker": f"http://127.0.0.1:{worker_port}"}, token=None)
                _, story = await stack.run("jobs", "show", job_id, "--log")
                events = await Rows(url).events(job_id)
                await stack.stop(*stack.started)  # sends the last spans
        logs = {verb: stack.log(verb) for verb in ("web", "worker", "gateway")}
        yield Followed(job_id, answer, logs, events, story, metrics, collector.of(TRACE))


async def _converted(stack: Stack) -> tuple[str, httpx.Response]:
    async with stack.client() as client:
        client.headers.update({"traceparent": f"00-{TRACE}-{BROWSER}-01", "x-request-id": REQUEST_ID})
        answer = await upload(client, make_pdf(["a line"]))
        del client.headers["traceparent"], client.headers["x-request-id"]
        job_id = answer.json()["job"]["id"]
        done = (await client.get(f"/api/jobs/{job_id}", params={"wait": 60})).json()
        assert done["job"]["status"] == "complete", done
        assert (await client.get("/metrics")).status_code == 404, "nothing is open to strangers"
    return job_id, answer


async def _scraped(urls: dict[str, str], token: str | None = TOKEN) -> dict[str, str]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with httpx.AsyncClient(trust_env=False, headers=headers) as client:
        return {name: (await client.get(f"{url}/metrics")).raise_for_status().text for name, url in urls.items()}


async def test_the_answer_names_the_request_and_the_trace_that_the_browser_began(followed: Followed) -> None:
    assert followed.answer.headers["x-request-id"] == REQUEST_ID
    assert followed.answer.headers["traceparent"].split("-")[1] == TRACE


async def test_one_id_finds_the_job_in_the_logs_of_three_processes(followed: Followed) -> None:
    (uploaded,) = lines_of(followed.logs["web"], event="uploaded", job_id=followed.job_id)
    assert (uploaded["request_id"], TRACE in uploaded["traceparent"]) == (REQUEST_ID, True)
    worked = lines_of(followed.logs["worker"], job_id=followed.job_id, request_id=REQUEST_ID)
    assert [line["event"] for line in worked if line["event"] in {"claim", "retry", "complete"}] == [
        *("claim", "retry", "claim", "retry", "claim", "complete")
    ]
    first_retry = next(line for line in worked if line["event"] == "retry")
    expected = {"status": "queued", "attempt": 1, "gateway_status": 500, "error_code": "GW_5XX", "breaker": "closed"}
    assert expected.items() <= first_retry.items()
    assert first_retry["duration_ms"] >= 0
    (processed,) = lines_of(followed.logs["gateway"], event="processed", request_id=REQUEST_ID)
    assert TRACE in processed["traceparent"]


async def test_its_timeline_tells_the_same_story(followed: Followed) -> None:
    assert followed.events == [
        *("uploaded", "queued", "processing", "retry", "processing", "retry", "processing", "complete")
    ]
    for said in ("uploaded", "retry", "GW_5XX", "complete", REQUEST_ID):
        assert said in followed.story


async def test_each_process_counts_its_part(followed: Followed) -> None:
    web, worker, gateway = (followed.metrics[name] for name in ("web", "worker", "gateway"))
    assert total(web, "jobs_created_total", mapping="layout_v1") == 1
    assert total(web, "http_requests_total", route="/api/upload", status="200") == 1
    assert total(worker, "retries_scheduled_total", error_code="GW_5XX") == 2
    assert total(worker, "gateway_latency_seconds_count", status="500") == 2
    assert total(worker, "jobs_completed_total", mapping="layout_v1") == 1
    assert total(worker, "job_ready_seconds_count") == 1
    assert total(worker, "wakeups_total") >= 1
    assert total(gateway, "http_requests_total", route="/process", status="200") == 1


async def test_figures_of_the_database_come_from_each_process_that_has_one(followed: Followed) -> None:
    for name in ("web", "worker"):
        assert "queue_depth{" in followed.metrics[name]
        assert "db_pool_size" in followed.metrics[name]
    assert "queue_depth{" not in followed.metrics["gateway"]


async def test_upload_wait_claim_gateway_stages_and_settlement_are_one_trace(followed: Followed) -> None:
    names = [(span.service, span.name) for span in followed.trace]
    for name in ("wait", "claim", "attempt", "gateway", "settle"):
        assert names.count(("fakturo-worker", name)) == 3, names
    assert names.count(("fakturo-web", "request")) == 1
    assert {name for service, name in names if service == "fakturo-gateway"} >= {"request", "line", "child", "read"}
    by_id = {span.id: span for span in followed.trace}
    (uploaded,) = [span for span in followed.trace if span.parent == BROWSER]
    for each in followed.trace:
        root = each
        while root.parent != BROWSER:
            root = by_id[root.parent]
        assert root is uploaded, "all hang together"


async def test_without_a_collector_nothing_of_opentelemetry_is_loaded() -> None:
    code = "import sys, fakturo.wiring.worker, fakturo.wiring.observed; print('opentelemetry.sdk' in sys.modules)"
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdout=asyncio.subprocess.PIPE)
    said, _ = await process.communicate()
    assert said.decode().strip() == "False"

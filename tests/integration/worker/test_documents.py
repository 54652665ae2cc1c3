"""The invoice beside the XML: asked for where it is offered, stored like a result, and gone with it."""

import dataclasses
import hashlib
import json
import os
import time
from collections.abc import AsyncIterator
from contextlib import aclosing
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio
from starlette.responses import Response

from fakturo.blobs.base import Sidecar, document_path, put, sidecar_path, upload_path
from fakturo.blobs.disk import DiskBlobs
from fakturo.convert.mapping import shipped
from fakturo.domain.errors import ErrorCode
from fakturo.domain.findings import Findings
from fakturo.domain.job import ClaimedJob, Job, Review
from fakturo.domain.retry import gateway_policy
from fakturo.domain.transitions import AttemptFailed, Converted, Outcome, decide
from fakturo.store.pool import Pool
from fakturo.store.retention import Retention, RetentionRules
from fakturo.web.schemas import JobAnswer
from fakturo.worker import run_job as running
from fakturo.worker.gateway_client import GatewayClient
from fakturo.worker.janitor import ORPHAN_SECONDS, Janitor
from tests.support.databases import Clock, Rows
from tests.support.gateways import PlainGateway, mixed, plain_gateway, xml
from tests.support.invoices import hybrid_pdf, invoice_pdf
from tests.support.jobs import ALICE, jobs_of, new_job, queue_of
from tests.support.stack import Stack, stored_files

OFFER = {"from": "application/pdf", "to": "multipart/mixed"}
INVOICE, XML = ("application/json", b'{"verdict": "accepted"}\n'), ("application/xml; charset=utf-8", b"<made/>")
RULES = RetentionRules(pdf_ttl=timedelta(days=7), xml_ttl=timedelta(days=30))
POLICY = gateway_policy(3, timedelta(seconds=1), timedelta(0))


class Desk:
    """Jobs and their files, and what a worker does with one."""

    def __init__(self, pool: Pool, directory: Path) -> None:
        self.pool, self.directory, self.mapping = pool, directory, "invoice_v1"
        self.jobs, self.queue = jobs_of(pool), queue_of(pool)
        self.blobs = DiskBlobs({area: directory / area for area in ("uploads", "results")})
        self.blobs.make_directories()

    async def claim(self, content: bytes = b"%PDF-1.7 made up") -> ClaimedJob:
        new = new_job(mapping=self.mapping, size=len(content))
        written = await put(self.blobs, upload_path(new.id), content)
        await self.jobs.submit(new, sha256=written.sha256, upload_path=upload_path(new.id))
        (claimed,) = await self.queue.claim("gateway", 1)
        return claimed

    async def run(self, job: ClaimedJob, url: str) -> Outcome:
        async with aclosing(GatewayClient([url], timeout_seconds=30)) as gateway:
            return await self.run_by(gateway, job)

    async def run_by(self, gateway: GatewayClient, job: ClaimedJob) -> Outcome:
        return await running.run_job(job, self.blobs, gateway, shipped())

    async def settle(self, job: ClaimedJob, outcome: Outcome) -> Job:
        assert await self.queue.settle(job, decide(job, outcome, POLICY, 0), 1)
        settled = await self.jobs.get(ALICE, job.id)
        assert settled
        return settled

    async def complete(self, url: str, content: bytes = b"%PDF-1.7 made up") -> Job:
        job = await self.claim(content)
        return await self.settle(job, await self.run(job, url))

    def files(self) -> list[str]:
        return sorted(file.name.partition(".")[2].partition(".")[2] or "pdf" for file in stored_files(self.directory))


@pytest.fixture
def desk(pool: Pool, directory: Path) -> Desk:
    return Desk(pool, directory)


async def both(_: int) -> Response:
    return mixed(INVOICE, XML)


@pytest_asyncio.fixture
async def gateway() -> AsyncIterator[PlainGateway]:
    async with plain_gateway(both) as gateway:
        gateway.offers.append(OFFER)
        yield gateway


async def test_an_invoice_of_our_gateway_is_stored_beside_its_xml(desk: Desk, stack: Stack, rows: Rows) -> None:
    await stack.start_gateway()
    url = f"http://127.0.0.1:{stack.gateway_port}"
    clean, doubtful = await desk.complete(url, hybrid_pdf()), await desk.complete(url, invoice_pdf(total="1.00"))
    assert (clean.review, doubtful.review) == (Review.CLEAN, Review.NEEDED)
    assert JobAnswer.of(doubtful).model_dump()["review"] == "needed"
    for row in await rows.all("SELECT * FROM jobs"):
        document = (desk.directory / row["document_path"]).read_bytes()
        assert row["document_path"] == document_path(row["result_path"])
        assert (row["document_bytes"], row["document_sha256"]) == (len(document), hashlib.sha256(document).hexdigest())
        assert json.loads(document)["verdict"] == ("accepted" if row["review"] == "clean" else "review")
        assert (desk.directory / row["result_path"]).read_bytes().endswith(b"</invoices>\n")
        sidecar = Sidecar.from_json((desk.directory / sidecar_path(row["result_path"])).read_bytes())
        assert (sidecar.review, sidecar.document_sha256) == (row["review"], row["document_sha256"])
    events = await rows.all("SELECT meta FROM job_events WHERE event_type = 'complete' ORDER BY id")
    assert [event["meta"]["review"] for event in events] == ["clean", "needed"]


async def test_a_gateway_that_offers_xml_alone_is_asked_for_that(desk: Desk, rows: Rows) -> None:
    async def plain(_: int) -> Response:
        return xml()

    async with plain_gateway(plain) as gateway:
        job = await desk.complete(gateway.url)
    assert gateway.accepts == ["application/xml"]
    assert job.review is Review.CLEAN
    row = await rows.one("SELECT document_path, document_bytes, document_sha256 FROM jobs")
    assert set(row.values()) == {None}
    assert desk.files() == ["pdf", "xml", "xml.json"]


async def test_a_layout_is_no_judgement_and_needs_no_invoice(desk: Desk, gateway: PlainGateway) -> None:
    async def plain(_: int) -> Response:
        return xml()

    gateway.answer, desk.mapping = plain, "layout_v1"
    job = await desk.complete(gateway.url)
    assert gateway.accepts == ["application/xml"]
    assert job.review is Review.CLEAN


async def test_a_layout_with_a_page_that_was_not_read_is_never_clean(desk: Desk, gateway: PlainGateway) -> None:
    async def unread(_: int) -> Response:
        answer = xml()
        answer.headers["X-Verdict"] = "review"
        return answer

    gateway.answer, desk.mapping = unread, "layout_v1"
    job = await desk.claim()
    outcome = await desk.run(job, gateway.url)
    assert isinstance(outcome, Converted)
    assert outcome.review is Review.NEEDED
    again = await desk.run(dataclasses.replace(job, attempt_count=job.attempt_count + 1), gateway.url)
    assert isinstance(again, Converted)
    assert (again.adopted, again.review) == (True, Review.NEEDED)


async def test_a_gateway_put_back_to_an_older_version_is_asked_for_xml(desk: Desk, gateway: PlainGateway) -> None:
    async def older(number: int) -> Response:
        return Response(status_code=406) if gateway.accepts[number - 1] == "multipart/mixed" else xml()

    async with aclosing(GatewayClient([gateway.url], timeout_seconds=30)) as client:
        first = await desk.claim(b"%PDF-1.7 one")
        await desk.settle(first, await desk.run_by(client, first))
        gateway.answer, gateway.offers = older, []
        for content in (b"%PDF-1.7 two", b"%PDF-1.7 three"):
            job = await desk.claim(content)
            assert isinstance(await desk.run_by(client, job), Converted)
    assert gateway.accepts == ["multipart/mixed", "multipart/mixed", "application/xml", "application/xml"]


@pytest.mark.parametrize("token", [None, "ours"])
async def test_whose_job_it_is_is_told_only_with_the_token(
    desk: Desk, gateway: PlainGateway, token: str | None
) -> None:
    async with aclosing(GatewayClient([gateway.url], timeout_seconds=30, token=token)) as client:
        assert isinstance(await desk.run_by(client, await desk.claim()), Converted)
    assert gateway.tokens == [token and f"Bearer {token}"]
    owner = f'name="owner"\r\n\r\n{ALICE.key}\r\n'.encode()
    assert (owner in gateway.bodies[1]) == (token is not None)


async def test_a_directory_that_is_away_costs_a_job_no_attempt(desk: Desk, gateway: PlainGateway) -> None:
    async def away(_: int) -> Response:
        return Response(status_code=503, headers={"Retry-After": "30"})

    gateway.answer = away
    job = await desk.complete(gateway.url)
    assert (job.status, job.attempt_count, job.last_error_code) == ("queued", 0, None)
    assert job.retry_after


async def test_a_gateway_that_cannot_be_reached_leaves_nothing_unjudged(desk: Desk) -> None:
    """Otherwise a moment without an answer would pass an invoice as clean that somebody should see."""
    assert await desk.run(await desk.claim(), "http://127.0.0.1:9") == AttemptFailed(ErrorCode.GW_5XX)


@pytest.mark.parametrize(("verdict", "review"), [("accepted", "clean"), ("review", "needed"), (None, "needed")])
async def test_what_is_not_surely_accepted_needs_a_look(
    desk: Desk, gateway: PlainGateway, verdict: str | None, review: str
) -> None:
    async def judged(_: int) -> Response:
        return mixed(INVOICE, XML, verdict=verdict)

    gateway.answer = judged
    assert (await desk.complete(gateway.url)).review == review


WHOLE = mixed(INVOICE, XML)
BROKEN: dict[str, Response] = {
    "no xml": mixed(INVOICE),
    "no invoice": mixed(XML),
    "an empty invoice": mixed(("application/json", b""), XML),
    "an empty xml": mixed(INVOICE, ("application/xml", b"")),
    "cut off": Response(bytes(WHOLE.body)[:-8], headers={"Content-Type": WHOLE.headers["content-type"]}),
    "no parts": Response(b"nothing", headers={"Content-Type": "multipart/mixed; boundary=x"}),
}


@pytest.mark.parametrize("answer", BROKEN.values(), ids=BROKEN)
async def test_half_an_answer_is_none_and_leaves_no_file(desk: Desk, gateway: PlainGateway, answer: Response) -> None:
    async def broken(_: int) -> Response:
        return answer

    gateway.answer = broken
    outcome = await desk.run(await desk.claim(), gateway.url)
    assert isinstance(outcome, AttemptFailed)
    assert outcome.code is ErrorCode.GW_5XX
    assert desk.files() == ["pdf"]


async def lose(desk: Desk, job: ClaimedJob, clock: Clock) -> ClaimedJob:
    """The worker is gone before it could settle; another has the job now."""
    await clock.advance(timedelta(minutes=5))
    await desk.queue.reclaim("gateway", max_attempts=3)
    (again,) = await desk.queue.claim("gateway", 1)
    assert again.id == job.id
    return again


async def test_an_earlier_attempts_invoice_is_adopted_with_its_xml(
    desk: Desk, gateway: PlainGateway, clock: Clock, rows: Rows
) -> None:
    async def doubtful(_: int) -> Response:
        return mixed(INVOICE, XML, verdict="review")

    gateway.answer = doubtful
    job = await desk.claim()
    earlier = await desk.run(job, gateway.url)
    again = await lose(desk, job, clock)
    outcome = await desk.run(again, gateway.url)
    assert isinstance(outcome, Converted)
    assert isinstance(earlier, Converted)
    assert (outcome.adopted, outcome.review, gateway.calls) == (True, Review.NEEDED, 1)
    assert outcome.document
    assert earlier.document
    assert outcome.document.sha256 == earlier.document.sha256
    assert outcome.document.path != earlier.document.path
    await desk.settle(again, outcome)
    row = await rows.one("SELECT * FROM jobs")
    assert (desk.directory / row["document_path"]).read_bytes() == INVOICE[1]


@pytest.mark.parametrize("damage", [None, b'{"verdict": "forged"}'], ids=["gone", "changed"])
async def test_without_its_invoice_a_result_is_made_anew(
    desk: Desk, gateway: PlainGateway, clock: Clock, damage: bytes | None
) -> None:
    job = await desk.claim()
    earlier = await desk.run(job, gateway.url)
    assert isinstance(earlier, Converted)
    assert earlier.document
    file = desk.directory / earlier.document.path
    file.write_bytes(damage) if damage else file.unlink()
    outcome = await desk.run(await lose(desk, job, clock), gateway.url)
    assert isinstance(outcome, Converted)
    assert (outcome.adopted, gateway.calls) == (False, 2)


def janitor(desk: Desk) -> Janitor:
    return Janitor(Retention(desk.pool, RULES, who="janitor"), desk.blobs)


async def sweep_later(desk: Desk, clock: Clock, later: timedelta) -> None:
    await clock.advance(later)
    assert await janitor(desk).sweep(now=True)


def grow_old(desk: Desk) -> None:
    for file in stored_files(desk.directory):
        os.utime(file, (time.time() - ORPHAN_SECONDS - 1,) * 2)


async def test_retention_takes_the_invoice_with_the_xml(
    desk: Desk, gateway: PlainGateway, clock: Clock, rows: Rows
) -> None:
    await desk.complete(gateway.url)
    await sweep_later(desk, clock, timedelta(days=29))
    await sweep_later(desk, clock, timedelta(hours=2))
    assert desk.files() == ["invoice.json", "xml", "xml.json"]
    await sweep_later(desk, clock, timedelta(days=2))
    await sweep_later(desk, clock, timedelta(hours=2))
    assert desk.files() == []
    assert (await rows.one("SELECT document_path FROM jobs"))["document_path"] is None


async def test_a_deleted_jobs_invoice_goes_too(desk: Desk, gateway: PlainGateway, clock: Clock) -> None:
    job = await desk.complete(gateway.url)
    assert await desk.jobs.delete(ALICE, job.id)
    await sweep_later(desk, clock, timedelta(hours=2))
    assert desk.files() == []


async def test_only_an_invoice_that_no_row_names_is_an_orphan(desk: Desk, gateway: PlainGateway, clock: Clock) -> None:
    job = await desk.claim()
    abandoned = await desk.run(job, gateway.url)
    await desk.settle(again := await lose(desk, job, clock), await desk.run(again, gateway.url))
    assert isinstance(abandoned, Converted)
    assert abandoned.document
    assert len(desk.files()) == 7
    grow_old(desk)
    await sweep_later(desk, clock, timedelta(0))
    await sweep_later(desk, clock, timedelta(days=8))
    assert desk.files() == ["invoice.json", "pdf", "xml", "xml.json"]
    assert not (desk.directory / abandoned.document.path).exists()


async def test_an_orphan_that_a_row_comes_to_name_stays(
    desk: Desk, gateway: PlainGateway, clock: Clock, rows: Rows
) -> None:
    """A settlement may come late; what was in the trash for having no row has one now."""
    job = await desk.claim()
    outcome = await desk.run(job, gateway.url)
    assert isinstance(outcome, Converted)
    assert outcome.document
    await Retention(desk.pool, RULES, who="janitor").trash_orphans([outcome.document.path])
    await desk.settle(job, outcome)
    await sweep_later(desk, clock, timedelta(days=8))
    assert (desk.directory / outcome.document.path).exists()


async def test_a_result_that_vanished_lets_go_of_its_invoice(
    desk: Desk, gateway: PlainGateway, clock: Clock, rows: Rows
) -> None:
    job = await desk.complete(gateway.url)
    (desk.directory / (job.result_path or "")).unlink()
    await sweep_later(desk, clock, timedelta(0))
    row = await rows.one("SELECT result_path, document_path FROM jobs")
    assert row == {"result_path": None, "document_path": None}


async def test_what_was_found_goes_with_the_result(desk: Desk, stack: Stack, rows: Rows, clock: Clock) -> None:
    await stack.start_gateway()
    url = f"http://127.0.0.1:{stack.gateway_port}"
    deleted, expired, vanished = [await desk.complete(url, invoice_pdf(total=f"{n}.00")) for n in (1, 2, 3)]
    assert {job.seller for job in (deleted, expired, vanished)} == {"Nordlicht Elektro GmbH"}
    await desk.jobs.delete(ALICE, deleted.id)
    assert vanished.result_path
    await desk.jobs.mark_vanished(vanished.id, vanished.result_path)
    await clock.advance(timedelta(days=31))
    assert await Retention(desk.pool, RULES, who="test").expire_results() >= 1
    columns = ", ".join(column.name for column in dataclasses.fields(Findings))
    for row in await rows.all(f"SELECT {columns} FROM jobs"):  # noqa: S608
        assert set(row.values()) == {None}


async def test_an_adopted_result_says_what_was_found_too(desk: Desk, rows: Rows, clock: Clock) -> None:
    async def with_seller(_: int) -> Response:
        return mixed(("application/json", b'{"seller": {"name": "Nordlicht"}}'), XML)

    async with plain_gateway(with_seller) as gateway:
        gateway.offers.append(OFFER)
        first = await desk.claim()
        await desk.run(first, gateway.url)  # and its worker dies before it can say so
        await clock.advance(timedelta(seconds=200))
        await desk.queue.reclaim("gateway", max_attempts=3)
        (again,) = await desk.queue.claim("gateway", 1)
        job = await desk.settle(again, await desk.run(again, gateway.url))
    assert (gateway.calls, job.seller) == (1, "Nordlicht")


async def test_rows_follow_when_the_rules_of_retention_change(desk: Desk, gateway: PlainGateway) -> None:
    job = await desk.complete(gateway.url)
    assert job.completed_at
    assert job.expires_at
    assert abs(job.expires_at - job.completed_at - RULES.xml_ttl) < timedelta(seconds=1)
    shorter = RetentionRules(pdf_ttl=timedelta(days=1), xml_ttl=timedelta(days=2))
    await Retention(desk.pool, shorter, who="test").redate()
    again = await desk.jobs.get(ALICE, job.id)
    assert again
    assert again.expires_at == job.completed_at + timedelta(days=2)

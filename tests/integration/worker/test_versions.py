"""Converting again on real PostgreSQL and real files: nothing that was made is lost, whatever comes of it."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from uuid import UUID

import pytest

from fakturo.blobs.base import BlobMissing, document_path, put, result_path, sidecar_path
from fakturo.domain.errors import ErrorCode
from fakturo.domain.findings import Findings
from fakturo.domain.inputs import Inputs
from fakturo.domain.job import ClaimedJob, Job, Review, Status
from fakturo.domain.retry import gateway_policy
from fakturo.domain.transitions import AttemptFailed, Complete, Converted, FallBack, StoredDocument, decide
from fakturo.store.jobs import Pin
from fakturo.store.pool import Pool
from fakturo.store.retention import Retention, RetentionRules
from tests.integration.worker.test_janitor import HOURS_2, RULES, House
from tests.support.databases import Clock, Rows
from tests.support.jobs import ALICE, BOB, LEASE
from tests.support.stack import StorageUnderTest

SAME = Pin(1, "gateway")
POLICY = gateway_policy()
DRAFT = Findings("PT Contoh", "PT Ujian", "A-1", None, Decimal(7), "IDR", 1, 1, "Who is that?", "BUYER_UNKNOWN")
DRAFT = replace(DRAFT, issue_codes=("BUYER_UNKNOWN",))
CLEAN = replace(DRAFT, issue_count=0, first_issue=None, first_issue_code=None, issue_codes=())


class VersionedHouse(House):
    async def make(self, text: bytes, findings: Findings = DRAFT) -> Job:
        """The next job in line is converted."""
        (claimed,) = await self.queue.claim("gateway", 1)
        assert await self.queue.settle(claimed, Complete(await self.converted(claimed, text, findings)), 5)
        return await self.job(claimed.id)

    async def converted(self, claimed: ClaimedJob, text: bytes, findings: Findings = DRAFT) -> Converted:
        path = self.blobs.place(result_path(claimed.id, claimed.attempt_count, claimed.lease_token))
        written, beside = await put(self.blobs, path, text), await put(self.blobs, document_path(path), b"{}")
        await put(self.blobs, sidecar_path(path), b"{}")
        review = Review.NEEDED if findings.issue_count else Review.CLEAN
        document = StoredDocument(document_path(path), beside.size, beside.sha256)
        made_with = Inputs("fakturo/1", "t", claimed.directory)
        result = path, written.size, written.sha256, 200
        return Converted(*result, review=review, document=document, findings=findings, made_with=made_with)

    async def job(self, job_id: UUID) -> Job:
        job = await self.jobs.get(ALICE, job_id)
        assert job
        return job

    async def again(self, job: Job, pin: Pin = SAME) -> Job:
        found = await self.jobs.convert_again(ALICE, job, pin)
        assert found
        assert not found[1]
        return found[0]

    async def first(self) -> Job:
        await self.submit(b"%PDF-1.7")
        return await self.make(b"<v1/>")

    async def text(self, path: str | None) -> bytes:
        assert path
        return b"".join([chunk async for chunk in await self.blobs.read(path)])


@pytest.fixture
def house(pool: Pool, storage: StorageUnderTest) -> VersionedHouse:
    return VersionedHouse(pool, storage)


def fails(job: ClaimedJob) -> FallBack:
    settlement = decide(job, AttemptFailed(ErrorCode.GW_4XX, "No invoice."), POLICY, 0.5)
    assert isinstance(settlement, FallBack)
    return settlement


async def test_a_new_version_keeps_the_one_before(house: VersionedHouse, rows: Rows) -> None:
    first = await house.first()
    queued = await house.again(first)
    assert (queued.id, queued.status, queued.version, queued.attempt_count) == (first.id, Status.QUEUED, 2, 0)
    assert (queued.result_path, queued.seller, queued.review, queued.completed_at) == (None, None, None, None)
    (kept,) = await house.jobs.versions(ALICE, first.id)
    assert (kept.number, kept.result_path, kept.made_at) == (1, first.result_path, first.completed_at)
    second = await house.make(b"<v2/>", CLEAN)
    assert (second.version, second.review, second.status) == (2, Review.CLEAN, Status.COMPLETE)
    assert await house.jobs.versions(ALICE, first.id) == [kept]
    assert await house.jobs.versions(BOB, first.id) == []
    assert [await house.text(each.result_path) for each in (first, second)] == [b"<v1/>", b"<v2/>"]
    assert (await rows.events(first.id))[3:] == ["complete", "queued", "processing", "complete"]


@pytest.mark.parametrize("lease_runs_out", [False, True])
async def test_if_it_fails_the_job_is_what_it_was(
    house: VersionedHouse, clock: Clock, rows: Rows, lease_runs_out: bool
) -> None:
    first = await house.first()
    row = await rows.one("SELECT * FROM jobs")
    await house.again(first, Pin(4, "gateway", "other_v1"))
    (claimed,) = await house.queue.claim("gateway", 1)
    if lease_runs_out:
        await rows.all("UPDATE jobs SET attempt_count = 3")
        await clock.advance(LEASE + timedelta(seconds=1))
        (reclaimed,) = await house.queue.reclaim("gateway", max_attempts=3)
        assert (reclaimed.status, reclaimed.error_code) == ("complete", "UNKNOWN")
    else:
        assert await house.queue.settle(claimed, fails(claimed), 5)
        assert await house.queue.settled_by(claimed)
    assert await rows.all("SELECT * FROM job_versions") == []
    after = await rows.one("SELECT * FROM jobs")
    expected = {"GW_4XX", "UNKNOWN"}
    assert after["last_error_code"] in expected
    moved = {name for name in row if row[name] != after[name]}
    tried = {"queued_at", "last_attempt_at", "claimed_from", "fair_at", "attempt_count", "last_error_code"}
    assert moved <= tried | {"updated_at", "changed_xid"}
    assert (await rows.events(first.id))[-1] == "kept"
    assert not await house.queue.settle(claimed, fails(claimed), 5), "and no second time"


async def test_who_lost_its_lease_changes_no_version(house: VersionedHouse, clock: Clock, rows: Rows) -> None:
    first = await house.first()
    await house.again(first)
    (frozen,) = await house.queue.claim("gateway", 1)
    await clock.advance(LEASE + timedelta(seconds=1))
    await house.queue.reclaim("gateway", max_attempts=3)
    for settlement in (Complete(await house.converted(frozen, b"<stale/>")), fails(frozen)):
        assert not await house.queue.settle(frozen, settlement, 5)
    second = await house.make(b"<v2/>")
    for settlement in (Complete(await house.converted(frozen, b"<stale/>")), fails(frozen)):
        assert not await house.queue.settle(frozen, settlement, 5)
    assert await house.text((await house.job(second.id)).result_path) == b"<v2/>"
    assert [each.result_path for each in await house.jobs.versions(ALICE, first.id)] == [first.result_path]


async def test_a_job_whose_place_was_taken_fails_and_keeps_its_versions(house: VersionedHouse, rows: Rows) -> None:
    first = await house.first()
    await house.again(first, Pin(1, "gateway", "other_v1"))
    (claimed,) = await house.queue.claim("gateway", 1)
    taker = await house.submit(b"%PDF-1.7")
    assert taker.id != first.id
    assert await house.queue.settle(claimed, fails(claimed), 5)
    job = await house.job(first.id)
    assert (job.status, job.version, job.error_code) == (Status.FAILED, 2, ErrorCode.GW_4XX)
    assert [each.number for each in await house.jobs.versions(ALICE, first.id)] == [1]


async def test_asked_twice_it_is_one_version_more(house: VersionedHouse) -> None:
    first = await house.first()
    await house.again(first)
    assert await house.jobs.convert_again(ALICE, first, SAME) is None
    assert await house.jobs.convert_again(BOB, first, SAME) is None
    second = await house.make(b"<v2/>")
    assert await house.jobs.convert_again(ALICE, first, SAME) is None, "it is no longer that version"
    assert (await house.again(second)).version == 3


async def test_a_live_twin_with_the_other_mapping_is_the_answer(house: VersionedHouse, rows: Rows) -> None:
    first = await house.first()
    await rows.all("UPDATE jobs SET mapping = 'other_v1'")
    twin = await house.submit(b"%PDF-1.7")
    found = await house.jobs.convert_again(ALICE, first, Pin(1, "gateway", "layout_v1"))
    assert found
    assert (found[0].id, found[1]) == (twin.id, True)
    assert (await house.job(first.id)).status is Status.COMPLETE


async def test_deleting_a_job_takes_all_its_versions(house: VersionedHouse, clock: Clock, rows: Rows) -> None:
    await house.again(await house.first())
    second = await house.make(b"<v2/>")
    await house.again(second)
    assert len(house.files()) == 1 + 2 * 3
    assert await house.jobs.delete(ALICE, second.id)
    assert await rows.all("SELECT * FROM job_versions") == []
    await clock.advance(HOURS_2)
    await house.janitor().sweep(now=True)
    assert house.files() == []


async def test_each_version_goes_when_its_time_is_over(house: VersionedHouse, clock: Clock, rows: Rows) -> None:
    first = await house.first()
    await clock.advance(timedelta(days=6))
    await house.again(first)
    second = await house.make(b"<v2/>")
    await clock.advance(RULES.xml_ttl - timedelta(days=3))
    await house.janitor().sweep(now=True)
    await clock.advance(HOURS_2)
    await house.janitor().sweep(now=True)
    assert await house.jobs.versions(ALICE, first.id) == []
    with pytest.raises(BlobMissing):
        await house.text(first.result_path)
    assert await house.text((await house.job(second.id)).result_path) == b"<v2/>"
    events = await rows.all("SELECT meta FROM job_events WHERE event_type = 'expired'")
    assert {"version", "pdf"} == {event["meta"]["what"] for event in events}


async def test_no_version_goes_while_its_job_waits(house: VersionedHouse, clock: Clock) -> None:
    first = await house.first()
    await house.again(first)
    await clock.advance(RULES.xml_ttl * 2)
    await house.janitor().sweep(now=True)
    assert [each.number for each in await house.jobs.versions(ALICE, first.id)] == [1]


async def test_a_new_version_does_not_go_because_the_one_before_was_fetched(
    pool: Pool, storage: StorageUnderTest, clock: Clock
) -> None:
    rules = RetentionRules(RULES.pdf_ttl, RULES.xml_ttl, xml_goes_after_download=True)
    house = VersionedHouse(pool, storage, rules)
    first = await house.first()
    await house.jobs.record_download(ALICE, first.id)
    await house.again(await house.job(first.id))
    second = await house.make(b"<v2/>")
    await house.janitor().sweep(now=True)
    assert (await house.job(second.id)).result_path == second.result_path
    assert await house.jobs.versions(ALICE, first.id) == [], "but that one does"


async def test_files_of_versions_are_no_orphans(house: VersionedHouse, pool: Pool) -> None:
    first = await house.first()
    await house.again(first)
    paths = [path for path in (first.result_path, first.document_path) if path]
    paths.append(sidecar_path(paths[0]))
    assert await Retention(pool, RULES, who="x").unnamed([*paths, "results/00/00/other.xml"]) == [
        "results/00/00/other.xml"
    ]

"""From a job's end to its owner's own system: every event arrives at least once, whatever the receiver does."""

import asyncio
import contextlib
import json
import socket
import threading
from collections.abc import AsyncIterator
from datetime import timedelta
from uuid import UUID

import psycopg
import pytest
import pytest_asyncio
from starlette.responses import RedirectResponse, Response

from fakturo.domain.job import Review
from fakturo.domain.webhooks import DeliveryState, EventType, Reach, Verdict, secret_of
from fakturo.store.dead_processes import let_go
from fakturo.store.pool import Pool
from fakturo.store.retention import Retention, RetentionRules
from fakturo.store.webhooks import Webhooks
from fakturo.web.schemas import JobAnswer
from fakturo.worker import webhooks as module
from fakturo.worker.webhook_sender import Sender, addresses_of
from fakturo.worker.webhooks import LEASE
from tests.support.databases import Clock, Rows
from tests.support.jobs import ALICE, BOB, jobs_of, queue_of, submit
from tests.support.stack import until
from tests.support.webhooks import (
    LOOPBACK,
    PATIENCE_SECONDS,
    SECRET,
    Receiver,
    delivering,
    failed,
    fine,
    finished,
    hook,
    log_of,
    outbox_of,
    receiving,
)

HANG_SECONDS = 0.3


@pytest_asyncio.fixture
async def receiver() -> AsyncIterator[Receiver]:
    async with receiving() as receiver:
        yield receiver


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "POLL_SECONDS", (0.01, 0.03))


async def skip_the_wait(rows: Rows, clock: Clock) -> None:
    """To when the next one is due, if nobody is at work."""
    (due,) = await rows.all(
        """SELECT count(lease_token) AS under_way, min(next_at) - queue_now() AS wait
           FROM webhook_deliveries WHERE state = 'pending'"""
    )
    if not due["under_way"] and due["wait"] and due["wait"] > timedelta():
        await clock.advance(due["wait"])


async def test_each_end_of_a_job_is_told_in_words_of_the_api(pool: Pool, receiver: Receiver) -> None:
    await hook(pool, receiver)
    ready = await finished(pool, "ready")
    doubtful = await finished(pool, "doubtful", review=Review.NEEDED)
    broken = await failed(pool, "broken")
    async with delivering(pool):
        await receiver.got_so_many(3)
        await jobs_of(pool).delete(ALICE, broken.id)
        await Retention(pool, RetentionRules(timedelta(), timedelta()), who="test").expire_results()
        await receiver.got_so_many(6)
    assert receiver.jobs_of("job.ready") == [str(ready.id)]
    assert receiver.jobs_of("job.needs_review") == [str(doubtful.id)]
    assert receiver.jobs_of("job.failed") == receiver.jobs_of("job.deleted") == [str(broken.id)]
    assert set(receiver.jobs_of("job.expired")) == {str(ready.id), str(doubtful.id)}
    (told,) = [each["data"]["job"] for each in receiver.got if each["type"] == "job.ready"]
    assert (told["seller"], told["total"], told["draft"]) == ("Seller Ltd", "12.30", False)
    (gone,) = [each["data"]["job"] for each in receiver.got if each["type"] == "job.deleted"]
    assert gone == {"id": str(broken.id)}
    assert all(each["data"]["job"].get("seller") is None for each in receiver.got if each["type"] == "job.expired")


async def test_a_job_is_told_as_the_api_would(pool: Pool, receiver: Receiver, rows: Rows) -> None:
    await hook(pool, receiver)
    job = await finished(pool, "a")
    (row,) = await rows.all("SELECT body FROM webhook_deliveries")
    told = json.loads(row["body"])["data"]["job"]
    found = await jobs_of(pool).get(ALICE, job.id)
    assert found
    answer = JobAnswer.of(found).model_dump(mode="json")
    assert told == {name: answer[name] for name in told}


async def test_only_its_owner_hears_and_only_what_was_asked_for(pool: Pool, receiver: Receiver) -> None:
    await hook(pool, receiver, events=[EventType.FAILED])
    await finished(pool, "bob's", owner=BOB)
    await finished(pool, "not asked for")
    job = await failed(pool, "asked for")
    async with delivering(pool):
        await receiver.got_so_many(1)
    assert [each["type"] for each in receiver.got] == ["job.failed"]
    assert receiver.jobs_of("job.failed") == [str(job.id)]


async def test_what_is_not_committed_is_never_sent(pool: Pool, receiver: Receiver, rows: Rows) -> None:
    await hook(pool, receiver)
    job = await submit(jobs_of(pool), "a")
    await queue_of(pool).claim("gateway", 1)
    async with pool.connection() as connection:
        with contextlib.suppress(ZeroDivisionError):
            async with connection.transaction():
                await connection.execute(
                    "INSERT INTO job_events (job_id, event_type, attempt) VALUES (%s, 'failed', 1)", (job.id,)
                )
                raise ZeroDivisionError
    assert await rows.all("SELECT * FROM webhook_deliveries") == []


async def test_a_receiver_that_fails_hangs_redirects_and_comes_back_gets_every_event(
    pool: Pool, receiver: Receiver, clock: Clock, rows: Rows
) -> None:
    async def troubled(number: int) -> Response:
        if number > 20:
            return Response()
        if number % 4 == 1:
            await asyncio.sleep(HANG_SECONDS * 2)
        return RedirectResponse(receiver.url) if number % 4 == 2 else Response(status_code=500)

    receiver.answer = troubled
    webhook = await hook(pool, receiver)
    jobs = [await finished(pool, number) for number in range(8)]
    async with delivering(pool, seconds=HANG_SECONDS), delivering(pool, seconds=HANG_SECONDS):

        async def all_arrived() -> bool:
            await skip_the_wait(rows, clock)
            return len(receiver.ids) == len(jobs)

        await until(all_arrived, what="every event")

        async def all_settled() -> bool:
            return {each.state for each in await log_of(pool, webhook)} == {"delivered"}

        await until(all_settled, what="the log")
    assert {each["data"]["job"]["id"] for each in receiver.got} == {str(job.id) for job in jobs}
    attempts = [each for delivery in await log_of(pool, webhook) for each in delivery.attempts]
    assert {each["status"] for each in attempts} == {500, 307, None, 200}
    found = await Webhooks(pool).get(ALICE, webhook.id)
    assert found
    assert found.failing_since is None


async def test_nobody_sends_twice_what_has_arrived(pool: Pool, receiver: Receiver) -> None:
    await hook(pool, receiver)
    for number in range(30):
        await finished(pool, number)
    async with delivering(pool), delivering(pool), delivering(pool):
        await receiver.got_so_many(30)
    assert set(receiver.ids.values()) == {1}


async def test_a_receiver_that_is_gone_is_told_no_more_until_it_is_enabled(pool: Pool, receiver: Receiver) -> None:
    async def gone(_: int) -> Response:
        return Response(status_code=410)

    receiver.answer = gone
    webhook = await hook(pool, receiver)
    await finished(pool, "a")
    owners = Webhooks(pool)
    async with delivering(pool):

        async def is_disabled() -> bool:
            found = await owners.get(ALICE, webhook.id)
            return found is not None and found.disabled_why == "gone"

        await until(is_disabled, what="the end of the webhook")
        await finished(pool, "nobody is told of this one")
        assert receiver.calls == 1
        receiver.answer = fine
        await owners.update(ALICE, webhook.id, url=None, description=None, events=None, enabled=True)
        later = await finished(pool, "later")
        await receiver.got_so_many(1)
    assert receiver.jobs_of("job.ready") == [str(later.id)]


async def test_what_waits_for_a_webhook_is_kept_while_its_owner_has_it_disabled(pool: Pool, receiver: Receiver) -> None:
    webhook = await hook(pool, receiver)
    job = await finished(pool, "a")
    owners, outbox = Webhooks(pool), outbox_of(pool)
    await owners.update(ALICE, webhook.id, url=None, description=None, events=None, enabled=False)
    assert not await outbox.claim(5, each=5, busy=[])
    await owners.update(ALICE, webhook.id, url=None, description=None, events=None, enabled=True)
    async with delivering(pool):
        await receiver.got_so_many(1)
    assert receiver.jobs_of("job.ready") == [str(job.id)]


async def test_it_is_given_up_after_a_day_and_sent_again_when_asked_for(
    pool: Pool, receiver: Receiver, clock: Clock, rows: Rows
) -> None:
    async def broken(_: int) -> Response:
        return Response(status_code=500)

    receiver.answer = broken
    webhook = await hook(pool, receiver)
    await finished(pool, "a")
    owners = Webhooks(pool)
    async with delivering(pool):

        async def is_given_up() -> bool:
            await skip_the_wait(rows, clock)
            return str((await log_of(pool, webhook))[0].state) == "failed"

        await until(is_given_up, what="the end of all attempts")
        (delivery,) = await log_of(pool, webhook)
        assert len(delivery.attempts) == receiver.calls >= 8
        receiver.answer = fine
        assert await owners.replay(BOB, webhook.id, delivery.id) is None
        assert await owners.replay(ALICE, webhook.id, delivery.id)
        await receiver.got_so_many(1)
    assert set(receiver.ids) == {delivery.event_id}


async def test_a_worker_that_vanishes_in_the_middle_leaves_the_event_to_another(
    pool: Pool, receiver: Receiver, clock: Clock
) -> None:
    await hook(pool, receiver)
    await finished(pool, "a")
    (lost,) = await outbox_of(pool).claim(5, each=5, busy=[])
    assert await outbox_of(pool).claim(5, each=5, busy=[]) == []
    await clock.advance(LEASE)
    async with delivering(pool):
        await receiver.got_so_many(1)
    assert lost.event_id in receiver.ids


async def test_what_a_worker_was_sending_that_is_known_to_be_dead_is_sent_by_another_at_once(
    pool: Pool, receiver: Receiver, rows: Rows, clock: Clock
) -> None:
    await clock.freeze()
    await hook(pool, receiver)
    await finished(pool, "a")
    (held,) = await outbox_of(pool, "living").claim(1, each=5, busy=[])
    await finished(pool, "b")
    (lost,) = await outbox_of(pool, "dead").claim(1, each=5, busy=[])
    await let_go(rows.url, "dead")
    async with delivering(pool):
        await receiver.got_so_many(1)
    assert (lost.event_id in receiver.ids, held.event_id in receiver.ids) == (True, False)


async def test_a_receiver_that_hangs_holds_up_nobody_elses_events(pool: Pool, receiver: Receiver) -> None:
    async def hang(_: int) -> Response:
        await asyncio.sleep(60)
        return Response()

    async with receiving() as deaf:
        deaf.answer = hang
        await hook(pool, deaf)
        for number in range(20):
            await finished(pool, number)
        await hook(pool, receiver, owner=BOB)
        await finished(pool, "bob's", owner=BOB)
        async with delivering(pool):
            await receiver.got_so_many(1)
        assert deaf.most_at_once <= module.EACH


async def test_what_was_told_of_a_job_goes_with_the_job(pool: Pool, receiver: Receiver, rows: Rows) -> None:
    webhook = await hook(pool, receiver)
    sent, unsent = await finished(pool, "sent"), await finished(pool, "unsent")
    await rows.all("UPDATE webhook_deliveries SET state = 'delivered' WHERE job_id = %s", sent.id)
    await jobs_of(pool).delete(ALICE, sent.id, unsent.id)
    kept = await rows.all("SELECT * FROM webhook_deliveries WHERE event_type = 'job.ready'")
    assert {(each["job_id"], each["state"], each["body"]) for each in kept} == {
        (sent.id, "delivered", None),
        (unsent.id, "dropped", None),
    }
    assert await Webhooks(pool).replay(ALICE, webhook.id, kept[0]["id"]) is None
    async with delivering(pool):
        await receiver.got_so_many(2)
    assert {each["type"] for each in receiver.got} == {"job.deleted"}


async def test_an_address_that_is_not_public_is_never_connected_to(pool: Pool, receiver: Receiver, rows: Rows) -> None:
    webhook = await hook(pool, receiver)
    await finished(pool, "a")
    async with delivering(pool, Reach()):

        async def was_tried() -> bool:
            return bool((await log_of(pool, webhook))[0].attempts)

        await until(was_tried, what="an attempt")
    (attempt,) = (await log_of(pool, webhook))[0].attempts
    assert attempt["status"] is None
    assert attempt["error"].startswith("This address is not public.")
    assert receiver.calls == 0


async def test_a_name_is_resolved_once_and_the_checked_address_is_the_one_that_is_used(
    pool: Pool, receiver: Receiver
) -> None:
    """A name that means another machine the second time leads nowhere."""
    asked = []

    async def resolve(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["10.0.0.1", "127.0.0.1"] if len(asked) == 1 else ["10.0.0.1"]

    port = receiver.url.split(":")[2]
    receiver.url = f"http://hooks.example:{port}"
    await hook(pool, receiver)
    await finished(pool, "a")
    async with delivering(pool, resolve=resolve):
        await receiver.got_so_many(1)
    assert asked == ["hooks.example"]
    assert receiver.hosts == [f"hooks.example:{port.removesuffix('/hook')}"]


async def test_names_that_nobody_resolves_hold_up_no_thread_that_others_need(monkeypatch: pytest.MonkeyPatch) -> None:
    """The default threads are those in which files are written."""
    answered = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answered.wait() and [])
    asking = [asyncio.create_task(addresses_of("silent.example", 443)) for _ in range(32)]
    await asyncio.sleep(0)
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            assert await asyncio.to_thread(lambda: "written") == "written"
    finally:
        answered.set()
        await asyncio.wait(asking)


async def test_a_webhook_may_be_deleted_while_its_deliveries_end(
    pool: Pool, receiver: Receiver, rows: Rows, database_url: str
) -> None:
    webhook = await hook(pool, receiver)
    await finished(pool, "a")
    (delivery,) = await outbox_of(pool).claim(5, each=5, busy=[])

    async def is_waited_for(by: int) -> None:
        async def looks_so() -> bool:
            locked = "SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted"
            return bool((await rows.one(f"{locked} AND datname = current_database()"))["count"] == by)

        await until(looks_so, what="the wait for a lock")

    async with await psycopg.AsyncConnection.connect(database_url) as holder:
        await holder.execute("SELECT FROM webhooks FOR UPDATE")
        deleting = asyncio.create_task(Webhooks(pool).delete(ALICE, webhook.id))
        await is_waited_for(by=1)
        verdict = Verdict(DeliveryState.DELIVERED, timedelta())
        settling = asyncio.create_task(outbox_of(pool).settle(delivery, verdict, attempt={}, gone=False))
        await is_waited_for(by=2)
    assert await deleting
    await settling


async def test_during_a_change_of_secrets_either_verifies(pool: Pool, receiver: Receiver, clock: Clock) -> None:
    webhook = await hook(pool, receiver)
    newer = secret_of(b"n" * 32)
    await Webhooks(pool).rotate(ALICE, webhook.id, secret=newer)
    async with delivering(pool):
        await finished(pool, "by the old one")
        await receiver.got_so_many(1)
        receiver.secret = newer
        await finished(pool, "by the new one")
        await receiver.got_so_many(2)
        await clock.advance(timedelta(days=2))
        receiver.secret = SECRET
        await finished(pool, "the old one is over")

        async def was_refused() -> bool:
            return receiver.calls >= 3

        await until(was_refused, what="the third call")
    assert len(receiver.ids) == 2


async def test_old_parts_of_the_log_are_forgotten(pool: Pool, receiver: Receiver, clock: Clock, rows: Rows) -> None:
    webhook = await hook(pool, receiver)
    await finished(pool, "a")
    await Webhooks(pool).update(ALICE, webhook.id, url=None, description=None, events=None, enabled=False)
    outbox = outbox_of(pool)
    await clock.advance(timedelta(days=2))
    await outbox.tidy()
    assert [each.state for each in await log_of(pool, webhook)] == ["failed"]
    await clock.advance(timedelta(days=31))
    await outbox.tidy()
    assert await log_of(pool, webhook) == []


async def test_statements_of_owners_reach_nothing_of_others(pool: Pool, receiver: Receiver) -> None:
    webhook, owners = await hook(pool, receiver), Webhooks(pool)
    job: UUID = (await finished(pool, "a")).id
    (delivery,) = await log_of(pool, webhook)
    assert delivery.job_id == job
    assert await owners.list(BOB) == []
    assert await owners.get(BOB, webhook.id) is None
    assert await owners.update(BOB, webhook.id, url="x", description=None, events=None, enabled=None) is None
    assert await owners.rotate(BOB, webhook.id, secret="x") is None  # noqa: S106
    assert await owners.ping(BOB, webhook.id) is None
    assert await owners.deliveries(BOB, webhook.id, state=None, before=None, limit=9) == []
    assert await owners.delivery(BOB, webhook.id, delivery.id) is None
    assert not await owners.delete(BOB, webhook.id)
    assert await owners.get(ALICE, webhook.id) == webhook


@pytest.mark.parametrize("host", ["example..com", "xn--a.example", f"{'x' * 64}.example"])
async def test_a_name_that_cannot_be_asked_for_is_an_attempt_that_failed(host: str) -> None:
    async with contextlib.aclosing(Sender(LOOPBACK)) as sender:
        attempt = await sender.send(f"https://{host}/", {}, b"{}")
    assert attempt.error == "The host's address was not found."


async def test_a_receiver_that_asks_for_ever_is_asked_again_all_the_same(pool: Pool, receiver: Receiver) -> None:
    async def never(_: int) -> Response:
        return Response(status_code=503, headers={"Retry-After": "9" * 5000})

    receiver.answer = never
    webhook = await hook(pool, receiver)
    await finished(pool, "a")
    async with delivering(pool):

        async def was_tried() -> bool:
            return bool((await log_of(pool, webhook))[0].attempts)

        await until(was_tried, what="an attempt that was written down")

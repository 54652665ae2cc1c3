"""Retries, breaker, parser deaths, full disks and second gateways, with real worker processes."""

import asyncio
import os
import shutil
from typing import Any

import pytest
from starlette.responses import JSONResponse, Response

from tests.integration.worker.test_worker import Bench, bench, ok
from tests.support.gateways import PlainGateway, plain_gateway, xml
from tests.support.stack import PATIENCE_SECONDS, until

__all__ = ["bench"]

FAST_RETRIES = {"retry_base_delay_ms": 200, "retry_jitter_max_ms": 100}
QUICK_BREAKER = {"circuit_cooldown_ms": 500}


async def count(bench: Bench, condition: str) -> int:
    return int((await bench.rows.one(f"SELECT count(*) FROM jobs WHERE {condition}"))["count"])  # noqa: S608


async def until_count(bench: Bench, condition: str, number: int, *, seconds: float = PATIENCE_SECONDS) -> None:
    async def reached() -> bool:
        return await count(bench, condition) == number

    await until(reached, seconds=seconds, what=f"{number} jobs where {condition}")


async def submit_many(bench: Bench, number: int) -> None:
    for each in range(number):
        await bench.submit(b"%%PDF-1.7 %d" % each)


async def bad_gateway(_: int) -> Response:
    return Response("{}", 502)


async def breaker_of(bench: Bench) -> dict[str, Any]:
    return await bench.rows.one("SELECT * FROM breakers WHERE pipeline = 'gateway'")


async def test_a_failing_gateway_is_tried_three_times_with_growing_pauses(bench: Bench) -> None:
    async with plain_gateway(bad_gateway) as gateway:
        await bench.submit()
        await bench.worker(gateway, **FAST_RETRIES)
        job = await bench.until_status("failed")
        assert gateway.calls == 3
    assert (job["error_code"], job["attempt_count"]) == ("GW_5XX", 3)
    events = await bench.rows.all("SELECT * FROM job_events WHERE event_type IN ('processing', 'retry') ORDER BY id")
    for number, (retry, again) in enumerate(zip(events[1::2], events[2::2], strict=True)):
        planned = float(retry["meta"]["delay_ms"])
        assert 200 * 2**number <= planned <= 200 * 2**number + 100
        waited = (again["created_at"] - retry["created_at"]).total_seconds() * 1000
        assert planned <= waited, "not before its time"


async def test_while_it_waits_a_job_says_why(bench: Bench) -> None:
    async with plain_gateway(bad_gateway) as gateway:
        await bench.submit()
        await bench.worker(gateway)

        async def waits() -> bool:
            return (await bench.job())["retry_after"] is not None

        await until(waits, what="the scheduled retry")
    job = await bench.job()
    assert (job["status"], job["last_error_code"], job["error_code"]) == ("queued", "GW_5XX", None)


@pytest.mark.disk_only("a directory that cannot be written")
async def test_results_that_cannot_be_written_cost_one_retry_and_then_the_job(bench: Bench) -> None:
    async with plain_gateway(ok) as gateway:
        await bench.worker(gateway, **FAST_RETRIES)
        await bench.submit(b"%PDF-1.7 first")
        await bench.until_status("complete")
        await bench.rows.all("TRUNCATE jobs CASCADE")
        unfinished = bench.stack.directory / "results" / "unfinished"
        unfinished.rmdir()
        unfinished.write_text("in the way")
        await bench.submit(b"%PDF-1.7 second")
        job = await bench.until_status("failed")
    assert (job["error_code"], job["attempt_count"]) == ("IO_ERROR", 2)
    assert (await bench.rows.events(job["id"]))[2:] == ["processing", "retry", "processing", "failed"]


async def test_a_busy_gateway_is_asked_again_when_it_said_and_that_costs_nothing(bench: Bench) -> None:
    async def busy_at_first(number: int) -> Response:
        return Response("{}", 503, headers={"Retry-After": "2"}) if number == 1 else xml()

    async with plain_gateway(busy_at_first) as gateway:
        await bench.submit()
        await bench.worker(gateway)
        job = await bench.until_status("complete")
    assert (job["attempt_count"], job["release_count"]) == (1, 1)
    released = await bench.rows.one("SELECT * FROM job_events WHERE event_type = 'released'")
    assert released["meta"] == {"reason": "busy", "refunded": True, "delay_ms": 2000}
    assert released["error_code"] is None  # being busy is no issue, and none is told
    again = await bench.rows.one("SELECT max(created_at) AS at FROM job_events WHERE event_type = 'processing'")
    assert (again["at"] - released["created_at"]).total_seconds() >= 2
    assert (await bench.rows.one("SELECT coalesce(sum(failed), 0) AS failed FROM breaker_calls"))["failed"] == 0


async def test_a_full_disk_of_the_gateway_costs_no_attempt_and_opens_no_breaker(bench: Bench) -> None:
    full = JSONResponse({"reason": "disk_full"}, 503, headers={"Retry-After": "1"})

    async def full_at_first(number: int) -> Response:
        return full if number <= 6 else xml()

    async with plain_gateway(full_at_first) as gateway:
        await submit_many(bench, 6)
        await bench.worker(gateway)
        await until_count(bench, "status = 'complete'", 6)
    released = await bench.rows.all("SELECT * FROM job_events WHERE event_type = 'released'")
    assert {each["error_code"] for each in released} == {"IO_ERROR"}
    assert {each["meta"]["reason"] for each in released} == {"gateway_disk"}
    assert len(released) == 6
    assert {job["attempt_count"] for job in await bench.rows.all("SELECT * FROM jobs")} == {1}
    assert (await bench.rows.one("SELECT coalesce(sum(failed), 0) AS failed FROM breaker_calls"))["failed"] == 0


async def test_a_gateway_too_busy_for_a_file_is_asked_again_but_not_for_ever_and_opens_no_breaker(
    bench: Bench,
) -> None:
    async def too_busy(_: int) -> Response:
        return JSONResponse({"reason": "too_busy"}, 503, headers={"Retry-After": "1"})

    async with plain_gateway(too_busy) as gateway:
        await submit_many(bench, 3)
        await bench.worker(gateway, **FAST_RETRIES)
        await until_count(bench, "status = 'failed'", 3)
    jobs = await bench.rows.all("SELECT * FROM jobs")
    assert {(job["error_code"], job["attempt_count"]) for job in jobs} == {("GW_TIMEOUT", 3)}
    waits = await bench.rows.all("SELECT (meta->>'delay_ms')::float AS ms FROM job_events WHERE event_type = 'retry'")
    assert all(each["ms"] >= 1000 for each in waits), "as long as it asked for"
    assert (await bench.rows.one("SELECT coalesce(sum(failed), 0) AS failed FROM breaker_calls"))["failed"] == 0


async def test_an_outage_holds_the_queue_and_costs_no_job_more_than_one_attempt(bench: Bench) -> None:
    down = True

    async def outage(_: int) -> Response:
        return Response("{}", 502) if down else xml()

    async with plain_gateway(outage) as gateway:
        gateway.health = lambda: not down
        await submit_many(bench, 200)
        for _ in range(2):
            await bench.worker(gateway, **QUICK_BREAKER)
        await bench.until_logged("breaker")
        calls_when_open = gateway.calls
        await asyncio.sleep(4)
        assert gateway.calls <= calls_when_open + 6, "only what was under way when it opened"
        probes = gateway.probes - gateway.calls  # each call asks first what this gateway offers
        assert probes <= 6, "a probe after 0.5, 1, 2 … s, by one worker"
        assert await count(bench, "status = 'failed'") == 0
        assert (await breaker_of(bench))["state"] == "open"
        pause = await bench.rows.one("SELECT * FROM pauses")
        assert (pause["what"], pause["reason"]) == ("claims", "breaker")
        down = False
        await until_count(bench, "status = 'complete'", 200)
    assert (await breaker_of(bench))["state"] == "closed"
    assert await bench.rows.all("SELECT * FROM pauses") == []
    spent = await bench.rows.one("SELECT max(attempt_count) AS most FROM jobs")
    assert spent["most"] <= 2, "the one that succeeded, and at most one on the outage"


async def test_a_relapse_in_the_trials_waits_longer(bench: Bench) -> None:
    async with plain_gateway(bad_gateway) as gateway:
        await submit_many(bench, 20)
        await bench.worker(gateway, **QUICK_BREAKER)

        async def reopened() -> bool:
            lines = [line for line in bench.logged() if line["event"] == "breaker"]
            return any(line["why"] == "a trial failed" and line["cooldown_ms"] == 1000 for line in lines)

        await until(reopened, what="a reopening with a doubled cooldown")
        assert await count(bench, "status = 'failed'") == 0


async def test_failing_fast_ends_new_jobs_at_once(bench: Bench) -> None:
    async with plain_gateway(bad_gateway) as gateway:
        gateway.health = lambda: False
        await submit_many(bench, 40)
        await bench.worker(gateway, circuit_mode="fail-fast", circuit_cooldown_ms=600_000)
        await bench.until_logged("breaker")
        await asyncio.sleep(1)  # what was under way when it opened still asks and calls
        calls = gateway.calls
        assert calls < 20, "it opens after a few"
        await until_count(bench, "status = 'failed'", 40 - calls)
        assert gateway.calls == calls
    assert await count(bench, "error_code = 'GW_5XX' AND attempt_count = 1") >= 40 - calls


async def test_poison_pdfs_fail_after_two_deaths_and_stop_nobody(bench: Bench) -> None:
    async with plain_gateway(ok) as gateway:

        async def poisonous(number: int) -> Response:
            if b"POISON" in gateway.bodies[number]:
                return JSONResponse({"detail": "x", "reason": "parser_died", "signal": 9, "page": 2}, 500)
            return xml()

        gateway.answer = poisonous
        for number in range(100):
            await bench.submit(b"%%PDF-1.7 %s %d" % (b"POISON" if number % 10 == 0 else b"fine", number))
        for _ in range(2):
            await bench.worker(gateway, **FAST_RETRIES)
        await until_count(bench, "status = 'complete'", 90)
        await until_count(bench, "status = 'failed'", 10)
        assert gateway.calls == 90 + 2 * 10
    failed = await bench.rows.all("SELECT * FROM jobs WHERE status = 'failed'")
    assert {(job["error_code"], job["crash_count"], job["attempt_count"]) for job in failed} == {("GW_4XX", 1, 2)}
    assert "broke down" in failed[0]["error_message"]
    evidence = await bench.rows.all("SELECT meta FROM job_events WHERE event_type = 'failed'")
    assert all(event["meta"]["signal"] == 9 and event["meta"]["page"] == 2 for event in evidence)
    assert (await breaker_of(bench))["state"] == "closed"


@pytest.mark.both_stores
async def test_a_result_whose_acceptance_was_lost_is_adopted_without_another_call(bench: Bench) -> None:
    """A worker stores its result, and dies before it can settle."""
    async with plain_gateway(ok) as gateway:
        await bench.submit()
        await bench.rows.all(
            """CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql
               AS 'BEGIN PERFORM pg_sleep(60); RETURN NEW; END'"""
        )
        await bench.rows.all(
            """CREATE TRIGGER dawdle BEFORE INSERT ON job_events FOR EACH ROW
               WHEN (NEW.event_type = 'complete') EXECUTE FUNCTION dawdle()"""
        )
        victim = await bench.worker(gateway)

        async def stored() -> bool:
            return any(file.name.endswith(".xml.json") for file in bench.stack.storage.files())

        await until(stored, what="the stored result")
        victim.kill()
        await bench.rows.all(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'fakturo worker'"
        )
        await bench.rows.all("DROP TRIGGER dawdle ON job_events")
        await bench.worker(gateway)
        job = await bench.until_status("complete")
        assert gateway.calls == 1
    assert job["attempt_count"] == 2
    complete = await bench.rows.one("SELECT meta FROM job_events WHERE event_type = 'complete'")
    assert complete["meta"]["adopted"] is True
    results = [file for file in bench.stack.storage.files() if file.suffix == ".xml"]
    assert len(results) == 2, "copied, not taken: the earlier one stays for the janitor"
    assert [file.read_bytes() for file in results] == [b"<ok/>"] * 2


async def test_a_second_gateway_stands_in_for_the_first(bench: Bench) -> None:
    async with plain_gateway(ok) as second:
        await bench.submit()
        await bench.worker(PlainGateway(f"http://127.0.0.1:9,{second.url}"))
        job = await bench.until_status("complete")
    assert job["attempt_count"] == 1


@pytest.mark.disk_only("a full disk")
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small file system")
async def test_a_full_disk_pauses_and_resumes_by_itself_and_burns_no_attempt(bench: Bench) -> None:
    """Without a limit that would keep it from filling up."""

    async def pauses_for_the_disk() -> bool:
        pauses = await bench.rows.all("SELECT what, reason FROM pauses")
        return {(pause["what"], pause["reason"]) for pause in pauses} == {("claims", "disk"), ("uploads", "disk")}

    small = bench.stack.directory / "small"
    small.mkdir()
    mounted = await asyncio.create_subprocess_exec("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(small))
    if await mounted.wait():
        pytest.skip("this machine does not let us mount")
    try:
        (small / "ballast").write_bytes(bytes(shutil.disk_usage(small).free))
        async with plain_gateway(ok) as gateway:
            await submit_many(bench, 5)
            await bench.worker(gateway, results_dir=small, disk_hard_free_mb=0)
            await bench.until_logged("disk_full")
            await until(pauses_for_the_disk, what="pauses of claims and uploads")
            (small / "ballast").unlink()
            await until_count(bench, "status = 'complete'", 5)
    finally:
        for process in bench.stack.started:
            process.kill()
            await process.wait()
        await (await asyncio.create_subprocess_exec("umount", str(small))).wait()
    assert await count(bench, "attempt_count > 1") == 0
    assert await bench.rows.all("SELECT * FROM pauses") == []


async def test_in_fail_fast_mode_the_breaker_closes_again(bench: Bench) -> None:
    down = True

    async def outage(_: int) -> Response:
        return Response("{}", 502) if down else xml()

    async with plain_gateway(outage) as gateway:
        gateway.health = lambda: not down
        await submit_many(bench, 20)
        await bench.worker(gateway, circuit_mode="fail-fast", **QUICK_BREAKER)
        await bench.until_logged("breaker")
        down = False
        await asyncio.sleep(0.1)
        for number in range(10):
            await bench.submit(b"%%PDF-1.7 later %d" % number)

        async def closed() -> bool:
            if await count(bench, "status = 'queued'") == 0:
                await bench.submit(b"%PDF-1.7 " + os.urandom(4))
            return bool((await breaker_of(bench))["state"] == "closed")

        await until(closed, what="the breaker's closing")


@pytest.mark.parametrize("nasty", ["a\\u0000b", "a\\ud800b"])
async def test_what_a_gateway_says_cannot_break_the_worker(nasty: str, bench: Bench) -> None:
    async def say(_: int) -> Response:
        return Response(f'{{"detail": "{nasty}"}}', 400)

    async with plain_gateway(say) as gateway:
        await bench.submit()
        await bench.worker(gateway)
        job = await bench.until_status("failed")
    assert (job["error_code"], job["attempt_count"]) == ("GW_4XX", 1)
    assert job["error_message"].endswith("a b")


async def test_an_answer_that_is_no_xml_is_no_result(bench: Bench) -> None:
    async def login_page(_: int) -> Response:
        return Response("<html>Please log in</html>", media_type="text/html")

    async with plain_gateway(login_page) as gateway:
        await bench.submit()
        await bench.worker(gateway, retry_max_attempts=1)
        assert (await bench.until_status("failed"))["error_code"] == "GW_5XX"

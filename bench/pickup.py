"""How long an upload waits for an idle worker, against a bare NOTIFY that reaches a bare LISTEN.

The upload's wait is read from job_events: from the `queued` event to the `processing` event, both stamped by the
database. Between them lie the upload's commit, the notification, the worker's wake-up and its claim.
"""

import asyncio
import statistics
import time
from pathlib import Path

import psycopg
from starlette.responses import Response

from fakturo.store.embedded import EmbeddedPostgres
from fakturo.store.migrate import migrate
from tests.support.databases import Rows
from tests.support.gateways import plain_gateway, xml
from tests.support.pdfs import make_pdf
from tests.support.stack import Stack, open_directory, until

ROUNDS = 100
IDLE_SECONDS = 0.05


async def measure(rounds: int = ROUNDS) -> dict[str, object]:
    with open_directory("fakturo-bench-") as directory:
        postgres = EmbeddedPostgres(directory)
        with (directory / "postgres.log").open("wb") as log:
            url = await postgres.start(log=log)
        try:
            await migrate(url)
            uploads = await _pickups(url, directory, rounds)
            bare = await _bare_notifications(url, rounds)
        finally:
            await postgres.stop()
    return {
        "bench": "pickup",
        "rounds": rounds,
        "upload_to_claim_ms": round(uploads, 3),
        "bare_notify_ms": round(bare, 3),
        "ratio": round(uploads / bare, 2),
    }


async def _pickups(url: str, directory: Path, rounds: int) -> float:
    async def answer(_: int) -> Response:
        return xml()

    rows = Rows(url)
    async with plain_gateway(answer) as gateway, Stack(url, directory, gateway_url=gateway.url) as stack:
        await stack.start_web()
        await stack.start("worker")
        async with stack.client() as client:
            for number in range(rounds + 5):
                files = {"file": ("a.pdf", make_pdf([f"upload {number}"]), "application/pdf")}
                job_id = (await client.post("/api/upload", files=files)).json()["job"]["id"]

                async def done(job_id: str = job_id) -> bool:
                    row = await rows.one("SELECT status FROM jobs WHERE id = %s", job_id)
                    return bool(row["status"] == "complete")

                await until(done)
                await asyncio.sleep(IDLE_SECONDS)
    waits = await rows.all(
        """SELECT extract(epoch FROM claimed.created_at - queued.created_at) * 1000 AS ms
           FROM job_events AS queued JOIN job_events AS claimed USING (job_id)
           WHERE queued.event_type = 'queued' AND claimed.event_type = 'processing' ORDER BY queued.id OFFSET 5"""
    )
    return statistics.median(float(row["ms"]) for row in waits)


async def _bare_notifications(url: str, rounds: int) -> float:
    listener = await psycopg.AsyncConnection.connect(url, autocommit=True)
    sender = await psycopg.AsyncConnection.connect(url, autocommit=True)
    async with listener, sender:
        await listener.execute("LISTEN bare")
        arrivals = listener.notifies()
        times = []
        for _ in range(rounds):
            started = time.perf_counter()
            await sender.execute("NOTIFY bare")
            await anext(arrivals)
            times.append((time.perf_counter() - started) * 1000)
            await asyncio.sleep(IDLE_SECONDS)
        await arrivals.aclose()
    return statistics.median(times)

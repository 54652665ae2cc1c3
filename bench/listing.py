"""What the table's growth costs: the first page of a list, what changed since, a claim, a submit, from 1,000 jobs on.

A hundred owners, nearly all of their jobs complete. Each statement through the store's own functions, medians of many;
the small and the large table are looked at in turn, in databases of their own.
"""

import statistics
import time
import uuid
from collections.abc import Awaitable, Callable

import psycopg

from bench.database import database, fill
from bench.measure import Report
from fakturo.domain.job import Owner
from fakturo.store.embedded import DATABASE
from fakturo.store.jobs import Change, Jobs
from fakturo.store.migrate import migrate
from fakturo.store.pool import Pool, open_pool
from tests.support.databases import Rows
from tests.support.jobs import new_job, queue_of, sha256_of

SMALL = 1_000
OWNER = Owner("session:1", session_id="1")
GROW = """
INSERT INTO jobs (id, owner_key, original_filename, name_words, bytes, sha256, mapping, mapping_version, pipeline,
                  status, review, upload_path, result_path, result_bytes, result_sha256, queued_at, completed_at,
                  created_at, fair_at, claimed_from, seller, invoice_number, total, currency, attempt_count,
                  conversion_ms)
SELECT gen_random_uuid(), 'session:' || n %% 100, 'a.pdf', ARRAY['a', 'pdf'], 10,
       encode(sha256(n::text::bytea), 'hex'), 'layout_v1', 1, 'gateway', 'complete', 'clean',
       'uploads/00/00/' || n || '.pdf', 'results/00/00/' || n || '.xml', 10, repeat('0', 64), clock_timestamp(),
       clock_timestamp(), clock_timestamp() - n * interval '1 second', 'epoch'::timestamptz + n * interval '1 second',
       'epoch'::timestamptz + n * interval '1 second', 'Seller', 'No ' || n, n, 'EUR', 1, 100
FROM generate_series(%s::bigint, %s::bigint) AS n
"""


async def measure(*, quick: bool) -> Report:
    report = Report("list", "ms", 3 if quick else 7)
    large, times = (100_000, 20) if quick else (1_000_000, 50)
    async with database() as (url, _):
        urls = {SMALL: url, large: await _another(url)}
        for size, each in urls.items():
            await _grow(each, size)
        for _ in range(report.rounds):
            for size, each in urls.items():
                async with open_pool(each, name="bench", max_size=2, plan_once=False) as pool:
                    for name, milliseconds in (await _round(pool, times)).items():
                        report.add(f"{name} at {size:,}", milliseconds)
    names = ("first page", "since", "claim", "submit")
    ratios = {name: report.ratio(f"{name} at {large:,}", f"{name} at {SMALL:,}") for name in names}
    report.notes = {"ratio": ratios, "jobs": large, "goal": 1.3, "floor": 2}
    return report


async def _another(url: str) -> str:
    await Rows(url).all("CREATE DATABASE large")
    large = url.replace(f"/{DATABASE}?", "/large?")
    await migrate(large)
    return large


async def _grow(url: str, size: int, *, step: int = 50_000) -> None:
    for first in range(1, size + 1, step):
        await Rows(url).all(GROW, first, min(size, first + step - 1))
    await fill(url, 2_000, owners=100)
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        await connection.execute("VACUUM ANALYZE")
        await connection.execute("CHECKPOINT")


async def _round(pool: Pool, times: int) -> dict[str, float]:
    jobs, queue = Jobs(pool), queue_of(pool)
    horizon = (await jobs.list(OWNER, limit=1)).moment.horizon

    async def submit() -> None:
        new = new_job(OWNER)
        await jobs.submit(new, sha256=sha256_of(uuid.uuid4()), upload_path=f"uploads/00/00/{new.id}.pdf")

    ways: dict[str, Callable[[], Awaitable[object]]] = {
        "first page": lambda: jobs.list(OWNER, limit=50),
        "since": lambda: jobs.changes(OWNER, Change(horizon), limit=50),
        "claim": lambda: queue.claim("gateway", 1),
        "submit": submit,
    }
    return {name: await _median(way, times) for name, way in ways.items()}


async def _median(way: Callable[[], Awaitable[object]], times: int) -> float:
    for _ in range(7):  # until it is prepared, and its plan chosen
        await way()
    taken = []
    for _ in range(times):
        begun = time.perf_counter()
        await way()
        taken.append((time.perf_counter() - begun) * 1000)
    return statistics.median(taken)

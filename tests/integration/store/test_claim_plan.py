"""The claim stays one short walk along the queue index, however long the queue and however many its owners."""

import json
from typing import Any

import psycopg
import pytest

from fakturo.store.statements import statements
from tests.support.databases import Rows

MOST_BUFFERS_OF_A_CLAIM = 60
FILL = """
INSERT INTO jobs (id, owner_key, original_filename, bytes, sha256, mapping, mapping_version, pipeline, status,
                  upload_path, queued_at, fair_at)
SELECT gen_random_uuid(), 'owner-' || n %% %s, 'a.pdf', 10, encode(sha256(n::text::bytea), 'hex'), 'layout_v1', 1,
       'gateway', 'queued', 'uploads/00/00/x.pdf', clock_timestamp(), clock_timestamp() + n * interval '1 second'
FROM generate_series(1, %s) AS n
"""


async def explain_claim(url: str) -> dict[str, Any]:
    """The plan of a real claim of one job, after a few that warm the caches, rolled back."""
    parameters = {"pipeline": "gateway", "slots": 1, "trial": False, "worker": "w", "lease_ttl": "120 s"}
    parameters["from_place"] = "-infinity"
    async with await psycopg.AsyncConnection.connect(url) as connection:
        for _ in range(3):
            await connection.execute(statements("queue")["claim"], parameters)
            await connection.rollback()
        cursor = await connection.execute(
            b"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) " + statements("queue")["claim"], parameters
        )
        row = await cursor.fetchone()
        await connection.rollback()
    assert row
    plan = row[0] if isinstance(row[0], list) else json.loads(row[0])
    root = plan[0]["Plan"]
    assert isinstance(root, dict)
    return root


def nodes(plan: dict[str, Any]) -> list[dict[str, Any]]:
    return [plan] + [node for child in plan.get("Plans", []) for node in nodes(child)]


def buffers(plan: dict[str, Any]) -> int:
    return int(plan["Shared Hit Blocks"]) + int(plan["Shared Read Blocks"])


async def fill(rows: Rows, *, jobs: int, owners: int) -> None:
    await rows.all(FILL, owners, jobs)
    await rows.all("VACUUM ANALYZE jobs")


@pytest.mark.parametrize("owners", [pytest.param(1, marks=pytest.mark.long), 1000])
async def test_a_claim_costs_little_and_the_same_in_a_long_queue_as_in_a_short_one(
    owners: int, database_url: str, rows: Rows
) -> None:
    await fill(rows, jobs=1000, owners=owners)
    short = buffers(await explain_claim(database_url))
    await rows.all("TRUNCATE jobs CASCADE")
    await fill(rows, jobs=30_000, owners=owners)
    plan = await explain_claim(database_url)
    assert buffers(plan) <= min(2 * short, MOST_BUFFERS_OF_A_CLAIM)

    assert_one_walk_along_the_queue(plan)
    (walk,) = [node for node in nodes(plan) if node.get("Index Name") == "jobs_queue"]
    assert walk["Actual Rows"] == 1


async def test_the_plan_is_the_same_when_the_number_of_slots_is_not_known(database_url: str, rows: Rows) -> None:
    """As it is for a prepared statement, which plans once for all."""
    await fill(rows, jobs=30_000, owners=100)
    sql = statements("queue")["claim"]
    for number, name in enumerate((b"pipeline", b"slots", b"trial", b"worker", b"lease_ttl", b"from_place"), start=1):
        sql = sql.replace(b"%%(%s)s" % name, b"$%d" % number)
    async with await psycopg.AsyncConnection.connect(database_url) as connection:
        cursor = await connection.execute(b"EXPLAIN (GENERIC_PLAN, FORMAT JSON) " + sql)
        row = await cursor.fetchone()
    assert row
    assert_one_walk_along_the_queue(row[0][0]["Plan"])


def assert_one_walk_along_the_queue(plan: dict[str, Any]) -> None:
    """The queue's index once, in its own order, and then the claimed rows by their ids; nothing else is looked at."""
    walks = [node["Node Type"] for node in nodes(plan) if node.get("Index Name") == "jobs_queue"]
    assert walks == ["Index Scan"]
    indexes = {node["Index Name"] for node in nodes(plan) if "Index Name" in node}
    assert indexes - {"pauses_pkey"} == {"jobs_queue", "jobs_pkey"}
    assert "jobs" not in {node.get("Relation Name") for node in nodes(plan) if node["Node Type"] == "Seq Scan"}
    (limit,) = [node for node in nodes(plan) if node["Node Type"] == "Limit"]
    assert "Sort" not in {node["Node Type"] for node in nodes(limit)}


async def test_ten_thousand_jobs_that_wait_for_a_retry_do_not_stand_in_the_way(database_url: str, rows: Rows) -> None:
    await fill(rows, jobs=20_000, owners=10)
    without = buffers(await explain_claim(database_url))
    await rows.all(
        """UPDATE jobs SET retry_after = clock_timestamp() + interval '1 day', fair_at = NULL
           WHERE id IN (SELECT id FROM jobs ORDER BY fair_at LIMIT 10000)"""
    )
    await rows.all("VACUUM ANALYZE jobs")
    assert buffers(await explain_claim(database_url)) <= 2 * without

"""No sweep takes a file that somebody still has a right to, whatever it races; and one that would is caught."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
import pytest_asyncio

from fakturo.domain import losses
from fakturo.store import retention, turns
from fakturo.store.pool import Pool
from fakturo.store.retention import Retention
from tests.faults.retention_races import Races, run_races
from tests.support.databases import Clock, Rows
from tests.support.stack import Stack, open_directory


@pytest.fixture
def directory() -> Iterator[Path]:
    with open_directory("fakturo-races-") as made:
        yield made


@pytest_asyncio.fixture
async def races(
    directory: Path, database_url: str, pool: Pool, rows: Rows, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Races]:
    monkeypatch.setattr(losses, "FEW", 1_000_000)  # fenced attempts leave many orphans here, and none is spared
    monkeypatch.setattr(turns, "HOLD", timedelta(hours=300))  # most leaps of time leave a sweeper its turn
    async with Stack(database_url, directory) as stack:
        await stack.start_web()
        yield Races(stack.web_url, directory, pool, rows, clock)


async def test_sweeps_race_everything_without_harm(races: Races) -> None:
    await run_races(races, runs=3, seed=1)
    assert races.violations == []


@pytest.mark.long
@pytest.mark.timeout(1800)
async def test_two_hundred_runs_of_sweeps_race_everything_without_harm(races: Races) -> None:
    await run_races(races, runs=200, seed=2)
    print(f"\n{', '.join(f'{what} {times}' for what, times in sorted(races.happened.items()))}")  # noqa: T201
    assert races.violations == []
    for what in ("downloaded", "EXPIRED", "deleted", "expired", "fenced", "reclaimed", "orphans", "files", "sweeps"):
        assert races.happened[what] >= 50, f"too little of {what}: this run proves nothing"


def careless(name: str, old: str, new: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert old.encode() in retention.SQL[name], f"the mutant finds nothing to change in the statement '{name}'"
    monkeypatch.setitem(retention.SQL, name, retention.SQL[name].replace(old.encode(), new.encode()))


async def test_a_sweep_that_takes_named_files_for_orphans_is_caught(
    races: Races, monkeypatch: pytest.MonkeyPatch
) -> None:
    careless(
        "unnamed", "SELECT FROM jobs WHERE result_path =", "SELECT FROM jobs WHERE original_filename =", monkeypatch
    )
    careless("due_trash", "OR result_path =", "OR original_filename =", monkeypatch)
    await run_races(races, runs=30, seed=1)
    assert races.violations != []


@pytest.mark.long
async def test_a_sweep_that_deletes_a_file_before_its_row_lets_go_is_caught(
    races: Races, monkeypatch: pytest.MonkeyPatch
) -> None:
    expire_results = Retention.expire_results

    async def delete_then_expire(self: Retention) -> int:
        for row in await races.rows.all(
            "SELECT result_path FROM jobs WHERE result_path <> '' AND completed_at < queue_now() - interval '30 days'"
        ):
            await races.blobs.delete(row["result_path"])
        await asyncio.sleep(0.05)
        return await expire_results(self)

    monkeypatch.setattr(Retention, "expire_results", delete_then_expire)
    await run_races(races, runs=30, seed=1)
    assert races.violations != []


async def test_a_sweep_that_ignores_the_status_is_stopped_by_the_database(
    races: Races, monkeypatch: pytest.MonkeyPatch
) -> None:
    careless("expire_pdfs", "status IN ('complete', 'failed')", "true", monkeypatch)
    careless("expire_pdfs", "AND coalesce(completed_at, failed_at) <", "AND created_at <", monkeypatch)
    with pytest.RaisesGroup(psycopg.errors.CheckViolation, match="unhandled", flatten_subgroups=True):
        await run_races(races, runs=30, seed=1)

"""Random interleavings of everything that may happen to jobs, on the real SQL: the rules hold, and mutants show."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import cast

import psycopg
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from fakturo.store import queue
from fakturo.store.pool import open_pool
from tests.faults.mutants import MUTANTS
from tests.faults.queue_machine import QueueMachine, World
from tests.support.databases import Clock, Rows, TestServer


async def _prepared(url: str) -> Clock:
    clock = Clock(Rows(url))
    await clock.install()
    await clock.rows.all(
        """CREATE OR REPLACE FUNCTION queue_now() RETURNS timestamptz LANGUAGE sql VOLATILE
           AS $$ SELECT timestamptz '2026-01-01 00:00:00+00' + (SELECT shift FROM test_clock) $$"""
    )
    return clock


@pytest.fixture
def world(server: TestServer) -> Iterator[World]:
    """In a loop of its own: the machine's steps are not coroutines, what they call is."""
    with asyncio.Runner() as runner:
        database = server.database()
        url = runner.run(database.__aenter__())
        clock = runner.run(_prepared(url))
        pooled = open_pool(url, name="state machine", max_size=2)
        yield World(runner, runner.run(pooled.__aenter__()), clock)
        runner.run(pooled.__aexit__(None, None, None))
        runner.run(database.__aexit__(None, None, None))


def play(world: World, examples: int, phases: Sequence[Phase] = tuple(Phase)) -> None:
    def machine() -> QueueMachine:
        return QueueMachine(world)

    run_state_machine_as_test(
        cast("type[RuleBasedStateMachine]", machine),
        settings=settings(
            max_examples=examples,
            stateful_step_count=40,
            deadline=None,
            phases=phases,
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_whatever_happens_in_whatever_order_the_queue_keeps_its_rules(world: World) -> None:
    play(world, 25)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_whatever_happens_in_whatever_order_for_longer(world: World) -> None:
    play(world, 1500)


@pytest.mark.parametrize(
    "mutant",
    [
        "attempt-on-failure",
        pytest.param("fence-by-status-only", marks=pytest.mark.long),
        pytest.param("no-fence", marks=pytest.mark.long),
        pytest.param("reclaim-unguarded", marks=pytest.mark.long),
        pytest.param("retry-without-delay", marks=pytest.mark.long),
    ],
)
def test_a_queue_without_a_safeguard_is_found_out(mutant: str, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "SQL", dict(queue.SQL))
    MUTANTS[mutant]()
    with pytest.raises((AssertionError, psycopg.Error, ExceptionGroup)):
        play(world, 300, [Phase.generate])

"""A minute of faults with a fixed seed must leave no trace, and a missing safeguard must show."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.chaos import run_chaos
from tests.faults.mutants import MUTANTS
from tests.faults.scenarios import SCENARIOS, SHOWS, run_scenario

ROOT = Path(__file__).parents[2]
FAST = ("no-fence",)
"""The others are long. Fencing by the status only is caught by tests/faults/test_queue_state_machine.py, too."""
MUST_NAME = {
    "no-fence": "stale-token",
    "fence-by-status-only": "stale-token",
    "worker-clock": "reclaimed-early",
    "reclaim-unguarded": "reclaimed-early",
    "attempt-on-failure": "attempts",
    "retry-without-delay": "too-early",
    "delete-after-lost-lease": "result-missing",
    "shared-result-name": "result-differs",
    "settle-before-result": "result-missing",
    "notify-without-poll": "not-ended",
    "breaker-per-process": "breaker",
    "no-extension": "lease-lost",
}


async def test_twenty_faults_lose_double_and_confuse_nothing() -> None:
    outcome = await run_chaos(20, seed=1, minutes=2)
    assert outcome.verdict.violations == (), outcome.told()
    assert outcome.faults >= 10, "things broke, on a slow machine, too"
    assert outcome.verdict.jobs >= 5, "there was work while they broke"


@pytest.mark.parametrize("mutant", [m if m in FAST else pytest.param(m, marks=pytest.mark.long) for m in MUST_NAME])
async def test_a_missing_safeguard_is_caught(mutant: str) -> None:
    verdict = await run_scenario(SHOWS[mutant], mutant)
    assert MUST_NAME[mutant] in {violation.kind for violation in verdict.violations}


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS)
async def test_the_honest_product_passes_the_scenario(scenario: str) -> None:
    assert (await run_scenario(scenario)).violations == ()


def test_every_mutant_has_a_scenario_that_must_catch_it() -> None:
    assert set(SHOWS) | {"no-fsync"} == set(MUTANTS)
    assert set(SHOWS) == set(MUST_NAME)


@pytest.mark.long
@pytest.mark.timeout(1900)
async def test_a_thousand_faults_lose_double_and_confuse_nothing() -> None:
    outcome = await run_chaos(1000, seed=7, minutes=28)
    assert outcome.verdict.violations == (), outcome.told()
    assert outcome.faults >= 1000


@pytest.mark.parametrize(
    ("arguments", "status"),
    [pytest.param(["--scenario", "power-cuts"], 0, marks=pytest.mark.long), (["--mutant", "no-fsync"], 1)],
)
def test_the_command_ends_with_the_count_and_a_status_that_tells(arguments: list[str], status: int) -> None:
    command = [sys.executable, "-m", "tests.faults.chaos", *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    *lines, last = ended.stdout.splitlines()
    assert ended.returncode == status, ended.stderr
    assert last.startswith("faults=0 jobs=2 lost=")
    assert any("result-missing" in line for line in lines) == bool(status)

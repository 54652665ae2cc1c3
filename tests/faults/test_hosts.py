"""Three hosts over one PostgreSQL and one S3 store lose and double nothing, though one is cut off and one dies."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.network import why_no_network

ROOT = Path(__file__).parents[2]
WHY_NOT = why_no_network()


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.skipif(WHY_NOT is not None, reason=str(WHY_NOT))
def test_two_thousand_jobs_over_three_hosts_lose_and_double_nothing() -> None:
    command = [sys.executable, "-m", "tests.faults.chaos", "--hosts", "2000"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    count = re.search(r"jobs=(\d+) lost=0 doubled=0 stale=0", ended.stdout.splitlines()[-1])
    assert count
    assert int(count[1]) >= 2000

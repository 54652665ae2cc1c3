"""deploy/roles.sql: web and worker do their work under roles that cannot change a table."""

import subprocess
from pathlib import Path

import psycopg
import pytest

from fakturo.domain.transitions import Complete, Converted
from fakturo.store.embedded import find_binaries
from fakturo.store.pool import open_pool
from tests.support.databases import Rows
from tests.support.jobs import jobs_of, queue_of, sha256_of, submit

ROLES = Path(__file__).resolve().parents[3] / "deploy" / "roles.sql"

FORBIDDEN = (b"DROP TABLE jobs", b"ALTER TABLE jobs ADD COLUMN x int", b"DELETE FROM schema_migrations")


def as_role(url: str, role: str) -> str:
    return psycopg.conninfo.make_conninfo(url, options=f"-crole={role}")


async def test_a_job_goes_through_under_separate_roles_that_can_change_no_table(rows: Rows) -> None:
    psql = find_binaries(None)["psql"]
    passwords = ["-v", "web_password=it's one", "-v", "worker_password=another"]
    for _ in range(2):  # as often as one likes
        command = [str(psql), rows.url, "-q", "-v", "ON_ERROR_STOP=1", *passwords, "-f", str(ROLES)]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: ASYNC221
        assert ran.returncode == 0, ran.stderr
    async with (
        open_pool(as_role(rows.url, "fakturo_web"), name="web", max_size=2) as web,
        open_pool(as_role(rows.url, "fakturo_worker"), name="worker", max_size=2) as worker,
    ):
        job = await submit(jobs_of(web), 1)
        queue = queue_of(worker, worker="w")
        (claimed,) = await queue.claim("gateway", 1)
        result = Converted(f"results/00/00/{job.id}.xml", 1, sha256_of(job.id), 200)
        assert await queue.settle(claimed, Complete(result), 5)
        for pool in (web, worker):
            async with pool.connection() as connection:
                for forbidden in (
                    "DROP TABLE jobs",
                    "ALTER TABLE jobs ADD COLUMN x int",
                    "DELETE FROM schema_migrations",
                ):
                    with pytest.raises(psycopg.errors.InsufficientPrivilege):
                        await connection.execute(forbidden)
    assert (await rows.events(job.id))[-1] == "complete"

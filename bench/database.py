"""A PostgreSQL of its own for a measurement, durable as in production, and jobs to fill it with."""

import asyncio
import contextlib
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import psycopg

from fakturo.store.embedded import EmbeddedPostgres, find_binaries
from fakturo.store.migrate import migrate
from fakturo.store.statements import statements
from tests.support.databases import Rows
from tests.support.stack import open_directory

FILL = """
INSERT INTO jobs (id, owner_key, original_filename, name_words, bytes, sha256, mapping, mapping_version, pipeline,
                  status, upload_path, queued_at, fair_at)
SELECT gen_random_uuid(), 'session:' || n %% %(owners)s, 'a.pdf', ARRAY['a', 'pdf'], 10,
       encode(sha256((n || ' ' || clock_timestamp())::bytea), 'hex'), 'layout_v1', 1, 'gateway', 'queued',
       'uploads/00/00/' || gen_random_uuid() || '.pdf', clock_timestamp(),
       (SELECT virtual_time('gateway')) + (1 + n / %(owners)s) * interval '1 second'
FROM generate_series(1, %(jobs)s) AS n
"""
SETTLED = """jsonb_build_object(
    'id', id, 'token', lease_token, 'duration_ms', 1, 'gateway_status', 200, 'meta', '{}'::jsonb,
    'review', 'clean', 'adopted', false,
    'result_path', 'results/00/00/' || id || '.' || attempt_count || '-' || lease_token || '.xml',
    'result_bytes', 10, 'result_sha256', repeat('0', 64))"""
"""What the worker says of each job that it has done."""
SETTLE = {"settlements": ":settlements", "ids": ":ids", "worker": "'pgbench'", "xml_ttl": "interval '30 days'"}
CLAIM = {
    "pipeline": "'gateway'",
    "trial": "false",
    "worker": "'pgbench'",
    "lease_ttl": "interval '120 s'",
    "from_place": "'-infinity'",
}


@contextlib.asynccontextmanager
async def database() -> AsyncIterator[tuple[str, Path]]:
    """Its address, migrated, and a directory for files. Every commit waits for the disk."""
    with open_directory("fakturo-bench-") as directory:
        postgres = EmbeddedPostgres(directory)
        with (directory / "postgres.log").open("wb") as log:
            url = await postgres.start(log=log)
        try:
            await migrate(url)
            yield url, directory
        finally:
            await postgres.stop()


async def fill(url: str, jobs: int, *, owners: int = 10) -> None:
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        await connection.execute(FILL, {"jobs": jobs, "owners": owners})
        await connection.execute("VACUUM ANALYZE jobs")


async def empty(url: str) -> None:
    await Rows(url).all("TRUNCATE jobs CASCADE")


def script(batch: int) -> str:
    """The worker's own statements for pgbench: a claim of so many, and their settlement.

    All that the claim gives is put into one row, for pgbench keeps but one, and with it what the settlement is to say,
    for pgbench can't put that together.
    """
    claim, settle = statements("queue")["claim"].decode(), statements("queue")["complete"].decode()
    begin = claim.rindex("\nSELECT id, lease_token")
    claim, given = claim[:begin], claim[begin:]
    picked = f"array_agg(id) AS ids, jsonb_agg({SETTLED}) AS settlements"
    whole = "count(given) AS given"  # so that no column is left out
    claim = _given(f"{claim}\nSELECT {picked}, {whole} FROM ({given}) AS given", CLAIM | {"slots": str(batch)})
    return f"{claim}\n\\gset\n{_given(settle, SETTLE)};\n"


def _given(statement: str, values: dict[str, str]) -> str:
    for name, value in values.items():
        statement = statement.replace(f"%({name})s", value)
    return statement


async def pgbench(url: str, directory: Path, *, batch: int, clients: int, jobs: int) -> float:
    """Jobs a second through the bare statements: what PostgreSQL itself can do."""
    file = directory / "claim.sql"
    file.write_text(script(batch))
    times = max(1, jobs // batch // clients)
    command = [
        find_binaries(None)["pgbench"],
        "-n",
        "-M",
        "prepared",
        "-c",
        clients,
        "-j",
        min(clients, 2),
        "-t",
        times,
    ]
    done = await asyncio.to_thread(
        subprocess.run, [*map(str, command), "-f", str(file), url], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    (rate,) = [line.split()[2] for line in done.stdout.splitlines() if line.startswith("tps")]
    return float(rate) * batch

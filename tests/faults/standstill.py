"""Why jobs that have not ended wait: what a person would look up, as lines for the message of a test that fails."""

from collections.abc import Iterator
from typing import Any

from tests.faults import collect
from tests.faults.stage import Stage, WorkerProcess

QUERIES = {
    "job": """
        SELECT id, status, pipeline, attempt_count AS attempts, release_count AS releases, last_error_code AS error,
               fair_at, retry_after - queue_now() AS due_in, leased_by, lease_expires_at - queue_now() AS lease_ends_in,
               (SELECT event_type || ' ' || queue_now() - created_at || ' ago' FROM job_events
                WHERE job_id = jobs.id ORDER BY id DESC LIMIT 1) AS last
        FROM jobs WHERE status IN ('uploaded', 'queued', 'processing') AND deleted_at IS NULL ORDER BY fair_at""",
    "breaker": """
        SELECT pipeline, state, trials_left, trials_ok, due_at - queue_now() AS due_in, prober,
               prober_until - queue_now() AS prober_for
        FROM breakers WHERE state <> 'closed'""",
    "pause": "SELECT what, pipeline, reason, who, until - queue_now() AS ends_in FROM pauses",
    "transaction": """
        SELECT application_name AS of, state, wait_event_type AS waits_for, now() - xact_start AS since,
               left(query, 80) AS says
        FROM pg_stat_activity
        WHERE xact_start IS NOT NULL AND pid <> pg_backend_pid() AND backend_type = 'client backend'""",
}


async def why_jobs_wait(stage: Stage) -> list[str]:
    """Those jobs, whatever may hold them back, and what the workers are at."""
    found = [(what, row) for what, query in QUERIES.items() for row in await stage.rows.all(query)]
    return [*(f"{what}: {_told(row)}" for what, row in found), *map(_worker, stage.workers)]


def _told(row: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in row.items() if value is not None)


def _worker(worker: WorkerProcess) -> str:
    state = "ended" if not worker.alive else "stopped" if worker.stopped() else "alive"
    *_, last = "nothing", *_events(worker)
    return f"worker {worker.pid}: {state}, said last: {last}"


def _events(worker: WorkerProcess) -> Iterator[str]:
    return (f"{line.get('event')} at {line.get('time')}" for line in collect.logged(worker.log))

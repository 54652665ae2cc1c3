"""Figures for operators, from a real database."""

from fakturo.domain.transitions import Complete, Converted
from fakturo.store.figures import Figures
from fakturo.store.pool import Pool
from tests.support.databases import Rows
from tests.support.jobs import jobs_of, new_job, queue_of, sha256_of


async def test_bytes_of_earlier_versions_are_counted(pool: Pool, rows: Rows) -> None:
    await jobs_of(pool).submit(new_job(), sha256=sha256_of("a"), upload_path="uploads/00/00/a.pdf")
    queue = queue_of(pool)
    (job,) = await queue.claim("gateway", 1)
    assert await queue.settle(job, Complete(Converted("results/00/00/a.xml", 7, sha256_of("xml"), 200)), 1)
    await rows.all("SELECT set_result_aside(jobs) FROM jobs")
    figures = Figures(pool)
    await figures.look()
    assert figures.known["storage_bytes"] == {"uploads": 10, "results": 7 + 7}

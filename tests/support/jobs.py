"""Made-up uploads for store tests."""

import hashlib
import uuid
from datetime import timedelta

from fakturo.domain.job import Job, Owner
from fakturo.store.jobs import Jobs
from fakturo.store.pool import Pool
from fakturo.store.queue import Queue
from fakturo.store.retention import RetentionRules
from fakturo.store.submitting import NewJob

ALICE = Owner("session:alice", session_id="alice")
BOB = Owner("session:bob", session_id="bob")
LEASE = timedelta(seconds=120)
KEEP = RetentionRules(pdf_ttl=timedelta(days=7), xml_ttl=timedelta(days=30))


def new_job(owner: Owner = ALICE, *, mapping: str = "layout_v1", size: int = 10) -> NewJob:
    return NewJob(uuid.uuid4(), owner, "invoice.pdf", "application/pdf", size, mapping, 1, "gateway")


def sha256_of(text: object) -> str:
    return hashlib.sha256(str(text).encode()).hexdigest()


def jobs_of(pool: Pool) -> Jobs:
    return Jobs(pool)


def queue_of(pool: Pool, *, worker: str = "worker-1", lease: timedelta = LEASE) -> Queue:
    return Queue(pool, worker=worker, lease_ttl=lease, rules=KEEP)


def owner_called(name: object) -> Owner:
    return Owner(f"session:{name}", session_id=str(name))


async def submit(jobs: Jobs, content: object, owner: Owner = ALICE, *, size: int = 10) -> Job:
    new = new_job(owner, size=size)
    job, _ = await jobs.submit(new, sha256=sha256_of(content), upload_path=f"uploads/00/00/{new.id}.pdf")
    return job

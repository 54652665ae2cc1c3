"""What came of an attempt, told to those who run the place: a log line, and counts."""

from enum import StrEnum

import structlog

from fakturo.domain.job import ClaimedJob
from fakturo.domain.transitions import Complete, Fail, FallBack, Release, Retry, Settlement
from fakturo.ops import metrics
from fakturo.store.queue import Reclaimed

log = structlog.get_logger()

_OUTCOMES = {Complete: "complete", FallBack: "kept", Fail: "failed", Retry: "retry", Release: "release"}


class Answer(StrEnum):
    """The database's, to a settlement."""

    APPLIED = "applied"
    REFUSED = "refused"
    """The lease was somebody else's, or nobody's, by then."""
    NONE = "none"
    """As long as we could ask. It may yet be applied, if it is on its way: nothing but the token decides that."""


def tell_settled(job: ClaimedJob, settlement: Settlement, answer: Answer, duration_ms: int, *, breaker: str) -> None:
    metrics.job_processing_duration.labels(job.pipeline).observe(duration_ms / 1000)
    said: dict[str, object] = {"duration_ms": duration_ms, "breaker": breaker}
    match answer:
        case Answer.APPLIED:
            metrics.attempts.labels(job.pipeline, _OUTCOMES[type(settlement)]).inc()
            _tell_applied(job, settlement, duration_ms, said)
        case Answer.REFUSED:
            metrics.attempts.labels(job.pipeline, "fenced").inc()
            metrics.results_fenced.inc()
            log.warning("settlement_fenced", lease=str(job.lease_token), **said)
        case Answer.NONE:
            metrics.attempts.labels(job.pipeline, "given_up").inc()
            log.warning("settlement_given_up", lease=str(job.lease_token), **said)


def _tell_applied(job: ClaimedJob, settlement: Settlement, duration_ms: int, said: dict[str, object]) -> None:
    match settlement:
        case Complete(converted):
            metrics.jobs_completed.labels(job.mapping).inc()
            metrics.conversion_verdicts.labels(job.mapping, converted.review).inc()
            metrics.job_ready.labels(job.pipeline).observe((job.waited_seconds or 0) + duration_ms / 1000)
            about = {"gateway_status": converted.gateway_status, "adopted": converted.adopted}
            log.info("complete", status="complete", **said, **about)
        case FallBack(failure):
            metrics.jobs_failed.labels(failure.code, job.mapping).inc()
            log.info("kept", status="complete", **said, **_about(failure))
        case Fail():
            metrics.jobs_failed.labels(settlement.code, job.mapping).inc()
            log.info("failed", status="failed", **said, **_about(settlement))
        case Retry():
            metrics.retries_scheduled.labels(settlement.code).inc()
            log.info("retry", status="queued", **said, **_about(settlement), **_delay(settlement))
        case Release(reason):
            log.info("release", status="queued", **said, reason=reason, **_about(settlement), **_delay(settlement))


def tell_reclaimed(job: Reclaimed, pipeline: str) -> None:
    metrics.leases_reclaimed.inc()
    metrics.attempts.labels(pipeline, "reclaimed").inc()
    if job.status == "failed" and job.error_code:
        metrics.jobs_failed.labels(job.error_code, job.mapping).inc()
    log.info("reclaim", job_id=job.id, status=job.status, attempt=job.attempt_count, error_code=job.error_code)


def _about(settlement: Fail | Retry | Release) -> dict[str, object]:
    return {"gateway_status": settlement.gateway_status, "error_code": settlement.code}


def _delay(settlement: Retry | Release) -> dict[str, object]:
    return {"delay_ms": round(settlement.delay.total_seconds() * 1000)}

"""What is counted: all of it is declared, documented, and said in Prometheus' words."""

from prometheus_client import CollectorRegistry
from prometheus_client.parser import text_string_to_metric_families

from fakturo.ops import metrics
from fakturo.ops.metrics import FIGURES, Told, declared

PROMISED = [
    "jobs_created_total",
    "jobs_completed_total",
    "jobs_failed_total",
    "job_processing_duration_seconds",
    "queue_depth",
    "queue_oldest_age_seconds",
    "jobs_active",
    "retries_scheduled_total",
    "manual_retry_total",
    "leases_reclaimed_total",
    "results_fenced_total",
    "gateway_latency_seconds",
    "breaker_state",
    "breaker_open_seconds_total",
    "upload_bytes_total",
    "storage_bytes",
    "retention_deleted_total",
    "wakeups_total",
    "conversion_verdict_total",
    "review_seconds",
    "http_requests_total",
    "http_request_duration_seconds",
    "rate_limited_total",
    "processing_oldest_age_seconds",
    "breaker_transitions_total",
    "disk_free_ratio",
    "retention_last_run_timestamp_seconds",
    "db_pool_timeouts_total",
]


def test_everything_that_operators_were_promised_is_declared_once() -> None:
    names = [each.name for each in declared()]
    assert set(PROMISED) <= set(names)
    assert len(set(names)) == len(names)
    assert all(each.about.endswith(".") for each in declared())


def test_failures_are_told_apart_by_code_and_by_mapping() -> None:
    assert {each.name: each.labels for each in declared()}["jobs_failed_total"] == ("error_code", "mapping")


def test_what_is_served_is_what_prometheus_reads() -> None:
    metrics.jobs_created.labels("coretax_v1").inc()
    families = {family.name: family for family in text_string_to_metric_families(metrics.text().decode())}
    samples = [each for each in families["jobs_created"].samples if each.name == "jobs_created_total"]
    assert {"mapping": "coretax_v1"} in [each.labels for each in samples], (
        "others of this process may have counted, too"
    )


def test_figures_that_nobody_knows_are_left_out() -> None:
    """A gateway has no database: a queue of length 0 would be a lie."""
    registry = CollectorRegistry()
    registry.register(Told(FIGURES, lambda: {"queue_depth": {"gateway": 3}, "workers": 2, "storage_bytes": None}))
    told = {s.name: (s.labels, s.value) for family in registry.collect() for s in family.samples}
    assert told == {"queue_depth": ({"pipeline": "gateway"}, 3.0), "workers": ({}, 2.0)}


def test_the_promises_of_the_service_are_bounds_of_its_histograms() -> None:
    assert {30, 120} <= set(metrics.WORK)

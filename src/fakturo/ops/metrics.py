"""Everything that is counted and measured, declared once. docs/metrics.md is made from this file.

Each process counts what it does itself; what Prometheus adds up is the whole. The gateway counts in its parent process:
children are told nothing about metrics. Figures of the database (`FIGURES`) are the same from every process that tells
them, so take their maximum, not their sum.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

REGISTRY = CollectorRegistry()
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
MOMENTS = (0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
WORK = (0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 180, 300, 600)
"""In seconds. 30 and 120 are the promises of the service: they must be bounds."""
REVIEWS = (10, 30, 60, 120, 300, 600, 1800, 3600, 14400, 86400)


Labelled = TypeVar("Labelled", Counter, Gauge, Histogram)


def _counter(name: str, about: str, *labels: str) -> Counter:
    return _remembering(Counter(name, about, labels, registry=REGISTRY))


def _gauge(name: str, about: str, *labels: str) -> Gauge:
    return _remembering(Gauge(name, about, labels, registry=REGISTRY))


def _histogram(name: str, about: str, *labels: str, bounds: Iterable[float]) -> Histogram:
    return _remembering(Histogram(name, about, labels, buckets=tuple(bounds), registry=REGISTRY))


def _remembering(metric: Labelled) -> Labelled:
    """What belongs to given labels is found at once: the client makes texts of them and takes a lock each time, which
    takes longer than to count."""
    metric.labels = cache(metric.labels)  # type: ignore[method-assign]
    return metric


# ---------------------------------------------------------------- jobs

jobs_created = _counter("jobs_created_total", "Jobs that uploads made.", "mapping")
jobs_completed = _counter("jobs_completed_total", "Jobs whose result is ready.", "mapping")
jobs_failed = _counter(
    "jobs_failed_total", "Jobs that failed for good, refused uploads included.", "error_code", "mapping"
)
job_processing_duration = _histogram(
    "job_processing_duration_seconds", "One attempt, from claim to settlement.", "pipeline", bounds=WORK
)
job_ready = _histogram(
    "job_ready_seconds",
    "From queued to ready, waits and retries included, by the database's clock: what the promises are about.",
    "pipeline",
    bounds=WORK,
)
attempts = _counter(
    "attempts_total",
    "Attempts, by what came of them: complete, kept (an earlier result stays), failed, retry, release, fenced, "
    "given_up (the database never answered), reclaimed. So the shares of retries and failures of one pipeline.",
    *("pipeline", "outcome"),
)
retries_scheduled = _counter("retries_scheduled_total", "Attempts that failed and will be repeated.", "error_code")
manual_retries = _counter("manual_retry_total", "Failed jobs that a person asked for again.")
leases_reclaimed = _counter("leases_reclaimed_total", "Jobs taken back from workers whose lease ran out.")
results_fenced = _counter("results_fenced_total", "Results that came after their lease was lost, and changed nothing.")
conversion_verdicts = _counter(
    "conversion_verdict_total", "Results that are clean, and those that need a review.", "mapping", "verdict"
)
review_duration = _histogram("review_seconds", "From a result that needs a review to its approval.", bounds=REVIEWS)

# ---------------------------------------------------------------- worker

wakeups = _counter("wakeups_total", "What made an idle worker look: a notification, the poll.", "by")
gateway_latency = _histogram(
    "gateway_latency_seconds",
    "Calls of the gateway, to their last byte; status 0: no answer.",
    "status",
    bounds=WORK,
)
breaker_transitions = _counter("breaker_transitions_total", "Changes of a breaker, to each state.", "pipeline", "state")
retention_deleted = _counter("retention_deleted_total", "What retention took away.", "what")

# ---------------------------------------------------------------- a language model

llm_calls = _counter("llm_calls_total", "Questions to a language model, by how they ended.", "outcome")
llm_tokens = _counter("llm_tokens_total", "Tokens of questions (`in`) and answers (`out`).", "direction")
llm_schema_failures = _counter("llm_schema_failures_total", "Answers that are no JSON, or not after their schema.")
llm_raw_captures = _counter("llm_raw_captures_total", "Answers that could not be used, and were kept for their owner.")

# ---------------------------------------------------------------- web and gateway

http_requests = _counter("http_requests_total", "Requests, by route and status.", "route", "status")
http_duration = _histogram(
    "http_request_duration_seconds", "From a request to the first byte of its answer.", "route", bounds=MOMENTS
)
rate_limited = _counter("rate_limited_total", "Requests refused because there were too many.", "limit")
upload_bytes = _counter("upload_bytes_total", "Bytes of uploaded files that became jobs.")
children_lost = _counter("gateway_children_lost_total", "Parsers that died or were killed, by reason.", "reason")
children_busy = _gauge("gateway_children_busy", "Documents that children of the gateway work on.")

# ---------------------------------------------------------------- each process that writes files

disk_free_ratio = _gauge("disk_free_ratio", "Free share of the fullest disk that this process writes to.")


# ---------------------------------------------------------------- figures of the database, the same from every process


@dataclass(frozen=True, slots=True)
class Figure:
    """One that a query answers: a number, or one for each value of its label."""

    name: str
    about: str
    label: str | None = None

    @property
    def kind(self) -> str:
        return "counter" if self.name.endswith("_total") else "gauge"

    def metric(self, value: object) -> Metric:
        kind = CounterMetricFamily if self.kind == "counter" else GaugeMetricFamily
        family = kind(self.name, self.about, labels=[self.label] if self.label else [])
        for key, each in value.items() if isinstance(value, Mapping) else [("", value)]:
            family.add_metric([str(key)] if self.label else [], float(each))  # type: ignore[arg-type]
        return family


FIGURES = (
    Figure("queue_depth", "Jobs in line; those that wait for a retry are not among them.", "pipeline"),
    Figure("queue_waiting_retry", "Jobs that wait for their next attempt.", "pipeline"),
    Figure("queue_oldest_age_seconds", "How long the oldest job in line has waited.", "pipeline"),
    Figure("jobs_active", "Jobs being converted.", "pipeline"),
    Figure("processing_oldest_age_seconds", "How long the longest of them has been at it.", "pipeline"),
    Figure("breaker_state", "0 closed, 1 half open, 2 open.", "pipeline"),
    Figure("breaker_open_seconds_total", "How long a breaker has not been closed, in all.", "pipeline"),
    Figure("paused", "Reasons not to claim, or not to take uploads.", "what"),
    Figure("workers", "Workers that said they run, within the last 90 seconds."),
    Figure("storage_bytes", "Bytes of files that rows name.", "area"),
    Figure("retention_last_run_timestamp_seconds", "When the last sweep of old files ended; 0: never."),
    Figure("db_dead_rows", "Rows that wait for vacuum.", "table"),
    Figure("db_oldest_xmin_seconds", "Age of the oldest transaction that keeps vacuum from its work."),
    Figure("db_notification_queue_usage_ratio", "How full PostgreSQL's queue of notifications is."),
)
"""Asked by one process every few seconds, and shared by all (`store/figures.py`)."""

POOL = (
    Figure("db_pool_size", "Connections of this process to the database."),
    Figure("db_pool_available", "Those of them that nobody uses."),
    Figure("db_pool_waiting", "Who waits for one."),
    Figure("db_pool_timeouts_total", "Waits for a connection that were in vain."),
)
"""Of this process alone; its own pool counts them."""


class Told(Collector):
    """Figures that are asked for when somebody scrapes; those that are not known are left out."""

    def __init__(self, figures: Iterable[Figure], ask: Callable[[], Mapping[str, object]]) -> None:
        self._figures, self._ask = tuple(figures), ask

    def describe(self) -> Iterator[Metric]:
        return iter(())

    def collect(self) -> Iterator[Metric]:
        known = self._ask()
        return (each.metric(known[each.name]) for each in self._figures if known.get(each.name) is not None)


@dataclass(frozen=True, slots=True)
class About:
    """A line of the documentation."""

    name: str
    kind: str
    labels: tuple[str, ...]
    about: str


def declared() -> list[About]:
    """All of them, in this order."""
    counted = [
        About(
            family.name + ("_total" if family.type == "counter" else ""),
            family.type,
            _labels_of(each),
            family.documentation,
        )
        for each in globals().values()
        if isinstance(each, Counter | Gauge | Histogram)
        for family in each.describe()
    ]
    told = [About(each.name, each.kind, (each.label,) if each.label else (), each.about) for each in (*FIGURES, *POOL)]
    return counted + told


def _labels_of(metric: Counter | Gauge | Histogram) -> tuple[str, ...]:
    return tuple(metric._labelnames)  # noqa: SLF001  the library has no other way to ask


def text() -> bytes:
    """As Prometheus reads it."""
    return generate_latest(REGISTRY)


def with_process_figures() -> None:
    """Memory, CPU time and open files of this process, where the system tells them. Once."""
    if "process_cpu_seconds_total" not in {sample.name for family in REGISTRY.collect() for sample in family.samples}:
        ProcessCollector(registry=REGISTRY)

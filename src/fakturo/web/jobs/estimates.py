"""How far a job is, and how long it will still take, for whoever looks at it."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from fakturo.domain.estimate import Estimate, Figures, estimate_running, estimate_waiting
from fakturo.domain.job import Job, Status
from fakturo.store.estimates import EstimateFigures
from fakturo.store.pauses import CLAIMS, Pause
from fakturo.web.answers import Answer

GOOD_FOR_SECONDS = 2.0
ACTIVE = (Status.UPLOADED, Status.QUEUED, Status.PROCESSING)


class EstimateAnswer(Answer):
    progress: float
    """From 0 to 1, which it never is before the end; of the expected time, while it is being converted."""
    remaining_sec: float | None
    """Until its end, the wait in line included, as far as anybody can say: null while work is paused, nobody works, or
    too little was converted yet to compare it with."""
    expected_sec: float | None
    """How long the conversion itself takes."""
    position: int | None
    """In line, those of others counted, too; 1 is next."""
    text: str | None
    """In words: "~30 s remaining"."""

    @classmethod
    def of(cls, estimate: Estimate) -> "EstimateAnswer":
        remaining, expected = (
            None if seconds is None else round(seconds, 1)
            for seconds in (estimate.remaining_sec, estimate.expected_sec)
        )
        return cls(
            progress=round(estimate.progress, 3),
            remaining_sec=remaining,
            expected_sec=expected,
            position=estimate.position,
            text=None if remaining is None else f"~{_in_words(max(1, round(remaining)))} remaining",
        )


def _in_words(seconds: int) -> str:
    if seconds < 10:  # noqa: PLR2004
        return f"{seconds} s"
    if seconds < 100:  # noqa: PLR2004
        return f"{round(seconds, -1)} s"
    return f"{round(seconds / 60)} min" if seconds < 3600 else f"{round(seconds / 3600)} h"  # noqa: PLR2004


class EstimatesAnswer(Answer):
    estimates: dict[UUID, EstimateAnswer]
    """By job, of those of yours that are waiting or being converted; two hundred at most."""


@dataclass(slots=True)
class Estimates:
    """The figures are read for all jobs at once, and good for two seconds."""

    figures: EstimateFigures
    _known: dict[str, tuple[float, Figures, datetime]] = field(default_factory=dict)

    async def of(self, job: Job, pauses: Sequence[Pause]) -> EstimateAnswer | None:
        """None for one that has ended."""
        if job.status not in ACTIVE:
            return None
        figures, now = await self._figures(job.pipeline)
        if job.status is Status.PROCESSING and job.last_attempt_at:
            passed = (now - job.last_attempt_at).total_seconds()
            return EstimateAnswer.of(estimate_running(figures, job.mapping, job.bytes, passed))
        is_paused = any(pause.what == CLAIMS and pause.pipeline in {"*", job.pipeline} for pause in pauses)
        retry_in = (job.retry_after - now).total_seconds() if job.retry_after else None
        told = estimate_waiting(figures, job.id, job.mapping, job.bytes, retry_in_sec=retry_in, is_paused=is_paused)
        return EstimateAnswer.of(told)

    async def _figures(self, pipeline: str) -> tuple[Figures, datetime]:
        """With the database's time as it is by now."""
        known = self._known.get(pipeline)
        if known is None or time.monotonic() - known[0] >= GOOD_FOR_SECONDS:
            self._known[pipeline] = known = (time.monotonic(), *await self.figures.read(pipeline))
        read_at, figures, moment = known
        return figures, moment + timedelta(seconds=time.monotonic() - read_at)

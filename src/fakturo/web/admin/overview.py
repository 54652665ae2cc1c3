"""How everything stands: charts, the converter, who works, and what was done by hand."""

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import Response

from fakturo.domain.errors import ASKED_AGAIN_IN_VAIN
from fakturo.store.operations import Step
from fakturo.web.admin.charts import bar_chart, line_chart, ticks
from fakturo.web.admin.entry import AdminRoute, Operator, admin_of, require_operator
from fakturo.web.deps import deps_of
from fakturo.web.page.languages import mark
from fakturo.web.page.preferences import preferences_of
from fakturo.web.page.render import page

MOST_ACTIONS = 20
MODEL = "llm"
"""The pipeline that is there only where a model is set up; its breaker always is."""
RangeName = Literal["hour", "day", "week"]


@dataclass(frozen=True, slots=True)
class Range:
    title: str
    step: timedelta
    steps: int
    each: str
    """What a step is called."""

    @property
    def span(self) -> timedelta:
        return self.step * self.steps


RANGES: dict[RangeName, Range] = {
    "hour": Range(mark("Last hour"), timedelta(minutes=1), 60, mark("jobs per minute")),
    "day": Range(mark("Last 24 hours"), timedelta(minutes=15), 96, mark("jobs in 15 minutes")),
    "week": Range(mark("Last 7 days"), timedelta(hours=2), 84, mark("jobs in 2 hours")),
}
Shown = Annotated[RangeName, Query(alias="range")]

router = APIRouter(include_in_schema=False, route_class=AdminRoute)


@router.get("/admin")
async def overview(
    request: Request,
    operator: Annotated[Operator, Depends(require_operator)],
    shown: Shown = "hour",
    done: Annotated[str, Query(max_length=200)] = "",
) -> Response:
    figures = await _figures(request, shown)
    return page(request, "admin.html", operator=operator, done=done_text(request, done), **figures)


@router.get("/admin/figures", dependencies=[Depends(require_operator)])
async def figures(request: Request, shown: Shown = "hour") -> Response:
    """What changes by itself, for the script."""
    return page(request, "admin_figures.html", **await _figures(request, shown))


def done_text(request: Request, code: str) -> str:
    """What an action that sent the browser here has to say; nothing for a code that is not ours."""
    name, _, number = code.partition(":")
    text = DONE.get(name)
    return preferences_of(request).language.gettext(text).replace("{number}", number[:9]) if text else ""


DONE = {
    "probed": mark("The converter is being checked."),
    "closed": mark("The converter is in use again."),
    "opened": mark("The converter is out of use; jobs wait."),
    "changed": mark("It had changed meanwhile. Look again."),
    "paused": mark("Paused, until you resume."),
    "resumed": mark("Resumed."),
    "requeued": mark("{number} jobs are in line again."),
    "retried": mark("The job is in line again."),
    "cleared": mark("The worker has lost the job; it is in line again."),
    "expired": mark("Its files are gone."),
    "refused": mark("That can't be done with this job as it is now."),
    "ended": mark("The session has ended, and {number} keys with it."),
    "revoked": mark("The key is revoked."),
    "released": mark("Saved, from the next upload on."),
}


async def _figures(request: Request, shown: RangeName) -> dict[str, Any]:
    deps, admin, chosen = deps_of(request), admin_of(request), RANGES[shown]
    steps, median, failures, processes, health, actions = await asyncio.gather(
        admin.operations.series(chosen.step, chosen.steps),
        admin.operations.time_to_ready(chosen.span),
        admin.operations.failures(chosen.span),
        admin.operations.processes(),
        deps.check_health(),
        admin.operations.actions(limit=MOST_ACTIONS),
    )
    return {
        "ranges": {name: each.title for name, each in RANGES.items()},
        "shown": shown,
        "each": chosen.each,
        "steps": steps,
        "ticks": ticks(steps),
        "charts": _charts(steps),
        "last": steps[-1],
        "median_seconds": median,
        "failed": sum(step.failed for step in steps),
        "failures": failures,
        "retriable": sum(each.retriable for each in failures if each.error_code not in ASKED_AGAIN_IN_VAIN),
        "processes": processes,
        "breakers": [each for each in health.breakers if deps.offer.has_model or each.pipeline != MODEL],
        "pauses": health.pauses,
        "checks": health.checks,
        "warnings": health.warnings,
        "actions": actions,
        "any_paused": any(step.paused for step in steps),
    }


def _charts(steps: Any) -> dict[str, Any]:
    return {
        "depth": line_chart(steps, lambda step: step.depth),
        "done": bar_chart(steps, lambda step: step.done),
        "time": line_chart(steps, _median, _slow),
        "failed": bar_chart(steps, lambda step: step.failed),
    }


def _median(step: Step) -> float | None:
    return step.median_seconds


def _slow(step: Step) -> float | None:
    return step.slow_seconds

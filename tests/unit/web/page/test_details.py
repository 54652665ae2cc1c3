"""What happened to a job, as its details tell it."""

from datetime import UTC, datetime
from typing import Any

import pytest

from fakturo.domain.errors import ErrorCode
from fakturo.web.page.details import timeline
from fakturo.web.page.languages import language


def event(kind: str, **more: Any) -> dict[str, Any]:
    nothing: dict[str, Any] = {"attempt": 1, "error_code": None, "duration_ms": None, "meta": {}}
    return {"event_type": kind, "created_at": datetime(2026, 3, 9, tzinfo=UTC), **nothing, **more}


@pytest.mark.parametrize(("speaks", "error"), [("en", "File exceeds 50 MB limit."), ("id", "Berkas melebihi 50 MB.")])
def test_a_limit_that_was_exceeded_is_named_in_a_whole_sentence(speaks: str, error: str) -> None:
    failed = event("failed", error_code=ErrorCode.TOO_LARGE)
    assert [step.detail for step in timeline([failed], language(speaks), error=error)] == [error]


def test_a_figure_is_not_parted_from_its_unit() -> None:
    (step,) = timeline([event("complete", duration_ms=700)], language("en"))
    assert step.detail == "Took\u00a00.7\u00a0s"

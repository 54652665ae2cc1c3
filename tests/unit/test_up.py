"""What `fakturo up` runs its processes with."""

import os

import pytest

from fakturo.settings import Settings, load
from fakturo.up import services, why_ended, with_ups_defaults


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.lower() in Settings.model_fields:
            monkeypatch.delenv(name)


def limit_of_web(**given: object) -> str | None:
    (web,) = [each for each in services(with_ups_defaults(load(**given)), "postgresql://here/x") if each.name == "web"]
    return web.environment.get("UPLOADS_PER_MINUTE")


def test_on_ones_own_machine_uploads_are_not_limited() -> None:
    assert limit_of_web() == "0"
    assert limit_of_web(web_host="localhost") == "0"
    assert load().uploads_per_minute == 10, "web by itself keeps its limit"


@pytest.mark.parametrize("reached", [{"web_host": "0.0.0.0"}, {"public_url": "https://fakturo.example"}])  # noqa: S104
def test_where_others_reach_it_the_limit_stays(reached: dict[str, object]) -> None:
    assert limit_of_web(**reached) is None


@pytest.mark.parametrize(
    ("status", "last_line", "told"),
    [
        (1, "fakturo: The database is old. Run: fakturo migrate", ": The database is old. Run: fakturo migrate"),
        (1, '{"event": "request_failed"}', " (see LOG)"),
        (1, "", " (see LOG)"),
        (-9, "fakturo: of an earlier start", ""),
        (0, "fakturo: of an earlier start", ""),
    ],
)
def test_a_process_that_gave_a_reason_for_its_end_is_told_with_it(status: int, last_line: str, told: str) -> None:
    assert why_ended(status, last_line, "LOG") == told


def test_a_limit_that_was_set_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    assert limit_of_web(uploads_burst=5) is None
    monkeypatch.setenv("UPLOADS_PER_MINUTE", "7")
    assert limit_of_web() == "7"

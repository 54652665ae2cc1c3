"""A gateway says which walls around its parsers are missing, or does not run."""

import pytest
from structlog.testing import capture_logs

from fakturo.domain.errors import CannotRun
from fakturo.gateway.sandbox.protections import NO_LANDLOCK, NO_SECCOMP
from fakturo.wiring import gateway
from fakturo.wiring.gateway import check_walls


def test_each_missing_wall_is_said_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway, "missing_protections", lambda _: [NO_LANDLOCK, NO_SECCOMP])
    with capture_logs() as lines:
        check_walls("nobody", required=False)
    assert [(line["event"], line["detail"]) for line in lines] == [
        ("wall_missing", NO_LANDLOCK),
        ("wall_missing", NO_SECCOMP),
    ]


def test_where_walls_are_required_a_gateway_without_them_does_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway, "missing_protections", lambda _: [NO_SECCOMP])
    with pytest.raises(CannotRun, match="GATEWAY_REQUIRE_SANDBOX") as refused:
        check_walls("nobody", required=True)
    assert NO_SECCOMP in str(refused.value)
    monkeypatch.setattr(gateway, "missing_protections", lambda _: [])
    check_walls("nobody", required=True)

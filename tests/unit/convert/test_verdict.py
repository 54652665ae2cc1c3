"""One place turns issues into a verdict."""

import pytest

from fakturo.convert.invoice import Invoice, Issue, Severity, Verdict
from fakturo.convert.verdict import most_telling, verdict_of, with_more, with_verdict

ERROR = Issue("TOTAL_MISMATCH", "totals.total", "…")
WARNING = Issue("UNIT_UNKNOWN", "items.0.uom", "…", severity=Severity.WARNING)


@pytest.mark.parametrize(
    ("issues", "verdict"),
    [([], Verdict.ACCEPTED), ([WARNING], Verdict.ACCEPTED), ([WARNING, ERROR], Verdict.REVIEW)],
)
def test_an_error_wants_a_review_and_a_warning_does_not(issues: list[Issue], verdict: Verdict) -> None:
    assert verdict_of(issues) is verdict


def test_a_further_issue_takes_the_acceptance_back() -> None:
    accepted = with_verdict(Invoice(number="1"), [])
    assert with_more(accepted) is accepted
    assert with_more(accepted, before=[ERROR]).verdict is Verdict.REVIEW
    assert with_more(with_more(accepted, after=[ERROR]), before=[WARNING]).issues == [WARNING, ERROR]


def test_errors_are_kept_before_warnings_and_nothing_moves_where_all_has_room() -> None:
    assert most_telling([WARNING, WARNING, ERROR], 3) == [WARNING, WARNING, ERROR]
    assert most_telling([WARNING, WARNING, ERROR], 2) == [ERROR, WARNING]

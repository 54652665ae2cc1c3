"""Where issues become a verdict, and how sure a field must be: the one place for both."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from fakturo.convert.invoice import Invoice, Issue, Severity, Verdict

SURE = 0.8
"""A field that weights decide is doubted below this probability, four times that of all others together. Fitted on
real papers, by weights that had not seen them: docs/accuracy.md says what a higher one costs in acceptances, and a
lower one in wrong ones."""
SURE_OF_TOLD = 0.7
"""Number and date, of which hardly a paper has none: between it and `SURE`, all were right."""
FAR_AHEAD = 6.0
"""A number that something calls so, and that is more probable than not, is also sure if it is so many times as
probable as any other: on a crowded page, many that nobody would take add up."""
SURE_OF_NAMES = 0.67
"""Seller and buyer: twice as probable as all others together. Learned together, they are right more often than
they say."""
BARELY_SURE = 0.9
"""Below it, a name must have more than a label, a place or its type to be sure."""
SURE_OF_DUE = 0.67
"""A last day to pay that is told: it must come after the invoice's, which few other days do."""
SURE_OF_NONE = 0.6
"""Most invoices without a label for it have no due date: what is left out needs less than what is told."""
MORE = "MORE_FINDINGS"


class _Weighed(Protocol):
    @property
    def severity(self) -> Severity: ...


Told = TypeVar("Told", bound=_Weighed)


def verdict_of(issues: Iterable[Issue]) -> Verdict:
    """Accepted is what nobody need look at: warnings are worth knowing, and no reason for that."""
    errors = any(issue.severity is Severity.ERROR for issue in issues)
    return Verdict.REVIEW if errors else Verdict.ACCEPTED


def most_telling(told: Sequence[Told], most: int) -> Sequence[Told]:
    """No more than anybody reads, errors first if some must go. To be shown: a verdict is made of all."""
    return told if len(told) <= most else sorted(told, key=lambda each: each.severity is not Severity.ERROR)[:most]


def told_of(all_told: Sequence[Told], most: int) -> str:
    """What is said of those that `most_telling` leaves out."""
    return f"There is more: {most} of {len(all_told)} findings are told."


def with_verdict(invoice: Invoice, issues: Sequence[Issue]) -> Invoice:
    """The invoice with all that is to be said about it, and what follows from that."""
    return replace(invoice, issues=issues, verdict=verdict_of(issues))


def with_more(invoice: Invoice, *, before: Sequence[Issue] = (), after: Sequence[Issue] = ()) -> Invoice:
    """The invoice with further issues, before and after those that it has."""
    return with_verdict(invoice, [*before, *invoice.issues, *after]) if before or after else invoice

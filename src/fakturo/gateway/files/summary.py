"""What became of files at the command line, in lines for the person who sits there."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fakturo.convert.invoice import Verdict
from fakturo.gateway.files.one_file import plain
from fakturo.gateway.sandbox.messages import Done


@dataclass(frozen=True, slots=True)
class Outcome:
    source: Path
    failure: str | None = None
    """Why there is no result."""
    verdict: str | None = None
    """On the invoices in it, if it was read for them."""
    issues: int = 0
    reason: str | None = None
    """The first of the issues, those that make it a case for review before others."""
    notes: Sequence[str] = ()
    """What else is to be said about the result."""


def converted(source: Path, done: Done) -> Outcome:
    return Outcome(source, None, done.verdict, done.issues, done.reason, done.notes)


def summary(outcomes: Sequence[Outcome], *, judged: bool, rest: Callable[[Path], str]) -> Iterator[str]:
    """A line for each file that needs a look, and for several files how many there are of each kind.

    The first reason alone is told; `rest` says of a file where all of them are.
    """
    for outcome in outcomes:
        if outcome.failure:
            yield f"{outcome.source}: {outcome.failure}"
        elif outcome.verdict == Verdict.REVIEW:
            yield f"{outcome.source}: for review: {_first_reason(outcome, rest)}"
        yield from (f"{outcome.source}: {_on_one_line(note)}" for note in outcome.notes)
    if len(outcomes) > 1:
        yield _counts(outcomes, judged=judged)


def _counts(outcomes: Sequence[Outcome], *, judged: bool) -> str:
    failed = sum(1 for outcome in outcomes if outcome.failure)
    verdicts = Counter(outcome.verdict for outcome in outcomes if outcome.verdict)
    if not judged:
        return f"{len(outcomes) - failed} converted, {failed} failed."
    accepted, review = verdicts[Verdict.ACCEPTED], verdicts[Verdict.REVIEW]
    return f"{accepted} accepted, {review} for review, {failed} failed."


def _first_reason(outcome: Outcome, rest: Callable[[Path], str]) -> str:
    reason = _on_one_line(outcome.reason or "The result says why.")
    return f"{reason} ({outcome.issues - 1} more {rest(outcome.source)})" if outcome.issues > 1 else reason


def _on_one_line(text: str) -> str:
    return " ".join(plain(text).split())

from pathlib import Path

from fakturo.gateway.files.summary import Outcome, converted, summary
from fakturo.gateway.sandbox.messages import Done

ACCEPTED = converted(Path("a.pdf"), Done((), "accepted"))


def where(source: Path) -> str:
    return f"in {source.stem}.json"


FAILED = Outcome(Path("f.pdf"), "The file is not a PDF.")


def review(issues: int = 1, reason: str = "No total was found.") -> Outcome:
    return converted(Path("r.pdf"), Done((), "review", issues, reason))


def test_files_that_need_a_look_are_named_with_their_first_reason() -> None:
    assert list(summary([ACCEPTED, review(), FAILED, review(3), ACCEPTED], judged=True, rest=where)) == [
        "r.pdf: for review: No total was found.",
        "f.pdf: The file is not a PDF.",
        "r.pdf: for review: No total was found. (2 more in r.json)",
        "2 accepted, 2 for review, 1 failed.",
    ]


def test_one_file_needs_no_count() -> None:
    assert list(summary([ACCEPTED], judged=True, rest=where)) == []
    assert list(summary([review()], judged=True, rest=where)) == ["r.pdf: for review: No total was found."]


def test_where_nothing_is_judged_files_are_converted_or_not() -> None:
    unjudged = converted(Path("x.pdf"), Done(()))
    assert list(summary([unjudged, FAILED], judged=False, rest=where))[-1] == "1 converted, 1 failed."
    assert list(summary([FAILED, FAILED], judged=True, rest=where))[-1] == "0 accepted, 0 for review, 2 failed."


def test_a_reason_that_quotes_the_document_cannot_steer_the_terminal() -> None:
    [line] = summary([review(reason="Total\x1b[2J\n\r9")], judged=True, rest=where)
    assert line == "r.pdf: for review: Total [2J 9"

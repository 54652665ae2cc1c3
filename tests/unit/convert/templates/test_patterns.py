"""Patterns are simple, or refused."""

import time

import pytest

from fakturo.convert.templates.anchors import LONGEST_TEXT
from fakturo.convert.templates.patterns import BadPattern, simple_pattern


@pytest.mark.parametrize("text", [r"Invoice (\S+) of", r"No\.? ?(\d{3,8})", r"[A-Z]{2}-(\d+)", "Ref (a|b)"])
def test_simple_patterns_are_taken(text: str) -> None:
    assert simple_pattern(text, groups=1).pattern == text


@pytest.mark.parametrize(
    "text",
    [r"(a+)+b", r"(a|a)*b", r"(?:a+)+(b)", r"(\w+)\1", r"(?=a)(a)", r".*.*.*(b)", "(", "(a", "a?" * 20 + "(b)", r"(.*)",
     "x" * 200 + "(a)", r"no group", r"(a)(b)", "[[:alpha:]](a)**"],
)  # fmt: skip
def test_patterns_that_could_run_away_or_fit_everything_are_refused(text: str) -> None:
    with pytest.raises(BadPattern):
        simple_pattern(text, groups=1)


def test_the_worst_pattern_that_is_taken_ends_soon_on_the_longest_text() -> None:
    pattern = simple_pattern(r"\w+\w+a?a?(~)", groups=1)
    start = time.process_time()
    assert pattern.search("a" * LONGEST_TEXT) is None
    assert time.process_time() - start < 5

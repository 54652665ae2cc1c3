"""Who holds an XML against schema and rules.

The rules are a program of their own, a large one: its runtime reserves gigabytes of addresses, and reads files. A
process behind walls can't have it, and appoints somebody outside to do it.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from fakturo.convert.targets.en16931.forms import Rules


class NoJudge(Exception):
    """The text says why nobody can judge, and what to do about it."""


NOT_INSTALLED = "Not checked against EN 16931: install fakturo[validation]."
NOT_NOW = "Not checked against EN 16931: the check could not be carried out."


@dataclass(frozen=True, slots=True)
class Failure:
    """What schema or rules say, in their own words: for us alone, people get others."""

    rule: str
    """The rule's name, or that of libxml2's complaint for a schema."""
    text: str
    place: str
    """Path of the element."""
    fatal: bool = True
    of_schema: bool = False


Report = list[Failure]
Judge = Callable[[bytes, Rules], Report]
"""Raises NoJudge."""


def as_messages(report: Report) -> list[dict[str, Any]]:
    return [asdict(failure) for failure in report]


def from_messages(messages: list[dict[str, Any]]) -> Report:
    return [Failure(**message) for message in messages]


def judge_here(xml: bytes, rules: Rules) -> Report:
    from fakturo.convert.targets.en16931.rulebook import rulebook

    return rulebook(rules).judge(xml)


class _Office:
    """The one that a process asks."""

    judge: Judge = staticmethod(judge_here)


def appoint(judge: Judge) -> None:
    """From now on, this process asks that one."""
    _Office.judge = staticmethod(judge)


def judged(xml: bytes, rules: Rules) -> Report:
    return _Office.judge(xml, rules)

"""For each rule of the installed sets, a file made to break it: it is found, and told in the sentence of that rule."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest
from lxml import etree
from scripts import sentences
from scripts.sentences import Assertion

from fakturo.convert.targets.en16931 import gate
from fakturo.convert.targets.en16931.forms import Rules, form_of
from fakturo.convert.targets.en16931.judge import Failure, NoJudge
from fakturo.convert.targets.en16931.rulebook import is_installed, rulebook
from fakturo.convert.targets.en16931.sentences import key_of
from tests.support.rule_breaking import edit, edits_for, good

pytestmark = pytest.mark.skipif(not is_installed(), reason="needs the extra validation")

SETS = (Rules.UBL, Rules.MINIMUM, Rules.BASIC_WL, Rules.BASIC, Rules.EN16931, Rules.EXTENDED)
"""UBL, and each profile of Factur-X. (The norm's own CII has the rules of EN 16931's profile.)"""
TABLE = Path(__file__).with_name("broken_rules.tsv")
"""Syntax, rule, case of invoice and edits, for rules that compute something."""
UNBREAKABLE = Path(__file__).with_name("unbreakable_rules.tsv")
"""Set, rule, and why no file can break it so that it is found by that rule."""


@cache
def table() -> dict[tuple[str, str], tuple[str, str]]:
    rows = (line.split("\t") for line in TABLE.read_text("utf-8").splitlines() if not line.startswith("#"))
    return {(syntax, rule): (case, edits) for syntax, rule, case, edits in rows}


@cache
def unbreakable() -> dict[tuple[str, str], str]:
    rows = (line.split("\t") for line in UNBREAKABLE.read_text("utf-8").splitlines() if not line.startswith("#"))
    return {(rules, key): why for rules, key, why in rows}


def broken_by(assertion: Assertion) -> etree._Element | None:
    """A file that breaks the rule; None if nobody knows how."""
    syntax = "ubl" if assertion.rules is Rules.UBL else "cii"
    case, edits = table().get((syntax, assertion.name or ""), ("plain", edits_for(assertion)))
    return edit(good(assertion.rules, case), edits) if edits else None


def failures_of(assertion: Assertion, root: etree._Element) -> list[Failure]:
    """What the rule says of the file; the schema may have its word, too."""
    try:
        report = rulebook(assertion.rules).judge(etree.tostring(root))
    except NoJudge:
        return []
    keys = {key for key, _ in sentences.rows_of(assertion)}
    return [each for each in report if not each.of_schema and key_of(each, gate._at(root, each), root) in keys]


def check_all(assertions: Iterable[Assertion]) -> None:
    for assertion in assertions:
        if f"[not ({assertion.test})]" in assertion.context:
            continue  # it looks for something only where there is none
        keys = [key for key, _ in sentences.rows_of(assertion)]
        root = broken_by(assertion)
        failures = failures_of(assertion, root) if root is not None else []
        reasons = [why for key in keys if (why := unbreakable().get((assertion.rules.value, key)))]
        assert bool(failures) != bool(reasons), (assertion.rules, keys, reasons)
        if root is None or not failures:
            continue
        form = form_of(good(assertion.rules))
        assert form is not None
        said = [finding.message for finding in gate.findings(failures, root, form)]
        assert said, keys
        assert not any("newer than our words" in sentence for sentence in said), (keys, said)


@pytest.mark.parametrize("rules", SETS)
def test_some_rules_of_each_set_are_broken_and_found(rules: Rules) -> None:
    check_all(list(sentences.assertions(rules))[::120])


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("rules", SETS)
def test_every_rule_is_broken_and_found(rules: Rules) -> None:
    check_all(sentences.assertions(rules))

"""The rules as they are shipped: all of them have plain words, and none of them can reach out."""

import re
from pathlib import Path

import pytest

from fakturo.convert.mapping.catalog import find_mapping
from fakturo.convert.mapping.evaluate import evaluate
from fakturo.convert.targets.en16931 import rulebook
from fakturo.convert.targets.en16931.forms import Rules
from fakturo.convert.targets.en16931.judge import Failure, NoJudge
from fakturo.convert.targets.en16931.prepare import bill_of
from fakturo.convert.targets.en16931.sentences import _wording, rule_of, told
from fakturo.convert.targets.en16931.terms import TERMS, in_words
from tests.support.european import european_invoices

pytestmark = pytest.mark.skipif(not rulebook.is_installed(), reason="needs the extra validation")

ASSERTION = re.compile(r'name="id">([^<]*)<.*?<svrl:text>\s*(.*?)\s*</svrl:text>', re.DOTALL)
VALIDATORS_WORDS = re.compile(r"BT-\d|BG-\d|\[|cbc:|cac:|ram:|udt:|\bshall\b|must occur|MUST|\(BG")
INVOICE = european_invoices(1)[0][1]


def stylesheet(rules: Rules) -> str:
    pattern = rulebook._FILES[rules][1]
    assert pattern is not None
    return rulebook._stylesheet(rulebook._folder(), pattern)


@pytest.mark.parametrize("rules", [rules for rules in Rules if rules is not Rules.ZUGFERD_1])
def test_every_rule_becomes_a_plain_sentence(rules: Rules) -> None:
    mapping = find_mapping("ubl_v1" if rules is Rules.UBL else "cii_v1")
    root = evaluate(mapping, bill_of(INVOICE)[0]).root
    assertions = {(rule, text) for rule, text in ASSERTION.findall(stylesheet(rules)) if "-" in rule}
    assert len(assertions) > 50
    for rule, text in assertions:
        failure = Failure(rule, " ".join(text.split()), "/")
        sentence = told(failure, root, root).sentence
        assert not VALIDATORS_WORDS.search(sentence), (rule, sentence)
        assert sentence[0].isupper(), (rule, sentence)
        assert sentence.endswith((".", "”.")), (rule, sentence)


@pytest.mark.parametrize("rules", [Rules.UBL, Rules.EN16931])
def test_every_rule_of_the_norm_has_words_of_its_own(rules: Rules) -> None:
    names = {rule_of(Failure(rule, text, "")) for rule, text in ASSERTION.findall(stylesheet(rules))}
    own = {name for name in names if name.startswith("BR-")}
    assert len(own) > 150
    assert not {name for name in own if _wording(name)[1] is None}


def test_code_lists_are_part_of_the_rules() -> None:
    text = stylesheet(Rules.EN16931)
    assert "document(" not in text
    assert 'value="H87"' in text


@pytest.mark.parametrize("address", ["file:///etc/hostname", "http://127.0.0.1:9/", "https://a.example/x.xml"])
@pytest.mark.parametrize("function", ["doc", "document", "unparsed-text"])
def test_no_stylesheet_can_read_or_fetch(function: str, address: str) -> None:
    rules = rulebook._Rules(
        '<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" version="2.0"><xsl:template match="/">'
        f"<out><xsl:copy-of select=\"{function}('{address}')\"/></out></xsl:template></xsl:stylesheet>"
    )
    with pytest.raises(NoJudge):
        rules.judge(b"<a/>")


def test_no_stylesheet_can_write(tmp_path: Path) -> None:
    target = tmp_path / "out.xml"
    with pytest.raises(NoJudge):
        rulebook._Rules(
            '<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" version="2.0"><xsl:template match="/">'
            f'<xsl:result-document href="{target.as_uri()}"><a/></xsl:result-document></xsl:template></xsl:stylesheet>'
        ).judge(b"<a/>")
    assert not target.exists()


def test_terms_are_called_something() -> None:
    assert all(term.name and term.ubl and term.cii for term in TERMS.values())
    assert in_words("TaxBasisTotalAmount") == "tax basis total amount"
    assert in_words("URIID") == "URIID"

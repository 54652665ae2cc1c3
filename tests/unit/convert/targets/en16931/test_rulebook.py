"""The rules as they are shipped: all of them have plain words, and none of them can reach out."""

import re
from pathlib import Path

import pytest
from scripts import sentences

from fakturo.convert.mapping.catalog import find_mapping
from fakturo.convert.mapping.evaluate import evaluate
from fakturo.convert.targets.en16931 import rulebook
from fakturo.convert.targets.en16931 import sentences as told_by
from fakturo.convert.targets.en16931.forms import Rules
from fakturo.convert.targets.en16931.judge import Failure, NoJudge
from fakturo.convert.targets.en16931.prepare import bill_of
from fakturo.convert.targets.en16931.terms import TERMS
from fakturo.convert.targets.en16931.words import in_words
from tests.support.european import european_invoices

pytestmark = pytest.mark.skipif(not rulebook.is_installed(), reason="needs the extra validation")

VALIDATORS_WORDS = re.compile(r"BT-\d|BG-\d|\[|cbc:|cac:|ram:|udt:|\bshall\b|must occur|MUST|\(BG")
GENERIC = re.compile(r"is not as|not valid|\bwrong\b|the rule\b|the (?:\.|of\b)")
INVOICE = european_invoices(1)[0][1]


def stylesheet(rules: Rules) -> str:
    file = rulebook.stylesheet_file(rules)
    assert file is not None
    return rulebook._stylesheet(file)


@pytest.mark.parametrize("rules", sentences.SETS)
def test_every_rule_of_the_installed_sets_has_a_sentence_about_its_field(rules: Rules) -> None:
    assertions, known = list(sentences.assertions(rules)), told_by.sentences()
    assert len(assertions) > 100
    for assertion in assertions:
        for key, (about, *_) in sentences.rows_of(assertion):
            wording = known[key]
            assert wording.about == about
            for sentence in filter(None, (wording.sentence, wording.too_many)):
                assert not VALIDATORS_WORDS.search(sentence), (key, sentence)
                assert not GENERIC.search(sentence), (key, sentence)
                assert re.fullmatch(r"[A-Z].{15,}\.", sentence), (key, sentence)


def test_the_sentences_are_what_the_script_makes_of_the_installed_sets() -> None:
    assert sentences.main([]) == 0, f"run: {sentences.COMMAND}"


def test_few_rules_share_a_sentence() -> None:
    """A sentence says which field is meant: rules that share one are about the same field, in several profiles."""
    rows = told_by.sentences()
    assert len({wording.sentence for wording in rows.values()}) > 0.75 * len(rows)


def test_a_rule_that_is_newer_than_our_sentences_is_named() -> None:
    root = evaluate(find_mapping("ubl_v1"), bill_of(INVOICE)[0]).root
    failure = Failure("BR-999", "[BR-999]-Nobody knows.", "/")
    assert told_by.told(failure, root, root).sentence.endswith(
        "breaks the rule BR-999, which is newer than our words for it."
    )


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


def test_what_is_fatal_is_told_however_much_advice_comes_before() -> None:
    asserted = '<svrl:failed-assert id="{}" flag="{}" location="/"><svrl:text>…</svrl:text></svrl:failed-assert>'
    advice = asserted.format("UBL-CR-1", "warning") * (rulebook.MOST_FAILURES + 1)
    rules = rulebook._Rules(
        '<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" version="2.0" '
        'xmlns:svrl="http://purl.oclc.org/dsdl/svrl"><xsl:template match="/">'
        f"<out>{advice}{asserted.format('BR-2', 'fatal')}</out></xsl:template></xsl:stylesheet>"
    )
    report = rules.judge(b"<a/>")
    assert [failure.rule for failure in report[:2]] == ["BR-2", "UBL-CR-1"]
    assert len(report) == rulebook.MOST_FAILURES


def test_terms_are_called_something() -> None:
    assert all(term.name and term.ubl and term.cii for term in TERMS.values())
    assert in_words("TaxBasisTotalAmount") == "tax basis total amount"
    assert in_words("URIID") == "URIID"

"""The gate: an XML against schema and rules of its profile, and what they find, in plain words."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lxml import etree

from fakturo.convert.invoice import Severity
from fakturo.convert.targets.en16931 import cii_rules
from fakturo.convert.targets.en16931.forms import Form, Rules, form_of
from fakturo.convert.targets.en16931.judge import NOT_INSTALLED, Failure, NoJudge, judged
from fakturo.convert.targets.en16931.schema_words import told_of_schema
from fakturo.convert.targets.en16931.sentences import Told, placed, rule_of, shape_of, told
from fakturo.convert.targets.en16931.terms import called, names_to
from fakturo.convert.targets.target import Finding

NOT_CHECKED = "NOT_CHECKED"
OF_THE_NORM, OF_THE_SCHEMA, OF_THE_SYNTAX, ADVICE = range(4)
_STEP = re.compile(r"/(?:\*:|(?:\w+:)?)([\w.-]+|\*)(?:\[namespace-uri\(\)='[^']*'\])?(?:\[(\d+)\])?")
_GUIDELINE = "ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter"
_BUYERS_TAX_NUMBER = "ApplicableHeaderTradeAgreement/BuyerTradeParty"
_NO_EMPTY_ELEMENTS, _MUST_BE_THERE = "PEPPOL-EN16931-R008", "ApplicableHeaderTradeDelivery"


def check(root: etree._Element) -> list[Finding]:
    form = form_of(root)
    if form is None:
        return [Finding("FORMAT_UNKNOWN", "This is neither UBL nor CII.", element=root)]
    try:
        report = judged(etree.tostring(root, encoding="utf-8"), form.rules)
    except NoJudge as reason:
        severity = Severity.WARNING if str(reason) == NOT_INSTALLED else Severity.ERROR
        return [Finding(NOT_CHECKED, str(reason), severity)]
    return findings([*report, *cii_rules.failures(root)], root, form)


def findings(report: Sequence[Failure], root: etree._Element, form: Form) -> list[Finding]:
    """Each trouble once, however many rules and schemas complain of it: the norm's own rules have the first word."""
    by_rank = sorted(_told(report, root, form), key=lambda each: _rank(each[0]))
    seen: set[tuple[etree._Element, str | None]] = set()
    found: list[Finding] = []
    for failure, what in by_rank:
        if what.unless & seen:
            continue
        subject = (what.element, what.missing)
        says_more = _rank(failure) == OF_THE_NORM and what.missing is None
        key = (what.element, what.sentence) if says_more else subject
        if key in seen:
            continue
        seen |= {key, subject}
        code = "SCHEMA" if failure.of_schema else rule_of(failure) or "RULE"
        severity = Severity.ERROR if failure.fatal else Severity.WARNING
        found.append(Finding(code, what.sentence, severity, what.element))
    order = {element: place for place, element in enumerate(root.iter())}
    return sorted(found, key=lambda each: order.get(each.element, 0) if each.element is not None else 0)


def _told(report: Sequence[Failure], root: etree._Element, form: Form) -> Iterator[tuple[Failure, Told]]:
    for failure in report:
        context = _at(root, failure)
        if _is_no_trouble(failure, context, root, form):
            continue
        if failure.of_schema:
            yield failure, told_of_schema(failure, context, root)
        elif form.rules is Rules.CII and shape_of(failure.text).startswith("unused"):
            yield replace(failure, fatal=False), _without_a_place(context, root)
        else:
            yield failure, told(failure, context, root)


def _without_a_place(element: etree._Element, root: etree._Element) -> Told:
    """What CII has and the norm does not is no error of CII's own."""
    words = called(element, root)
    return placed(f"EN 16931 has no place for the {words}: who reads the XML may pass over it.", element)


def _rank(failure: Failure) -> int:
    if not failure.fatal:
        return ADVICE
    if failure.of_schema:
        return OF_THE_SCHEMA
    return OF_THE_NORM if rule_of(failure).startswith("BR-") else OF_THE_SYNTAX


def _is_no_trouble(failure: Failure, context: etree._Element, root: etree._Element, form: Form) -> bool:
    """Where rules contradict each other, or are narrower than the norm that they are used for."""
    names = names_to(context, root)
    way, shape = "/".join(names), shape_of(failure.text)
    if failure.rule == _NO_EMPTY_ELEMENTS and names[-1:] == [_MUST_BE_THERE]:
        return True
    if form.names_itself and way.startswith(_GUIDELINE) and shape.startswith("code"):
        return True
    # Factur-X has no place for a buyer's number at the tax office; the norm takes any tax number.
    return form.rules is Rules.CII and _BUYERS_TAX_NUMBER in way and "TaxRegistration" in f"{way} {shape}"


def _at(root: etree._Element, failure: Failure) -> etree._Element:
    """The element at a path as rules and schemas write it; as near as it gets."""
    steps = _STEP.findall(failure.place)
    at = root
    for name, number in steps[1:]:
        same = [child for child in at.iterchildren("{*}*") if name in {"*", etree.QName(child).localname}]
        place = int(number or 1) - 1
        if place >= len(same):
            break
        at = same[place]
    return at

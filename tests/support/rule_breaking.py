"""Good European invoices with one thing changed, so that one rule is broken.

An edit is a path of names below the document and what is done there; several are parted by blanks:

    A/B=text      the element says that now, and is made if it is not there; A/B@x=text is its attribute
    +A/B=text     the same for one that is added to those that are there
    -A/B          all of them are taken away, or an attribute: -A/B@x
    *A/B          the first of them is there twice
    ~A/B=text     all of them say that now, wherever they stand

A condition behind a name makes a new element of which it holds: SpecifiedTaxRegistration[ID@schemeID=VA].
"""

import copy
import re
from functools import cache

from lxml import etree
from scripts.sentences import Assertion

from fakturo.convert.mapping.catalog import find_mapping
from fakturo.convert.mapping.evaluate import evaluate
from fakturo.convert.targets.en16931.forms import Rules
from fakturo.convert.targets.en16931.prepare import bill_of
from fakturo.convert.targets.en16931.sentences import shape_of
from tests.support.european import CASES, european_invoices

CAC = "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
CBC = "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"
EXT = "urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2"
_CII = "urn:un:unece:uncefact:data:standard:"
RSM, RAM = f"{_CII}CrossIndustryInvoice:100", f"{_CII}ReusableAggregateBusinessInformationEntity:100"
UDT, QDT = f"{_CII}UnqualifiedDataType:100", f"{_CII}QualifiedDataType:100"
GUIDELINE = "ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID"
NAMES = {
    Rules.MINIMUM: "urn:factur-x.eu:1p0:minimum",
    Rules.BASIC_WL: "urn:factur-x.eu:1p0:basicwl",
    Rules.BASIC: "urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic",
    Rules.EN16931: "urn:cen.eu:en16931:2017",
    Rules.EXTENDED: "urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended",
    Rules.CII: "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0",
}
SETTLEMENT = "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement"
_STEP = re.compile(r"(\w+)((?:\[[^]]*\])*)")
_PARTS = re.compile(r"([-+*~]?)([^=@]*?(?:\[[^]]*\][^=@]*?)*)(?:@(\w+))?(?:=(.*))?")
_TOP = {"ExchangedDocumentContext", "ExchangedDocument", "SupplyChainTradeTransaction"}
_VALUES = {"DateTimeString", "DateString", "Indicator", "DateTime"}


@cache
def _good(syntax: str, case: str) -> etree._Element:
    invoice = {name.split()[1]: invoice for name, invoice in european_invoices(len(CASES))}[case]
    return evaluate(find_mapping(syntax), bill_of(invoice)[0]).root


def good(rules: Rules, case: str = "plain") -> etree._Element:
    root = copy.deepcopy(_good("ubl_v1" if rules is Rules.UBL else "cii_v1", case))
    if rules is not Rules.UBL:
        edit(root, f"{GUIDELINE}={NAMES[rules]}")
    return root


def edit(root: etree._Element, edits: str) -> etree._Element:
    """The root, changed."""
    currency = next((each.text or "" for each in _anywhere(root, ["InvoiceCurrencyCode"])), "")
    for one in edits.replace("CURRENCY", currency).split():
        _edit(root, one)
    return root


def _edit(root: etree._Element, one: str) -> None:
    found = _PARTS.fullmatch(one)
    assert found, one
    kind, path, attribute, text = found[1], found[2], found[3], found[4]
    steps = _STEP.findall(path)
    if kind in {"-", "*"}:
        for element in _all(root, [name for name, _ in steps]):
            if kind == "*":
                element.addnext(copy.deepcopy(element))
                return
            if attribute:
                element.attrib.pop(attribute, "")
            else:
                element.getparent().remove(element)  # type: ignore[union-attr]
        return
    if kind == "~":
        for element in _anywhere(root, [name for name, _ in steps]):
            element.text = text
        return
    element = _made(root, steps, is_new=kind == "+", is_leaf=not path.endswith("/"))
    text = (text or "").replace("_", " ") if text is not None else None
    if attribute:
        element.set(attribute, text or "")
    elif text is not None:
        element.text = text


def _all(at: etree._Element, names: list[str]) -> list[etree._Element]:
    if not names:
        return [at]
    below = [child for child in at if isinstance(child.tag, str) and etree.QName(child).localname == names[0]]
    return [each for child in below for each in _all(child, names[1:])]


def _anywhere(root: etree._Element, names: list[str]) -> list[etree._Element]:
    holders = [root, *root.iter("{*}*")]
    return [each for holder in holders for each in _all(holder, names)]


def _made(root: etree._Element, steps: list[tuple[str, str]], *, is_new: bool, is_leaf: bool) -> etree._Element:
    at = root
    for place, (name, conditions) in enumerate(steps):
        is_last = place == len(steps) - 1
        there = _all(at, [name])
        if there and not conditions and not (is_new and is_last):
            at = there[0]
            continue
        at = _added(at, name, is_leaf=is_last and is_leaf)
        for condition in re.findall(r"\[([^]]*)\]", conditions):
            if condition:
                _edit(at, condition)
    return at


def _added(at: etree._Element, name: str, *, is_leaf: bool) -> etree._Element:
    """Before others of its name, so that whoever looks for the first of them finds it."""
    same = _all(at, [name])
    new = etree.Element(f"{{{_namespace(at, name, is_leaf=is_leaf)}}}{name}")
    if same:
        same[0].addprevious(new)
    else:
        at.append(new)
    return new


def _namespace(at: etree._Element, name: str, *, is_leaf: bool) -> str:
    namespace = str(etree.QName(at).namespace)
    if not namespace.startswith(_CII):
        return EXT if name.startswith("UBLExt") else CBC if is_leaf else CAC
    if name in _TOP:
        return RSM
    if name in _VALUES:
        return QDT if etree.QName(at).localname.startswith("Formatted") else UDT
    return RAM


def edits_for(assertion: Assertion) -> str | None:
    """What breaks a rule that states what it wants in its own test; None for those that compute something."""
    if assertion.name is None:
        return _of_shape(assertion)
    if not assertion.name.startswith(("UBL-CR", "UBL-SR", "UBL-DT")):
        return None
    if found := re.fullmatch(r"not\(([^()]*|\([^()]*\)[^()]*)\)(?: or .*)?", assertion.test):
        return _there(found[1])
    if found := re.fullmatch(r"\(?count\(([^()]*)\)\s*<=\s*(\d)\)?", assertion.test):
        context = "" if assertion.context.startswith("/") else assertion.context.partition(" | ")[0]
        path = _there(f"{context}/{found[1]}".lstrip("/"))
        return " ".join([path, *[f"+{path}"] * int(found[2])])
    return None


def _there(expression: str) -> str:
    """An XPath as a path of ours, with something at its end."""
    path = re.sub(r"^\(([^()|]*)\|[^()]*\)/*", r"\1/", expression.replace(" | ", "|"))
    path = re.sub(r"\[[^]]*\]", "", path).replace(" ", "")
    if path.startswith("//"):
        first = re.match(r"//(?:\w+:)?(@?\w+)", path)
        assert first
        path = f"{PLACES.get(first[1], '')}{path[2:]}"
    is_group = re.search(r"cac:\w+$", path) is not None
    plain = re.sub(r"\b\w+:", "", path).replace("/@", "@")
    return f"{plain}/" if is_group else f"{plain}=1"


PLACES = {
    "PartyTaxScheme": "AccountingSupplierParty/Party/",
    "Country": "AccountingSupplierParty/Party/PostalAddress/",
    "AllowanceChargeReasonCode": "AllowanceCharge/",
    "FinancialInstitution": "PaymentMeans/PayeeFinancialAccount/FinancialInstitutionBranch/",
    "BuyersItemIdentification": "InvoiceLine/Item/",
    "SellersItemIdentification": "InvoiceLine/Item/",
    "Price": "InvoiceLine/",
    "PrimaryAccountNumberID": "PaymentMeans/CardAccount/",
    "CardAccount": "PaymentMeans/",
    "PaymentMandate": "PaymentMeans/",
    "TaxCategory": "TaxTotal/TaxSubtotal/",
    "ClassifiedTaxCategory": "InvoiceLine/Item/",
    **dict.fromkeys(("@unitCodeListID",), "InvoiceLine/InvoicedQuantity"),
}
"""Where to put what a rule looks for anywhere; attributes stand at the document's number otherwise."""


def _of_shape(assertion: Assertion) -> str:
    path = _way(assertion.context)
    plain = re.sub(r"\[[^]]*\]", "", path)
    kind, _, rest = shape_of(assertion.text).partition(" ")
    if kind == "unused" and not rest:
        return f"{path}=x"
    once_more = "+" if rest.rpartition(" ")[2].lstrip("@") in _said(path) else ""
    if rest == "@currencyID" and kind == "code" and "TaxTotalAmount" in plain:
        return f"{SETTLEMENT}/InvoiceCurrencyCode=NOSUCH {SETTLEMENT}/TaxCurrencyCode=NOSUCH {plain}{rest}=NOSUCH"
    if rest.startswith("@"):
        needed = f"+{plain}=1" if once_more else f"-{plain}{rest}"
        return f"{path}=1 " + {"unused": f"{plain}{rest}=x", "needs": needed, "code": f"{plain}{rest}=NOSUCH"}[kind]
    if kind == "code":
        at = plain if plain.endswith(f"/{rest}") else f"{plain}/{rest}"
        return f"{path} {once_more}{at}=NOSUCH"
    name = rest.rpartition(" ")[2].partition("[")[0]
    if kind == "needs":
        return f"{path} {once_more or '-'}{plain}/{name}"
    variant = re.search(rf"{name}\s*(\[.*\])'", assertion.text)
    added = f"+{plain}/{name}{_condition(variant[1]) if variant else ''}"
    if "TaxCurrency" in added:
        path = f"{SETTLEMENT}/TaxCurrencyCode=XXX {path}"
    return " ".join([path, *[added] * (int(rest.partition(" ")[0]) + 1)])


def _said(path: str) -> set[str]:
    """What conditions speak of: an element must hold that, to be looked at at all."""
    return {word for condition in re.findall(r"\[([^]]*)\]", path) for word in re.findall(r"\w+", condition)}


def _way(context: str) -> str:
    conditions: list[str] = []

    def kept(found: re.Match[str]) -> str:
        conditions.append(_condition(found[0]))
        return f"#{len(conditions) - 1}#"

    plain = re.sub(r"\[[^]]*\]", kept, context)
    names = re.sub(r"\b\w+:", "", plain).split("/")[2:]
    return re.sub(r"#(\d+)#", lambda found: conditions[int(found[1])], "/".join(names))


def _condition(text: str) -> str:
    """A condition of XPath as one of ours; one that denies makes a new element, and nothing more."""
    if "not" in text:
        return "[@listID=9999]" if "not(not" in text.replace(" ", "") else "[]"
    if "CurrencyCode" in text:
        return "[@currencyID=CURRENCY]" if "Invoice" in text.rpartition(":")[2] else "[@currencyID=XXX]"
    return re.sub(r"\b(?:ram|udt|qdt):", "", text).replace("/@", "@").replace('"', "").replace(" ", "")

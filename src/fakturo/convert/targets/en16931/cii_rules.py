"""Rules of the norm for CII that the installed sets leave out: Factur-X checks one VAT rate at a time."""

from collections.abc import Iterator

from lxml import etree

from fakturo.convert.targets.en16931.judge import Failure
from fakturo.convert.targets.en16931.terms import is_cii

_RATES = "{*}SupplyChainTradeTransaction/{*}ApplicableHeaderTradeSettlement/{*}ApplicableTradeTax"


def failures(root: etree._Element) -> Iterator[Failure]:
    """A date of the VAT, or a code for it, is one for the whole invoice."""
    if not is_cii(root):
        return
    if len(root.findall(f"{_RATES}/{{*}}TaxPointDate")) > 1:
        yield Failure("CII-SR-461", "[CII-SR-461]", "/CrossIndustryInvoice")
    if len({(code.text or "").strip() for code in root.iterfind(f"{_RATES}/{{*}}DueDateTypeCode")}) > 1:
        yield Failure("CII-SR-462", "[CII-SR-462]", "/CrossIndustryInvoice")

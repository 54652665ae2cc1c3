"""The Cross Industry Invoice: Factur-X, ZUGFeRD 2, XRechnung; and ZUGFeRD 1, which says the same in other names."""

from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from fakturo.convert.embedded.document import Node, child, children
from fakturo.convert.embedded.lines import priced, says_something
from fakturo.convert.embedded.values import Values
from fakturo.convert.invoice import Invoice, Item, Party, Tax, Totals

_NO_LINES_OF_THEIR_OWN = {"GROUP", "INFORMATION"}
"""Lines that sum up or explain others: their amounts stand in those, too."""


class Names(NamedTuple):
    """Where the two generations differ."""

    document: str
    transaction: str
    agreement: str
    settlement: str
    summation: str
    line_agreement: str
    line_delivery: str
    line_settlement: str
    line_summation: str
    percent: str


ZUGFERD_1 = Names(
    "HeaderExchangedDocument",
    "SpecifiedSupplyChainTradeTransaction",
    "ApplicableSupplyChainTradeAgreement",
    "ApplicableSupplyChainTradeSettlement",
    "SpecifiedTradeSettlementMonetarySummation",
    "SpecifiedSupplyChainTradeAgreement",
    "SpecifiedSupplyChainTradeDelivery",
    "SpecifiedSupplyChainTradeSettlement",
    "SpecifiedTradeSettlementMonetarySummation",
    "ApplicablePercent",
)
CROSS_INDUSTRY = Names(
    "ExchangedDocument",
    "SupplyChainTradeTransaction",
    "ApplicableHeaderTradeAgreement",
    "ApplicableHeaderTradeSettlement",
    "SpecifiedTradeSettlementHeaderMonetarySummation",
    "SpecifiedLineTradeAgreement",
    "SpecifiedLineTradeDelivery",
    "SpecifiedLineTradeSettlement",
    "SpecifiedTradeSettlementLineMonetarySummation",
    "RateApplicablePercent",
)


class CiiReader:
    def __init__(self, root: Node, names: Names, values: Values) -> None:
        self._names = names
        self._values = values
        self._document = child(root, names.document)
        self._transaction = child(root, names.transaction)
        self._agreement = child(self._transaction, names.agreement)
        self._settlement = child(self._transaction, names.settlement)
        self._currency = values.text(self._settlement, "InvoiceCurrencyCode") or self._currency_of_total()

    @property
    def type_code(self) -> str | None:
        return self._values.text(self._document, "TypeCode")

    def invoice(self) -> Invoice:
        values = self._values
        order = child(self._agreement, "BuyerOrderReferencedDocument")
        dues = children(self._settlement, "SpecifiedTradePaymentTerms/DueDateDateTime")
        return Invoice(
            number=values.text(self._document, "ID"),
            date=values.date(child(self._document, "IssueDateTime"), "invoice.date"),
            # Of several terms, the last day is the one by which all is to be paid.
            due_date=max(filter(None, (values.date(due, "invoice.due_date") for due in dues)), default=None),
            currency=self._currency,
            po=values.text(order, "IssuerAssignedID", "ID"),
            seller=self._party("SellerTradeParty"),
            buyer=self._party("BuyerTradeParty"),
            items=tuple(self._items()),
            totals=self._totals(),
        )

    def _currency_of_total(self) -> str | None:
        total = child(self._settlement, f"{self._names.summation}/GrandTotalAmount")
        return total.get("currencyID") or None if total is not None else None

    def _party(self, role: str) -> Party:
        party, values = child(self._agreement, role), self._values
        address = child(party, "PostalTradeAddress")
        lines = [values.text(address, name) for name in ("LineOne", "LineTwo", "LineThree")]
        place = [values.text(address, name) for name in ("PostcodeCode", "CityName")]
        lines += [" ".join(filter(None, place)), values.text(address, "CountrySubDivisionName")]
        return Party(
            name=values.text(party, "Name", "SpecifiedLegalOrganization/TradingBusinessName"),
            tax_id=_preferred(children(party, "SpecifiedTaxRegistration/ID")),
            address="\n".join(filter(None, lines)) or None,
            country=values.text(address, "CountryID"),
        )

    def _totals(self) -> Totals:
        summation = child(self._settlement, self._names.summation)

        def amount(name: str, field: str) -> Decimal | None:
            # The tax may be given in a second currency besides, for its accounting.
            candidates = children(summation, name)
            own = [node for node in candidates if node.get("currencyID") in {None, "", self._currency}]
            index = candidates.index(own[0]) + 1 if own else 1
            return self._values.number(summation, f"{name}[{index}]", f"totals.{field}")

        return Totals(
            subtotal=amount("LineTotalAmount", "subtotal"),
            discount=amount("AllowanceTotalAmount", "discount") or Decimal(0),
            charges=amount("ChargeTotalAmount", "charges") or Decimal(0),
            tax_base=amount("TaxBasisTotalAmount", "tax_base"),
            tax=amount("TaxTotalAmount", "tax"),
            total=amount("GrandTotalAmount", "total"),
            prepaid=amount("TotalPrepaidAmount", "prepaid") or Decimal(0),
            rounding=amount("RoundingAmount", "rounding") or Decimal(0),
            payable=amount("DuePayableAmount", "payable"),
            taxes=tuple(self._taxes()),
        )

    def _taxes(self) -> Iterator[Tax]:
        for node in children(self._settlement, "ApplicableTradeTax"):
            rate = self._values.number(node, self._names.percent, "totals.taxes")
            base = self._values.number(node, "BasisAmount", "totals.taxes")
            amount = self._values.number(node, "CalculatedAmount", "totals.taxes")
            if amount is not None:
                category = self._values.text(node, "CategoryCode")
                yield Tax(rate, base, amount, category, self._values.text(node, "ExemptionReason"))

    def _items(self) -> Iterator[Item]:
        index = 0
        for line in children(self._transaction, "IncludedSupplyChainTradeLineItem"):
            status = self._values.text(line, "AssociatedDocumentLineDocument/LineStatusReasonCode")
            if status in _NO_LINES_OF_THEIR_OWN:
                continue
            item = self._item(line, f"items.{index}")
            if says_something(item):
                yield item
                index += 1

    def _item(self, line: Node, path: str) -> Item:
        names, values = self._names, self._values
        product, settlement = child(line, "SpecifiedTradeProduct"), child(line, names.line_settlement)
        quantity = child(line, f"{names.line_delivery}/BilledQuantity")
        item = Item(
            no=values.text(line, "AssociatedDocumentLineDocument/LineID"),
            sku=values.text(product, "SellerAssignedID", "GlobalID"),
            hs_code=_customs_code(children(product, "DesignatedProductClassification/ClassCode")),
            description=values.text(product, "Name", "Description"),
            qty=values.number(line, f"{names.line_delivery}/BilledQuantity", f"{path}.qty"),
            uom=quantity.get("unitCode") or None if quantity is not None else None,
            discount=self._discount(settlement, f"{path}.discount"),
            amount=values.number(settlement, f"{names.line_summation}/LineTotalAmount", f"{path}.amount"),
            tax_rate=values.number(settlement, f"ApplicableTradeTax/{names.percent}", f"{path}.tax_rate"),
            tax_category=values.text(settlement, "ApplicableTradeTax/CategoryCode"),
        )
        return priced(item, *self._unit_price(line, f"{path}.unit_price"))

    def _unit_price(self, line: Node, field: str) -> tuple[Decimal | None, Decimal | None]:
        """The net price, and for how many it is; the list price stands in only where nothing is taken off it."""
        agreement = child(line, self._names.line_agreement)
        price = child(agreement, "NetPriceProductTradePrice")
        if price is None:
            price = child(agreement, "GrossPriceProductTradePrice")
            if child(price, "AppliedTradeAllowanceCharge") is not None:
                return None, None
        amount = self._values.number(price, "ChargeAmount", field)
        return amount, self._values.number(price, "BasisQuantity", field)

    def _discount(self, settlement: Node | None, field: str) -> Decimal:
        """Taken off the line as a whole, less what is charged on it. What made the net price is in the price."""
        taken = Decimal(0)
        for node in children(settlement, "SpecifiedTradeAllowanceCharge"):
            amount = self._values.number(node, "ActualAmount", field) or Decimal(0)
            is_charge = self._values.text(node, "ChargeIndicator/Indicator", "ChargeIndicator") == "true"
            taken += -amount if is_charge else amount
        return taken


def _preferred(registrations: list[Node]) -> str | None:
    """The number for value-added tax before one of the local tax office."""
    found = {node.get("schemeID"): text for node in registrations if (text := (node.text or "").strip())}
    return found.get("VA") or found.get("FC") or next(iter(found.values()), None)


def _customs_code(codes: list[Node]) -> str | None:
    return next((text for node in codes if node.get("listID") == "HS" and (text := (node.text or "").strip())), None)

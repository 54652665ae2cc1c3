"""The Universal Business Language of OASIS: Invoice and CreditNote, as XRechnung and Peppol use them."""

from collections.abc import Iterator
from decimal import Decimal

from fakturo.convert.embedded.document import Node, child, children, name_of
from fakturo.convert.embedded.lines import priced, says_something
from fakturo.convert.embedded.values import Values
from fakturo.convert.invoice import Invoice, Item, Party, Tax, Totals

CREDIT_NOTE = "CreditNote"


class UblReader:
    def __init__(self, root: Node, values: Values) -> None:
        self._root = root
        self._values = values
        self._is_credit_note = name_of(root) == CREDIT_NOTE
        self._currency = values.text(root, "DocumentCurrencyCode") or self._currency_of_total()

    @property
    def type_code(self) -> str | None:
        if self._is_credit_note:
            return "381"
        return self._values.text(self._root, "InvoiceTypeCode")

    def invoice(self) -> Invoice:
        root, values = self._root, self._values
        dues = [*children(root, "DueDate"), *children(root, "PaymentMeans/PaymentDueDate")]
        return Invoice(
            number=values.text(root, "ID"),
            date=values.date(child(root, "IssueDate"), "invoice.date"),
            due_date=max(filter(None, (values.date(due, "invoice.due_date") for due in dues)), default=None),
            currency=self._currency,
            po=values.text(root, "OrderReference/ID"),
            seller=self._party("AccountingSupplierParty/Party"),
            buyer=self._party("AccountingCustomerParty/Party"),
            items=tuple(self._items()),
            totals=self._totals(),
        )

    def _currency_of_total(self) -> str | None:
        total = child(self._root, "LegalMonetaryTotal/PayableAmount")
        return total.get("currencyID") or None if total is not None else None

    def _party(self, path: str) -> Party:
        party, values = child(self._root, path), self._values
        address = child(party, "PostalAddress")
        lines = [values.text(address, name) for name in ("StreetName", "AdditionalStreetName", "AddressLine/Line")]
        place = [values.text(address, name) for name in ("PostalZone", "CityName")]
        lines += [" ".join(filter(None, place)), values.text(address, "CountrySubentity")]
        return Party(
            name=values.text(party, "PartyLegalEntity/RegistrationName", "PartyName/Name"),
            tax_id=self._tax_id(party),
            address="\n".join(filter(None, lines)) or None,
            country=values.text(address, "Country/IdentificationCode"),
        )

    def _tax_id(self, party: Node | None) -> str | None:
        schemes = children(party, "PartyTaxScheme")
        found = {
            self._values.text(scheme, "TaxScheme/ID"): number
            for scheme in schemes
            if (number := self._values.text(scheme, "CompanyID"))
        }
        return found.get("VAT") or next(iter(found.values()), None)

    def _totals(self) -> Totals:
        sums, values = child(self._root, "LegalMonetaryTotal"), self._values
        tax_total = self._tax_total()

        def amount(name: str, field: str) -> Decimal | None:
            return values.number(sums, name, f"totals.{field}")

        withheld = [
            values.number(node, "TaxAmount", "totals.withheld") for node in children(self._root, "WithholdingTaxTotal")
        ]
        return Totals(
            subtotal=amount("LineExtensionAmount", "subtotal"),
            discount=amount("AllowanceTotalAmount", "discount") or Decimal(0),
            charges=amount("ChargeTotalAmount", "charges") or Decimal(0),
            tax_base=amount("TaxExclusiveAmount", "tax_base"),
            tax=values.number(tax_total, "TaxAmount", "totals.tax"),
            total=amount("TaxInclusiveAmount", "total"),
            withheld=sum(filter(None, withheld), Decimal(0)),
            prepaid=amount("PrepaidAmount", "prepaid") or Decimal(0),
            rounding=amount("PayableRoundingAmount", "rounding") or Decimal(0),
            payable=amount("PayableAmount", "payable"),
            taxes=tuple(self._taxes(tax_total)),
        )

    def _tax_total(self) -> Node | None:
        """A second one gives the tax in another currency, for its accounting."""
        candidates = children(self._root, "TaxTotal")
        for node in candidates:
            amount = child(node, "TaxAmount")
            if amount is not None and amount.get("currencyID") == self._currency:
                return node
        return candidates[0] if candidates else None

    def _taxes(self, tax_total: Node | None) -> Iterator[Tax]:
        for node in children(tax_total, "TaxSubtotal"):
            rate = self._values.number(node, "TaxCategory/Percent", "totals.taxes")
            base = self._values.number(node, "TaxableAmount", "totals.taxes")
            amount = self._values.number(node, "TaxAmount", "totals.taxes")
            if amount is not None:
                category = self._values.text(node, "TaxCategory/ID")
                yield Tax(rate, base, amount, category, self._values.text(node, "TaxCategory/TaxExemptionReason"))

    def _items(self) -> Iterator[Item]:
        kind, quantity = (
            ("CreditNoteLine", "CreditedQuantity")
            if self._is_credit_note
            else (
                "InvoiceLine",
                "InvoicedQuantity",
            )
        )
        index = 0
        for line in children(self._root, kind):
            item = self._item(line, quantity, f"items.{index}")
            if says_something(item):
                yield item
                index += 1

    def _item(self, line: Node, quantity: str, path: str) -> Item:
        product, values = child(line, "Item"), self._values
        counted = child(line, quantity)
        price = values.number(line, "Price/PriceAmount", f"{path}.unit_price")
        basis = values.number(line, "Price/BaseQuantity", f"{path}.unit_price")
        codes = children(product, "CommodityClassification/ItemClassificationCode")
        item = Item(
            no=values.text(line, "ID"),
            sku=values.text(product, "SellersItemIdentification/ID", "StandardItemIdentification/ID"),
            hs_code=next((code.text for code in codes if code.get("listID") == "HS" and code.text), None),
            description=values.text(product, "Name", "Description"),
            qty=values.number(line, quantity, f"{path}.qty"),
            uom=counted.get("unitCode") or None if counted is not None else None,
            discount=self._discount(line, f"{path}.discount"),
            amount=values.number(line, "LineExtensionAmount", f"{path}.amount"),
            tax_rate=self._tax_rate(line, f"{path}.tax_rate"),
            tax_category=values.text(product, "ClassifiedTaxCategory/ID"),
        )
        return priced(item, price, basis)

    def _tax_rate(self, line: Node, field: str) -> Decimal | None:
        """By what the thing is, or, before EN 16931, by the line's own tax."""
        rate = self._values.number(line, "Item/ClassifiedTaxCategory/Percent", field)
        if rate is not None:
            return rate
        return self._values.number(line, "TaxTotal/TaxSubtotal/TaxCategory/Percent", field)

    def _discount(self, line: Node, field: str) -> Decimal:
        """Taken off the line as a whole, less what is charged on it."""
        taken = Decimal(0)
        for node in children(line, "AllowanceCharge"):
            amount = self._values.number(node, "Amount", field) or Decimal(0)
            taken += -amount if self._values.text(node, "ChargeIndicator") == "true" else amount
        return taken

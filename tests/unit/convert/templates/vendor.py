"""A made-up vendor whose invoices say everything in words of their own, and what a person knows about them."""

from fakturo.convert.invoice import Invoice
from fakturo.convert.layout.sheet import Sheet
from fakturo.convert.reader import read_invoice
from fakturo.convert.templates.catalog import TemplateFile, Templates
from fakturo.convert.templates.parse import parse_template
from fakturo.convert.templates.template import Template
from tests.support.drawn import drawn

PAGE = """
    Kornblume Handel GmbH
    Feldweg 3
    12345 Musterstadt
    Germany

    ^INVOICE

    Bill to:                                Merkmal       KH-204
    Musterbau AG                            Gegeben zu    03/04/2026
    Ringstrasse 9
    50667 Cologne

    Blurf            Jeplix           Zall         Wumm

    Wall switch       12.50          40.00       500.00
    Installation      48.00           6.00       288.00
    Behelf 788.00                                788.00

                                     Vorsumm     788.00
                                     Abgift 19%  149.72
                                     Allsumm     937.72
"""
WHOLE = """
name = "kornblume"
version = 3
explanation = "Everything in words of its own."

[fingerprint]
texts = ["Kornblume Handel", "Merkmal"]

[locale]
decimal = "."
dates = "month first"
currency = "EUR"

[seller]
name = "Kornblume Handel GmbH"
tax_id = "DE999999999"

[anchors]
number = { label = "Merkmal", value = "right" }
date = { label = "Gegeben zu" }

[columns]
"Blurf" = "description"
"Zall" = "qty"
"Jeplix" = "unit_price"
"Wumm" = "amount"

[rows]
ignore = ["Behelf"]

[totals]
"Vorsumm" = "subtotal"
"Abgift" = "tax"
"Allsumm" = "total"
"""
FINGERPRINT = 'name = "small"\n[fingerprint]\ntexts = ["Kornblume"]\n'


def page(*changes: tuple[str, str]) -> list[Sheet]:
    picture = PAGE
    for old, new in changes:
        assert old in picture
        picture = picture.replace(old, new)
    return drawn(picture)


def template(text: str = WHOLE, *changes: tuple[str, str]) -> Template:
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return parse_template(text, "a.toml")


def small(text: str) -> Template:
    return template(FINGERPRINT + text)


def templates(*texts: str) -> Templates:
    return Templates(tuple(TemplateFile.parse(f"{n}.toml", text) for n, text in enumerate(texts)))


def read(sheets: list[Sheet], *known: Template) -> Invoice:
    return read_invoice(sheets, *known)


def codes(invoice: Invoice) -> set[str]:
    return {issue.code for issue in invoice.issues}

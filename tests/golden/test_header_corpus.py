"""Number and date of the invoices in the folder that FAKTURO_CORPUS names, where the page prints them."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from lxml import etree

from fakturo.convert.engine import _pages, no_ocr
from fakturo.convert.header.dates.written import Order, dates_in
from fakturo.convert.layout.sheet import Sheet, sheet_of
from fakturo.convert.read.pdf import open_pdf
from fakturo.convert.reader import read_invoice

CORPUS = os.environ.get("FAKTURO_CORPUS")
FILES = sorted(Path(CORPUS).rglob("*.pdf")) if CORPUS else []
pytestmark = pytest.mark.skipif(not FILES, reason="FAKTURO_CORPUS names no folder with invoices")


def truth_of(file: Path) -> tuple[str, str]:
    """Number and ISO date, from the JSON beside the PDF or the XML inside it; empty where there is none."""
    beside = file.with_suffix(".json")
    if beside.exists():
        loaded = json.loads(beside.read_text("utf-8"))
        values = loaded[0] if isinstance(loaded, list) else loaded
        return str(values["invoice_number"]), str(values["date"])[:10]
    for data in _attached(file):
        document = "//*[local-name()='HeaderExchangedDocument' or local-name()='ExchangedDocument']"
        tree = etree.fromstring(data)
        number = tree.xpath(f"string({document}/*[local-name()='ID'])")
        day = str(tree.xpath(f"normalize-space({document}/*[local-name()='IssueDateTime'])"))
        return str(number), f"{day[:4]}-{day[4:6]}-{day[6:8]}"
    return "", ""


def _attached(file: Path) -> Iterator[bytes]:
    pdf = pypdfium2.PdfDocument(file)
    for index in range(pdf.count_attachments()):
        attachment = pdf.get_attachment(index)
        if attachment.get_name().lower().endswith(".xml"):
            yield bytes(attachment.get_data())


def sheets_of(file: Path) -> list[Sheet]:
    with open_pdf(file.read_bytes()) as pdf:
        return [sheet_of(page) for page in _pages(pdf, lambda _: None, no_ocr)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_printed_number_and_date_are_read_or_doubted(file: Path) -> None:
    number, date = truth_of(file)
    sheets = sheets_of(file)
    texts = [phrase.text for sheet in sheets for phrase in sheet.phrases]
    header = read_invoice(sheets)
    if number and any(number.lstrip("#") in text for text in texts):
        assert header.number == number.lstrip("#")
    printed = {match.by(order).isoformat() for text in texts for match in dates_in(text) for order in Order}
    if date in printed:
        assert header.date is not None
        assert header.date.isoformat() == date

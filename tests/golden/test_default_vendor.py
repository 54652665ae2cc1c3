"""The default mapping's own vendor, with cells set in the middle of their height: all is taken as printed."""

import io
from random import Random

import pytest
from lxml import etree

from fakturo.convert.directory.question import Record, Role
from fakturo.convert.directory.shelf import Shelf
from fakturo.convert.engine import read_invoices
from fakturo.convert.invoice import Invoice, Verdict
from fakturo.convert.mapping import find_mapping
from fakturo.convert.produce import produce
from fakturo.convert.targets.coretax.lists import goods
from fakturo.convert.templates.catalog import NO_TEMPLATES, Templates, shipped
from tests.generator.families.numbered_grid import draw_numbered_grid
from tests.generator.registry import Drawn

SEEDS_BY_ITEMS = {4: 1, 16: 3, 51: 4}
SELLER_TIN, BUYER_TIN = "0012345674012000", "0098765432109000"


@pytest.fixture(scope="module", params=SEEDS_BY_ITEMS)
def paper(request: pytest.FixtureRequest) -> Drawn:
    drawn = draw_numbered_grid(Random(f"numbered-grid/{SEEDS_BY_ITEMS[request.param]}"), middle=True)
    assert len(drawn.truths[0]["items"]) == request.param
    return drawn


def read(paper: Drawn, templates: Templates) -> Invoice:
    (invoice,) = read_invoices(paper.pdf, templates=templates)
    return invoice


def produced(paper: Drawn, invoice: Invoice) -> tuple[Invoice, etree._Element]:
    """With a directory that knows both parties by their names."""
    truth = paper.truths[0]
    seller = Record(truth["seller"]["name"], Role.SELLER, tin=SELLER_TIN, address="Jl. Penjual 1, Bandung")
    buyer = Record(truth["buyer"]["name"].upper(), tin=BUYER_TIN, address="Jl. Pembeli 2, Surabaya")
    out = io.BytesIO()
    (judged,) = produce(find_mapping("pt_simon_invoice_v1"), [invoice], Shelf((seller, buyer)).answer, out)
    return judged, etree.fromstring(out.getvalue())


def squeezed(text: str | None) -> str:
    """That vendor breaks lines inside words."""
    return (text or "").replace(" ", "")


def test_names_codes_and_units_come_from_their_own_cells(paper: Drawn) -> None:
    invoice = read(paper, NO_TEMPLATES)
    wanted = [
        (item["no"], item["hs_code"], item["sku"], squeezed(item["description"]), "PCS")
        for item in paper.truths[0]["items"]
    ]
    assert [(item.no, item.hs_code, item.sku, squeezed(item.description), item.uom) for item in invoice.items] == wanted


def test_it_is_clean_with_a_directory_and_the_shipped_template(paper: Drawn) -> None:
    judged, root = produced(paper, read(paper, shipped()))
    assert judged.verdict is Verdict.ACCEPTED, judged.issues
    items = paper.truths[0]["items"]
    assert [squeezed(node.text) for node in root.iter("Name")] == [squeezed(item["description"]) for item in items]
    listed = [item["hs_code"] + "00" if ("A", item["hs_code"] + "00") in goods() else "000000" for item in items]
    assert [node.text for node in root.iter("Code")] == listed
    assert {node.text for node in root.iter("Unit")} == {"UM.0021"}

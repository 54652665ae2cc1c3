"""The gate of EN 16931 behind walls, XML from anywhere at the command line, and Factur-X."""

import asyncio
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
import reportlab
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from fakturo.convert.engine import read_invoices
from fakturo.convert.invoice import Invoice
from fakturo.convert.invoice_json import invoices_as_json
from fakturo.convert.mapping.catalog import find_mapping
from fakturo.convert.mapping.evaluate import evaluate
from fakturo.convert.targets.en16931.judge import NOT_INSTALLED
from fakturo.convert.targets.en16931.prepare import bill_of
from fakturo.convert.targets.en16931.rulebook import is_installed
from fakturo.convert.targets.xml import write
from fakturo.gateway import judges
from fakturo.gateway.files.convert import Order, convert_files
from fakturo.gateway.files.validate import FINE, NOT_READ, WRONG, exit_code, told, validate_files
from fakturo.gateway.options import MIB, GatewayOptions, Limits
from tests.support.european import european_invoices
from tests.support.invoices import invoice_page, invoice_pdf

needs_rules = pytest.mark.skipif(not is_installed(), reason="needs the extra validation")
INVOICES = {name.split()[1]: invoice for name, invoice in european_invoices(20)}


def xml_at(path: Path, syntax: str = "ubl_v1", case: str = "plain") -> Path:
    out = io.BytesIO()
    write(evaluate(find_mapping(syntax), bill_of(INVOICES[case])[0]).root, out, pretty=True)
    path.write_bytes(out.getvalue())
    return path


def times(invoice: Invoice, count: int) -> Invoice:
    """Each of its lines so many times over."""
    before = invoice.totals
    assert before.subtotal
    assert before.tax
    assert before.tax_base
    net = before.subtotal * count
    tax = net * round(before.tax / before.tax_base, 2)
    totals = replace(before, subtotal=net, tax_base=net, tax=tax, total=net + tax, payable=net + tax)
    return replace(invoice, items=invoice.items * count, totals=totals)


def json_at(path: Path, invoice: Invoice) -> Path:
    path.write_bytes(invoices_as_json([invoice]))
    return path


async def validated(*files: Path, options: GatewayOptions | None = None) -> tuple[int, str]:
    lines: list[str] = []
    code = await validate_files(files, options or GatewayOptions(children=1), lines.append)
    return code, "\n".join(lines)


async def converted(
    files: list[Path], order: Order, out_dir: Path | None, options: GatewayOptions, *, force: bool = False
) -> tuple[int, str]:
    said = io.StringIO()
    code = await convert_files(
        files, order, out_dir=out_dir, options=options, force=force, stdout=io.BytesIO(), stderr=said
    )
    return code, said.getvalue()


@needs_rules
async def test_files_are_judged_behind_walls_and_told_in_words_and_as_json(tmp_path: Path) -> None:
    good, other = xml_at(tmp_path / "good.xml"), xml_at(tmp_path / "other.xml", "cii_v1")
    bad = tmp_path / "bad.xml"
    bad.write_bytes(good.read_bytes().replace(b"<cbc:PayableAmount currencyID", b'<cbc:PayableAmount x="1" currencyID'))
    files, lines = [good, other, bad, tmp_path / "none.xml"], list[str]()
    assert await validate_files(files, GatewayOptions(children=1), lines.append, as_json=True) == NOT_READ
    documents = json.loads("\n".join(lines))
    assert [exit_code(document) for document in documents] == [FINE, FINE, WRONG, NOT_READ]
    nothing = {"valid": True, "checked": True, "notes": [], "findings": []}
    assert documents[0] == {"file": str(good), "format": "UBL 2.1, invoice", **nothing}
    said = ["\n".join(told(document)) for document in documents]
    assert said[0] == f"{good}: UBL 2.1, invoice: fine."
    assert said[1] == f"{other}: Factur-X, profile EN 16931: fine."
    assert said[2].startswith(f"{bad}: UBL 2.1, invoice: 1 error.\n  error SCHEMA: The amount to pay has an attribute")
    assert said[2].endswith("LegalMonetaryTotal/PayableAmount)")
    assert said[3].endswith("none.xml: No such file or directory.")


async def test_without_the_extra_it_is_said_that_nothing_was_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judges, "is_installed", lambda: False)
    code, said = await validated(xml_at(tmp_path / "a.xml"))
    assert code == NOT_READ
    assert NOT_INSTALLED in said
    source = json_at(tmp_path / "a.json", INVOICES["plain"])
    code, said = await converted([source], Order("xml", "ubl_v1"), tmp_path, GatewayOptions(children=1), force=True)
    assert (code, said) == (0, "")  # a warning is in the result, and no reason for review


@needs_rules
async def test_many_at_once_share_a_judge(tmp_path: Path) -> None:
    sources = [
        json_at(tmp_path / f"{number}.json", invoice) for number, (_, invoice) in enumerate(european_invoices(6))
    ]
    options = GatewayOptions(children=3)
    code, said = await converted(sources, Order("xml", "cii_v1"), tmp_path, options)
    assert (code, said) == (0, "6 accepted, 0 for review, 0 failed.\n")


@needs_rules
async def test_a_judge_without_memory_harms_nobody_and_nothing_passes_unchecked(tmp_path: Path) -> None:
    """A judge that is ready has memory for an ordinary invoice; many lines want more (a parser 153 MiB)."""
    source = json_at(tmp_path / "a.json", times(INVOICES["plain"], 500))
    options = GatewayOptions(children=1, limits=Limits(memory_bytes=175 * MIB))
    async with asyncio.timeout(240):
        code, said = await converted([source], Order("xml", "ubl_v1"), tmp_path, options)
    assert code == 0
    assert "for review: Not checked against EN 16931: the check could not be carried out." in said


def pdf_with_its_fonts() -> bytes:
    """The same invoice as `invoice_pdf`, fit for an archive."""
    font = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"
    pdfmetrics.registerFont(TTFont("Vera", str(font)))
    out = io.BytesIO()
    canvas = Canvas(out, initialFontName="Vera", invariant=1)
    for text in invoice_page().texts:
        canvas.setFont("Vera", text.size)
        canvas.drawString(text.x, A4[1] - text.y, text.text)
    canvas.save()
    return out.getvalue()


async def test_factur_x_is_written_and_read_back(tmp_path: Path) -> None:
    source, archival, out = tmp_path / "a.pdf", tmp_path / "archival.pdf", tmp_path / "out"
    source.write_bytes(invoice_pdf())
    archival.write_bytes(pdf_with_its_fonts())
    options = GatewayOptions(children=1, embeds=True)
    code, said = await converted([source, archival], Order("pdf", "cii_v1"), out, options)
    assert code == 0
    (note,) = [line for line in said.splitlines() if "PDF/A" in line]
    assert note.startswith(
        f"{source}: The XML is in the PDF, but the PDF is not PDF/A-3. It does not contain all fonts"
    )
    assert b"<pdfaid:part>3</pdfaid:part>" in (out / "archival.pdf").read_bytes()
    assert b"pdfaid" not in (out / "a.pdf").read_bytes()
    for file in (source, archival):
        assert_carries_the_same(file.read_bytes(), (out / file.name).read_bytes())


def assert_carries_the_same(source: bytes, hybrid: bytes) -> None:
    (before,), (after,) = read_invoices(source), read_invoices(hybrid)
    assert {evidence.source.value for evidence in after.fields.values()} == {"xml"}
    assert (after.number, after.date, after.totals.total) == (before.number, before.date, before.totals.total)
    assert [item.amount for item in after.items] == [item.amount for item in before.items]
    assert after.verdict == "accepted"


@pytest.mark.parametrize(
    ("order", "name", "out", "why"),
    [
        (Order("pdf", "ubl_v1"), "a.pdf", "out", "Only Factur-X can be put into a PDF"),
        (Order("pdf", "cii_v1"), "a.json", "out", "has no PDF"),
        (Order("pdf", "cii_v1"), "a.pdf", None, "Name a directory for the PDFs"),
        (Order("pdf", "cii_v1"), "a.pdf", ".", "would replace the one that it is made from"),
    ],
)
async def test_an_order_that_can_not_be_embedded_starts_nothing(
    order: Order, name: str, out: str | None, why: str, tmp_path: Path
) -> None:
    source = tmp_path / name
    source.write_bytes(b"%PDF-")
    out_dir = tmp_path / out if out else None
    code, said = await converted([source], order, out_dir, GatewayOptions(children=1, embeds=True), force=True)
    assert code == 2
    assert why in said
    assert source.read_bytes() == b"%PDF-"

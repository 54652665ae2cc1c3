"""Factur-X: what goes into a PDF comes out of it again, and the PDF is called what it is."""

import contextlib
import datetime as dt
import io
from pathlib import Path

import pikepdf
import pytest
import reportlab
from lxml import etree
from pikepdf import Array, Dictionary, Name
from PIL import Image, ImageCms
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from fakturo.convert.embedded.reader import read_embedded
from fakturo.convert.errors import UnreadablePdf
from fakturo.convert.hybrid import Hybrid, embed
from fakturo.convert.hybrid.colour import srgb_profile
from fakturo.convert.invoice import Invoice
from fakturo.convert.mapping.catalog import find_mapping
from fakturo.convert.mapping.evaluate import evaluate
from fakturo.convert.read.attachments import attachments_of
from fakturo.convert.read.pdf import open_pdf
from fakturo.convert.targets.en16931.prepare import bill_of
from fakturo.convert.targets.xml import write
from tests.support.european import european_invoices
from tests.support.hostile import crafted, encrypted
from tests.support.pdfs import make_pdf

NOW = dt.datetime(2026, 3, 9, 12, 0, tzinfo=dt.UTC)
INVOICE = european_invoices(2)[1][1]
RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"


@pytest.fixture(scope="module")
def xml() -> bytes:
    out = io.BytesIO()
    write(evaluate(find_mapping("cii_v1"), bill_of(INVOICE)[0]).root, out)
    return out.getvalue()


@pytest.fixture(scope="module")
def archival_pdf() -> bytes:
    """With its fonts inside."""
    font = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"
    pdfmetrics.registerFont(TTFont("Vera", str(font)))
    out = io.BytesIO()
    canvas = Canvas(out, initialFontName="Vera", invariant=1)
    canvas.setFont("Vera", 12)
    canvas.drawString(50, 700, f"{INVOICE.number} of {INVOICE.date:%d.%m.%Y}: {INVOICE.totals.total} EUR")
    canvas.save()
    return out.getvalue()


def embedded(pdf: bytes, xml: bytes, invoice: Invoice = INVOICE, *, replace: bool = False) -> tuple[bytes, Hybrid]:
    out = io.BytesIO()
    hybrid = embed(pdf, xml, invoice, out, now=NOW, replace=replace)
    return out.getvalue(), hybrid


def test_our_own_reader_finds_the_invoice_in_it(xml: bytes, archival_pdf: bytes) -> None:
    data, hybrid = embedded(archival_pdf, xml)
    assert hybrid == Hybrid()
    with open_pdf(data) as pdf:
        assert [(each.name, each.content) for each in attachments_of(pdf)] == [("factur-x.xml", xml)]
        read = read_embedded(pdf, data, list).invoice
    assert read is not None
    assert (read.number, read.date, read.kind) == (INVOICE.number, INVOICE.date, INVOICE.kind)
    assert read.totals.total == INVOICE.totals.total
    assert [item.amount for item in read.items] == [item.amount for item in INVOICE.items]
    assert (read.seller.name, read.buyer.name) == (INVOICE.seller.name, INVOICE.buyer.name)


def test_it_is_built_as_factur_x_wants_it(xml: bytes, archival_pdf: bytes) -> None:
    data, _ = embedded(archival_pdf, xml)
    assert data.startswith(b"%PDF-1.7")
    with pikepdf.open(io.BytesIO(data)) as pdf:
        (spec,) = pdf.Root.AF
        assert spec.AFRelationship == Name.Alternative
        assert str(spec.UF) == str(spec.F) == "factur-x.xml"
        assert spec.EF.F.Subtype == Name("/text/xml")
        assert str(spec.EF.F.Params.ModDate) == "D:20260309120000+00'00'"
        (intent,) = pdf.Root.OutputIntents
        assert intent.S == Name.GTS_PDFA1
        assert intent.DestOutputProfile.N == 3
        assert "/ID" in pdf.trailer
        assert str(pdf.docinfo["/Title"]) == f"Invoice {INVOICE.number}"
        properties = xmp_of(pdf)
    assert properties["part"] == "3"
    assert properties["conformance"] == "B"
    assert properties["ConformanceLevel"] == "EN 16931"
    assert properties["DocumentFileName"] == "factur-x.xml"
    assert properties["CreateDate"] == "2026-03-09T12:00:00+00:00"


def xmp_of(pdf: pikepdf.Pdf) -> dict[str, str]:
    root = etree.fromstring(pdf.Root.Metadata.read_bytes())
    described = [child for each in root.iter(f"{RDF}Description") for child in each]
    return {str(etree.QName(child).localname): child.text or "" for child in described}


def test_a_pdf_without_its_fonts_carries_the_xml_and_is_not_called_pdf_a(xml: bytes) -> None:
    data, hybrid = embedded(make_pdf(["Invoice"]), xml)
    (note,) = hybrid.notes
    assert "not PDF/A-3" in note
    assert "Helvetica" in note
    with pikepdf.open(io.BytesIO(data)) as pdf:
        properties = xmp_of(pdf)
    assert "part" not in properties
    assert properties["ConformanceLevel"] == "EN 16931"
    with open_pdf(data) as opened:
        assert [each.content for each in attachments_of(opened)] == [xml]


def test_an_invoice_that_lay_in_it_before_is_replaced_and_other_files_stay(xml: bytes, archival_pdf: bytes) -> None:
    with pikepdf.open(io.BytesIO(archival_pdf)) as pdf:
        pdf.attachments["zugferd-invoice.xml"] = b"<old/>"
        pdf.attachments["terms.txt"] = b"Terms"
        before = io.BytesIO()
        pdf.save(before)
    data, hybrid = embedded(before.getvalue(), xml, replace=True)
    assert hybrid.existing == (
        "The PDF carried zugferd-invoice.xml (XML that can't be read as an invoice) already, which was replaced. "
        "That lost nobody can say what."
    )
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert sorted(pdf.attachments) == ["factur-x.xml", "terms.txt"]
        assert {str(spec.AFRelationship) for spec in pdf.Root.AF} == {"/Alternative", "/Unspecified"}


def test_a_richer_invoice_is_kept_and_what_ours_lacks_is_named(xml: bytes, archival_pdf: bytes) -> None:
    terms = b"<ram:SpecifiedTradePaymentTerms>"
    assert terms in xml
    richer = xml.replace(b"</ram:ID>", b"</ram:ID><ram:Name>Rechnung</ram:Name>", 1).replace(
        terms,
        b"<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>58</ram:TypeCode><ram:Information>Bank"
        b"</ram:Information></ram:SpecifiedTradeSettlementPaymentMeans>" + terms,
    )
    before, _ = embedded(archival_pdf, richer)
    data, hybrid = embedded(before, xml)
    assert data == before
    assert hybrid.existing is not None
    assert hybrid.existing.startswith(
        "The PDF carries factur-x.xml (Factur-X, profile EN 16931) already, which was kept: nothing was put into it. "
    )
    assert "To put ours in its place (--replace) would lose the " in hybrid.existing
    assert "the way of payment" in hybrid.existing
    data, hybrid = embedded(before, xml, replace=True)
    assert "which was replaced. That lost the " in (hybrid.existing or "")
    with open_pdf(data) as pdf:
        assert [each.content for each in attachments_of(pdf)] == [xml]


def test_the_same_invoice_again_loses_nothing(xml: bytes, archival_pdf: bytes) -> None:
    before, _ = embedded(archival_pdf, xml)
    _, hybrid = embedded(before, xml)
    assert (hybrid.existing or "").endswith("To put ours in its place (--replace) would lose no field.")


def _script(pdf: pikepdf.Pdf) -> None:
    pdf.Root.OpenAction = Dictionary(S=Name.JavaScript, JS="app.alert(1)")


def _press_colours(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].contents_add(b"0 0 0 1 k 0 0 9 9 re f")


def _press_image(pdf: pikepdf.Pdf) -> None:
    image = pdf.make_stream(b"\0" * 4, Type=Name.XObject, Subtype=Name.Image, Width=1, Height=1, BitsPerComponent=8)
    image.ColorSpace = Name.DeviceCMYK
    pdf.pages[0].obj.Resources.XObject = Dictionary(I=image)


def _form(pdf: pikepdf.Pdf) -> None:
    pdf.Root.AcroForm = Dictionary(NeedAppearances=True, Fields=Array([]))


def _note(pdf: pikepdf.Pdf) -> None:
    note = Dictionary(Type=Name.Annot, Subtype=Name.Text, Rect=[0, 0, 9, 9], Contents="Hello")
    pdf.pages[0].obj.Annots = Array([note])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_script, "runs a script or program when it is opened"),
        (_press_colours, "printing press"),
        (_press_image, "printing press"),
        (_form, "form whose fields a program has to draw"),
        (_note, "notes or fields that a program has to draw"),
    ],
)
def test_what_pdf_a_forbids_is_named(change: object, words: str, xml: bytes, archival_pdf: bytes) -> None:
    assert callable(change)
    with pikepdf.open(io.BytesIO(archival_pdf)) as pdf:
        change(pdf)
        changed = io.BytesIO()
        pdf.save(changed)
    _, hybrid = embedded(changed.getvalue(), xml)
    assert [sentence for sentence in hybrid.hindrances if words in sentence] == list(hybrid.hindrances)
    assert len(hybrid.hindrances) == 1


def test_what_only_a_validator_finds_is_not_called_pdf_a(xml: bytes, archival_pdf: bytes) -> None:
    with pikepdf.open(io.BytesIO(archival_pdf)) as pdf:
        pdf.pages[0].obj.Group = Dictionary(S=Name.Transparency, CS=Name.DeviceCMYK)
        changed = io.BytesIO()
        pdf.save(changed)
    data, hybrid = embedded(changed.getvalue(), xml)
    assert hybrid.hindrances == ("Something in it is not allowed there, or could not be checked.",)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert "part" not in xmp_of(pdf)


def test_a_link_is_no_hindrance(xml: bytes, archival_pdf: bytes) -> None:
    link = Dictionary(
        Type=Name.Annot, Subtype=Name.Link, Rect=[0, 0, 9, 9], A=Dictionary(S=Name.URI, URI="https://a.example")
    )
    with pikepdf.open(io.BytesIO(archival_pdf)) as pdf:
        pdf.pages[0].obj.Annots = Array([link])
        changed = io.BytesIO()
        pdf.save(changed)
    data, hybrid = embedded(changed.getvalue(), xml)
    assert hybrid == Hybrid()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert int(pdf.pages[0].obj.Annots[0].F) & 4


def test_a_locked_pdf_is_refused(xml: bytes) -> None:
    with pytest.raises(UnreadablePdf, match="locked with a password"):
        embed(encrypted(b"secret"), xml, INVOICE, io.BytesIO(), now=NOW)


def test_no_crafted_pdf_ends_in_anything_but_a_sentence(xml: bytes) -> None:
    for name, data in crafted():
        if name.startswith("bomb") or name == "many-annotations":
            continue  # children have limits for these
        with contextlib.suppress(UnreadablePdf):
            embed(data, xml, INVOICE, io.BytesIO(), now=NOW)


def test_the_colour_profile_is_srgb() -> None:
    ours = ImageCms.ImageCmsProfile(io.BytesIO(srgb_profile()))
    picture = Image.new("RGB", (16, 16))
    for place in range(256):
        picture.putpixel((place % 16, place // 16), (place, 255 - place, place * 7 % 256))
    turned = ImageCms.profileToProfile(picture, ours, ImageCms.createProfile("sRGB"))
    assert turned is not None
    assert max(abs(a - b) for a, b in zip(picture.tobytes(), turned.tobytes(), strict=True)) <= 1

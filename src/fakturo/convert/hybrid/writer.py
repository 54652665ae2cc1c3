"""The invoice's XML into its PDF, and what the PDF is then, said in the file and to the person."""

import datetime as dt
import io
import mmap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pikepdf
from pikepdf import AttachedFileSpec, Dictionary, Name

from fakturo.convert.embedded.reader import USUAL_NAMES
from fakturo.convert.errors import UnreadablePdf
from fakturo.convert.hybrid.archival import SAVING, is_archival, load_fonts
from fakturo.convert.hybrid.colour import srgb_profile
from fakturo.convert.hybrid.existing import existing_in
from fakturo.convert.hybrid.hindrances import has_output_intent, hindrances
from fakturo.convert.hybrid.metadata import FILE_NAME, About, pdf_date, xmp
from fakturo.convert.invoice import Invoice

PRODUCER = "Fakturo"
_PRINT = 4
_SOMETHING_ELSE = "Something in it is not allowed there, or could not be checked."
_LOCKED = "The PDF is locked with a password."
_DAMAGED = "The PDF is damaged, so that nothing can be put into it."


@dataclass(frozen=True, slots=True)
class Hybrid:
    """What was written."""

    hindrances: Sequence[str] = ()
    """Why it is not PDF/A-3; none if it is called that."""
    existing: str | None = None
    """What became of an invoice that it carried already."""

    @property
    def notes(self) -> list[str]:
        said = [self.existing] if self.existing else []
        if self.hindrances:
            said.append(f"The XML is in the PDF, but the PDF is not PDF/A-3. {' '.join(self.hindrances)}")
        return said


def embed(
    data: bytes | mmap.mmap, xml: bytes, invoice: Invoice, out: Any, *, now: dt.datetime, replace: bool = False
) -> Hybrid:
    """A copy of the PDF with the XML inside; as it is, if it carries an invoice that is not to be replaced.

    Raises UnreadablePdf.
    """
    with _opened(data) as pdf:
        existing = existing_in(pdf, xml)
        if existing and not replace:
            out.write(data[:])
            return Hybrid(existing=existing.kept)
        found = hindrances(pdf)
        about = _about(invoice, now)
        _attach(pdf, xml, about)
        if not has_output_intent(pdf):
            _declare_colours(pdf)
        _tidy(pdf)
        if not found and not _is_archival(pdf, about):
            found = [_SOMETHING_ELSE]
        _describe(pdf, about, xmp(about, is_archival=not found))
        pdf.save(out, **SAVING)
    return Hybrid(tuple(found), existing.replaced if existing else None)


def load(now: dt.datetime) -> None:
    """Whatever would be read late, for those who soon can read no file any more."""
    load_fonts()
    blank, page = pikepdf.new(), io.BytesIO()
    blank.add_blank_page()
    blank.save(page)
    embed(page.getvalue(), b"<a/>", Invoice(), io.BytesIO(), now=now)


@contextmanager
def _opened(data: bytes | mmap.mmap) -> Iterator[pikepdf.Pdf]:
    try:
        with pikepdf.open(io.BytesIO(bytes(data[:]))) as pdf:
            yield pdf
    except pikepdf.PasswordError:
        raise UnreadablePdf(_LOCKED) from None
    except (pikepdf.PdfError, RuntimeError, ValueError, TypeError, KeyError) as error:
        # An object of another kind than its place demands shows only where it is used.
        raise UnreadablePdf(_DAMAGED) from error


def _about(invoice: Invoice, now: dt.datetime) -> About:
    title = f"{'Credit note' if invoice.kind == 'credit_note' else 'Invoice'} {invoice.number or ''}".strip()
    return About(title, PRODUCER, now, now, invoice.seller.name)


def _attach(pdf: pikepdf.Pdf, xml: bytes, about: About) -> None:
    """In place of an invoice that the PDF may carry already, under whichever of the usual names."""
    for name in list(pdf.attachments):
        if name.lower() in USUAL_NAMES:
            del pdf.attachments[name]
    others: list[Any] = [pdf.attachments[name].obj for name in pdf.attachments]
    for other in others:
        if Name.AFRelationship not in other:
            other.AFRelationship = Name.Unspecified
    spec = AttachedFileSpec(
        pdf,
        xml,
        filename=FILE_NAME,
        description="The invoice as XML (Factur-X)",
        mime_type="text/xml",
        creation_date=pdf_date(about.created),
        mod_date=pdf_date(about.modified),
    )
    pdf.attachments[FILE_NAME] = spec
    ours: Any = pdf.attachments[FILE_NAME].obj
    ours.AFRelationship = Name.Alternative
    pdf.Root.AF = pdf.make_indirect(pikepdf.Array([*others, ours]))


def _declare_colours(pdf: pikepdf.Pdf) -> None:
    profile = pdf.make_stream(srgb_profile(), N=3, Alternate=Name.DeviceRGB)
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFA1,
        OutputConditionIdentifier="sRGB IEC61966-2.1",
        Info="sRGB IEC61966-2.1",
        DestOutputProfile=profile,
    )
    pdf.Root.OutputIntents = pdf.make_indirect(pikepdf.Array([pdf.make_indirect(intent)]))


def _is_archival(pdf: pikepdf.Pdf, about: About) -> bool:
    _describe(pdf, about, xmp(about, is_archival=True, is_hybrid=False))
    written = io.BytesIO()
    pdf.save(written, **SAVING)
    return is_archival(written.getvalue())


def _tidy(pdf: pikepdf.Pdf) -> None:
    """What PDF/A wants otherwise, and nobody sees: links print, which show nothing; slides don't change."""
    for page in pdf.pages:
        if Name.Trans in page.obj:
            del page.obj.Trans
        for annotation in page.obj.get("/Annots", []):
            if isinstance(annotation, Dictionary) and annotation.get("/Subtype") == Name.Link:
                annotation.F = int(annotation.get("/F", 0)) | _PRINT


def _describe(pdf: pikepdf.Pdf, about: About, packet: bytes) -> None:
    if Name.Info in pdf.trailer:
        del pdf.trailer.Info
    pdf.docinfo["/Title"] = about.title
    pdf.docinfo["/Producer"] = about.producer
    pdf.docinfo["/CreationDate"] = pdf_date(about.created)
    pdf.docinfo["/ModDate"] = pdf_date(about.modified)
    if about.author:
        pdf.docinfo["/Author"] = about.author
    metadata = pdf.make_stream(packet)
    metadata.Type, metadata.Subtype = Name.Metadata, Name.XML
    pdf.Root.Metadata = metadata

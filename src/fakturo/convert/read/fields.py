"""What people typed onto a page: filled-in form fields, text boxes, stamps. PDFium keeps them apart from the page's
own content; here they become part of it, so that whatever reads or draws the page meets them."""

from collections.abc import Iterator
from contextlib import contextmanager

import pypdfium2.raw as pdfium

from fakturo.convert.read.native import Handle

_SHOW_TEXT = frozenset({pdfium.FPDF_ANNOT_WIDGET, pdfium.FPDF_ANNOT_FREETEXT, pdfium.FPDF_ANNOT_STAMP})


@contextmanager
def form_of(document: Handle) -> Iterator[Handle | None]:
    """PDFium's view of the document's form, which draws fields that come without a look. No script runs."""
    if pdfium.FPDF_GetFormType(document) == pdfium.FORMTYPE_NONE:
        yield None
        return
    callbacks = pdfium.FPDF_FORMFILLINFO(version=2)
    form = pdfium.FPDFDOC_InitFormFillEnvironment(document, callbacks)
    try:
        yield form
    finally:
        if form:
            pdfium.FPDFDOC_ExitFormFillEnvironment(form)


def draw_in(page: Handle, form: Handle | None) -> bool:
    """Make what is typed on the page part of it. True: the page must be opened again to see it."""
    if not any(subtype in _SHOW_TEXT for subtype in _subtypes(page)):
        return False
    if form:
        pdfium.FORM_OnAfterLoadPage(page, form)
        pdfium.FORM_OnBeforeClosePage(page, form)
    done: int = pdfium.FPDFPage_Flatten(page, pdfium.FLAT_NORMALDISPLAY)
    return done == int(pdfium.FLATTEN_SUCCESS)


def _subtypes(page: Handle) -> Iterator[int]:
    for at in range(pdfium.FPDFPage_GetAnnotCount(page)):
        note = pdfium.FPDFPage_GetAnnot(page, at)
        if note:
            subtype = pdfium.FPDFAnnot_GetSubtype(note)
            pdfium.FPDFPage_CloseAnnot(note)  # before the yield: nobody may ask for a next one
            yield subtype

"""A PDF in, XML out. The doors into the engine."""

import mmap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import IO

from fakturo.convert.embedded.reader import Embedded, read_embedded
from fakturo.convert.errors import UnreadablePdf
from fakturo.convert.guard import Guard
from fakturo.convert.invoice import Invoice
from fakturo.convert.layout.sheet import Sheet, sheet_of
from fakturo.convert.llm.join import of_engine, of_model
from fakturo.convert.llm.reading import invoices_in
from fakturo.convert.page import Box, PageContent, PageHead, Word, turned
from fakturo.convert.read.drawings import Drawings, read_drawings
from fakturo.convert.read.garbled import SAMPLE, has_map_errors, is_gibberish, spells_known_words
from fakturo.convert.read.hidden import is_hidden
from fakturo.convert.read.native import Handle
from fakturo.convert.read.ocr import Draw, OcrUnavailable, Recognise, recognise_page
from fakturo.convert.read.pdf import Pdf, frame_of, head_of, open_page, open_pdf, open_text
from fakturo.convert.read.words import read_words
from fakturo.convert.reader import read_pages
from fakturo.convert.targets.layout import write_layout
from fakturo.convert.teach.lesson import Lesson, teach
from fakturo.convert.teach.truth import Truth
from fakturo.convert.templates.catalog import NO_TEMPLATES, Templates
from fakturo.convert.templates.trial import Trial, trials
from fakturo.convert.value_boxes import as_in_file
from fakturo.convert.verdict import with_more

Data = bytes | mmap.mmap

NO_TEXT = "This page has no text of its own. {reason}"
GARBLED = "The text of this page is garbled: its fonts don't say what their letters are. {reason}"
PICTURE = "This page is a picture, but for a few words. {reason}"
HIDDEN = "The text of this page lies hidden behind a picture. {reason}"
DAMAGED_PAGE = "This page is damaged and can't be read."

PICTURED, STAMPED_WORDS = 0.5, 20
"""A picture of half the page with at most so many words beside it is a scan: programs stamp a line on it."""


def no_ocr(_draw: Draw, _dpi: int) -> str:
    raise OcrUnavailable("Text recognition is not available here.")


def convert_to_layout(
    data: Data,
    out: IO[bytes],
    *,
    pretty: bool = False,
    on_page: Callable[[int], None] = lambda _: None,
    recognise: Recognise = no_ocr,
) -> list[str]:
    """Write the layout XML of the PDF to out, and say what could not be read, page by page. Raises ConversionError with
    a sentence for its sender."""
    unread: list[str] = []
    with open_pdf(data) as pdf:
        pages = _noting_unread(_pages(pdf, on_page, recognise), unread)
        write_layout(out, pages, page_count=pdf.page_count, pretty=pretty)
    return unread


def pages_of(data: Data, *, recognise: Recognise = no_ocr) -> Iterator[PageContent]:
    """What stands on each page, as it is read."""
    with open_pdf(data) as pdf:
        yield from _pages(pdf, lambda _: None, recognise)


def read_invoices(
    data: Data,
    *,
    ignore_embedded: bool = False,
    templates: Templates = NO_TEMPLATES,
    on_page: Callable[[int], None] = lambda _: None,
    recognise: Recognise = no_ocr,
) -> list[Invoice]:
    """The invoices in the PDF, judged: from the XML that it carries, or from its pages."""
    with open_pdf(data) as pdf:
        sheets: list[Sheet] = []

        def read_sheets() -> list[Sheet]:
            if not sheets:
                sheets.extend(sheet_of(page) for page in _pages(pdf, on_page, recognise))
            return sheets

        return _invoices(pdf, data, read_sheets, templates, ignore_embedded=ignore_embedded)


def read_with_model(
    data: Data,
    reading: bytes,
    *,
    model_leads: bool,
    ignore_embedded: bool = False,
    templates: Templates = NO_TEMPLATES,
    on_page: Callable[[int], None] = lambda _: None,
    recognise: Recognise = no_ocr,
) -> list[Invoice]:
    """The invoices in the PDF as a language model reads them, checked by the engine; or as the engine reads them, with
    the model's word on each. Raises ConversionError for a reading that can't be used."""
    model, guard = invoices_in(reading), Guard()
    with open_pdf(data) as pdf:
        sheets = [sheet_of(page) for page in _pages(pdf, on_page, recognise)]
        engine = _invoices(pdf, data, lambda: sheets, templates, ignore_embedded=ignore_embedded)
        if model_leads:
            return of_model(model, engine, sheets)
        heard = guard.run(lambda: of_engine(engine, model, sheets), engine, what="What a language model reads")
    return [with_more(invoice, after=guard.issues) for invoice in heard]


def sheets_of(
    data: Data, *, on_page: Callable[[int], None] = lambda _: None, recognise: Recognise = no_ocr
) -> list[Sheet]:
    with open_pdf(data) as pdf:
        return [sheet_of(page) for page in _pages(pdf, on_page, recognise)]


def read_invoices_and_layout(
    data: Data,
    out: IO[bytes],
    *,
    pretty: bool = False,
    ignore_embedded: bool = False,
    templates: Templates = NO_TEMPLATES,
    on_page: Callable[[int], None] = lambda _: None,
    recognise: Recognise = no_ocr,
) -> list[Invoice]:
    """The invoices in the PDF, and its layout XML to out, from one reading of its pages."""
    with open_pdf(data) as pdf:
        sheets: list[Sheet] = []
        pages = _noting_sheets(_pages(pdf, on_page, recognise), sheets)
        write_layout(out, pages, page_count=pdf.page_count, pretty=pretty)
        return _invoices(pdf, data, lambda: sheets, templates, ignore_embedded=ignore_embedded)


def _invoices(
    pdf: Pdf, data: Data, read_sheets: Callable[[], Sequence[Sheet]], templates: Templates, *, ignore_embedded: bool
) -> list[Invoice]:
    embedded = Embedded() if ignore_embedded else read_embedded(pdf, data, read_sheets)
    if embedded.invoice:
        return [embedded.invoice]
    sheets = read_sheets()
    read = (as_in_file(invoice, sheets) for invoice in read_pages(sheets, templates))
    return [with_more(invoice, before=embedded.issues) for invoice in read]


def _noting_unread(pages: Iterator[PageContent], unread: list[str]) -> Iterator[PageContent]:
    for page in pages:
        unread.extend(page.notes)
        yield page


def _noting_sheets(pages: Iterator[PageContent], sheets: list[Sheet]) -> Iterator[PageContent]:
    """The same pages; a sheet of each is left behind."""
    for page in pages:
        words, rulings = list(page.words), list(page.rulings)
        sheets.append(sheet_of(replace(page, words=iter(words), rulings=iter(rulings))))
        yield replace(page, words=iter(words), rulings=iter(rulings))


def try_template(
    data: Data, templates: Templates, *, on_page: Callable[[int], None] = lambda _: None, recognise: Recognise = no_ocr
) -> list[Trial]:
    """Each invoice on the pages, read without the first template and with it."""
    with open_pdf(data) as pdf:
        sheets = [sheet_of(page) for page in _pages(pdf, on_page, recognise)]
        carries_xml = read_embedded(pdf, data, lambda: sheets).invoice is not None
        return trials(sheets, templates, carries_xml=carries_xml)


def teach_template(
    data: Data,
    truth: Truth,
    templates: Templates,
    *,
    name: str | None = None,
    on_page: Callable[[int], None] = lambda _: None,
    recognise: Recognise = no_ocr,
) -> Lesson:
    """What the PDF and its right values teach about its vendor, on top of these templates."""
    with open_pdf(data) as pdf:
        sheets = [sheet_of(page) for page in _pages(pdf, on_page, recognise)]
        return teach(sheets, truth, templates, name=name)


def _pages(pdf: Pdf, on_page: Callable[[int], None], recognise: Recognise) -> Iterator[PageContent]:
    readable = 0
    for number in range(1, pdf.page_count + 1):
        on_page(number)
        with open_page(pdf, number) as page:
            if page is None:
                yield _missing_page(number)
                continue
            readable += 1
            with open_text(page) as text_page:
                yield replace(read_page(page, text_page, number, recognise), file_title=pdf.title)
    if not readable:
        raise UnreadablePdf("The PDF is damaged: none of its pages can be read.")


def read_page(page: Handle, text_page: Handle | None, number: int, recognise: Recognise) -> PageContent:
    """Its own text; what its pixels show, where it has none, its fonts lie, or it is a picture with text that is hidden
    or no more than a line."""
    frame = frame_of(page)
    head, drawings = head_of(page, number, frame), read_drawings(page, frame)
    words = read_words(page, text_page, frame) if text_page else []
    reason = _why_recognised(words[:SAMPLE], page, text_page, drawings, head)
    own = PageContent(head, iter(words), iter(drawings.rulings), iter(drawings.images))
    if not reason:
        return own
    try:
        recognised = recognise_page(page, frame, recognise)
    except OcrUnavailable as unavailable:
        if reason is HIDDEN:
            return own  # what somebody else recognised is better than nothing
        return replace(own, notes=[reason.format(reason=unavailable)])
    rulings = [*recognised.rulings, *(() if recognised.turned else drawings.rulings)]
    return replace(own, head=turned(head, recognised.turned), words=iter(recognised.words), rulings=iter(rulings))


def _why_recognised(
    words: Sequence[Word], page: Handle, text_page: Handle | None, drawings: Drawings, head: PageHead
) -> str | None:
    if not words:
        return None if drawings.is_empty else NO_TEXT
    if is_gibberish(words) or (text_page and has_map_errors(text_page) and not spells_known_words(words)):
        return GARBLED
    largest = max((image.box.width * image.box.height for image in drawings.images), default=0.0)
    if largest < PICTURED * head.width * head.height:
        return None
    if len(words) <= STAMPED_WORDS:
        return PICTURE
    return HIDDEN if is_hidden(page, words) else None


def _missing_page(number: int) -> PageContent:
    nowhere = Box(0, 0, 0, 0)
    head = PageHead(number, 0, 0, 0, nowhere, nowhere)
    return PageContent(head, iter(()), iter(()), iter(()), [DAMAGED_PAGE])

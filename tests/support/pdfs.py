"""Small made-up PDFs, written by hand: no library between the test and the bytes.

make_pdf(["INVOICE 42", "Total 10.00"])          one page, a line below the other
make_pdf([["first page"], ["second page"]])      two pages
pdf_of_pages([Page([Text("here", 72, 72)])])     text at a given place, rulings, images, rotation, boxes
"""

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from fakturo.convert.read.pdf import frame_of, open_page, open_pdf
from fakturo.convert.read.picture import Picture, render
from tests.support.boxfont import box_font

A4 = (595, 842)
LINE_HEIGHT = 16


@dataclass(frozen=True)
class Text:
    """x and y are measured from the top left, in points; y is the baseline."""

    text: str
    x: float = 72
    y: float = 72
    size: float = 11
    bold: bool = False
    angle: int = 0


@dataclass(frozen=True)
class Page:
    texts: Sequence[Text] = ()
    size: tuple[float, float] = A4
    rotate: int = 0
    crop: tuple[float, float, float, float] | None = None
    extra_content: bytes = b""
    """Drawing operators, in PDF's own coordinates."""
    resources: bytes = b""
    """More entries of the resource dictionary."""
    extra_entries: bytes = b""


@dataclass
class PdfWriter:
    """Numbers objects, remembers their offsets, and writes the table that readers look for at the end."""

    objects: list[bytes] = field(default_factory=list)

    def add(self, body: bytes) -> int:
        self.objects.append(body)
        return len(self.objects)

    def add_stream(self, data: bytes, entries: bytes = b"", *, compress: bool = False) -> int:
        if compress:
            data, entries = zlib.compress(data), entries + b" /Filter /FlateDecode"
        return self.add(b"<< /Length %d%s >>\nstream\n%s\nendstream" % (len(data), b" " + entries, data))

    def to_bytes(self, root: int, trailer: bytes = b"") -> bytes:
        out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
        offsets = []
        for number, body in enumerate(self.objects, start=1):
            offsets.append(len(out))
            out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
        start = len(out)
        out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(offsets) + 1)
        out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
        out += b"trailer\n<< /Size %d /Root %d 0 R %s >>\n" % (len(offsets) + 1, root, trailer)
        return bytes(out + b"startxref\n%d\n%%%%EOF\n" % start)


def make_pdf(
    lines: Sequence[str] | Sequence[Sequence[str]],
    *,
    size: tuple[float, float] = A4,
    font_size: float = 11,
    compress: bool = False,
) -> bytes:
    """One page of lines, or one page for each sequence of lines."""
    pages: list[Sequence[str]] = []
    for entry in lines:
        if isinstance(entry, str):
            pages = [[line for line in lines if isinstance(line, str)]]
            break
        pages.append(entry)
    return pdf_of_pages([_page_of_lines(page, size, font_size) for page in pages or [[]]], compress=compress)


def _page_of_lines(lines: Iterable[str], size: tuple[float, float], font_size: float) -> Page:
    return Page([Text(line, 72, 72 + n * LINE_HEIGHT, font_size) for n, line in enumerate(lines)], size)


def pdf_of_pages(pages: Sequence[Page], *, compress: bool = False) -> bytes:
    writer = PdfWriter()
    plain = writer.add(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
    bold = writer.add(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>")
    parent = len(writer.objects) + 2 * len(pages) + 1
    kids = [_add_page(writer, page, plain, bold, parent, compress=compress) for page in pages]
    refs = b" ".join(b"%d 0 R" % kid for kid in kids)
    tree = writer.add(b"<< /Type /Pages /Kids [%s] /Count %d >>" % (refs, len(kids)))
    assert tree == parent
    return writer.to_bytes(writer.add(b"<< /Type /Catalog /Pages %d 0 R >>" % tree))


def _add_page(writer: PdfWriter, page: Page, plain: int, bold: int, parent: int, *, compress: bool) -> int:
    texts = b"\n".join(_show(text, page.size[1]) for text in page.texts)
    content = writer.add_stream(texts + b"\n" + page.extra_content, compress=compress)
    crop = b" /CropBox [%s]" % b" ".join(_number(edge) for edge in page.crop) if page.crop else b""
    return writer.add(
        b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 %s %s]%s"
        % (parent, _number(page.size[0]), _number(page.size[1]), crop)
        + b" /Rotate %d /Contents %d 0 R" % (page.rotate, content)
        + b" /Resources << /Font << /F1 %d 0 R /F2 %d 0 R >> %s >>" % (plain, bold, page.resources)
        + b" %s >>" % page.extra_entries
    )


_TURNS = {0: b"1 0 0 1", 90: b"0 1 -1 0", 180: b"-1 0 0 -1", 270: b"0 -1 1 0"}


def _show(text: Text, page_height: float) -> bytes:
    font = b"F2" if text.bold else b"F1"
    escaped = text.text.encode("cp1252").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
    place = b"%s %s %s" % (_TURNS[text.angle], _number(text.x), _number(page_height - text.y))
    return b"BT /%s %s Tf %s Tm (%s) Tj ET" % (font, _number(text.size), place, escaped)


def _number(value: float) -> bytes:
    return f"{value:.4f}".rstrip("0").rstrip(".").encode()


def slow_pdf(pages: int = 3000, words: int = 400) -> bytes:
    """Small on disk, long to read: every page shows the same full content."""
    writer = PdfWriter()
    font = writer.add(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
    texts = [Text(f"word{n}", 20 + 60 * (n % 9), 20 + 14 * (n // 9), 9) for n in range(words)]
    content = writer.add_stream(b"\n".join(_show(text, A4[1]) for text in texts), compress=True)
    parent = len(writer.objects) + pages + 1
    resources = b"<< /Font << /F1 %d 0 R >> >>" % font
    head = b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 %d %d]" % (parent, *A4)
    page = head + b" /Contents %d 0 R /Resources %s >>" % (content, resources)
    kids = [writer.add(page) for _ in range(pages)]
    refs = b" ".join(b"%d 0 R" % kid for kid in kids)
    tree = writer.add(b"<< /Type /Pages /Kids [%s] /Count %d >>" % (refs, pages))
    return writer.to_bytes(writer.add(b"<< /Type /Catalog /Pages %d 0 R >>" % tree))


def image_pdf(pictures: Sequence[tuple[int, int, bytes]], *, size: tuple[float, float] = A4) -> bytes:
    """One page for each grey picture (width, height, bytes), filling it: what a scanner makes."""
    writer = PdfWriter()
    images = [
        writer.add_stream(
            pixels,
            b"/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8" % (w, h),
            compress=True,
        )
        for w, h, pixels in pictures
    ]
    parent = len(writer.objects) + 2 * len(images) + 1
    kids = []
    for image in images:
        content = writer.add_stream(b"q %s 0 0 %s 0 0 cm /Im Do Q" % (_number(size[0]), _number(size[1])))
        box = b"[0 0 %s %s]" % (_number(size[0]), _number(size[1]))
        kids.append(
            writer.add(
                b"<< /Type /Page /Parent %d 0 R /MediaBox %s /Contents %d 0 R" % (parent, box, content)
                + b" /Resources << /XObject << /Im %d 0 R >> >> >>" % image
            )
        )
    refs = b" ".join(b"%d 0 R" % kid for kid in kids)
    tree = writer.add(b"<< /Type /Pages /Kids [%s] /Count %d >>" % (refs, len(kids)))
    return writer.to_bytes(writer.add(b"<< /Type /Catalog /Pages %d 0 R >>" % tree))


def page_picture(pdf: bytes, *, dpi: int) -> Picture:
    """The first page in grey."""
    with open_pdf(pdf) as document, open_page(document, 1) as page:
        return render(page, frame_of(page), dpi=dpi, gray=True)


def scanned(pdf: bytes, *, dpi: int = 200) -> bytes:
    """The first page as pixels."""
    picture = page_picture(pdf, dpi=dpi)
    return image_pdf([(picture.width, picture.height, b"".join(picture.rows))])


def unicode_pdf(lines: Sequence[str], *, vertical: bool = False) -> bytes:
    """Lines in any script, glyph by glyph from left to right (or downwards), as a typesetter leaves them."""
    codes = {character: number for number, character in enumerate(sorted(set("".join(lines))), start=1)}
    table = b"".join(
        b"<%04x> <%s>\n" % (code, character.encode("utf-16-be").hex().encode()) for character, code in codes.items()
    )
    cmap = b"1 begincodespacerange <0000> <ffff> endcodespacerange %d beginbfchar\n%sendbfchar" % (len(codes), table)
    shows = [
        b"BT /F 20 Tf %d %d Td <%s> Tj ET" % (*_start_of(n, vertical=vertical), _coded(line, codes))
        for n, line in enumerate(lines)
    ]
    writer = PdfWriter()
    unicode_map = writer.add_stream(cmap)
    outlines = writer.add_stream(box_font(len(codes) + 1))
    kid = writer.add(
        b"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Made /DW 1000 /CIDToGIDMap /Identity"
        b" /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>"
        b" /FontDescriptor << /Type /FontDescriptor /FontName /Made /Flags 4 /Ascent 800 /Descent -200"
        b" /FontBBox [0 -200 1000 800] /FontFile2 %d 0 R >> >>" % outlines
    )
    encoding = b"Identity-V" if vertical else b"Identity-H"
    font = writer.add(
        b"<< /Type /Font /Subtype /Type0 /BaseFont /Made /Encoding /%s" % encoding
        + b" /DescendantFonts [%d 0 R] /ToUnicode %d 0 R >>" % (kid, unicode_map)
    )
    content = writer.add_stream(b"\n".join(shows))
    page = writer.add(
        b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 600 800] /Contents %d 0 R" % (len(writer.objects) + 2, content)
        + b" /Resources << /Font << /F %d 0 R >> >> >>" % font
    )
    tree = writer.add(b"<< /Type /Pages /Kids [%d 0 R] /Count 1 >>" % page)
    return writer.to_bytes(writer.add(b"<< /Type /Catalog /Pages %d 0 R >>" % tree))


def _start_of(line: int, *, vertical: bool) -> tuple[int, int]:
    return (500 - 40 * line, 700) if vertical else (50, 700 - 40 * line)


def _coded(line: str, codes: dict[str, int]) -> bytes:
    return b"".join(b"%04x" % codes[character] for character in line)

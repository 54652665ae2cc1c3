"""Files that a PDF carries inside, as far as they can be XML."""

import ctypes
import mmap
import re
import zlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium

from fakturo.convert.read.pdf import Handle, Pdf

MAX_ATTACHMENTS = 100
MAX_BYTES = 16 * 1024 * 1024
"""An invoice with scanned papers inside has some megabytes; whatever is larger is left alone."""
USUAL_BYTES = 256 * 1024
"""Room for nearly every invoice: PDFium unpacks the file anew for every question."""
MAX_NAME_BYTES = 2_000

_OTHER_TYPES = re.compile(r"image|audio|video|font|pdf|zip|msword|office|excel|opendocument|rtf|csv|html|json", re.I)
_STREAM_ENTRY = re.compile(rb"/EmbeddedFile(?![A-Za-z])")
_STREAM_START = re.compile(rb"stream\r?\n")
_MAX_ENTRY_BYTES = 4096


class Attachment(NamedTuple):
    name: str
    """Empty for a file that only its content tells."""
    content: bytes


def attachments_of(pdf: Pdf) -> Iterator[Attachment]:
    """The files in the document's own list, in its order, without those that are plainly something else than XML."""
    count = min(pdfium.FPDFDoc_GetAttachmentCount(pdf.handle), MAX_ATTACHMENTS)
    for index in range(count):
        attachment = pdfium.FPDFDoc_GetAttachment(pdf.handle, index)
        if not attachment:
            continue
        name = _text(pdfium.FPDFAttachment_GetName, attachment)
        is_xml = name.lower().endswith(".xml")
        if not is_xml and _OTHER_TYPES.search(_text(pdfium.FPDFAttachment_GetSubtype, attachment)):
            continue
        if content := _content(attachment):
            yield Attachment(name, content)


def stray_files_in(data: bytes | mmap.mmap) -> Iterator[Attachment]:
    """Embedded files found by their mark in the bytes, the last first, for documents whose list of files is broken.

    Also finds those that hang on a page or an annotation only. A later revision comes later in the file, so the last
    one counts. Files of an encrypted document stay unreadable here.
    """
    marks = [mark.end() for mark, _ in zip(_STREAM_ENTRY.finditer(data), range(MAX_ATTACHMENTS), strict=False)]
    for mark in reversed(marks):
        if content := _unpacked(data, mark):
            yield Attachment("", content)


def _text(ask: Any, attachment: Handle) -> str:
    """What PDFium answers in UTF-16, with a zero at its end."""
    size = ask(attachment, None, 0)
    if not 2 < size <= MAX_NAME_BYTES:
        return ""
    buffer = (ctypes.c_ushort * (size // 2))()
    ask(attachment, buffer, size)
    return bytes(buffer)[:-2].decode("utf-16-le", "replace")


def _content(attachment: Handle) -> bytes | None:
    size = ctypes.c_ulong(0)
    room = USUAL_BYTES
    while True:
        buffer = ctypes.create_string_buffer(room)
        if not pdfium.FPDFAttachment_GetFile(attachment, buffer, room, size):
            return None
        if size.value <= room:
            return buffer.raw[: size.value]
        if size.value > MAX_BYTES or room > USUAL_BYTES:
            return None
        room = size.value


def _unpacked(data: bytes | mmap.mmap, mark: int) -> bytes | None:
    start = _STREAM_START.search(data, mark, mark + _MAX_ENTRY_BYTES)
    if not start:
        return None
    entry = data[max(data.rfind(b"obj", 0, mark), 0) : start.start()]
    content = data[start.end() : start.end() + MAX_BYTES]
    if b"/Filter" not in entry:
        return content[: max(content.find(b"endstream"), 0)]
    if b"/FlateDecode" not in entry or entry.count(b"Decode") > 1:
        return None
    try:
        return zlib.decompressobj().decompress(content, MAX_BYTES)
    except zlib.error:
        return None

"""Files that a PDF carries inside, as far as they can be XML."""

import ctypes
import mmap
import re
import zlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium

from fakturo.convert.read.native import Handle
from fakturo.convert.read.pdf import Pdf

MAX_ATTACHMENTS = 100
MAX_BYTES = 16 * 1024 * 1024
"""An invoice with scanned papers inside has some megabytes; whatever is larger is left alone."""
MAX_NAME_BYTES = 2_000

_STREAM_ENTRY = re.compile(rb"/EmbeddedFile(?![A-Za-z])")
_STREAM_START = re.compile(rb"stream\r?\n")
_MAX_ENTRY_BYTES = 4096


class Attachment(NamedTuple):
    name: str
    """Empty for a file that only its content tells."""
    content: bytes


def attachments_of(pdf: Pdf) -> Iterator[Attachment]:
    """The files in the document's own list that can be XML by name or type, in its order.

    One that is too large ends the list: PDFium unpacks a file whole before it tells the size, and a document full of
    such files would cost minutes.
    """
    count = min(pdfium.FPDFDoc_GetAttachmentCount(pdf.handle), MAX_ATTACHMENTS)
    for index in range(count):
        attachment = pdfium.FPDFDoc_GetAttachment(pdf.handle, index)
        name = _text(pdfium.FPDFAttachment_GetName, attachment) if attachment else ""
        if not attachment or not _may_be_xml(name, _text(pdfium.FPDFAttachment_GetSubtype, attachment)):
            continue
        size = _size_bytes(attachment)
        if size > MAX_BYTES:
            return
        if content := _content(attachment, size):
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
    if size > MAX_NAME_BYTES:
        return ""
    buffer = (ctypes.c_ushort * (size // 2))()
    ask(attachment, buffer, size)
    return bytes(buffer).decode("utf-16-le", "replace").rstrip("\0")


def _may_be_xml(name: str, mime_type: str) -> bool:
    nothing_told = not mime_type and "." not in name
    return name.lower().endswith(".xml") or "xml" in mime_type.lower() or nothing_told


def _size_bytes(attachment: Handle) -> int:
    size = ctypes.c_ulong(0)
    return size.value if pdfium.FPDFAttachment_GetFile(attachment, None, 0, size) else 0


def _content(attachment: Handle, size_bytes: int) -> bytes:
    """PDFium ends the whole process when the room it is given is too small, so its own size it must be."""
    size = ctypes.c_ulong(0)
    buffer = ctypes.create_string_buffer(size_bytes)
    return buffer.raw if pdfium.FPDFAttachment_GetFile(attachment, buffer, size_bytes, size) else b""


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

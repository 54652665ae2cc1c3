"""Bytes from strangers into a tree, with nothing expanded, nothing fetched, and limits on everything."""

import mmap
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lxml import etree

from fakturo.convert.embedded.reader import USUAL_NAMES
from fakturo.convert.errors import ConversionError
from fakturo.convert.read.attachments import Attachment, attachments_of, stray_files_in
from fakturo.convert.read.pdf import open_pdf

MAX_BYTES = 64 * 1024 * 1024
MAX_TAGS = 1_000_000
"""Opening and closing ones."""
_PDF_WITHIN_BYTES = 1024
_BOMS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
_NO_XML = "This is no XML."


class Unreadable(ConversionError):
    """The text says why, for the person who named the file."""


@dataclass(frozen=True, slots=True)
class Source:
    root: etree._Element
    attachment: str | None = None
    """Name of the file inside a PDF that it is; empty if it has none, None if it lies in no PDF."""
    is_draft: bool = False
    """Marked so by us."""


def read(data: bytes | mmap.mmap) -> Source:
    """Raises Unreadable, or another ConversionError for a PDF that can't be opened."""
    if b"%PDF-" in data[:_PDF_WITHIN_BYTES]:
        return _from_pdf(data)
    if len(data) > MAX_BYTES:
        raise Unreadable(f"The file is larger than {MAX_BYTES // 2**20} MB, which is more than can be checked.")
    return parse(bytes(data[:]))


def parse(content: bytes) -> Source:
    if not content.strip(b"\0 \t\r\n"):
        raise Unreadable("The file is empty.")
    if max(content.count(b"<"), content.count(b"=")) > MAX_TAGS:
        raise Unreadable("The XML has more elements than can be checked.")
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False, huge_tree=False
    )
    try:
        root = etree.fromstring(_begun(content), parser)
    except etree.XMLSyntaxError as error:
        raise Unreadable(_why(error, content)) from None
    except (ValueError, LookupError):
        raise Unreadable(_NO_XML) from None
    tree: Any = root.getroottree()
    if tree.docinfo.doctype:
        raise Unreadable("The XML has a document type of its own (DOCTYPE). No invoice needs one, and it may do harm.")
    return Source(root, is_draft=_is_draft(root))


def _begun(content: bytes) -> bytes:
    """Without blanks before the declaration, where some programs leave them; zeros are part of UTF-16."""
    return content if content.startswith(_BOMS[1:]) else content.strip(b"\0 \t\r\n")


def _why(error: etree.XMLSyntaxError, content: bytes) -> str:
    """libxml2's complaint in plain words; its own may quote the file."""
    text, line = (error.msg or "").lower(), error.lineno
    where = f" (line {line})" if line else ""
    if "doctype" in content[:4096].decode("latin-1").lower() and ("entity" in text or "dtd" in text):
        return "The XML has a document type with entities of its own. No invoice needs them, and they may do harm."
    if "excessive depth" in text or "depth" in text:
        return f"The elements of the XML are nested deeper than in any invoice{where}."
    if "encoding" in text or "invalid char" in text or "not proper utf-8" in text:
        return f"The letters of the file are not in the encoding that it names{where}: save it as UTF-8."
    if not content.lstrip(b"\0 \t\r\n").removeprefix(_BOMS[0]).startswith((b"<", *_BOMS)):
        return _NO_XML
    return f"The XML is damaged{where}: an element is not closed, or a sign stands where it must not."


def _is_draft(root: etree._Element) -> bool:
    before: Any = root.getprevious()
    return before is not None and before.tag is etree.Comment and bool(re.match(r"\s*draft:", before.text or ""))


def _from_pdf(data: bytes | mmap.mmap) -> Source:
    with open_pdf(data) as pdf:
        attachments = sorted([*attachments_of(pdf)] or [*stray_files_in(data)], key=_rank)
    trouble: Unreadable | None = None
    for attachment, source in _sources(attachments):
        if isinstance(source, Source):
            return Source(source.root, attachment.name, source.is_draft)
        trouble = trouble or source
    raise Unreadable(f"The XML in the PDF can't be read: {trouble}" if trouble else "The PDF carries no XML.")


def _sources(attachments: list[Attachment]) -> Iterator[tuple[Attachment, Source | Unreadable]]:
    for attachment in attachments:
        try:
            yield attachment, parse(attachment.content)
        except Unreadable as trouble:
            yield attachment, trouble


def _rank(attachment: Attachment) -> int:
    name = attachment.name.lower()
    return USUAL_NAMES.index(name) if name in USUAL_NAMES else len(USUAL_NAMES)

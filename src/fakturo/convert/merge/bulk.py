"""A TaxInvoiceBulk file as a stream of invoices. Nothing is expanded or fetched; what has gone by is forgotten.

Both forms in use are read: DJP's sample (LF, schema location) and its converter's (BOM, CRLF, namespaces of .NET). What
comes out has one form, so that the same invoices give the same bytes wherever they came from; but the first file's own
way to open the root is kept.
"""

import hashlib
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lxml import etree

ROOT, SELLER, LIST, INVOICE = "TaxInvoiceBulk", "TIN", "ListOfTaxInvoice", "TaxInvoice"
SHOWN = ("TaxInvoiceDate", "RefDesc", "BuyerTin", "BuyerDocumentNumber", "BuyerName")
XSI = "http://www.w3.org/2001/XMLSchema-instance"
INDENT, INVOICE_DEPTH = "  ", 2
HEAD_BYTES = 64 * 1024
"""A file that has not begun by then is another."""
DRAFT = re.compile(r"\s*draft\b", re.IGNORECASE)
"""How a comment begins that marks a file as one that somebody should see first."""
OTHER_ROOT = f"is no Coretax file: it does not begin with <{ROOT}>"
NO_TIN = re.compile(r"0*")


class NotBulk(Exception):
    """The sentence goes on after the file's name, and quotes nothing but names of elements."""


@dataclass(frozen=True, slots=True)
class Invoice:
    xml: bytes
    """One element a line, indented for its place in the file."""
    values: dict[str, str]
    """Those that tell it from others."""

    @property
    def reference(self) -> str:
        return self.values.get("RefDesc", "").strip()

    @property
    def date(self) -> str:
        return self.values.get("TaxInvoiceDate", "").strip()

    @property
    def fingerprint(self) -> bytes:
        """Alike in two that are the same sale: reference, date and buyer; without a reference, only if all is alike."""
        said = [self.reference, self.date, *self._buyer()] if self.reference else [self.xml.decode()]
        return hashlib.blake2b("\0".join(said).encode(), digest_size=16).digest()

    def _buyer(self) -> list[str]:
        """By number; people abroad have none of the portal's, but another document, or only a name."""
        number = self.values.get("BuyerTin", "").strip()
        if not NO_TIN.fullmatch(number):
            return [number]
        return [self.values.get(name, "").strip() for name in ("BuyerDocumentNumber", "BuyerName")]


Node = Any
"""An element of lxml, which has no types of its own."""

_foreign: Any = etree.XPath("descendant-or-self::*[namespace-uri() or @*]")
_stray_text: Any = etree.XPath("descendant-or-self::*[*][text()[normalize-space()]]")


class BulkReader:
    """Fed with a file's bytes; gives each invoice once it is whole. Raises NotBulk."""

    def __init__(self) -> None:
        self.seller: str | None = None
        """Known before the first invoice."""
        self.is_draft = False
        self.root = b""
        """The tag that opens the file."""
        self._parser = etree.XMLPullParser(
            events=("start", "end"),
            tag=(ROOT, INVOICE),
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            dtd_validation=False,
            huge_tree=False,
        )
        self._root: Node = None
        self._list: Node = None
        self._fed_bytes = 0

    def feed(self, chunk: bytes) -> Iterator[Invoice]:
        self._fed_bytes += len(chunk)
        try:
            self._parser.feed(chunk)
        except etree.XMLSyntaxError:
            raise NotBulk("is not XML, or is damaged") from None
        yield from self._invoices()

    def close(self) -> Iterator[Invoice]:
        """The rest; the file must have ended where it should."""
        if not self._fed_bytes:
            raise NotBulk("is empty")
        try:
            self._parser.close()
        except etree.XMLSyntaxError:
            raise NotBulk("is not XML, or was cut off before its end") from None
        yield from self._invoices()
        if self._root is None:
            raise NotBulk(OTHER_ROOT)
        if self._list is None:
            raise NotBulk(f"has no <{LIST}>")

    def _invoices(self) -> Iterator[Invoice]:
        events: list[tuple[str, Node]] = list(self._parser.read_events())
        if self._root is None and events:
            self._begin(events[0][1])
        if self._root is not None:
            self._check_frame()
        elif self._fed_bytes > HEAD_BYTES:
            raise NotBulk(OTHER_ROOT)
        for event, element in events:
            if event == "end" and self._list is not None and element.getparent() is self._list:
                _forget_before(element, self._list)
                yield _invoice(element)

    def _begin(self, first: Node) -> None:
        if first.tag != ROOT or first.getparent() is not None:
            raise NotBulk(OTHER_ROOT)
        if first.getroottree().docinfo.doctype:
            raise NotBulk("has a document type of its own, which no tax invoice needs")
        before = first.itersiblings(etree.Comment, preceding=True)
        self.is_draft = any(DRAFT.match(comment.text) for comment in before)
        self.root = _root_tag(first)
        self._root = first

    def _check_frame(self) -> None:
        """Around the invoices nothing may stand that would be lost."""
        elements = _elements(self._root)
        for element, name in itertools.zip_longest(elements, (SELLER, LIST)):
            if element is not None and (element.tag != name or element.attrib):
                raise _misplaced(element)
        _check_blank(self._root)
        if len(elements) > 1:
            seller, self._list = elements
            for element in [*_elements(seller), *(each for each in _elements(self._list) if each.tag != INVOICE)]:
                raise _misplaced(element)
            _check_blank(self._list)
            self.seller = (seller.text or "").strip()
            if not self.seller:
                raise NotBulk(f"does not name its seller: <{SELLER}> is empty")


def _root_tag(root: Node) -> bytes:
    """With its namespaces and what it says of its schema; anything else nobody could answer for in a merged file."""
    if any(etree.QName(name).namespace != XSI for name in root.attrib):
        raise _misplaced(root)
    alone = etree.Element(ROOT, dict(root.attrib), nsmap=root.nsmap)
    return etree.tostring(alone).removesuffix(b"/>") + b">"


def _elements(parent: Node) -> list[Node]:
    """Without comments and the like."""
    return [child for child in parent if isinstance(child.tag, str)]


def _check_blank(parent: Node) -> None:
    if any(text and text.strip() for text in (parent.text, *(child.tail for child in parent))):
        raise _stray(parent)


def _forget_before(invoice: Node, listed: Node) -> None:
    """Only what stands before it: the parser may still be writing to what comes after."""
    while (earlier := invoice.getprevious()) is not None:
        listed.remove(earlier)


def _invoice(element: Node) -> Invoice:
    etree.strip_tags(element, etree.Comment, etree.ProcessingInstruction)
    if foreign := _foreign(element):
        raise _misplaced(foreign[0])
    if beside := _stray_text(element):
        raise _stray(beside[0])
    etree.indent(element, INDENT, level=INVOICE_DEPTH)
    text = etree.tostring(element, encoding="utf-8", with_tail=False)
    rest = text[text.index(b">") :]  # behind the namespaces of the root, which the library repeats here
    xml = b"%s<%s%s\n" % (INDENT.encode() * INVOICE_DEPTH, INVOICE.encode(), rest)
    return Invoice(xml, {name: element.findtext(name) or "" for name in SHOWN})


def _misplaced(element: Node) -> NotBulk:
    name = str(etree.QName(element).localname)[:80]
    what = f"an attribute on <{name}>" if element.attrib else f"an element <{name}>"
    return NotBulk(f"has {what} where Coretax has none")


def _stray(element: Node) -> NotBulk:
    return NotBulk(f"has text beside the elements of <{element.tag}>, where Coretax has none")

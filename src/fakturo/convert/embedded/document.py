"""XML from strangers: parsed with nothing expanded, nothing fetched, and limits on everything."""

from functools import cache
from typing import Any

from lxml import etree

MAX_TAGS = 400_000
"""Opening and closing ones; an invoice of ten thousand lines stays below."""

Node = Any
"""An element of lxml, which has no types of its own."""


class UnusableXml(Exception):
    """The sentence says what is wrong with it, without quoting it."""


def parse(content: bytes) -> Node:
    """The root element. Raises UnusableXml."""
    if content.count(b"<") > MAX_TAGS or content.count(b"=") > MAX_TAGS:
        raise UnusableXml("it is larger than an invoice can be")
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(_trimmed(content), parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise UnusableXml("it is damaged") from error
    tree: Any = root.getroottree()
    if tree.docinfo.doctype:
        raise UnusableXml("it has a document type of its own, which no invoice needs")
    return root


def _trimmed(content: bytes) -> bytes:
    """Without the blanks and zeros that some programs leave around; UTF-16 has zeros of its own."""
    return content if content[:2] in {b"\xff\xfe", b"\xfe\xff"} else content.strip(b"\0 \t\r\n")


def name_of(node: Node) -> str:
    return str(etree.QName(node).localname)


def namespace_of(node: Node) -> str:
    return str(etree.QName(node).namespace or "")


def child(node: Node | None, path: str) -> Node | None:
    """The first element at a path like `Party/Name`, in whatever namespace: early forms have others, or none."""
    return None if node is None else node.find(_in_any_namespace(path))


def children(node: Node | None, path: str) -> list[Node]:
    return [] if node is None else list(node.findall(_in_any_namespace(path)))


@cache
def _in_any_namespace(path: str) -> str:
    return "/".join(f"{{*}}{step}" for step in path.split("/"))

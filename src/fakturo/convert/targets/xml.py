"""XML as it leaves the house: safe text, the same bytes for the same content, one element per line for people."""

import re
from typing import IO

from lxml import etree

LONGEST_TEXT = 4000
"""Of one element or attribute."""
DECLARATION = b'<?xml version="1.0" encoding="utf-8"?>\n'
_ILLEGAL = re.compile("[^\\u0009\\u000a\\u000d\\u0020-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")
_PARSER_OPTIONS = {"resolve_entities": False, "load_dtd": False, "no_network": True, "huge_tree": False}


def safe_text(text: str) -> str:
    """On one line, without what XML can't hold."""
    return " ".join(_ILLEGAL.sub("", text).split())


def write(root: etree._Element, out: IO[bytes], *, pretty: bool = False, comment: str | None = None) -> None:
    """The element as a file in UTF-8 with LF; a comment goes before it. Empty elements are closed by themselves."""
    out.write(DECLARATION)
    if comment:
        out.write(f"<!-- {re.sub('-+', '-', safe_text(comment))} -->\n".encode())
    out.write(
        etree.tostring(root, encoding="utf-8", xml_declaration=False, pretty_print=pretty, with_tail=False).rstrip(
            b"\n"
        )
    )
    out.write(b"\n")

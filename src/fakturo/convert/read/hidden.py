"""Text behind a picture: what a scanner or an archive once recognised on it, so that it can be searched.

Nobody sees it, and nobody knows how well it was read: the picture is what was printed.
"""

import re
from collections.abc import Sequence

import pypdfium2.raw as pdfium

from fakturo.convert.page import Word
from fakturo.convert.read import native
from fakturo.convert.read.native import Handle
from fakturo.convert.read.objects import objects_of

_TEXT, _INVISIBLE = int(pdfium.FPDF_PAGEOBJ_TEXT), int(pdfium.FPDF_TEXTRENDERMODE_INVISIBLE)
_FOREIGN = re.compile("[\u0400-\u10ff\uac00-\ud7af]")
"""Letters from Cyrillic to Georgian, and Korean: whoever recognised them knows more than our own reader does."""
MOST_FOREIGN = 0.1


def is_hidden(page: Handle, words: Sequence[Word]) -> bool:
    """Whether no text of the page shows, and we could read it from the picture instead."""
    modes = native.render_mode.of([item for item, kind, _ in objects_of(page) if kind == _TEXT])
    if any(mode != _INVISIBLE for mode in modes):
        return False
    text = "".join(word.text for word in words)
    return len(_FOREIGN.findall(text)) <= MOST_FOREIGN * len(text)

"""Text that a PDF shows well and spells wrong: fonts whose letters are not said to be letters (no ToUnicode map)."""

import re
import string
from collections.abc import Sequence

import pypdfium2.raw as pdfium

from fakturo.convert.page import Word
from fakturo.convert.read import native
from fakturo.convert.read.native import Handle
from fakturo.convert.vocabulary import terms

SAMPLE = 150
"""Words of a page that are looked at."""
CHARACTERS = 40
"""Characters that PDFium is asked about."""
LEAST_LETTERS = 100
"""Less is too little to judge by."""
MOST_ERRORS = 0.1
LEAST_KNOWN = 5
"""Things that invoices have words for: letters that stand for others spell none of them."""
WORDS = ("titles", "labels", "columns", "totals")
LEAST_VOWELS = 0.17
"""Every language in Latin letters has about twice as many; a shifted alphabet has not."""
_OTHERS = bytes(set(range(256)) - set(string.ascii_letters.encode()))
_CONSONANTS = bytes(set(string.ascii_letters.encode()) - set(b"aeiouyAEIOUY"))
_PRIVATE = re.compile("[\ue000-\uf8ff]")


def has_map_errors(text_page: Handle) -> bool:
    """PDFium could not tell what many of the characters stand for."""
    count = pdfium.FPDFText_CountChars(text_page)
    if count <= 0:
        return False
    page = native.address_of(text_page)
    indices = range(0, count, max(1, count // CHARACTERS))
    errors = native.has_map_error.of(page, indices).count(1)
    return bool(errors > MOST_ERRORS * len(indices))


def spells_known_words(words: Sequence[Word]) -> bool:
    """Some programs write fonts without a map, whose codes are the letters themselves."""
    text = " ".join(word.text for word in words)
    return len({(section, match.meaning) for section in WORDS for match in terms(section).find(text)}) >= LEAST_KNOWN


def is_gibberish(words: Sequence[Word]) -> bool:
    text = "".join([word.text for word in words])
    if not text.isascii() and len(_PRIVATE.findall(text)) > MOST_ERRORS * len(text):
        return True
    latin = text.encode("ascii", "ignore").translate(None, _OTHERS)
    if len(latin) < LEAST_LETTERS or len(latin) < len(text) / 3:
        return False
    return len(latin.translate(None, _CONSONANTS)) < LEAST_VOWELS * len(latin)

"""Text that a PDF shows well and spells wrong: fonts whose letters are not said to be letters (no ToUnicode map)."""

from collections.abc import Sequence

import pypdfium2.raw as pdfium

from fakturo.convert.page import Word
from fakturo.convert.read.pdf import Handle

SAMPLE = 400
LEAST_LETTERS = 100
"""Less is too little to judge by."""
MOST_ERRORS = 0.1
LEAST_VOWELS = 0.17
"""Every language in Latin letters has about twice as many; a shifted alphabet has not."""
_VOWELS = frozenset("aeiouyAEIOUY")


def has_map_errors(text_page: Handle) -> bool:
    """PDFium could not tell what many of the characters stand for."""
    count = pdfium.FPDFText_CountChars(text_page)
    if count <= 0:
        return False
    indices = range(0, count, max(1, count // SAMPLE))
    errors = sum(pdfium.FPDFText_HasUnicodeMapError(text_page, index) == 1 for index in indices)
    return errors > MOST_ERRORS * len(indices)


def is_gibberish(words: Sequence[Word]) -> bool:
    letters = [letter for word in words for letter in word.text if letter.isalpha()]
    private = sum("\ue000" <= letter <= "\uf8ff" for word in words for letter in word.text)
    if private > MOST_ERRORS * (len(letters) + private):
        return True
    latin = [letter for letter in letters if letter.isascii()]
    if len(latin) < LEAST_LETTERS or len(latin) < len(letters) / 2:
        return False
    return sum(letter in _VOWELS for letter in latin) < LEAST_VOWELS * len(latin)

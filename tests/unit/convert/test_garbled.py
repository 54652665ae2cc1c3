"""Fonts that don't say what their letters are: some spell right all the same."""

from fakturo.convert.read.garbled import spells_known_words
from tests.support.sheets import words_from

PAGE = "Invoice date 3 May Due date 17 May Description Price Amount Work 50.00 Subtotal 50.00 Total 60.00"


def test_letters_that_spell_what_invoices_say_are_what_they_seem() -> None:
    assert spells_known_words(words_from(PAGE))
    shifted = "".join(chr(ord(letter) + 1) if letter.isalpha() else letter for letter in PAGE)
    assert not spells_known_words(words_from(shifted))

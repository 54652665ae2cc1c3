"""Labels made of parts: what a pattern stands for, and that no two say different things of the same words."""

from collections import defaultdict
from itertools import product

import pytest

from fakturo.convert.vocabulary import fold, languages, listed_in, patterns_in, terms, words_of
from fakturo.convert.vocabulary.patterns import Patterns, Words, paths, spelt_out

SECTIONS = ("labels", "columns", "totals")


def patterns_of(parts: dict[str, list[str]], **meanings: list[str]) -> Patterns:
    patterns = Patterns()
    patterns.add({name: [words_of(word) for word in words] for name, words in parts.items()}, meanings)
    return patterns


def longest(patterns: Patterns, text: str) -> tuple[int, list[str]]:
    return patterns.longest(words_of(text), 0)


def test_any_word_of_a_part_stands_in_its_place() -> None:
    parts = {"invoice": ["invoice", "tax invoice"], "number": ["no", "#"]}
    patterns = patterns_of(parts, number=["<invoice> <number>"])
    assert longest(patterns, "Tax Invoice #: 17") == (3, ["number"])
    assert longest(patterns, "Invoice no. 17") == (2, ["number"])
    assert longest(patterns, "Invoice date") == (0, [])
    assert longest(patterns, "Tax no.") == (0, [])


def test_what_is_optional_may_be_missing() -> None:
    patterns = patterns_of({"tax": ["vat"]}, id=["[our] <tax> [reg [no]]"])
    for text, words in {"VAT": 1, "Our VAT": 2, "VAT reg": 2, "Our VAT reg no": 4, "VAT no": 1, "Our": 0}.items():
        assert longest(patterns, text)[0] == words, text


def test_a_compound_may_be_one_word_or_several() -> None:
    parts = {"invoice": ["rechnungs"], "sum": ["betrag"]}
    patterns = patterns_of(parts, subtotal=["netto+<invoice>+<sum>"])
    for text in ("Nettorechnungsbetrag", "Netto-Rechnungsbetrag", "Netto-Rechnungs-Betrag", "Nettorechnungs Betrag"):
        assert longest(patterns, text)[1] == ["subtotal"], text
    assert longest(patterns, "Rechnungsbetrag") == (0, [])


def test_the_longest_pattern_counts_and_equals_count_together() -> None:
    parts = {"sum": ["total"], "due": ["due"]}
    patterns = patterns_of(
        parts, total=["<sum> gross"], payable=["<sum> <due>", "<sum> gross <due>"], both=["<sum> due"]
    )
    assert longest(patterns, "Total gross due") == (3, ["payable"])
    assert longest(patterns, "Total gross") == (2, ["total"])
    assert sorted(longest(patterns, "Total due")[1]) == ["both", "payable"]


@pytest.mark.parametrize(
    ("section", "text", "meaning"),
    [
        ("labels", "Gutschr.-Dat.", "invoice_date"),
        ("labels", "Umsatzsteueridentifikationsnummer", "tax_id"),
        ("labels", "Numéro de la note de crédit", "invoice_number"),
        ("labels", "Kindly settle no later than", "due_date"),
        ("labels", "Tanggal jatuh tempo invoice", "due_date"),
        ("columns", "Prijs per stuk excl. BTW", "unit_price"),
        ("columns", "Nett extended value", "amount"),
        ("totals", "Gesamtrechnungssumme", "total"),
        ("totals", "Montant total sans TVA", "subtotal"),
        ("totals", "Importo ancora da pagare", "payable"),
        ("totals", "Razem bez VAT", "subtotal"),
    ],
)
def test_labels_that_nobody_listed_are_known(section: str, text: str, meaning: str) -> None:
    assert words_of(text) not in {words_of(term) for listed in listed_in(section).values() for term in listed}
    assert [(match.meaning, match.start) for match in terms(section).find(text)] == [(meaning, 0)]


@pytest.mark.parametrize("section", SECTIONS)
def test_patterns_agree_with_the_lists(section: str) -> None:
    patterns = patterns_in(section)
    listed: dict[Words, set[str]] = defaultdict(set)
    for meaning, those in listed_in(section).items():
        for term in those:
            listed[words_of(term)].add(meaning)
    for words, meanings in listed.items():
        length, made = patterns.longest(words, 0)
        assert length < len(words) or set(made) <= meanings, (words, made)


@pytest.mark.long
@pytest.mark.parametrize("section", SECTIONS)
def test_no_two_patterns_say_different_things_of_the_same_words(section: str) -> None:
    meant: dict[Words, set[str]] = defaultdict(set)
    listed = {words_of(term) for those in listed_in(section).values() for term in those}
    for language in languages().values():
        parts = {name: [words_of(word) for word in words] for name, words in language.get("parts", {}).items()}
        for meaning, those in language.get("patterns", {}).get(section, {}).items():
            for path in (path for pattern in those for path in paths(fold(pattern))):
                for chosen in product(*(list(spelt_out(piece, parts)) for piece in path)):
                    meant[tuple(word for words in chosen for word in words)].add(meaning)
    assert [(words, meanings) for words, meanings in meant.items() if len(meanings) > 1 and words not in listed] == []


def test_every_part_is_there_and_used() -> None:
    for name, language in languages().items():
        sections = language.get("patterns", {}).values()
        patterns = [pattern for meanings in sections for those in meanings.values() for pattern in those]
        pieces = {
            piece for pattern in patterns for path in paths(pattern) for whole in path for piece in whole.split("+")
        }
        used = {piece[1:-1] for piece in pieces if piece.startswith("<")}
        assert used == set(language.get("parts", {})), name


def test_nothing_goes_on_behind_a_colon() -> None:
    assert {match.tokens for match in terms("labels").find("Bill to")} == {2}
    assert {match.tokens for match in terms("labels").find("Bill: to")} <= {1}

"""One term, one meaning: where a term has two within a section, it is meant to, and said here."""

from collections import defaultdict

import pytest

from fakturo.convert.vocabulary import listed_in, words_of

BOTH = {
    "labels": {
        # a name or a number may follow
        "account", "account name", "client", "customer", "debiteur", "klant", "vendor", "payable by",
        "from", "to", "van",
        # one number for the register and the tax
        "ondernemingsnummer", "org nr", "orgnr", "organisationsnummer", "foretaksregisteret",
        # another thing in another language
        "rif", "valuta", "en date du",
    },
    "columns": {
        # what is sold, or its number
        "article", "articolo", "articulo", "artigo", "artikel", "item", "position",
        # one, or all of them
        "charge", "fee", "jumlah", "ud", "unid",
        # the rate, or the sum
        "tva", "vat",
        "tot",
    },
    "totals": {"base imponible", "base imposable", "imponibile", "totale imponibile", "bruto", "suma", "total liquido"},
    "titles": set(),
    "payment": {"abgebucht", "eingezogen", "lastschrift", "afgeschreven", "incasso", "preleve", "prelevement"},
}  # fmt: skip


@pytest.mark.parametrize("section", BOTH)
def test_a_term_has_one_meaning_in_its_section(section: str) -> None:
    meanings: dict[str, set[str]] = defaultdict(set)
    for meaning, those in listed_in(section).items():
        for term in those:
            meanings[" ".join(words_of(term))].add(meaning)
    assert {term for term, those in meanings.items() if len(those) > 1} == BOTH[section]
    assert "" not in meanings

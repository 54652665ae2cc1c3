"""Companies, countries and currencies by their names: the tables of places.toml, ready for lookup."""

import re
import tomllib
from functools import cache
from importlib import resources
from typing import Any

from fakturo.convert.memory import remembered
from fakturo.convert.vocabulary import Terms, cldr, words_of

_CUT = re.compile(r"(?:[-–—] ){8}|[✂✁✃]")


@cache
def _tables() -> dict[str, Any]:
    file = resources.files(__package__) / "places.toml"
    return tomllib.loads(file.read_text("utf-8"))


def _plain(text: str) -> str:
    return " ".join(words_of(text))


folded = remembered(_plain)
"""The same of texts on pages; names of the tables would only push these out."""


@cache
def countries() -> Terms:
    return Terms(_names_of_countries())


@cache
def _names_of_countries() -> dict[str, set[str]]:
    """Our own table first: what it says of a name, CLDR doesn't change."""
    own: dict[str, set[str]] = {code: set(names) for code, names in _tables()["countries"].items()}
    known = {_plain(name) for names in own.values() for name in names}
    more = {code: {name for name in names if _plain(name) not in known} for code, names in cldr()["countries"].items()}
    return {code: own.get(code, set()) | more.get(code, set()) for code in own | more}


def country_named(text: str) -> str | None:
    """The country that the whole text names, as the last line of an address does."""
    return _country_names().get(folded(text))


@cache
def _country_names() -> dict[str, str]:
    return {_plain(name): code for code, names in _names_of_countries().items() for name in names}


@cache
def legal_endings() -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(_plain(form).split()) for form in _tables()["legal"]["ending"])


@cache
def legal_beginnings() -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(_plain(form).split()) for form in _tables()["legal"]["leading"])


@cache
def legal_words() -> frozenset[str]:
    """First words of all legal forms: a text without any holds none."""
    return frozenset(form[0] for form in legal_endings() | legal_beginnings())


def country_of_form(name: str) -> str | None:
    """`Pte. Ltd.` is Singapore's."""
    plain = name.casefold().replace(".", "")
    return next((country for country, ends in _forms_of_countries() if plain.endswith(ends)), None)


@cache
def _forms_of_countries() -> tuple[tuple[str, tuple[str, ...]], ...]:
    forms = _tables()["legal"]["of"]
    return tuple((country, tuple(f" {end}" for end in ends)) for country, ends in forms.items())


@cache
def address_words() -> frozenset[str]:
    return frozenset(_plain(word) for word in _tables()["address"]["words"])


@cache
def street_endings() -> tuple[str, ...]:
    return tuple(_tables()["address"]["endings"])


@cache
def people(kind: str) -> Terms:
    return Terms({kind: set(_tables()["people"][kind])})


@cache
def joining_words() -> frozenset[str]:
    return frozenset(_plain(word) for word in _tables()["people"]["joint"])


@cache
def institution_words() -> frozenset[str]:
    """Words that name what has no legal form, and is no person."""
    return frozenset(word for words in _tables()["institutions"].values() for word in map(_plain, words))


@cache
def _slips() -> Terms:
    return Terms({"slip": set(_tables()["slips"]["words"])})


def opens_slip(text: str) -> bool:
    """By its words, or as a line to cut along."""
    if _CUT.search(text):
        return True
    return len(text) < 60 and any(match.start == 0 for match in _slips().find(text))


@cache
def credit_stems() -> tuple[str, ...]:
    """Parts of words that mean giving back."""
    return tuple(map(_plain, _tables()["credit"]["stems"]))


@cache
def corrected_labels() -> tuple[str, ...]:
    """How the invoice that is corrected is named."""
    return tuple(map(_plain, _tables()["credit"]["corrected"]))


@cache
def bank_words() -> frozenset[str]:
    return frozenset(_tables()["banks"]["words"])


@cache
def owner_words(owner: str) -> frozenset[str]:
    """Words before a tax number that say whose it is: `yours` or `ours`, the `buyers`, the `sellers`, `others`."""
    return frozenset(_plain(word) for word in _tables()["tax"][owner])


def countries_writing(language: str) -> frozenset[str]:
    """Whose invoices are written in it."""
    return frozenset(_tables()["written"].get(language, ()))


def country_of_postcode(language: str, digits: int) -> str | None:
    """The one that writes so, and whose postcodes have so many."""
    country: str | None = _tables()["postcodes"].get(f"{language} {digits}")
    return country


@cache
def company_names() -> frozenset[str]:
    return frozenset(_plain(name) for name in _tables()["tax"]["company"])


@cache
def register_words() -> frozenset[str]:
    return frozenset(_tables()["tax"]["register"])


@cache
def tax_names() -> dict[str, frozenset[str]]:
    """What only one country calls its tax numbers."""
    return {country: frozenset(map(_plain, names)) for country, names in _tables()["tax"]["of"].items()}


_NUMBER_WORDS = frozenset({"n", "no", "nr", "number", "numero", "num", "°", "º", "#"})


def _tax_name(label: str) -> str:
    """`R.U.C. N°` names the RUC."""
    words = folded(label).split()
    while len(words) > 1 and words[-1] in _NUMBER_WORDS:
        words.pop()
    return " ".join(words)


def country_of_tax(name: str) -> str | None:
    names_of = tax_names().items()
    words = {folded(name), _tax_name(name)}
    return next((country for country, names in names_of if words & names), None)


def countries_of_tax(name: str) -> list[str]:
    """All that call theirs so: `RUC` is Peru's and Ecuador's."""
    words = {folded(name), _tax_name(name)}
    return [country for country, names in _names_among().items() if words & names]


@cache
def _names_among() -> dict[str, frozenset[str]]:
    return {country: frozenset(map(_plain, names)) for country, names in _tables()["tax"]["among"].items()}


@cache
def tax_rates() -> dict[str, str]:
    """`GST 15` is New Zealand's."""
    rates: dict[str, str] = _tables()["tax"]["rates"]
    return rates


@cache
def tax_words() -> dict[str, str]:
    """`KDV` is Turkey's."""
    words: dict[str, str] = _tables()["tax"]["words"]
    return words


@cache
def phone_countries() -> dict[str, str]:
    return {code: country for country, code in _tables()["phones"].items()}


@cache
def domain_countries() -> dict[str, str]:
    return {end: "GB" if end == "uk" else end.upper() for end in _tables()["domains"]["ends"]}


@cache
def towns() -> Terms:
    return Terms({code: set(names) for code, names in _tables()["towns"].items()})


@cache
def currency_codes() -> frozenset[str]:
    return frozenset(_tables()["currency"]["codes"])


@cache
def currency_symbols() -> dict[str, list[str]]:
    symbols: dict[str, list[str]] = _tables()["currency"]["symbols"]
    return symbols


@cache
def wordlike_signs() -> frozenset[str]:
    """Letters that mean other things, too: `Ft` is a length."""
    return frozenset(_tables()["currency"]["wordlike"])


@cache
def money_asides() -> Terms:
    """Words of a `conversion`, and of bank `accounts`: currencies beside them need not be the invoice's."""
    return Terms({kind: set(_tables()["currency"][kind]) for kind in ("conversion", "accounts")})


@cache
def local_signs() -> dict[str, str]:
    """Letters that are a currency only where its country is named: `R` is far too common."""
    signs: dict[str, str] = _tables()["currency"]["local"]
    return signs


@cache
def home_of(currency: str) -> str | None:
    """The only country whose own it is."""
    countries = [country for country, code in _tables()["currency"]["of"].items() if code == currency]
    return countries[0] if len(countries) == 1 else None


def currency_of(country: str | None) -> str | None:
    code: str | None = _tables()["currency"]["of"].get(country)
    return code

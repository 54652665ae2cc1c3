"""Names of months and countries from CLDR, for the languages that the vocabulary has a file for."""
# ruff: noqa: INP001

import json
import re
import sys
from collections import Counter
from pathlib import Path

from babel import Locale

VOCABULARY = Path(__file__).parents[1] / "src/fakturo/convert/vocabulary"
FILE = VOCABULARY / "cldr.json"
SHORTEST_MONTH, SHORTEST_COUNTRY = 3, 5
"""Letters. Shorter names are words, too: `mar` is a sea, but March where a day and a year stand beside it."""
ALSO_WORDS = {
    *("georgia", "jordan", "jersey", "guinea", "chad", "niger", "mali", "monaco", "panama", "china", "turkey", "kina"),
    *("japan", "israel", "malta", "holland", "grenada", "guernsey", "martinique", "macau", "kongo", "congo", "samoa"),
    *(
        "pro",
        "led",
        "dis",
        "uno",
        "bal",
        "bre",
        "dub",
        "elo",
        "rij",
        "dominica",
        "chile",
        "cuba",
        "tonga",
        "gabon",
        "benin",
        "togo",
        "guam",
        "nauru",
        "niue",
        "norge",
        "polen",
    ),
}
"""Names of people, places and goods as often as of countries, or words that stand beside figures."""


def main(arguments: list[str]) -> int:
    made = json.dumps(names(), ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    if "--check" in arguments:
        return 0 if FILE.read_text("utf-8") == made else 1
    FILE.write_text(made, "utf-8")
    return 0


def names() -> dict[str, object]:
    languages = sorted(path.stem for path in VOCABULARY.glob("*.toml"))
    locales = {language: Locale.parse(language) for language in languages}
    return {
        "months": {language: months(locale) for language, locale in locales.items() if any(months(locale))},
        "countries": countries(list(locales.values())),
    }


def months(locale: Locale) -> list[list[str]]:
    """All forms of the twelve; those with digits say nothing that a date of digits does not."""
    forms = [
        locale.months[context][width] for context in ("format", "stand-alone") for width in ("wide", "abbreviated")
    ]
    return [sorted({name for form in forms if (name := plain(form[number]))}) for number in range(1, 13)]


def plain(name: str) -> str | None:
    letters = name.rstrip(".").casefold()
    is_word = len(letters) >= SHORTEST_MONTH and not re.search(r"[\d\s.\u2019']", letters) and letters not in ALSO_WORDS
    return letters if is_word and not is_unspaced(letters) else None


def countries(locales: list[Locale]) -> dict[str, list[str]]:
    found: dict[str, set[str]] = {}
    for locale in locales:
        for code, name in locale.territories.items():
            if code.isalpha() and is_telling(name):  # a region of several countries has a number
                found.setdefault(code, set()).add(name.casefold())
    owners = Counter(name for those in found.values() for name in those)
    return {code: sorted(name for name in those if owners[name] == 1) for code, those in sorted(found.items())}


def is_telling(name: str) -> bool:
    long_enough = is_unspaced(name) or sum(map(str.isalpha, name)) >= SHORTEST_COUNTRY
    return long_enough and name.casefold() not in ALSO_WORDS and "(" not in name


def is_unspaced(text: str) -> bool:
    """Thai, Chinese or Japanese, where a few letters say as much as a word."""
    return any(character > "\u0e00" for character in text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The languages of the page. English is in the code; the others are in `locales/xx.po`, by the English sentence.

Sentences that other rooms write (error texts, titles of mappings, why a PDF can't be read) are looked up the same way,
so one that nobody has translated is shown in English, never lost. A test fails for each sentence of ours that has no
translation.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from babel import Locale
from babel.core import negotiate_locale
from babel.messages.pofile import read_po

LOCALES = Path(__file__).parent.parent / "locales"
STATIC = Path(__file__).parent.parent / "static"
COOKIE = "language"
ENGLISH = "en"
NAMES = {ENGLISH: "English", "id": "Bahasa Indonesia"}
"""As each language calls itself."""
_IN_SCRIPTS = re.compile(r'\b(?:text|counted)\("([^"]+)"')
_MAX_ACCEPT_CHARACTERS = 1000


def mark(text: str) -> str:
    """Says that a text is translated later, where it is shown."""
    return text


@dataclass(frozen=True, slots=True)
class Language:
    code: str
    messages: Mapping[str, tuple[str, ...]]
    """The forms of each sentence, by its English one."""

    @property
    def locale(self) -> Locale:
        return Locale(self.code)

    @property
    def is_english(self) -> bool:
        return self.code == ENGLISH

    def gettext(self, text: str) -> str:
        return self.messages.get(text, (text,))[0]

    def ngettext(self, one: str, many: str, count: int) -> str:
        """None of our languages but English counts in more than one form."""
        return self.messages.get(one, (one if count == 1 else many,))[-1]

    def knows(self, text: str) -> bool:
        return self.is_english or text in self.messages

    def of_scripts(self) -> dict[str, str]:
        """What the scripts say, by the English sentence; nothing for English."""
        return {text: self.gettext(text) for text in script_texts() if text in self.messages}


@cache
def language(code: str) -> Language:
    if code == ENGLISH:
        return Language(ENGLISH, {})
    with (LOCALES / f"{code}.po").open("rb") as file:
        catalogue = read_po(file, locale=code)
    messages = {}
    for message in catalogue:
        original = message.id if isinstance(message.id, str) else message.id[0]
        forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        if original and all(forms):
            messages[original] = forms
    return Language(code, messages)


def choose(chosen: str | None, accepted: str | None) -> Language:
    """The one that was chosen, or else the first that the browser names and we have."""
    if chosen in NAMES:
        return language(chosen)
    wanted = list(_accepted(accepted or ""))
    found = negotiate_locale(wanted, list(NAMES), sep="-")
    return language(found or ENGLISH)


def _accepted(header: str) -> Iterator[str]:
    """Of an Accept-Language, most wanted first."""
    weighed = []
    for place, part in enumerate(header[:_MAX_ACCEPT_CHARACTERS].split(",")):
        tag, _, parameter = part.strip().partition(";")
        weight = parameter.strip().removeprefix("q=").strip() or "1"
        if re.fullmatch(r"[A-Za-z]{2,3}(-[A-Za-z0-9]+)*", tag) and re.fullmatch(r"[01](\.\d*)?", weight):
            weighed.append((-float(weight), place, tag))
    return (tag for weight, _, tag in sorted(weighed) if weight)


@cache
def script_texts() -> tuple[str, ...]:
    """Every sentence of the scripts, found where it is said: `text("…")`, and of `counted("…", "…", n)` the first."""
    scripts = [file.read_text("utf-8") for file in sorted(STATIC.glob("*.js"))]
    return tuple(dict.fromkeys(match[1] for script in scripts for match in _IN_SCRIPTS.finditer(script)))

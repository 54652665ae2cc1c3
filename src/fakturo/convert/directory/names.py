"""When two names mean one company: spelled the same but for dots, blanks and the place of the legal form, or nearly.

Different companies must never become one. A legal form is part of who somebody is, and so are the numbers, numerals and
single letters by which sister companies differ: whoever differs in these is similar at most, and a person is asked.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from fakturo.convert.directory.question import LONGEST_NAME
from fakturo.convert.memory import remembered

T = TypeVar("T")

ACCEPTED_FROM = 0.92
ASKED_FROM = 0.86
OTHERS_AT_MOST = 0.91
"""What tells companies apart keeps them below the line from which nobody is asked."""

LEADING_FORMS = frozenset("PT CV UD FA PD NV PERSERO PERUM PERUMDA PERSERODA KOPERASI YAYASAN".split())
"""Stand before a name, or behind it after a comma."""
TRAILING_FORMS = LEADING_FORMS | frozenset(
    "TBK LTD PTE INC LLC LLP PLC CORP CO GMBH AG KG BV SA SARL SAS SRL SPA OY AB AS SDN BHD KK".split()
)
SPELLED_OUT = {"LIMITED": "LTD", "FIRMA": "FA", "INCORPORATED": "INC", "CORPORATION": "CORP", "COMPANY": "CO"}
PRINTED_APART = {"P T", "C V", "U D"}
"""As in "P. T. Maju Jaya"."""

_DROPPED = re.compile(r"[,.'\"`´‘’‚“”„]")
_BLANK = re.compile(r"[\s\-‐‑‒–—−_()\[\]]+")
_SAYS_WHICH = re.compile(r"\S*\d\S*|[IVX]+|\S")
"""Words that tell one of several from the others: 2, B12, III, A."""


class Name(NamedTuple):
    core: str
    forms: tuple[str, ...]

    @property
    def key(self) -> str:
        """The same for all spellings of one name."""
        return " ".join((self.core, *self.forms)).strip()

    @property
    def says_nothing(self) -> bool:
        """Whether nothing is left of it but legal forms and signs."""
        return not any(sign.isalnum() for sign in self.core)

    @property
    def which(self) -> list[str]:
        return [word for word in self.core.split() if _SAYS_WHICH.fullmatch(word)]


@remembered
def name_of(text: str) -> Name:
    """A name as it is compared; of a key, the same name again."""
    core, forms = _parted(_plain(text).split())
    return Name(" ".join(core), tuple(sorted(forms)))


def _plain(text: str) -> str:
    """In capitals, without the signs that people leave out."""
    capitals = text[:LONGEST_NAME].upper()
    if not capitals.isascii():
        composed = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", capitals).upper())
        capitals = "".join(sign for sign in composed if unicodedata.category(sign) != "Cf")
    return _BLANK.sub(" ", _DROPPED.sub("", capitals)).strip()


def _parted(words: Sequence[str]) -> tuple[list[str], set[str]]:
    """The name proper, and the legal forms before and behind it."""
    core = list(words)
    forms: set[str] = set()
    while found := _form_in(core[-2:], core[-1:], TRAILING_FORMS):
        forms.add(found.form)
        del core[-found.words :]
    while found := _form_in(core[:2], core[:1], LEADING_FORMS):
        forms.add(found.form)
        del core[: found.words]
    return core, forms


class _Form(NamedTuple):
    form: str
    words: int
    """Of so many it is."""


def _form_in(two: list[str], one: list[str], known: frozenset[str]) -> _Form | None:
    """The legal form that the two words are together, or else the one alone."""
    if " ".join(two) in PRINTED_APART:
        return _Form("".join(two), len(two))
    form = SPELLED_OUT.get(one[0], one[0]) if one else ""
    return _Form(form, 1) if form in known else None


def similarity(one: Name, other: Name) -> float:
    """1 is the same name. From ACCEPTED_FROM on they pass for one, unless a third is as near."""
    if one.forms == other.forms and one.which == other.which:
        return _ratio(one.key, other.key)
    return min(_ratio(one.core, other.core), OTHERS_AT_MOST)


def _ratio(one: str, other: str) -> float:
    return Levenshtein.normalized_similarity(one, other)


class Neighbours(Generic[T]):
    """Finds, among very many names, whose are worth comparing with one."""

    MOST = 50

    def __init__(self, keys: Iterable[tuple[T, str]]) -> None:
        self._whose: list[T] = []
        self._keys: list[str] = []
        self._cores: list[str] = []
        for whose, key in keys:
            self._whose.append(whose)
            self._keys.append(key)
            self._cores.append(" ".join(_parted(key.split())[0]))

    def __len__(self) -> int:
        return len(self._keys)

    def __bool__(self) -> bool:
        return True  # even if there is nobody

    def of(self, name: Name) -> set[T]:
        """Everybody whose similarity may reach ASKED_FROM."""
        return {
            self._whose[index]
            for wanted, names in ((name.key, self._keys), (name.core, self._cores))
            for _, _, index in process.extract(
                wanted, names, scorer=Levenshtein.normalized_similarity, score_cutoff=ASKED_FROM, limit=self.MOST
            )
        }

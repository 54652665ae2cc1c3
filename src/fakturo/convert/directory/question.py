"""What is asked of a directory about a document, and what it answers: the whole protocol, one call each.

Reading and writing happen in a child process that can open nothing; whoever holds the directory answers for it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

LONGEST_NAME = 255
LONGEST_NUMBER = 64
LONGEST_DESCRIPTION = 500
"""In characters. What is longer is compared by its beginning."""


class Role(StrEnum):
    SELLER = "seller"
    BUYER = "buyer"


@dataclass(frozen=True, slots=True)
class Record:
    """A party as somebody has entered it."""

    name: str
    role: Role = Role.BUYER
    aliases: tuple[str, ...] = ()
    tin: str | None = None
    """NPWP of 16 digits, or NIK."""
    nitku: str | None = None
    """22 digits; None is the head office: the TIN and six zeros."""
    document_type: str = "TIN"
    """TIN, National ID, Passport or Other ID."""
    document_number: str | None = None
    country: str = "IDN"
    """Of three letters."""
    address: str | None = None
    email: str | None = None
    transaction_code: str | None = None
    """01 to 10, unless the invoice says otherwise."""
    facility: str | None = None
    """For 07 and 08: the last two digits of additional information and facility stamp."""


@dataclass(frozen=True, slots=True)
class PartyQuestion:
    role: Role
    name: str | None
    tax_id: str | None


@dataclass(frozen=True, slots=True)
class GoodsQuestion:
    sku: str | None
    description: str | None


@dataclass(frozen=True, slots=True)
class Question:
    parties: tuple[PartyQuestion, ...] = ()
    units: tuple[str, ...] = ()
    """Names of units as printed."""
    goods: tuple[GoodsQuestion, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    record: Record
    similarity: float
    """1 is the same name."""


@dataclass(frozen=True, slots=True)
class PartyAnswer:
    record: Record | None = None
    """None if nobody is known by that name, or more than one."""
    candidates: Sequence[Candidate] = ()
    """The nearest ones, best first, at most ten. A record that was taken though its name is only similar is among them;
    one that was found by its tax number or its very name has none beside it."""


@dataclass(frozen=True, slots=True)
class GoodsRecord:
    """What an article is to the tax office, by its number or by words in its description."""

    opt: str
    """A goods, B services."""
    code: str
    """Six digits."""
    unit: str | None = None
    """UM.nnnn, if articles of this kind are always counted so."""


@dataclass(frozen=True, slots=True)
class Answer:
    """In the order of the questions. An empty one is what somebody without a directory answers."""

    parties: Sequence[PartyAnswer] = ()
    units: Mapping[str, str] = field(default_factory=dict)
    """From a printed name to its code UM.nnnn; names without an entry are left out."""
    goods: Sequence[GoodsRecord | None] = ()
    own_sellers: Sequence[Record] = ()
    """For whom invoices are written here: from the settings, and sellers in the directory."""


Lookup = Callable[[Question], Answer]


def know_nothing(question: Question) -> Answer:
    """A directory without entries."""
    return Answer(parties=(PartyAnswer(),) * len(question.parties), goods=(None,) * len(question.goods))

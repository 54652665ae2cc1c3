"""Whether files can become one, told before anything is written."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fakturo.convert.merge.bulk import BulkReader, Invoice, NotBulk

MAX_NAMED = 5
"""Files that a sentence names; of the others it says how many they are."""
MAX_DUPLICATES = 1000
"""Whoever has more knows by then that something is wrong."""


class CannotMerge(Exception):
    """The text names the files that are in the way, and what to do."""

    def __init__(self, text: str, files: dict[int, str] | None = None) -> None:
        self.files = files or {}
        """Which, by their places, and what each is or has that is in the way."""
        super().__init__(text)


@dataclass(slots=True)
class Surveyed:
    name: str
    seller: str = ""
    invoices: int = 0
    is_draft: bool = False
    root: bytes = b""
    """The tag that opens it."""


@dataclass(frozen=True, slots=True)
class Duplicate:
    """An invoice that seems to be there twice: the same reference, date and buyer."""

    reference: str
    date: str
    first: int
    second: int
    """Places of the files."""


@dataclass(frozen=True, slots=True)
class Plan:
    seller: str
    files: Sequence[Surveyed]
    limit: int
    """Most invoices of one part."""
    duplicates: Sequence[Duplicate] = ()

    @property
    def invoices(self) -> int:
        return sum(file.invoices for file in self.files)

    @property
    def root(self) -> bytes:
        """All are opened as the first of the files."""
        return self.files[0].root

    @property
    def parts(self) -> int:
        return -(-self.invoices // self.limit)

    @property
    def is_draft(self) -> bool:
        return any(file.is_draft for file in self.files)

    def warnings(self) -> Iterator[str]:
        for each in self.duplicates:
            where = _named([self.files[place].name for place in dict.fromkeys((each.first, each.second))])
            what = f"Invoice {each.reference} of {each.date}" if each.reference else f"An invoice of {each.date}"
            yield f"{what} seems to be there twice: {where}."


class Survey:
    """Reads files one after another; keeps of each invoice only its fingerprint."""

    def __init__(self) -> None:
        self.files: list[Surveyed] = []
        self._troubles: list[tuple[int, str]] = []
        self._seen: dict[bytes, int] = {}
        self._duplicates: list[Duplicate] = []

    def begin(self, name: str) -> "Reading":
        self.files.append(Surveyed(name))
        return Reading(self, len(self.files) - 1)

    def note(self, place: int, invoice: Invoice) -> None:
        self.files[place].invoices += 1
        fingerprint = invoice.fingerprint
        if fingerprint not in self._seen:
            self._seen[fingerprint] = place
        elif len(self._duplicates) < MAX_DUPLICATES:
            self._duplicates.append(Duplicate(invoice.reference, invoice.date, self._seen[fingerprint], place))

    def trouble(self, place: int, text: str) -> None:
        self._troubles.append((place, text))

    def plan(self, *, limit: int, include_drafts: bool = False) -> Plan:
        """Raises CannotMerge."""
        assert limit > 0
        if not self.files:
            raise CannotMerge("There is nothing to merge: name at least one file.")
        self._check_each()
        self._check_sellers()
        drafts = [place for place, file in enumerate(self.files) if file.is_draft]
        if drafts and not include_drafts:
            raise CannotMerge(
                f"{self._names(drafts)} {_is(drafts)} marked as draft: somebody should look first. "
                "Merge without, or say that drafts may be included.",
                dict.fromkeys(drafts, "is marked as a draft"),
            )
        return Plan(self.files[0].seller, self.files, limit, self._duplicates)

    def _check_each(self) -> None:
        troubles = self._troubles + [(place, "holds no invoice") for place in self._empty()]
        if troubles:
            told = [f"{self.files[place].name} {text}." for place, text in troubles[:MAX_NAMED]]
            more = [f"{len(troubles) - MAX_NAMED} more cannot be used either."] if len(troubles) > MAX_NAMED else []
            raise CannotMerge("\n".join(told + more), dict(troubles))

    def _empty(self) -> list[int]:
        broken = {place for place, _ in self._troubles}
        return [place for place, file in enumerate(self.files) if not file.invoices and place not in broken]

    def _check_sellers(self) -> None:
        """One file is of one taxpayer: the one who is logged in when it is handed in."""
        places: dict[str, list[int]] = {}
        for place, file in enumerate(self.files):
            places.setdefault(file.seller, []).append(place)
        if len(places) > 1:
            told = [f"{self._names(of)}: seller {seller}." for seller, of in places.items()]
            raise CannotMerge(
                "These are of different sellers; merge those of each one for themselves.\n" + "\n".join(told),
                {place: f"is of seller {file.seller}" for place, file in enumerate(self.files)},
            )

    def _names(self, places: Sequence[int]) -> str:
        return _named([self.files[place].name for place in places])


class Reading:
    """One file of a survey. What is wrong with it is told with all the others' at the end."""

    def __init__(self, survey: Survey, place: int) -> None:
        self._survey = survey
        self._place = place
        self._reader: BulkReader | None = BulkReader()

    def feed(self, chunk: bytes) -> None:
        if self._reader:
            self._take(self._reader.feed(chunk))

    def end(self) -> None:
        if self._reader:
            self._take(self._reader.close())

    def _take(self, invoices: Iterator[Invoice]) -> None:
        assert self._reader
        try:
            for invoice in invoices:
                self._survey.note(self._place, invoice)
        except NotBulk as trouble:
            self._survey.trouble(self._place, str(trouble))
            self._reader = None
            return
        file = self._survey.files[self._place]
        file.seller, file.is_draft, file.root = self._reader.seller or "", self._reader.is_draft, self._reader.root


def _named(names: Sequence[str]) -> str:
    more = f" and {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else ""
    return ", ".join(names[:MAX_NAMED]) + more


def _is(places: Sequence[int]) -> str:
    return "is" if len(places) == 1 else "are"

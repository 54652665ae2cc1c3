"""Lists of a directory as CSV files, as people's spreadsheets write them, and back.

Comma, semicolon or tab; UTF-8 with or without a mark; headings by any of their usual names. A row that cannot be used
is named by its line with a reason, and so is one that says the same as another.
"""

import csv
import difflib
import io
import re
import unicodedata
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from fakturo.convert.directory.cells import BadRow, Cells

T = TypeVar("T")

BYTE_ORDER_MARK = "\ufeff"
MOST_ROWS = 500_000
LARGEST_FILE_BYTES = 256 * 1024 * 1024
_SEPARATORS = ",;\t"
_NO_SIGN_OF_A_HEADING = re.compile(r"[\W_]+")


class Remark(NamedTuple):
    """Something about a file, in a sentence."""

    line: int | None
    text: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}" if self.line else self.text


class Identity(NamedTuple):
    called: str
    value: Hashable


class Row(NamedTuple, Generic[T]):
    line: int
    value: T


@dataclass(frozen=True, slots=True)
class Sheet(Generic[T]):
    """What a kind of list consists of."""

    title: str
    headings: Mapping[str, Sequence[str]]
    """Each column with the other names that it goes by; the first column must be there."""
    read: Callable[[Cells], T]
    write: Callable[[T], Mapping[str, str | None]]
    identities: Callable[[T], Iterable[Identity]]
    """What no two rows may have in common."""
    kinships: Callable[[T], Iterable[Identity]] = lambda _: ()
    """What two rows should hardly have in common."""


@dataclass(frozen=True, slots=True)
class Reading(Generic[T]):
    rows: list[Row[T]] = field(default_factory=list)
    """Those that can be used."""
    mistakes: list[Remark] = field(default_factory=list)
    doubts: list[Remark] = field(default_factory=list)

    @property
    def values(self) -> list[T]:
        return [row.value for row in self.rows]


def read_sheet(sheet: Sheet[T], data: bytes) -> Reading[T]:
    reading: Reading[T] = Reading()
    seen: dict[Hashable, int] = {}
    try:
        for line, texts in _rows(sheet, data, reading):
            cells = Cells(texts)
            try:
                value = sheet.read(cells)
            except BadRow as bad:
                reading.mistakes.append(Remark(line, f"{'; '.join(bad.reasons)}."))
                continue
            if repeated := _repeated(sheet.identities(value), line, seen):
                reading.mistakes.append(Remark(line, f"{repeated}."))
                continue
            kin = _repeated(sheet.kinships(value), line, seen)
            reading.doubts.extend(Remark(line, f"{doubt}.") for doubt in (*cells.doubts, kin) if doubt)
            reading.rows.append(Row(line, value))
    except _BadFile as bad_file:
        reading.mistakes.append(bad_file.remark)
    return reading


def write_sheet(sheet: Sheet[T], values: Iterable[T]) -> Iterator[str]:
    """Line by line, the headings first."""
    yield _line(sheet.headings)
    for value in values:
        cells = sheet.write(value)
        yield _line(cells.get(column) or "" for column in sheet.headings)


def _line(cells: Iterable[str]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(cells)
    return line.getvalue()


def _repeated(identities: Iterable[Identity], line: int, seen: dict[Hashable, int]) -> str | None:
    """Which of them an earlier line has, too."""
    repeated = None
    for called, value in identities:
        before = seen.setdefault(value, line)
        if before != line:
            repeated = repeated or f"{called} is the same as in line {before}"
    return repeated


# ---------------------------------------------------------------- bytes to cells


class _BadFile(Exception):
    """Nothing, or nothing more, can be read."""

    def __init__(self, text: str, line: int | None = None) -> None:
        self.remark = Remark(line, text)
        super().__init__(text)


def _rows(sheet: Sheet[T], data: bytes, reading: Reading[T]) -> Iterator[tuple[int, dict[str, str]]]:
    """Rows that have anything in them, by column, each with the line that it begins at."""
    records = _records(_decoded(data))
    line, head = next(records, (1, []))
    columns = _columns(sheet, head, line, reading)
    for count, (line, cells) in enumerate(records):
        if count >= MOST_ROWS:
            raise _BadFile(f"There are more than {MOST_ROWS:,} rows. Split the file.", line)
        if any(cells[len(head) :]):
            reading.mistakes.append(Remark(line, "The row has more cells than there are headings."))
        else:
            yield line, {column: cells[index] for index, column in columns.items() if index < len(cells)}


def _decoded(data: bytes) -> str:
    if len(data) > LARGEST_FILE_BYTES:
        raise _BadFile(f"The file is larger than {LARGEST_FILE_BYTES // 2**20} MB. Split it.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _BadFile("This is not UTF-8 text. Save the file as “CSV UTF-8”.", line) from None
    if "\0" in text:
        raise _BadFile("This is no text file. Save it as “CSV UTF-8”.")
    return text


def _records(text: str) -> Iterator[tuple[int, list[str]]]:
    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = max(_SEPARATORS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    line = 1
    while True:
        try:
            record = next(reader, None)
        except csv.Error as error:
            raise _BadFile(f"The row cannot be read ({error}). Is a quotation mark missing?", line) from None
        if record is None:
            return
        cells = [_clean(cell) for cell in record]
        if any(cells):
            yield line, cells
        line = reader.line_num + 1


def _clean(cell: str) -> str:
    """One line without signs that cannot be seen; a dash alone is how some write that there is nothing."""
    seen = "".join(" " if unicodedata.category(sign) in {"Cc", "Zl", "Zp"} else sign for sign in cell)
    text = " ".join(unicodedata.normalize("NFC", seen).replace(BYTE_ORDER_MARK, "").split())
    return "" if text == "-" else text


def _columns(sheet: Sheet[T], head: Sequence[str], line: int, reading: Reading[T]) -> dict[int, str]:
    """Which column each heading means."""
    known = {_plain(name): column for column, others in sheet.headings.items() for name in (column, *others)}
    columns: dict[int, str] = {}
    for index, heading in enumerate(head):
        column = known.get(_plain(heading))
        if column is None:
            if heading:
                reading.doubts.append(
                    Remark(line, f"The column {heading!r} is not known and is left out.{_meant(heading, known)}")
                )
        elif column in columns.values():
            raise _BadFile(f"Two columns mean {column!r}. Take one out.", line)
        else:
            columns[index] = column
    first = next(iter(sheet.headings))
    if first not in columns.values():
        raise _BadFile(
            f"There is no column {first!r}. The first line names the columns: {', '.join(sheet.headings)}.", line
        )
    return columns


def _meant(heading: str, known: Mapping[str, str]) -> str:
    near = difflib.get_close_matches(_plain(heading), known, n=1, cutoff=0.8)
    return f" Did you mean {known[near[0]]!r}?" if near else ""


def _plain(heading: str) -> str:
    return _NO_SIGN_OF_A_HEADING.sub("", heading).casefold()

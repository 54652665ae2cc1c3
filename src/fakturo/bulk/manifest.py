"""What became of each file, a line of JSON for each in the order in which they ended; and the same as a table.

The manifest is what a run that was interrupted goes on from. A line that was cut off in the middle counts for nothing.
"""

import csv
import io
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields, replace
from typing import Self

from fakturo.bulk.made_with import MadeWith, name_of
from fakturo.bulk.places import Entry, Place
from fakturo.domain.errors import CannotRun

MANIFEST, TABLE, PLAIN_TABLE = "manifest.jsonl", "summary.parquet", "summary.csv"
NOTED_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Record:
    source: str
    mark: str
    size: int
    result: str | None = None
    """None if there is none."""
    verdict: str | None = None
    issues: int = 0
    reason: str | None = None
    """The first issue, or why there is no result."""
    milliseconds: int = 0
    mapping: str | None = None
    settings: str | None = None
    """As in MadeWith; None if nobody noted it: then it is done again."""

    @property
    def failed(self) -> bool:
        return self.result is None

    @classmethod
    def from_line(cls, line: bytes) -> Self | None:
        try:
            return cls(**json.loads(line))
        except (ValueError, TypeError):
            return None


class OtherMapping(CannotRun):
    def __init__(self, theirs: str, ours: str) -> None:
        super().__init__(
            f"Results of {theirs} are there already, and those of {ours} would replace them: choose another target."
        )


class Manifest:
    """Of a target, for a run that makes its results with this. What is noted last about a file counts.

    Raises OtherMapping if results of another mapping would be lost: they have the same names. Another version's are
    made anew.
    """

    def __init__(self, target: Place, made_with: MadeWith) -> None:
        self._target = target
        self._made_with = made_with
        self._waiting: list[Record] = []
        noted = target.noted(MANIFEST)
        if noted and not noted.endswith(b"\n"):
            target.note(MANIFEST, b"\n")
        read = (Record.from_line(line) for line in noted.splitlines())
        self.records = {record.source: record for record in read if record}
        for mapping in {record.mapping for record in self.records.values() if not record.failed and record.mapping}:
            if name_of(mapping) != made_with.mapping_name:
                raise OtherMapping(name_of(mapping), made_with.mapping_name)

    def knows(self, entry: Entry) -> bool:
        """Whether this very file has its result already, made with the same. One that failed is tried again."""
        record = self.records.get(entry.name)
        if record is None or record.failed:
            return False
        made_with = self._made_with
        then = (record.mark, record.size, record.mapping, record.settings)
        return then == (entry.mark, entry.size, made_with.mapping, made_with.settings)

    def note(self, record: Record) -> None:
        record = replace(record, mapping=self._made_with.mapping, settings=self._made_with.settings)
        self.records[record.source] = record
        self._waiting.append(record)
        if len(self._waiting) >= NOTED_AT_ONCE:
            self.flush()

    def flush(self) -> None:
        if self._waiting:
            lines = (json.dumps(asdict(record), ensure_ascii=False, separators=(",", ":")) for record in self._waiting)
            self._target.note(MANIFEST, _encoded("".join(f"{line}\n" for line in lines)))
            self._waiting.clear()

    def write_table(self) -> str:
        """The name of the table: Parquet, or CSV where pyarrow is not installed."""
        rows = sorted(self.records.values(), key=lambda record: record.source)
        try:
            content, name = _parquet(rows), TABLE
        except ImportError:
            content, name = _csv(rows), PLAIN_TABLE
        self._target.write(name, content)
        return name


def _encoded(text: str) -> bytes:
    """File names may be of another encoding, whose bytes Python keeps as halves of characters. Written as JSON writes
    those, so that the name is the same when it is read."""
    return text.encode(errors="backslashreplace")


def _parquet(rows: Iterable[Record]) -> bytes:
    import pyarrow as pa
    from pyarrow import parquet

    text, number = pa.string(), pa.int64()
    numbers = {"size", "issues", "milliseconds"}
    schema = pa.schema([(each.name, number if each.name in numbers else text) for each in fields(Record)])
    out = io.BytesIO()
    told = [asdict(row) | {"source": _encoded(row.source).decode(), "result": _name(row.result)} for row in rows]
    parquet.write_table(pa.Table.from_pylist(told, schema=schema), out)
    return out.getvalue()


def _csv(rows: Iterable[Record]) -> bytes:
    out = io.StringIO()
    writer = csv.DictWriter(out, [each.name for each in fields(Record)])
    writer.writeheader()
    writer.writerows(asdict(row) for row in rows)
    return _encoded(out.getvalue())


def _name(result: str | None) -> str | None:
    return None if result is None else _encoded(result).decode()

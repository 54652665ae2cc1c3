"""What a backup says of itself. The manifest is written last: a directory without one is no backup.

manifest.json          versions, tables, sizes and hashes; what was missing, and why
database/TABLE.gz      rows, as PostgreSQL's COPY has them
files.jsonl.gz         one line for each file: its path in the store, its size and hash
files/…                the files by their names, the same in every store
"""

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from fakturo.domain.errors import CannotRun
from fakturo.store.snapshots import Numbering

FORMAT = "fakturo backup 1"
MANIFEST = "manifest.json"
UNFINISHED = "UNFINISHED"
LET_GO = "its row has let go of it since, by retention or its owner: nobody needs it"
DATABASE, FILES, FILES_LIST = "database", "files", "files.jsonl.gz"


@dataclass(frozen=True, slots=True)
class Part:
    """One file of the backup."""

    file: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Table:
    name: str
    columns: list[str]
    rows: int
    part: Part


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file of the store, by its path there and by its name here."""

    path: str
    part: Part

    def line(self) -> bytes:
        return json.dumps(asdict(self)).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> "StoredFile":
        fields = json.loads(line)
        return cls(fields["path"], Part(**fields["part"]))


@dataclass(frozen=True, slots=True)
class Missing:
    """A file that a row named when the backup began."""

    path: str
    why: str

    @property
    def is_a_loss(self) -> bool:
        return self.why != LET_GO


@dataclass(frozen=True, slots=True)
class Manifest:
    fakturo: str
    postgresql: str
    began_at: str
    ended_at: str
    schema: list[list[Any]]
    """Version, name and hash of each migration."""
    tables: list[Table]
    numbering: list[Numbering]
    files: int
    files_bytes: int
    files_list: Part
    missing: list[Missing] = field(default_factory=list)

    @property
    def moment(self) -> str:
        """For people."""
        return f"{datetime.fromisoformat(self.began_at):%Y-%m-%d %H:%M:%S} UTC"

    @property
    def rows(self) -> int:
        return sum(table.rows for table in self.tables)

    def write(self, directory: Path) -> None:
        """Whole or not at all, and after everything else is on the disk."""
        os.sync()
        unfinished = directory / f"{MANIFEST}.unfinished"
        with unfinished.open("wb") as file:
            file.write(json.dumps({"format": FORMAT} | asdict(self), indent=1).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        unfinished.rename(directory / MANIFEST)
        (directory / UNFINISHED).unlink(missing_ok=True)
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    @classmethod
    def read(cls, directory: Path) -> "Manifest":
        try:
            fields = json.loads((directory / MANIFEST).read_bytes())
            if fields.pop("format") != FORMAT:
                raise CannotRun(f"{directory} holds a backup of another format. Use the Fakturo that made it.")
            return cls(**fields | _typed(fields))
        except FileNotFoundError:
            raise CannotRun(_no_backup(directory)) from None
        except OSError as error:
            raise CannotRun(f"{directory / MANIFEST} cannot be read: {error.strerror}.") from None
        except (ValueError, KeyError, TypeError):
            raise CannotRun(f"{directory / MANIFEST} is damaged. Use another backup.") from None


def _typed(fields: dict[str, Any]) -> dict[str, Any]:
    return {
        "tables": [Table(**each | {"part": Part(**each["part"])}) for each in fields["tables"]],
        "numbering": [Numbering(**each) for each in fields["numbering"]],
        "files_list": Part(**fields["files_list"]),
        "missing": [Missing(**each) for each in fields["missing"]],
    }


def _no_backup(directory: Path) -> str:
    if not directory.is_dir():
        return f"There is no directory {directory}."
    if (directory / UNFINISHED).exists():
        return f"The backup in {directory} was never finished: it was cut off, or is still being taken."
    return f"{directory} is no backup: it has no {MANIFEST}."


def require_same_schema(manifest: Manifest, ours: Sequence[tuple[int, str, str]]) -> None:
    """A backup of an older Fakturo can be restored by a newer one, not the other way round."""
    unknown = manifest.schema[len(ours) :]
    if unknown:
        raise CannotRun(
            f"The backup was made by a newer Fakturo ({manifest.fakturo}; this is an older one, which does not know "
            f"{unknown[0][1]}). Restore it with that version or a later one."
        )
    for theirs, mine in zip(manifest.schema, ours, strict=False):
        if tuple(theirs) != mine:
            raise CannotRun(f"The backup was made by another build of Fakturo: {theirs[1]} differs from ours.")

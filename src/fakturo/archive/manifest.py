"""What one archive is: enough to prove later that it is whole, and that none is missing before it.

An archive is a file of compressed lines, and a manifest. Both are named by what is in them: whoever writes one a second
time, after a crash, writes the same file; and two that differ never meet under one name.
"""

import hashlib
import json
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Self

from fakturo.store.archives import Record

FORMAT = "fakturo events 1"
NUMBERS_PER_FOLDER = 256
MARK_CHARACTERS = 16


@dataclass(frozen=True, slots=True)
class Manifest:
    number: int
    file: str
    """Its name, not its path: it stays true when the files move to another store."""
    size: int
    sha256: str
    events: int
    lines_sha256: str
    first_event: int
    first_at: datetime
    last_event: int
    last_at: datetime
    previous: str | None
    """The hash of the manifest before it: who changes one archive would have to change all that follow."""

    @property
    def content(self) -> bytes:
        return json.dumps({"format": FORMAT} | asdict(self), default=datetime.isoformat, indent=1).encode() + b"\n"

    @property
    def content_sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()

    @property
    def name(self) -> str:
        return f"{folder(self.number)}/manifest-{self.number:08}-{self.content_sha256[:MARK_CHARACTERS]}.json"

    @classmethod
    def from_content(cls, content: bytes) -> Self:
        """ValueError, KeyError or TypeError for what is no manifest."""
        fields = json.loads(content)
        if fields.pop("format") != FORMAT:
            raise ValueError("another format")
        for name in ("first_at", "last_at"):
            fields[name] = datetime.fromisoformat(fields[name])
        return cls(**fields)

    def agrees_with(self, record: Record) -> bool:
        """Whether the database says the same of this archive."""
        ours = (self.number, self.size, self.sha256, self.events, self.first_at, self.last_at)
        return record.path.endswith(self.file) and ours == (
            record.number,
            record.bytes,
            record.sha256,
            record.events,
            record.first_at,
            record.last_at,
        )


def folder(number: int) -> str:
    high, low = divmod(number // NUMBERS_PER_FOLDER, 256)
    return f"archive/{high % 256:02x}/{low:02x}"


def events_name(number: int, sha256: str) -> str:
    return f"{folder(number)}/events-{number:08}-{sha256[:MARK_CHARACTERS]}.jsonl.gz"

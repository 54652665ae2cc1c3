"""Every knob of the gateway, with its default. Whoever starts it passes plain values."""

import os
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from fakturo.convert.mapping import Mappings
from fakturo.convert.mapping import shipped as shipped_mappings
from fakturo.convert.templates.catalog import Templates
from fakturo.convert.templates.catalog import shipped as shipped_templates

MIB = 1024 * 1024
TOO_MUCH_MEMORY = "The PDF needs more memory to read than one document may have."


def usable_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Ocr(StrEnum):
    """Who reads pages that are pictures."""

    BUILT_IN = "built-in"
    TESSERACT = "tesseract"
    OFF = "off"


SPARE_BYTES = 64 * MIB
SPARE_CPU_SECONDS = 5
"""What documents before may have left or used of a child's memory and time: after more it gets no other document."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one child may use for a document."""

    memory_bytes: int = 1024 * MIB
    cpu_seconds: int = 120
    file_bytes: int = 512 * MIB
    """Size of the result, and of anything else a child writes."""
    open_files: int = 64


@dataclass(frozen=True, slots=True)
class GatewayOptions:
    max_upload_bytes: int = 50 * MIB
    upload_seconds: float = 120
    """A client that takes longer to send its file is sent away."""
    deadline_seconds: float = 170
    """A document that is not done by then, however little of the processors it got, is given up for now."""
    children: int = field(default_factory=usable_cores)
    """Documents converted at the same time."""
    child_documents: int = 50
    """Documents of one owner that a child converts, one after the other; with 1 none sees a second one."""
    child_seconds: float = 60
    """So long after its first document a child takes no other."""
    waiting_line: int = 32
    """Whole requests that may wait beyond those; the next is told to come back."""
    waiting_seconds: float | None = 60
    """Nobody stands in line longer; with None, as long as it takes."""
    limits: Limits = Limits()
    temp_dir: Path | None = None
    """Where uploads and results lie while a request lasts; None is the system's own place."""
    ocr: Ocr = Ocr.BUILT_IN
    ocr_seconds: float = 100
    """After so much processor time no further page of a document is recognised: what was read is worth more than a
    document that is given up."""
    tesseract: str = "tesseract"
    """Name or path of that program."""
    ocr_languages: str = "eng"
    """As tesseract names them, joined by a plus sign; their data must be installed."""
    templates: Templates = field(default_factory=shipped_templates)
    """What is known about single vendors' invoices; children get them before they lose the right to read files."""
    knowledge: str = ""
    """A mark of what is known beside engine and mappings (templates, sellers, directories in files): with another mark,
    results may differ."""
    mappings: Mappings = field(default_factory=shipped_mappings)
    """What XML can be made; they come to the children in the same way."""
    embeds: bool = False
    """Children can write PDFs with an invoice's XML in them, which takes a library more."""
    bubblewrap: bool | None = None
    """Put parsers behind bubblewrap, too; None does so where Landlock is missing."""
    token: str | None = field(default=None, repr=False)
    """Whoever shows it may say for whom a document is converted; None: nobody may."""
    unprivileged_user: str = "nobody"
    """Whom children become when the gateway runs as root."""

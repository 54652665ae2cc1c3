"""What is to be said about a file."""

import mmap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lxml import etree

from fakturo.convert.invoice import Severity
from fakturo.convert.targets.en16931.gate import NOT_CHECKED
from fakturo.convert.targets.target import Finding
from fakturo.convert.validate.formats import format_of
from fakturo.convert.validate.source import Source, Unreadable, read
from fakturo.convert.verdict import MORE, most_telling, told_of

MOST_FINDINGS = 500


@dataclass(frozen=True, slots=True)
class Report:
    format: str
    findings: Sequence[Finding]
    notes: Sequence[str] = ()

    def as_document(self) -> dict[str, Any]:
        return {
            "format": self.format,
            "valid": not any(finding.severity is Severity.ERROR for finding in self.findings),
            "checked": all(finding.code != NOT_CHECKED for finding in self.findings),
            "notes": list(self.notes),
            "findings": [_finding(finding) for finding in _kept(self.findings)],
        }


def validate(data: bytes | mmap.mmap) -> Report:
    """Raises ConversionError for what can't be read, or is of no format that we know."""
    source = read(data)
    known = format_of(source.root)
    if known is None:
        name = etree.QName(source.root).localname[:80]
        raise Unreadable(f"This is XML of a kind that can't be checked here: its outermost element is <{name}>.")
    return Report(known.name, list(known.check(source.root)), [*_notes(source), *([known.note] if known.note else [])])


def _notes(source: Source) -> list[str]:
    name = f" as {_plain(source.attachment)}" if source.attachment else ""
    notes = [f"It lies in the PDF{name}."] if source.attachment is not None else []
    return [*notes, *(["It is marked as a draft, to be reviewed before it is used."] if source.is_draft else [])]


def _kept(findings: Sequence[Finding]) -> Sequence[Finding]:
    kept = most_telling(findings, MOST_FINDINGS)
    if len(kept) == len(findings):
        return kept
    return [*kept, Finding(MORE, told_of(findings, MOST_FINDINGS), Severity.WARNING)]


def _finding(finding: Finding) -> dict[str, Any]:
    element = finding.element
    return {
        "severity": finding.severity.value,
        "code": finding.code,
        "message": finding.message,
        "line": element.sourceline if element is not None else None,
        "element": _path(element) if element is not None else None,
    }


def _path(element: etree._Element) -> str:
    """Names from below the root, numbered where there are several."""
    steps: list[str] = []
    at: etree._Element | None = element
    while at is not None:
        parent = at.getparent()
        same = [child for child in parent if child.tag == at.tag] if parent is not None else []
        name = str(etree.QName(at).localname)
        steps.append(f"{name}[{same.index(at) + 1}]" if len(same) > 1 else name)
        at = parent
    return "/".join(reversed(steps[:-1] or steps))


def _plain(text: str) -> str:
    return "".join(sign for sign in text if sign.isprintable())[:80]

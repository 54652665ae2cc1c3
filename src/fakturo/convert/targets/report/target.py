"""The target `report`: the values are the model's own, and the gate is a schema of ours."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from importlib import resources

from lxml import etree

from fakturo.convert.directory.question import Question
from fakturo.convert.targets.schema import schema_findings
from fakturo.convert.targets.target import Finding, Prepared, Target

NAMESPACE = "urn:fakturo:report:1"


@dataclass(frozen=True, slots=True)
class PartyOfReport:
    name: str
    role: str | None = None


@dataclass(frozen=True, slots=True)
class DateOfReport:
    date: str
    what: str | None = None


@dataclass(frozen=True, slots=True)
class AmountOfReport:
    amount: Decimal
    currency: str | None = None
    what: str | None = None


@dataclass(frozen=True, slots=True)
class Report:
    title: str | None = None
    summary: str | None = None
    parties: tuple[PartyOfReport, ...] = ()
    dates: tuple[DateOfReport, ...] = ()
    amounts: tuple[AmountOfReport, ...] = ()


@cache
def _schema() -> etree.XMLSchema:
    return etree.XMLSchema(etree.fromstring((resources.files(__package__) / "report_v1.xsd").read_bytes()))


def check(root: etree._Element) -> Sequence[Finding]:
    """Of our own form; others may be made from the same values, and nobody here knows their rules."""
    return schema_findings(root, _schema()) if etree.QName(root).namespace == NAMESPACE else []


REPORT = Target(
    name="report",
    values=Report,
    ask=lambda _: Question(),
    prepare=lambda *_: Prepared(Report()),
    check=check,
)

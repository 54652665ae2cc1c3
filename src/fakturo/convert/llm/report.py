"""A model's report on a document: its dates and amounts are looked for on the page, its words are its own."""

import datetime as dt
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import IO, Any

from fakturo.convert.embedded.printed import Printed
from fakturo.convert.invoice import Issue, Severity, Verdict
from fakturo.convert.layout.sheet import Sheet
from fakturo.convert.llm.printed import find, not_on_page
from fakturo.convert.llm.reading import NoReading, reading_from_json
from fakturo.convert.mapping.evaluate import evaluate
from fakturo.convert.mapping.model import Mapping
from fakturo.convert.targets.catalog import TARGETS
from fakturo.convert.targets.report.target import AmountOfReport, DateOfReport, PartyOfReport, Report
from fakturo.convert.targets.xml import write
from fakturo.convert.verdict import verdict_of

DRAFT = "draft: to be reviewed before it is used"


@dataclass(frozen=True, slots=True)
class Reported:
    verdict: Verdict
    issues: Sequence[Issue]


def write_report(
    mapping: Mapping, data: bytes, sheets: Sequence[Sheet], xml: IO[bytes], document: IO[bytes] | None, *, pretty: bool
) -> Reported:
    report = report_in(data)
    filled = evaluate(mapping, report)
    findings = (*filled.findings, *TARGETS[mapping.target].check(filled.root))
    unread = [Issue("PAGE_UNREAD", None, note, sheet.number) for sheet in sheets for note in sheet.notes]
    issues = [
        *unread,
        *_not_printed(report, Printed(sheets)),
        *(Issue(each.code, None, each.message, severity=each.severity) for each in findings),
    ]
    verdict = verdict_of(issues)
    write(filled.root, xml, pretty=pretty, comment=DRAFT if verdict is Verdict.REVIEW else None)
    if document is not None:
        document.write(_as_json(report, [sheet.number for sheet in sheets], verdict, issues))
    return Reported(verdict, issues)


def report_in(data: bytes) -> Report:
    given = reading_from_json(data)
    try:
        return Report(
            title=given.get("title"),
            summary=given.get("summary"),
            parties=tuple(PartyOfReport(**each) for each in given.get("parties") or ()),
            dates=tuple(DateOfReport(**each) for each in given.get("dates") or ()),
            amounts=tuple(
                AmountOfReport(Decimal(each["amount"]), each.get("currency"), each.get("what"))
                for each in given.get("amounts") or ()
            ),
        )
    except (TypeError, KeyError, ArithmeticError):
        raise NoReading("The model's reading is no report.") from None


def _not_printed(report: Report, printed: Printed) -> Iterator[Issue]:
    for at, each in enumerate(report.dates):
        try:
            day = dt.date.fromisoformat(each.date)
        except ValueError:
            yield Issue("VALUE_MALFORMED", f"dates.{at}.date", "A language model gives a date that no calendar has.")
            continue
        if not find("date", day, printed):
            yield not_on_page(f"dates.{at}.date", each.date, "date")
    for at, amount in enumerate(report.amounts):
        if not find("amount", amount.amount, printed):
            yield not_on_page(f"amounts.{at}.amount", f"{amount.amount:f}", "amount")
    for at, party in enumerate(report.parties):
        if not find("name", party.name, printed):
            yield not_on_page(f"parties.{at}.name", party.name, "name of a party")


def _as_json(report: Report, pages: Sequence[int], verdict: Verdict, issues: Sequence[Issue]) -> bytes:
    document: dict[str, Any] = {
        "report": asdict(report),
        "pages": list(pages),
        "verdict": verdict.value,
        "issues": [_issue(issue) for issue in issues],
    }
    return json.dumps(document, ensure_ascii=False, default=lambda value: f"{value:f}").encode() + b"\n"


def _issue(issue: Issue) -> dict[str, Any]:
    told: dict[str, Any] = {"code": issue.code, "field": issue.field, "message": issue.message}
    if issue.severity is not Severity.ERROR:
        told["severity"] = issue.severity.value
    return told | ({"page": issue.page} if issue.page is not None else {})

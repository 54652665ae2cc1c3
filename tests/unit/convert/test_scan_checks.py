"""An unsure letter in what nothing else proves is a doubt; a sure one, and an amount, is none."""

import pytest

from fakturo.convert.invoice import Evidence, Origin
from fakturo.convert.layout.sheet import Sheet, sheet_of
from fakturo.convert.page import Box, PageContent, PageHead, Source, Word
from fakturo.convert.scan_checks import scan_issues

PLACE = Box(100, 50, 160, 62)
NOWHERE = Box(0, 0, 0, 0)


def sheet(confidence: float | None, source: Source = Source.OCR) -> Sheet:
    words = [Word("Invoice", Box(50, 50, 95, 62), 12, source=source, confidence=0.1), Word("INV-7O1", PLACE, 12)]
    words[1] = words[1]._replace(source=source, confidence=confidence)
    head = PageHead(1, 600, 800, 0, NOWHERE, NOWHERE)
    return sheet_of(PageContent(head, iter(words), iter(()), iter(())))


def evidence(source: Origin = Origin.OCR) -> Evidence:
    return Evidence("INV-7O1", 1, PLACE, source, 0.9)


def test_an_unsure_letter_is_a_doubt_about_its_field_alone() -> None:
    [issue] = scan_issues([sheet(0.3)], {"invoice.number": evidence()})
    assert (issue.code, issue.field, issue.page, issue.box) == ("SCAN_UNSURE", "invoice.number", 1, PLACE)
    assert "INV-7O1" in issue.message


@pytest.mark.parametrize(
    ("page", "fields"),
    [
        (sheet(0.95), {"invoice.number": evidence()}),
        (sheet(0.3), {"totals.total": evidence()}),
        (sheet(0.3), {}),
        (sheet(None, Source.TEXT), {"invoice.number": evidence(Origin.TEXT)}),
    ],
)
def test_what_is_sure_or_proven_otherwise_is_none(page: Sheet, fields: dict[str, Evidence]) -> None:
    assert not list(scan_issues([page], fields))

"""One paper, read again and again: how far each template's reading of it is from what is right."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from fakturo.convert.invoice import Invoice, Severity
from fakturo.convert.layout.sheet import Sheet
from fakturo.convert.reader import read_invoice
from fakturo.convert.teach.differences import differences
from fakturo.convert.teach.truth import Truth
from fakturo.convert.templates.template import Template

MOST_READINGS = 120
"""Of one paper; a search that needs more has not understood it."""


class Grade(NamedTuple):
    """How far a reading is from what is right; less is better."""

    wrong: int
    doubts: int
    words: int
    """Wrong words of lines."""


@dataclass(slots=True)
class Pupil:
    """One paper, and how often it was read."""

    sheets: Sequence[Sheet]
    truth: Truth
    readings: int = 0
    _known: dict[str, tuple[Invoice, Grade]] = field(default_factory=dict)

    @property
    def is_tired(self) -> bool:
        return self.readings >= MOST_READINGS

    def read(self, template: Template) -> Invoice:
        return self._graded(template)[0]

    def grade(self, template: Template) -> Grade:
        return self._graded(template)[1]

    def _graded(self, template: Template) -> tuple[Invoice, Grade]:
        key = repr(template)
        if key not in self._known:
            self.readings += 1
            invoice = read_invoice(self.sheets, template)
            self._known[key] = invoice, grade_of(self.truth, invoice)
        return self._known[key]


def grade_of(truth: Truth, invoice: Invoice) -> Grade:
    found = differences(truth, invoice)
    words = sum(difference.is_of_words for difference in found)
    doubts = sum(issue.severity is Severity.ERROR for issue in invoice.issues)
    return Grade(len(found) - words, doubts, words)

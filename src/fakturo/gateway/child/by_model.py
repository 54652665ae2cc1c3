"""What a child does with a language model's reading of its document."""

import io
import json
from collections.abc import Callable
from typing import IO

from fakturo.convert.engine import Data, read_with_model, sheets_of
from fakturo.convert.errors import ConversionError
from fakturo.convert.invoice import Severity
from fakturo.convert.llm.report import write_report
from fakturo.convert.mapping import Mapping, Mappings
from fakturo.convert.mapping.model import REPORT
from fakturo.convert.read.ocr import Recognise
from fakturo.gateway.sandbox.messages import Convert, Done
from fakturo.http.media_types import JSON, XML

NEEDS_MODEL = "This mapping is read by a language model: hand the PDF in to a server that has one (docs/llm.md)."
MAX_REASON_CHARACTERS = 300


def check_reading(mapping: Mapping | None, task: Convert) -> None:
    """A mapping of the pipeline `llm` makes nothing of a PDF alone."""
    if mapping and mapping.is_read_by_model and task.source != JSON and task.reading is None:
        raise ConversionError(NEEDS_MODEL)


def convert_report(
    task: Convert,
    document: Data,
    mapping: Mapping,
    files: dict[str, IO[bytes]],
    *,
    on_page: Callable[[int], None],
    recognise: Recognise,
) -> Done:
    """Without stages: whoever counts them adds them."""
    assert task.reading is not None
    sheets = sheets_of(document, on_page=on_page, recognise=recognise)
    xml = files.get(XML) or io.BytesIO()
    made = write_report(mapping, task.reading.encode(), sheets, xml, files.get(JSON), pretty=task.pretty)
    told = sorted(made.issues, key=lambda issue: issue.severity is not Severity.ERROR)
    return Done((), made.verdict.value, len(told), told[0].message[:MAX_REASON_CHARACTERS] if told else None)


def warm_up_readings(pdf: bytes, mappings: Mappings) -> None:
    """Load whatever a reading needs late, while files may still be read."""
    reading = {"invoices": [{"invoice": {"number": "W-1", "date": "2026-03-09", "currency": "EUR"}}]}
    read_with_model(pdf, json.dumps(reading).encode(), model_leads=True, ignore_embedded=True)
    for each in mappings.files:
        if each.mapping.target == REPORT:
            write_report(each.mapping, b"{}", sheets_of(pdf), io.BytesIO(), io.BytesIO(), pretty=True)

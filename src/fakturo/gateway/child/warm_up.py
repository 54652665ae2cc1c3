"""What children of a sandbox load before its walls stand: once, in the process that they are forked from."""

import datetime as dt
import inspect
import io
import sys
import traceback
from functools import _lru_cache_wrapper

from fakturo.convert.directory.question import know_nothing
from fakturo.convert.engine import (
    convert_to_layout,
    read_invoices,
)
from fakturo.convert.errors import ConversionError
from fakturo.convert.invoice_input import invoices_from_json
from fakturo.convert.invoice_json import invoices_as_json
from fakturo.convert.json_checks import judged
from fakturo.convert.produce import produce
from fakturo.convert.targets.catalog import TARGETS
from fakturo.convert.targets.en16931.judge import appoint
from fakturo.convert.validate import validate
from fakturo.gateway.child import views
from fakturo.gateway.child.by_model import warm_up_readings
from fakturo.gateway.child.conversation import Known

WARM_UP_PDF = b"""%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>> endobj
4 0 obj <</Length 699>> stream
BT /F 9 Tf 9 282 Td (Acme Trading Ltd) Tj 0 -12 Td (12 High Street, 80331 M\xfcnchen, Germany) Tj
0 -12 Td (VAT ID DE136695976, IBAN DE89 3704 0044 0532 0130 00) Tj
0 -24 Td (Bill to:) Tj 0 -12 Td (Jane Example, Example GmbH) Tj 0 -12 Td (Main Road 5, Berlin) Tj
0 -24 Td (Invoice No. W-1) Tj 0 -12 Td (Invoice date: 9 March 2026) Tj 0 -12 Td (Due date: 2026-04-09) Tj
0 -12 Td (Order number: PO-77) Tj
0 -24 Td (Description) Tj 90 0 Td (Qty) Tj 60 0 Td (Unit price) Tj 60 0 Td (Amount EUR) Tj
-210 -12 Td (Warm up) Tj 90 0 Td (2) Tj 60 0 Td (1.50) Tj 60 0 Td (3.00) Tj
-60 -12 Td (Subtotal) Tj 60 0 Td (3.00) Tj -60 -12 Td (VAT 19%) Tj 60 0 Td (0.57) Tj
-60 -12 Td (Total EUR) Tj 60 0 Td (3.57) Tj ET
endstream endobj
5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>> endobj
6 0 obj <</Type/EmbeddedFile/Length 191>> stream
<?xml version="1.0" encoding="windows-1252"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><ID>W-1</ID>
<IssueDate>2026-03-09</IssueDate><Note>warm \xfcp</Note></Invoice>
endstream endobj
trailer <</Root 1 0 R>>
"""
"""It prints an invoice, and carries another as XML."""


def warm_up(known: Known) -> None:
    """Load whatever is loaded late, while files may still be read: readers, codecs, schemas and rules.

    All but the rules of EN 16931, which are too large for every child: others judge by them; see gateway/judges.py.
    """
    appoint(lambda _xml, _rules: [])
    _work_out_once()
    layout = io.BytesIO()
    convert_to_layout(WARM_UP_PDF, layout, pretty=True)
    validate(layout.getvalue())
    for ignore_embedded in (False, True):
        read_invoices(WARM_UP_PDF, ignore_embedded=ignore_embedded)
    for target in TARGETS.values():
        target.load()
    warm_up_readings(WARM_UP_PDF, known.mappings)
    (invoice,) = invoices_from_json(invoices_as_json(read_invoices(WARM_UP_PDF), pretty=True))
    for each in known.mappings.files:
        if each.mapping.is_of_invoices:
            produce(each.mapping, [judged(invoice)], know_nothing, io.BytesIO(), pretty=True)
    if known.embeds:
        from fakturo.convert import hybrid

        hybrid.load(dt.datetime.now(dt.UTC))
    views.warm_up(WARM_UP_PDF, io.BytesIO())
    try:
        convert_to_layout(b"%PDF-", io.BytesIO())
    except ConversionError as error:
        traceback.extract_tb(error.__traceback__)


def _work_out_once() -> None:
    """What the engine works out at its first document and keeps: here, once, instead of in every child."""
    for name, module in list(sys.modules.items()):
        if name.startswith("fakturo.convert."):
            for member in vars(module).values():
                if isinstance(member, _lru_cache_wrapper) and not inspect.signature(member).parameters:
                    member()

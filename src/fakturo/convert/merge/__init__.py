"""Many TaxInvoiceBulk files of one seller as one, or as few as the portal takes.

    survey = Survey()                                 read all of them once: what is in them, and whether they fit
    for name, chunks in files:
        reading = survey.begin(name)
        for chunk in chunks: reading.feed(chunk)
        reading.end()
    plan = survey.plan(limit=1000)                    CannotMerge names the files that are in the way
    merger = Merger(plan)                             read them again: each invoice goes out as it comes in
    for chunk in …: for piece in merger.add(reader.feed(chunk)): …

Twice, so that nothing is begun that cannot be finished, and no more than one invoice is ever held. Bytes are pushed in,
so that files, and answers of a store that come in by and by, are read by the same code.
"""

from fakturo.convert.merge.bulk import BulkReader, Invoice, NotBulk
from fakturo.convert.merge.plan import CannotMerge, Duplicate, Plan, Survey, Surveyed
from fakturo.convert.merge.write import Merger, Piece

__all__ = [
    "BulkReader",
    "CannotMerge",
    "Duplicate",
    "Invoice",
    "Merger",
    "NotBulk",
    "Piece",
    "Plan",
    "Survey",
    "Surveyed",
]

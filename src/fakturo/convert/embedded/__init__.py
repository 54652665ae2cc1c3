"""Invoices that a PDF carries as XML: ZUGFeRD 1 and 2, Factur-X, XRechnung as CII or UBL.

    document   bytes → a tree, with nothing fetched, expanded or too large
    dialects   which of the forms it is, and its reader: cii (ZUGFeRD 1 and 2, Factur-X) · ubl
    signs      a credit note has positive amounts and its kind
    checks     do the sums close, is everything there that must be
    compare    is the same printed on the pages (printed: what stands there, by value)
    reader     the door

What the XML says is taken as it is. What does not fit is told, never repaired.
"""

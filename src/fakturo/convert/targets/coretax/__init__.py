"""Coretax: output tax invoices for import into the Indonesian tax office's portal, as TaxInvoiceBulk.

`values` is what a mapping writes, `prepare` makes it from invoices and a directory's answer, `schema` and `rules` are
the gate. The portal's own schema is not published: ours, and the rules, are put together from its samples and reference
sheets. What is written from where: docs/coretax.md.
"""

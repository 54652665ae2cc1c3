"""Who bills whom, when and under which number: the header of an invoice from a vendor never seen before.

`reader` puts it together. Each field has a room or a module of its own: `number`, `dates`, `parties`, `tax_ids`,
`money` (the currency), `kind`, `country`, `language`; `known` is what a template adds. They share `scene` (the pages
as phrases in rows), `neighbours` (what stands around a phrase), `labels` and `places` (names of countries, currencies,
legal forms). Pure: sheets in, readings out.
"""

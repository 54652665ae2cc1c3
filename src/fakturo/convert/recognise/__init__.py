"""Text recognition with models that come as a Python package: a picture in, a table of words out.

models (where they lie, loading) · lines (where text stands on a picture) · overlooked (digits that stand alone) ·
rulings (lines drawn between cells) · letters (what a line says) · ink (where its words begin and end) · upright (which
way up the page lies) · table (all of it, as the rows that tesseract writes, too).
Nothing is ever fetched, and nothing here starts a thread.
"""

"""Is a PDF what it is about to call itself, PDF/A-3b?

Asked of pikepdf's validator, which approves only what it knows to be right: a "no" may be a false alarm, a "yes" is
none. It does not know schemas of others in the metadata, so that it is asked before the one of Factur-X is added, which
is the same in every file.
"""

import io

from fontTools.ttLib import getTableModule
from pikepdf import pdfa

FLAVOUR = "3b"
SAVING = pdfa.resolve_save_kwargs(FLAVOUR, force_version="1.7", deterministic_id=True)
"""How the file is written that is asked about."""
_FONT_TABLES = (
    "head",
    "hhea",
    "hmtx",
    "maxp",
    "cmap",
    "glyf",
    "loca",
    "post",
    "name",
    "OS/2",
    "CFF ",
    "cvt ",
    "fpgm",
    "prep",
)


def is_archival(written: bytes) -> bool:
    return bool(pdfa.validate_written(io.BytesIO(written), FLAVOUR).passed)


def load_fonts() -> None:
    """What reads the parts of a font is loaded when one is met: too late for those who can open no file by then."""
    for table in _FONT_TABLES:
        getTableModule(table)

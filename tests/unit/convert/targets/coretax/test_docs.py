"""docs/coretax.md names every code, and no other."""

import re
from pathlib import Path

from fakturo.convert.targets import coretax

ROOM = Path(coretax.__path__[0])
DOCS = Path(__file__).parents[5] / "docs" / "coretax.md"
CODE = re.compile(r"[A-Z]{2,}(?:_[A-Z]+)+")
MADE = {f"{name}_{end}" for name in ("TAX_BASE", "OTHER_BASE", "VAT", "STLG") for end in ("MISMATCH", "ROUNDING")} | {
    "SELLER_TAX_ID_DIFFERS",
    "BUYER_TAX_ID_DIFFERS",
    "TAX_BASE_DIFFERS",
    "TAX_DIFFERS",
    "TOTAL_DIFFERS",
}
"""Put together from parts in the code."""


def test_the_docs_name_every_code() -> None:
    source = "\n".join(file.read_text("utf-8") for file in ROOM.glob("*.py"))
    said = set(re.findall(r'"([A-Z]{2,}(?:_[A-Z]+)+)"', source)) - {"TAX_BASE", "OTHER_BASE"} | MADE
    assert set(re.findall(rf"`({CODE.pattern})`", DOCS.read_text("utf-8"))) == said

"""What a line is to the tax office: goods or services, its code and its unit."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from fakturo.convert.directory.question import Answer, GoodsRecord
from fakturo.convert.invoice import Item
from fakturo.convert.targets.coretax.lists import UNSPECIFIED, goods, unit_key, unit_names, units
from fakturo.convert.targets.coretax.notes import Notes

GOODS, SERVICES = "A", "B"
HEADING_DIGITS = 4
OF_TIME = frozenset({"UM.0023", "UM.0024", "UM.0025", "UM.0026", "UM.0027", "UM.0028", "UM.0030"})
"""Years to minutes, and activities: what services are counted in."""
OTHERWISE = {GOODS: "UM.0018", SERVICES: "UM.0030"}
"""The units of what is counted in none that is known."""
_SERVICE = re.compile(
    r"\b(?:jasa|sewa|fee|rental|consulting|consultancy|konsultasi|training|pelatihan)\b", re.IGNORECASE
)


class What(NamedTuple):
    opt: str
    code: str
    unit: str


@dataclass(frozen=True, slots=True)
class Namer:
    """What the directory answered about units, and whom to tell what is not known."""

    answer: Answer
    notes: Notes

    def what(self, place: int, item: Item, known: GoodsRecord | None) -> What:
        unit = item.coretax.unit or (known.unit if known else None) or self._unit(item.uom)
        opt = self._opt(place, item, known, unit)
        code = self._code(place, item, known, opt)
        return What(opt, code, unit or self._fallback(place, item, opt))

    def _unit(self, printed: str | None) -> str | None:
        if not printed:
            return None
        return self.answer.units.get(printed) or unit_names().get(unit_key(printed))

    def _fallback(self, place: int, item: Item, opt: str) -> str:
        unit = OTHERWISE.get(opt, OTHERWISE[GOODS])
        said = f"unit '{item.uom}' is not known" if item.uom else "no unit is printed"
        message = f"{said}; {unit} ({units()[unit]}) is written. Enter it in the directory if it has another code."
        self.notes.line_warning(place, "UNIT_ASSUMED", "uom", message)
        return unit

    def _opt(self, place: int, item: Item, known: GoodsRecord | None, unit: str | None) -> str:
        decided = item.coretax.opt or (known.opt if known else None)
        if decided:
            return decided
        if item.hs_code or not (unit in OF_TIME or _SERVICE.search(item.description or "")):
            return GOODS
        self.notes.line_warning(place, "SERVICE_ASSUMED", "description", "taken for a service, by its words or unit.")
        return SERVICES

    def _code(self, place: int, item: Item, known: GoodsRecord | None, opt: str) -> str:
        decided = item.coretax.code or (known.code if known and known.opt == opt else None)
        if decided:
            return decided
        printed = "".join(filter(str.isdecimal, item.hs_code or ""))
        code = printed[:HEADING_DIGITS] + "00"
        if opt == GOODS and len(printed) >= HEADING_DIGITS and (opt, code) in goods():
            return code
        if printed and opt == GOODS:
            message = f"the printed HS code is not in the tax office's list; {UNSPECIFIED} is written."
            self.notes.line_warning(place, "HS_CODE_UNKNOWN", "hs_code", message)
        return UNSPECIFIED

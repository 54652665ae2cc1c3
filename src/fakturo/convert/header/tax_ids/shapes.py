"""Tax numbers by the shapes that countries prescribe, for those whose label nobody knows."""

import re
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import NamedTuple

from stdnum import luhn
from stdnum.ar import cuit
from stdnum.au import abn
from stdnum.cl import rut
from stdnum.il import hp
from stdnum.it import iva
from stdnum.no import orgnr
from stdnum.pe import ruc
from stdnum.pl import nip
from stdnum.pt import nif
from stdnum.se import orgnr as se_orgnr
from stdnum.th import tin as th_tin
from stdnum.tr import vkn

from fakturo.convert.memory import remembered


class Shape(NamedTuple):
    country: str
    printed: re.Pattern[str]
    telling: bool
    """Little else is written so: with letters, in many groups, or very long."""
    checks: Callable[[str], bool] | None = None
    """Whether its check digits are right, given its letters and digits."""


class Shaped(NamedTuple):
    value: str
    start: int
    end: int
    country: str
    telling: bool
    checked: bool


def _right_by(number: ModuleType) -> Callable[[str], bool]:
    """By a module of python-stdnum, which knows how a country checks its numbers."""
    return lambda code: bool(number.is_valid(code))


def _korean(code: str) -> bool:
    """The one whose check digit python-stdnum does not look at."""
    digits = [int(digit) for digit in code]
    weights = (1, 3, 7, 1, 3, 7, 1, 3, 5)
    total = sum(digit * weight for digit, weight in zip(digits, weights, strict=False)) + 5 * digits[8] // 10
    return (10 - total % 10) % 10 == digits[9]


def _shape(country: str, pattern: str, *, telling: bool, checks: Callable[[str], bool] | None = None) -> Shape:
    return Shape(country, re.compile(rf"(?<![\w./-])(?:{pattern})(?![\w/]|[.-]\w)"), telling, checks)


SHAPES = (
    _shape("AE", r"100\d{12}", telling=True),
    _shape("AR", r"(?:20|2[347]|3[034])-\d{8}-\d", telling=True, checks=_right_by(cuit)),
    _shape("AU", r"\d{2} \d{3} \d{3} \d{3}", telling=True, checks=_right_by(abn)),
    _shape("AU", r"\d{11}", telling=False, checks=_right_by(abn)),
    _shape("BR", r"\d{3}\.\d{3}\.\d{3}-\d{2}", telling=True),
    _shape("CL", r"\d{1,2}\.\d{3}\.\d{3}-[\dKk]", telling=True, checks=_right_by(rut)),
    _shape("CO", r"\d{3}\.\d{3}\.\d{3}-\d", telling=True),
    _shape("DE", r"\d{2,3}/\d{3}/\d{4,5}", telling=True),
    _shape("DK", r"\d{8}|\d{2} \d{2} \d{2} \d{2}", telling=False),
    _shape("EC", r"(?:0[1-9]|1\d|2[0-4]|30)\d{8}001", telling=True),
    _shape("ES", r"(?:[A-HJNP-SUVW]-?\d{7}[0-9A-J]|\d{8}-?[A-Z]|[XYZ]-?\d{7}-?[A-Z])", telling=True),
    _shape("FI", r"\d{7}-\d", telling=True),
    _shape("GB", r"\d{3} \d{4} \d{2}(?: \d{3})?", telling=True),
    _shape("HU", r"\d{8}-\d-\d{2}", telling=True),
    _shape("ID", r"0\d{15}", telling=True),
    _shape("IL", r"5\d{8}", telling=False, checks=_right_by(hp)),
    _shape("IT", r"\d{11}", telling=False, checks=_right_by(iva)),
    _shape("KE", r"[AP]0\d{8}[A-Z]", telling=True),
    _shape("KR", r"\d{3}-\d{2}-\d{5}", telling=True, checks=_korean),
    _shape("MX", r"[A-ZÑ&]{3,4} ?-?\d{6} ?-?[A-Z0-9]{3}", telling=True),
    _shape("MY", r"[A-Z]\d{2}-\d{4}-\d{8}", telling=True),
    _shape("NG", r"\d{8}-\d{4}", telling=True),
    _shape("NO", r"\d{3} ?\d{3} ?\d{3} ?MVA", telling=True, checks=_right_by(orgnr)),
    _shape("NO", r"\d{3} \d{3} \d{3}", telling=False, checks=_right_by(orgnr)),
    _shape("NZ", r"\d{2,3}-\d{3}-\d{3}", telling=True),
    _shape("PE", r"(?:10|20)\d{9}", telling=False, checks=_right_by(ruc)),
    _shape("PH", r"\d{3}-\d{3}-\d{3}(?:-\d{3,5})?", telling=True),
    _shape("PL", r"\d{3}-\d{3}-\d{2}-\d{2}|\d{3}-\d{2}-\d{2}-\d{3}", telling=True, checks=_right_by(nip)),
    _shape("PL", r"\d{10}", telling=False, checks=_right_by(nip)),
    _shape("PT", r"[125689]\d{8}|[125689]\d{2} \d{3} \d{3}", telling=False, checks=_right_by(nif)),
    _shape("PY", r"\d{6,8}-\d", telling=False),
    _shape("SA", r"3\d{13}3", telling=True),
    _shape("SE", r"\d{6}-\d{4}", telling=True, checks=_right_by(se_orgnr)),
    _shape("SG", r"M\d-?\d{7}-?[\dA-Z]|(?:19|20)\d{7}[A-Z]|\d{8}[A-Z]|[ST]\d{2}[A-Z]{2}\d{4}[A-Z]", telling=True),
    _shape("TH", r"0\d{12}|0[ -]\d{4}[ -]\d{5}[ -]\d{2}[ -]\d", telling=True, checks=_right_by(th_tin)),
    _shape("TR", r"\d{10}", telling=False, checks=_right_by(vkn)),
    _shape("TW", r"\d{8}", telling=False),
    _shape("US", r"\d{2}-\d{7}", telling=False),
    _shape("VN", r"\d{10}(?:-\d{3})?", telling=False),
    _shape("ZA", r"4\d{9}", telling=False, checks=_right_by(luhn)),
)


def fits(country: str, text: str) -> bool | None:
    """Whether a text is written as this country's numbers are; None where no shape of it is known."""
    shapes = [shape for shape in SHAPES if shape.country == country]
    return any(shape.printed.fullmatch(text) for shape in shapes) if shapes else None


@remembered
def shaped_in(text: str) -> tuple[Shaped, ...]:
    """All that the text may hold; a number may be several countries'."""
    return tuple(_shaped_in(text)) if sum(map(str.isdigit, text)) > 6 else ()


def _shaped_in(text: str) -> Iterator[Shaped]:
    for shape in SHAPES:
        for match in shape.printed.finditer(text):
            code = "".join(filter(str.isalnum, match[0]))
            checked = shape.checks is not None and shape.checks(code)
            yield Shaped(match[0], *match.span(), shape.country, shape.telling, checked)

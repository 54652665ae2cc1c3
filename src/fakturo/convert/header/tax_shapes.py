"""Tax numbers by the shapes that countries prescribe, for those whose label nobody knows."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple


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


def _weighted(weights: tuple[int, ...], modulus: int, expected: Callable[[int], int]) -> Callable[[str], bool]:
    """The last digit follows from the others, each with its weight."""

    def checks(code: str) -> bool:
        digits = [int(digit) for digit in code if digit.isdigit()]
        if len(digits) != len(weights) + 1:
            return False
        rest = sum(digit * weight for digit, weight in zip(digits, weights, strict=False)) % modulus
        return expected(rest) == digits[-1]

    return checks


def _luhn(code: str) -> bool:
    digits = [int(digit) for digit in reversed(code) if digit.isdigit()]
    doubled = (sum(divmod(2 * digit, 10)) for digit in digits[1::2])
    return bool(digits) and (sum(digits[::2]) + sum(doubled)) % 10 == 0


def _abn(code: str) -> bool:
    digits = [int(digit) for digit in code]
    weights = (10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19)
    digits[0] -= 1
    return sum(digit * weight for digit, weight in zip(digits, weights, strict=False)) % 89 == 0


def _vkn(code: str) -> bool:
    total = 0
    for place, digit in enumerate(map(int, code[:9])):
        shifted = (digit + 9 - place) % 10
        power = shifted * 2 ** (9 - place) % 9
        total += 9 if shifted and not power else power
    return (10 - total % 10) % 10 == int(code[9])


def _rut(code: str) -> bool:
    weights = (2, 3, 4, 5, 6, 7)
    total = sum(int(digit) * weights[place % 6] for place, digit in enumerate(reversed(code[:-1])))
    return "0123456789K0"[(11 - total % 11)] == code[-1].upper()


def _korean(code: str) -> bool:
    digits = [int(digit) for digit in code]
    weights = (1, 3, 7, 1, 3, 7, 1, 3, 5)
    total = sum(digit * weight for digit, weight in zip(digits, weights, strict=False)) + 5 * digits[8] // 10
    return (10 - total % 10) % 10 == digits[9]


def _below_ten(rest: int) -> int:
    return (11 - rest) % 11 % 10


_NIP = _weighted((6, 5, 7, 2, 3, 4, 5, 6, 7), 11, lambda rest: rest)
_THAI = _weighted(tuple(range(13, 1, -1)), 11, _below_ten)
_NIF = _weighted(tuple(range(9, 1, -1)), 11, lambda rest: 0 if rest < 2 else 11 - rest)
_RUC = _CUIT = _weighted((5, 4, 3, 2, 7, 6, 5, 4, 3, 2), 11, _below_ten)
_NORWEGIAN = _weighted((3, 2, 7, 6, 5, 4, 3, 2), 11, lambda rest: (11 - rest) % 11)


def _shape(country: str, pattern: str, *, telling: bool, checks: Callable[[str], bool] | None = None) -> Shape:
    return Shape(country, re.compile(rf"(?<![\w./-])(?:{pattern})(?![\w/]|[.-]\w)"), telling, checks)


SHAPES = (
    _shape("AE", r"100\d{12}", telling=True),
    _shape("AR", r"(?:20|2[347]|3[034])-\d{8}-\d", telling=True, checks=_CUIT),
    _shape("AU", r"\d{2} \d{3} \d{3} \d{3}", telling=True, checks=_abn),
    _shape("AU", r"\d{11}", telling=False, checks=_abn),
    _shape("BR", r"\d{3}\.\d{3}\.\d{3}-\d{2}", telling=True),
    _shape("CL", r"\d{1,2}\.\d{3}\.\d{3}-[\dKk]", telling=True, checks=_rut),
    _shape("CO", r"\d{3}\.\d{3}\.\d{3}-\d", telling=True),
    _shape("DE", r"\d{2,3}/\d{3}/\d{4,5}", telling=True),
    _shape("DK", r"\d{8}|\d{2} \d{2} \d{2} \d{2}", telling=False),
    _shape("EC", r"(?:0[1-9]|1\d|2[0-4]|30)\d{8}001", telling=True),
    _shape("ES", r"(?:[A-HJNP-SUVW]-?\d{7}[0-9A-J]|\d{8}-?[A-Z]|[XYZ]-?\d{7}-?[A-Z])", telling=True),
    _shape("FI", r"\d{7}-\d", telling=True),
    _shape("GB", r"\d{3} \d{4} \d{2}(?: \d{3})?", telling=True),
    _shape("HU", r"\d{8}-\d-\d{2}", telling=True),
    _shape("ID", r"0\d{15}", telling=True),
    _shape("IL", r"5\d{8}", telling=False, checks=_luhn),
    _shape("IT", r"\d{11}", telling=False, checks=_luhn),
    _shape("KE", r"[AP]0\d{8}[A-Z]", telling=True),
    _shape("KR", r"\d{3}-\d{2}-\d{5}", telling=True, checks=_korean),
    _shape("MX", r"[A-ZÑ&]{3,4} ?-?\d{6} ?-?[A-Z0-9]{3}", telling=True),
    _shape("MY", r"[A-Z]\d{2}-\d{4}-\d{8}", telling=True),
    _shape("NG", r"\d{8}-\d{4}", telling=True),
    _shape("NO", r"\d{3} ?\d{3} ?\d{3} ?MVA", telling=True, checks=_NORWEGIAN),
    _shape("NO", r"\d{3} \d{3} \d{3}", telling=False, checks=_NORWEGIAN),
    _shape("NZ", r"\d{2,3}-\d{3}-\d{3}", telling=True),
    _shape("PE", r"(?:10|20)\d{9}", telling=False, checks=_RUC),
    _shape("PH", r"\d{3}-\d{3}-\d{3}(?:-\d{3,5})?", telling=True),
    _shape("PL", r"\d{3}-\d{3}-\d{2}-\d{2}|\d{3}-\d{2}-\d{2}-\d{3}", telling=True, checks=_NIP),
    _shape("PL", r"\d{10}", telling=False, checks=_NIP),
    _shape("PT", r"[125689]\d{8}|[125689]\d{2} \d{3} \d{3}", telling=False, checks=_NIF),
    _shape("PY", r"\d{6,8}-\d", telling=False),
    _shape("SA", r"3\d{13}3", telling=True),
    _shape("SE", r"\d{6}-\d{4}", telling=True, checks=_luhn),
    _shape("SG", r"M\d-?\d{7}-?[\dA-Z]|(?:19|20)\d{7}[A-Z]|\d{8}[A-Z]|[ST]\d{2}[A-Z]{2}\d{4}[A-Z]", telling=True),
    _shape("TH", r"0\d{12}|0[ -]\d{4}[ -]\d{5}[ -]\d{2}[ -]\d", telling=True, checks=_THAI),
    _shape("TR", r"\d{10}", telling=False, checks=_vkn),
    _shape("TW", r"\d{8}", telling=False),
    _shape("US", r"\d{2}-\d{7}", telling=False),
    _shape("VN", r"\d{10}(?:-\d{3})?", telling=False),
    _shape("ZA", r"4\d{9}", telling=False, checks=_luhn),
)


def fits(country: str, text: str) -> bool | None:
    """Whether a text is written as this country's numbers are; None where no shape of it is known."""
    shapes = [shape for shape in SHAPES if shape.country == country]
    return any(shape.printed.fullmatch(text) for shape in shapes) if shapes else None


def shaped_in(text: str) -> Iterator[Shaped]:
    """All that the text may hold; a number may be several countries'."""
    if sum(map(str.isdigit, text)) < 7:
        return
    for shape in SHAPES:
        for match in shape.printed.finditer(text):
            code = "".join(filter(str.isalnum, match[0]))
            checked = shape.checks is not None and shape.checks(code)
            yield Shaped(match[0], *match.span(), shape.country, shape.telling, checked)

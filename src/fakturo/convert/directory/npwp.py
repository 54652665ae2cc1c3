"""Indonesian tax numbers: the NPWP of a taxpayer, and the NITKU of one of its places of business.

An NPWP has 16 digits. Those of before 2024 had 15, and go on with a zero in front; residents have their NIK instead.
A NITKU is the NPWP and six digits more: 000000 is the head office.
"""

import re

TIN_DIGITS = 16
OLD_TIN_DIGITS = 15
BRANCH_DIGITS = 6
NITKU_DIGITS = TIN_DIGITS + BRANCH_DIGITS
HEAD_OFFICE = "0" * BRANCH_DIGITS

_BETWEEN_DIGITS = re.compile(r"[\s.\-/]+")
_CHECKED_OLD_DIGITS = slice(1, 10)
"""Of the 16: the number proper of the old NPWP, which ends in its check digit."""
_NIK_DAY, _NIK_MONTH = slice(6, 8), slice(8, 10)
_WOMEN_DAYS = 40
"""Added to the day of birth in a woman's NIK."""
_NEW_TAXPAYERS = "10"
"""Numbers given since 2024 begin so; no province of a NIK does."""


def bare(text: str) -> str:
    """Without the dots, dashes and blanks that people write in between."""
    return _BETWEEN_DIGITS.sub("", text)


def tin_of(text: str | None) -> str | None:
    """The 16 digits of an NPWP or NIK, from however it is written; None for anything else.

    Sixteen zeros stand for a buyer without a number, and are nobody's.
    """
    digits = bare(text or "")
    if not digits.isascii() or not digits.isdecimal() or len(digits) not in {OLD_TIN_DIGITS, TIN_DIGITS}:
        return None
    return digits.zfill(TIN_DIGITS) if digits.strip("0") else None


def nitku_of(text: str | None) -> str | None:
    """The 22 digits of a NITKU; None for anything else."""
    digits = bare(text or "")
    is_one = digits.isascii() and digits.isdecimal() and len(digits) == NITKU_DIGITS and digits.strip("0")
    return digits if is_one else None


def head_office(tin: str) -> str:
    """The NITKU of a taxpayer's first place of business."""
    return tin + HEAD_OFFICE


def belongs_to(nitku: str, tin: str) -> bool:
    return nitku.startswith(tin) and len(nitku) == NITKU_DIGITS


def doubt_about(tin: str) -> str | None:
    """What looks mistyped in 16 digits, in words; a reason to look again, never one to refuse.

    The tax office's own sample does not pass such tests.
    """
    if tin.startswith("0"):
        return (
            None if _passes_luhn(tin[_CHECKED_OLD_DIGITS]) else "its check digit does not fit; a digit may be mistyped"
        )
    if tin.startswith(_NEW_TAXPAYERS) or _has_birthday(tin):
        return None
    return "as a NIK it holds no date of birth; a digit may be mistyped"


def _passes_luhn(digits: str) -> bool:
    doubled = (sum(divmod(2 * int(digit), 10)) for digit in digits[-2::-2])
    return (sum(map(int, digits[-1::-2])) + sum(doubled)) % 10 == 0


def _has_birthday(nik: str) -> bool:
    day, month = int(nik[_NIK_DAY]), int(nik[_NIK_MONTH])
    day -= _WOMEN_DAYS if day > _WOMEN_DAYS else 0
    return 1 <= day <= 31 and 1 <= month <= 12  # noqa: PLR2004

"""Signs that a name is a party's. Their kinds count, not how often they are seen: two independent ones are enough."""

import math
from enum import StrEnum

ENOUGH = 2.0
"""Strength from which on a name is sure. No sign but a label has as much alone."""
SURE = 0.8
"""The same as a confidence."""
CLEAR_LEAD = 0.5
"""A rival must be weaker by so much."""
DOUBTED = 0.6
"""Confidence of what has a rival."""


class Sign(StrEnum):
    """Why a name may be a party's."""

    LABEL = "label"
    SENDER_LINE = "sender line"
    LETTERHEAD = "letterhead"
    LARGE = "large type"
    FOOT = "foot"
    IMPRINT = "imprint"
    OPERATOR = "operator"
    CONTACT = "contact"
    PAYEE = "payee"
    DOMAIN = "domain"
    TAX = "tax number"
    LEGAL = "legal form"
    AGAIN = "named again"
    OTHER = "the other is known"
    ADDRESS = "address"
    WINDOW = "window"
    ADDRESSED = "addressed"
    BELOW_SENDER = "below sender line"
    ONLY = "only one left"
    LETTER = "below the other's letterhead"
    CAPTION = "headed by some label"


Signs = dict[Sign, float]
"""The strongest of each kind."""


def add(signs: Signs, sign: Sign, strength: float) -> None:
    signs[sign] = max(signs.get(sign, 0.0), strength)


def weight_of(signs: Signs) -> float:
    return sum(signs.values())


def confidence_of(weight: float) -> float:
    """0.8 for what is enough, near 1 for twice as much."""
    return round(1 - math.pow(1 - SURE, max(weight, 0.0) / ENOUGH), 2)

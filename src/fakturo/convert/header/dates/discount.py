"""Days until which paying earns a discount: never the due date."""

import re

from fakturo.convert.header.dates.written import DateMatch, dates_in
from fakturo.convert.vocabulary import terms

_PART = re.compile(r"[,;](?=\s)|\.(?=\s+[A-ZÄÖÜ])|\s(?:oder|or|ou|of|o|oppure)\s")
_SHARE = re.compile(r"[^\d,.;]{0,12}\d{1,2}(?:[.,]\d+)? ?%")
"""Right behind the date, where another one follows: what is less until then."""


def is_for_discount(text: str, date: DateMatch) -> bool:
    """`2 % Skonto bis 3.5.` and `bis 3.5. mit 2 % Skonto`; another date in the sentence has a part of its own."""
    others = [one for one in dates_in(text) if one != date]
    start = max([one.end for one in others if one.end <= date.start], default=0)
    end = min([one.start for one in others if one.start >= date.end], default=len(text))
    parts = [part.start() for part in _PART.finditer(text)]
    start = max([start, *(part for part in parts if part < date.start)])
    end = min([end, *(part for part in parts if part >= date.end)])
    if any(one.start >= date.end for one in others) and _SHARE.match(text, date.end):
        return True
    early = [word for word in terms("payment").find(text) if word.meaning == "early"]
    without = [word for word in terms("terms").find(text) if word.meaning == "without"]
    early = [word for word in early if not any(text[no.end : word.start].isspace() for no in without)]
    return any(start <= word.start < end for word in early)

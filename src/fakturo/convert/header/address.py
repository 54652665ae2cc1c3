"""A party's address as text: what its lines say, without the words that announce it or follow it."""

import re
from collections.abc import Iterable, Iterator
from itertools import takewhile

from fakturo.convert.header.names import is_postal
from fakturo.convert.header.places import country_named

_LABEL = re.compile(r"^\s*[^\W\d][^\d:,]{1,30}:\s+(?=\S)")
"""`Address: `, `Alamat : `; addresses have no colon of their own."""
_SENTENCE = re.compile(r"(?<=\w)\.\s+(?=[^\W\d_])")
_EDGES = " ,;.|●•·-–"


def address_text(lines: Iterable[str]) -> str:
    """`Address: 12 Mill Road` and `Leeds LS1 4AB. Registered in England` are `12 Mill Road, Leeds LS1 4AB`."""
    return ", ".join(filter(None, (_without_rest(_LABEL.sub("", line)).strip(_EDGES) for line in lines)))


def _without_rest(line: str) -> str:
    """Up to the sentence that has the town; abbreviations end with a dot, too, so what stands before it is kept."""
    parts = _SENTENCE.split(line)
    if len(parts) == 1 or not any(map(is_postal, parts)):
        return line
    return ". ".join(_until_the_town(parts))


def _until_the_town(parts: list[str]) -> Iterator[str]:
    town = next(index for index, part in enumerate(parts) if is_postal(part))
    yield from parts[: town + 1]
    yield from takewhile(country_named, parts[town + 1 :])

"""What an owner has taught about single vendors, as it goes with a job; and how much of it there may be."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

NO_TEMPLATES = "none"
MOST_TEMPLATES = 500
MOST_VERSIONS = 50
"""Of one template: what is older than that many changes, and not in use, goes."""
MOST_BYTES = 64 * 1024
"""Of one text."""
MOST_BYTES_IN_USE = 512 * 1024
"""Of all of an owner's that are switched on: they go with every document."""
LONGEST_JSON_BYTES = 2 * MOST_BYTES_IN_USE + 4 * MOST_TEMPLATES
"""Of these as JSON, which writes quotes and ends of lines as two signs, and puts four around each text."""


def as_json(texts: Sequence[str]) -> str:
    """As they go with a document. Letters stay as they are: as \\u0436, each would count three times."""
    return json.dumps(texts, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class OwnTemplates:
    """Those that are switched on."""

    texts: tuple[str, ...] = ()
    state: str = NO_TEMPLATES
    """A mark: with another one, results may differ."""


NOTHING_TAUGHT = OwnTemplates()

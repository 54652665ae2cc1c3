"""A name that nobody knows is a mistake, not a wish that goes unheard: in forms, in queries and in JSON alike."""

from collections.abc import Collection, Iterable
from urllib.parse import parse_qsl

from starlette.requests import Request

from fakturo.convert.mistakes import hint
from fakturo.domain.errors import ErrorCode
from fakturo.http.problems import Problem

FIELD, QUERY, KEY = "field", "query parameter", "key"
CACHE_BUSTER = "_"
"""What browsers' libraries put behind an address so that no cache answers; it is never meant for us."""
SEVERAL_FILES = "There are several files in the request: send one at a time."
MOST_SHOWN = 40
MOST_QUERIES = 1000


def unknown_name(kind: str, name: str, known: Collection[str], where: str = "here") -> str:
    """A sentence with the name that was probably meant, or else with all that there are."""
    told = f"There is no {kind} {name[:MOST_SHOWN]!r} {where}"
    return f"{told}. {hint(name, known)}" if known else f"{told}: this address takes none."


def said_twice(name: str) -> str:
    """Which of the two was meant is not ours to guess."""
    return f"The field {name!r} is there more than once: send it once."


def check_query(request: Request, known: Collection[str]) -> None:
    for name in _names(request.scope["query_string"]):
        if name not in known and name != CACHE_BUSTER:
            raise Problem(ErrorCode.INVALID_REQUEST, unknown_name(QUERY, name, known))


def _names(query: bytes) -> Iterable[str]:
    """Nearly no request has any."""
    if not query:
        return ()
    try:
        pairs = parse_qsl(query.decode("latin-1"), keep_blank_values=True, max_num_fields=MOST_QUERIES)
    except ValueError:
        raise Problem(ErrorCode.INVALID_REQUEST, f"Send at most {MOST_QUERIES} query parameters.") from None
    return (name for name, _ in pairs)

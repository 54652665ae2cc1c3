"""Small forms without files, as browsers send them."""

from urllib.parse import parse_qsl

from starlette.requests import Request

from fakturo.domain.errors import ErrorCode
from fakturo.http.problems import Problem
from fakturo.web.bodies import read_body
from fakturo.web.plain_text import refuse_nul_in

MAX_BYTES = 16 * 1024
MAX_FIELDS = 20


async def fields_of(request: Request, *, max_bytes: int = MAX_BYTES) -> dict[str, str]:
    """Each without blanks around it."""
    return {name: value.strip() for name, value in await _pairs(request, max_bytes)}


async def values_of(request: Request, name: str) -> list[str]:
    """Of a field that is there several times, like the chosen ones of a list."""
    return [value for each, value in await _pairs(request, MAX_BYTES) if each == name]


async def _pairs(request: Request, max_bytes: int) -> list[tuple[str, str]]:
    body = await read_body(request, max_bytes, Problem(ErrorCode.TOO_LARGE, "The form is too long."))
    try:
        pairs = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MAX_FIELDS, errors="strict")
    except ValueError:
        raise Problem(ErrorCode.INVALID_REQUEST) from None
    refuse_nul_in(pairs)
    return pairs

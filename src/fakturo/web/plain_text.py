"""The one character that no text of ours may hold: PostgreSQL has no place for NUL, wherever it stands in a request."""

from typing import Any

from starlette.requests import Request

from fakturo.domain.errors import ErrorCode
from fakturo.http.problems import Problem

NUL = "\0"
NO_NUL = "Text can't contain the character NUL."


async def refuse_nul(request: Request) -> None:
    """In the address: before the question mark, and behind it."""
    if NUL in request.scope["path"] or b"%00" in request.scope["query_string"]:
        raise Problem(ErrorCode.INVALID_REQUEST, NO_NUL)


def refuse_nul_in(value: Any) -> None:
    """Anywhere within what JSON or a form can say."""
    if _has_nul(value):
        raise Problem(ErrorCode.INVALID_REQUEST, NO_NUL)


def _has_nul(value: Any) -> bool:
    if isinstance(value, dict):
        return any(_has_nul(key) or _has_nul(each) for key, each in value.items())
    if isinstance(value, list | tuple):
        return any(map(_has_nul, value))
    return isinstance(value, str) and NUL in value

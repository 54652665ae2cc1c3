"""Rows as values of ours. What the columns are called is read straight from the result, and how to make a value of them
is worked out once: a cursor's own description costs about as much as all the rest of a row."""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from psycopg._cursor_base import BaseCursor
from psycopg.rows import RowMaker

Made = TypeVar("Made")


def names_of(cursor: BaseCursor[Any, Any]) -> tuple[str, ...]:
    """Of its columns, in order; none where a statement gives no rows."""
    result = cursor.pgresult
    return _decoded(tuple(map(result.fname, range(result.nfields)))) if result else ()


@cache
def _decoded(names: tuple[bytes | None, ...]) -> tuple[str, ...]:
    return tuple((name or b"").decode() for name in names)


def rows_of(kind: type[Made]) -> Callable[[BaseCursor[Any, Any]], RowMaker[Made]]:
    """A row factory: the columns are the arguments of a class."""

    def of(cursor: BaseCursor[Any, Any]) -> RowMaker[Made]:
        names = names_of(cursor)
        return lambda values: kind(**dict(zip(names, values, strict=True)))

    return of

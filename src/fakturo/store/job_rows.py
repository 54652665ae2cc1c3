"""Rows of the jobs table as its owner sees them: jobs, pages of a list, and versions of a result."""

from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from typing import Any

from psycopg._cursor_base import BaseCursor
from psycopg.rows import RowMaker

from fakturo.domain.errors import ErrorCode
from fakturo.domain.inputs import Inputs
from fakturo.domain.job import Job, Review, Status
from fakturo.domain.versions import Kind, Version
from fakturo.store.rows import names_of


def page_row(cursor: BaseCursor[Any, Any]) -> RowMaker[tuple[dict[str, Any], Job | None, str]]:
    """What is true of the page as a whole, one of its jobs, and by which transaction that changed."""
    names = names_of(cursor)
    make_job, job_id, changed = job_row(cursor), names.index("id"), names.index("changed_xid")
    head = [(name, names.index(name)) for name in ("horizon", "epoch", "latest", "active")]

    def make(values: Sequence[Any]) -> tuple[dict[str, Any], Job | None, str]:
        job = make_job(values) if values[job_id] is not None else None
        return {name: values[index] for name, index in head}, job, values[changed]

    return make


def job_row(cursor: BaseCursor[Any, Any]) -> RowMaker[Job]:
    """Rows as jobs; columns that an owner has no business with are left out."""
    return _job_maker(names_of(cursor))


_LOOKED_FOR_APART = ("duplicate_of",)
"""What is no column; every other must be among those that a statement gives."""


@cache
def _job_maker(names: tuple[str, ...]) -> RowMaker[Job]:
    """One for each list of columns that our statements give."""
    needed = [column.name for column in fields(Job) if column.name not in _LOOKED_FOR_APART or column.name in names]
    wanted = [(names.index(name), name) for name in needed] if names else []

    def make(values: Sequence[Any]) -> Job:
        row = {name: values[index] for index, name in wanted}
        row["status"] = Status(row["status"])
        row["review"] = Review(row["review"]) if row["review"] else None
        for name in ("error_code", "last_error_code"):
            row[name] = ErrorCode(row[name]) if row[name] else None
        row["made_with"] = Inputs.of(row["made_with"]) if row["made_with"] else None
        return Job(**row)

    return make


def version_of(row: dict[str, Any]) -> Version:
    given = {each.name: row[each.name] for each in fields(Version)}
    given["kind"] = Kind(row["kind"])
    given["review"] = Review(row["review"]) if row["review"] else None
    given["made_with"] = Inputs.of(row["made_with"]) if row["made_with"] else None
    return Version(**given)

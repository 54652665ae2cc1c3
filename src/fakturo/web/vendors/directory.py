"""Parties, units and goods through the API: an owner's own lists, and everybody's to look at.

The three lists have the same operations; only parties are merged, and looked for by what a paper prints.
"""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Annotated, Any, Literal, Self

from fastapi import Query, Request
from fastapi.responses import Response
from pydantic import ConfigDict, Field, JsonValue

from fakturo.convert.directory.question import Role
from fakturo.convert.targets.coretax.codes import Code, search_codes
from fakturo.directory.own import Entry, Likely, NotKept
from fakturo.domain.errors import ErrorCode
from fakturo.http.problems import Problem
from fakturo.store.signals import WORK_IS_WAITING
from fakturo.web.answers import Answer, api_router
from fakturo.web.bodies import Order, body_of, read_order
from fakturo.web.deps import Deps, deps_of
from fakturo.web.guards.sessions import owner_of
from fakturo.web.jobs.settle import could_settle, settle

ENTRY = "/{entry_id:path}"
PLAIN = {"response_class": Response}
CSV = "text/csv; charset=utf-8"
MOST_SHOWN = 200
MOST_MISTAKES = 100
LONGEST_CSV = 8 * 1024 * 1024
SAMPLE: dict[str, JsonValue] = {
    "values": {"name": "PT Contoh Makmur Abadi", "role": "buyer", "tin": "0012345674012000", "address": "Jl. Melati 1"}
}

router = api_router()

Columns = Annotated[
    dict[str, Annotated[str, Field(max_length=600)] | None],
    Field(max_length=20, description="By column, as in a file: docs/directory.md."),
]
Text = Annotated[str, Query(max_length=200, description="What the entry has in it.")]
Limit = Annotated[int, Query(ge=1, le=MOST_SHOWN)]
Offset = Annotated[int, Query(ge=0, le=1_000_000)]


class EntryOrder(Order):
    model_config = ConfigDict(json_schema_extra={"example": SAMPLE})

    values: Columns


class MergeOrder(Order):
    model_config = ConfigDict(json_schema_extra={"example": {"keep": "7", "merge": ["9", "12"]}})

    keep: str = Field(max_length=20, description="The party that stays.")
    merge: list[Annotated[str, Field(max_length=20)]] = Field(
        min_length=1, max_length=50, description="Those whose names it gets, and that go."
    )


class ImportOrder(Order):
    model_config = ConfigDict(
        json_schema_extra={"example": {"csv": "name,tin\nPT Contoh Makmur Abadi,0012345674012000\n"}}
    )

    csv: str = Field(
        min_length=1, max_length=LONGEST_CSV, description="A table with names of columns on its first line."
    )
    skip_bad: bool = Field(default=False, description="Leave out rows with mistakes; otherwise one stops all.")
    replace: bool = Field(default=False, description="Put it in the place of your whole list.")


class EntryAnswer(Answer):
    id: str
    shared: bool
    """Everybody's: it can be seen, and not changed here."""
    values: dict[str, str | None]

    @classmethod
    def of(cls, entry: Entry) -> Self:
        return cls(id=entry.id, shared=entry.is_shared, values=dict(entry.values))


class EntriesAnswer(Answer):
    entries: list[EntryAnswer]
    total: int


class SavedAnswer(Answer):
    entry: EntryAnswer
    could_settle: int
    """Results that wait for somebody to look at them and were made before: converted again, they may be clean."""


class CandidateAnswer(Answer):
    entry: EntryAnswer
    similarity: float
    """1 is the same name."""
    by_number: bool
    """It has the tax number that was asked for."""

    @classmethod
    def of(cls, likely: Likely) -> Self:
        return cls(entry=EntryAnswer.of(likely.entry), similarity=likely.similarity, by_number=likely.by_number)


class CandidatesAnswer(Answer):
    candidates: list[CandidateAnswer]


class ImportAnswer(Answer):
    new: int
    changed: int
    unchanged: int
    """They were there already, the same."""
    removed: int
    mistakes: list[str]
    """Rows that were left out, or why nothing was imported."""
    doubts: list[str]
    could_settle: int


class SettleAnswer(Answer):
    queued: int
    """Converted again now."""
    left: int
    """Whose mapping is no longer offered, or that somebody else changed meanwhile."""


class CodeAnswer(Answer):
    code: str
    name: str

    @classmethod
    def of(cls, code: Code) -> Self:
        return cls(code=code.code, name=code.name)


class CodesAnswer(Answer):
    codes: list[CodeAnswer]


@router.get("/settle", summary="How many reviews could be settled")
async def count_settleable(request: Request) -> SettleAnswer:
    """Results that wait for a review and were made before the last change of directory or templates are `left`."""
    return SettleAnswer(queued=0, left=await could_settle(deps_of(request).jobs, owner_of(request).key))


@router.post("/settle", summary="Settle waiting reviews")
async def settle_reviews(request: Request) -> SettleAnswer:
    """Your results that wait for a review and were made before the last change are converted again, with what directory
    and templates know by now. What they were stays, as earlier versions."""
    deps = deps_of(request)
    done = await settle(deps.jobs, deps.offer, owner_of(request).key)
    if done.queued:
        deps.notifier.call(WORK_IS_WAITING)
    return SettleAnswer(queued=done.queued, left=done.left)


@router.get("/codes/{kind}", summary="Codes of the tax office")
async def list_codes(request: Request, kind: Literal["units", "goods", "transactions"], q: Text = "") -> CodesAnswer:  # noqa: ARG001
    """Of units, of goods and services, and of transactions, by code or words of their names."""
    return CodesAnswer(codes=[CodeAnswer.of(each) for each in search_codes(kind, q)])


@router.get("/parties/candidates", summary="Who may be meant")
async def party_candidates(
    request: Request,
    role: Role = Role.BUYER,
    name: Annotated[str | None, Query(max_length=300, description="As printed.")] = None,
    tax_id: Annotated[str | None, Query(max_length=100, description="As printed.")] = None,
) -> CandidatesAnswer:
    """Parties of a printed name or number, and those with similar names, the best first."""
    found = await deps_of(request).directory.likely(owner_of(request).key, role, name, tax_id)
    return CandidatesAnswer(candidates=[CandidateAnswer.of(each) for each in found])


@router.post("/parties/merge", summary="Make several parties one", openapi_extra=body_of(MergeOrder))
async def merge_parties(request: Request) -> SavedAnswer:
    """Their names become other names of the one that stays, which also gets what it lacks."""
    order = await read_order(request, MergeOrder)
    return await merge_into(request, order.keep, order.merge)


def add_routes(title: str, one: str) -> None:
    """The operations that all lists have; `one` is what an entry is called."""

    async def list_all(request: Request, q: Text = "", limit: Limit = 100, offset: Offset = 0) -> EntriesAnswer:
        """Yours and everybody's, by name."""
        page = await deps_of(request).directory.search(title, owner_of(request).key, q, limit=limit, offset=offset)
        return EntriesAnswer(entries=[EntryAnswer.of(each) for each in page.entries], total=page.total)

    async def add(request: Request) -> SavedAnswer:
        """What is wrong with it is said in a sentence."""
        return await save_entry(request, title, (await read_order(request, EntryOrder)).values)

    async def export(request: Request) -> Response:
        """As `/import` takes it; everybody's entries are not in it."""
        text = await deps_of(request).directory.export_csv(title, owner_of(request).key)
        headers = {"Content-Disposition": f'attachment; filename="{title}.csv"'}
        return Response(text, media_type=CSV, headers=headers)

    async def take(request: Request) -> ImportAnswer:
        """A CSV of any spreadsheet. One bad row stops everything, unless `skip_bad` is said; each is named by its
        line."""
        order = await read_order(request, ImportOrder, most_bytes=2 * LONGEST_CSV)
        return await import_list(request, title, order.csv.encode(), skip_bad=order.skip_bad, replace=order.replace)

    async def change(request: Request, entry_id: str) -> SavedAnswer:
        """All its columns, as they are to be."""
        return await save_entry(request, title, (await read_order(request, EntryOrder)).values, instead_of=entry_id)

    async def delete(request: Request, entry_id: str) -> Response:
        """Everybody's stay."""
        await delete_entry(request, title, entry_id)
        return Response(status_code=HTTPStatus.NO_CONTENT)

    entry, table = {"openapi_extra": body_of(EntryOrder)}, {"openapi_extra": body_of(ImportOrder)}
    file = {"content": {"text/csv": {"schema": {"type": "string"}, "example": "alias,code\nPcs,UM.0021\n"}}}
    for path, call, method, name, summary, more in (
        ("", list_all, "GET", f"list_{title}", f"Your {title}", {}),
        ("", add, "POST", f"add_{one}", f"Add to your {title}", {"status_code": HTTPStatus.CREATED, **entry}),
        ("/export", export, "GET", f"export_{title}", f"Your {title} as a file", {"responses": {200: file}, **PLAIN}),
        ("/import", take, "POST", f"import_{title}", f"Add {title} from a file", table),
        (ENTRY, change, "PUT", f"change_{one}", f"Change one of your {title}", entry),
        (ENTRY, delete, "DELETE", f"delete_{one}", f"Take one out of your {title}", {"status_code": 204, **PLAIN}),
    ):
        given: dict[str, Any] = dict(more)
        router.add_api_route(f"/{title}{path}", call, methods=[method], name=name, summary=summary, **given)


for _title, _one in (("parties", "party"), ("units", "unit"), ("goods", "article")):
    add_routes(_title, _one)


async def delete_entry(request: Request, title: str, entry_id: str) -> None:
    try:
        await deps_of(request).directory.delete(title, owner_of(request).key, entry_id)
    except LookupError:
        raise _missing() from None


async def merge_into(request: Request, keep: str, others: Sequence[str]) -> SavedAnswer:
    deps, owner = deps_of(request), owner_of(request).key
    if not others:
        raise Problem(ErrorCode.INVALID_REQUEST, "Choose at least two parties.")
    try:
        entry = await deps.directory.merge(owner, keep, others)
    except NotKept as reason:
        raise _refused(reason) from None
    except LookupError:
        raise _missing() from None
    return await _saved(deps, owner, entry)


async def save_entry(
    request: Request, title: str, values: dict[str, str | None], *, instead_of: str = ""
) -> SavedAnswer:
    deps, owner = deps_of(request), owner_of(request).key
    plain = {name: " ".join(value.split()) if value else None for name, value in values.items()}
    try:
        entry = await deps.directory.save(title, owner, plain, instead_of=instead_of)
    except NotKept as reason:
        raise _refused(reason) from None
    except LookupError:
        raise _missing() from None
    return await _saved(deps, owner, entry)


async def import_list(request: Request, title: str, data: bytes, *, skip_bad: bool, replace: bool) -> ImportAnswer:
    deps, owner = deps_of(request), owner_of(request).key
    done = await deps.directory.import_csv(title, owner, data, skip_bad=skip_bad, replace=replace)
    mistakes, doubts = (_told(each) for each in (done.reading.mistakes, done.reading.doubts))
    if done.saved is None:
        detail = f"Nothing was imported: {mistakes[0] if mistakes else 'there are no rows in it.'}"
        raise Problem(ErrorCode.INVALID_REQUEST, detail, extra={"mistakes": mistakes})
    return ImportAnswer(
        new=done.saved.new,
        changed=done.saved.changed,
        unchanged=done.saved.unchanged,
        removed=done.saved.removed,
        mistakes=mistakes,
        doubts=doubts,
        could_settle=await could_settle(deps.jobs, owner),
    )


def _told(remarks: Sequence[object]) -> list[str]:
    return [str(each) for each in remarks[:MOST_MISTAKES]]


async def _saved(deps: Deps, owner: str, entry: Entry) -> SavedAnswer:
    return SavedAnswer(entry=EntryAnswer.of(entry), could_settle=await could_settle(deps.jobs, owner))


def _refused(reason: NotKept) -> Problem:
    text = str(reason)
    return Problem(ErrorCode.INVALID_REQUEST, f"{text[:1].upper()}{text[1:]}.")


def _missing() -> Problem:
    return Problem(ErrorCode.NOT_FOUND, "There is no such entry in your directory. Everybody's can't be changed here.")

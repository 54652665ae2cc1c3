"""The directory's page: parties, units and goods; searched, entered, changed, merged, from files and back.

All of it is plain forms. After a change the page says how many waiting reviews it could settle, and settles them.
"""

from http import HTTPStatus
from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from fastapi.responses import RedirectResponse, Response

from fakturo.directory.own import Entry
from fakturo.http.problems import Problem
from fakturo.store.signals import WORK_IS_WAITING
from fakturo.web.deps import deps_of
from fakturo.web.guards.sessions import owner_of
from fakturo.web.jobs.settle import could_settle, settle
from fakturo.web.page.forms import fields_of, values_of
from fakturo.web.page.languages import mark
from fakturo.web.page.render import page
from fakturo.web.page.trouble import PageRoute
from fakturo.web.vendors.directory import LONGEST_CSV, delete_entry, import_list, merge_into, save_entry

SHOWN = 100
List = Literal["parties", "units", "goods"]
LISTS = {"parties": mark("Parties"), "units": mark("Units"), "goods": mark("Goods and services")}
LABELS = {
    "name": mark("Name"),
    "role": mark("Role"),
    "aliases": mark("Other names"),
    "tin": mark("NPWP"),
    "nitku": mark("NITKU"),
    "document_type": mark("Document"),
    "document_number": mark("Document number"),
    "country": mark("Country"),
    "address": mark("Address"),
    "email": mark("E-mail"),
    "transaction_code": mark("Transaction code"),
    "facility": mark("Facility"),
    "alias": mark("Name on invoices"),
    "code": mark("Code"),
    "sku": mark("Article number"),
    "words": mark("Words of its name"),
    "opt": mark("Kind"),
    "unit": mark("Unit"),
}
COLUMNS = {
    "parties": (
        *("name", "role", "tin", "nitku", "aliases", "address", "email", "country"),
        *("document_type", "document_number", "transaction_code", "facility"),
    ),
    "units": ("alias", "code"),
    "goods": ("words", "sku", "code", "opt", "unit"),
}
CHOICES = {
    "role": {"buyer": mark("Buyer"), "seller": mark("Seller")},
    "document_type": {name: name for name in ("TIN", "National ID", "Passport", "Other ID")},
    "opt": {"A": mark("Goods"), "B": mark("Service")},
}
REQUIRED = {"name", "alias", "code"}
CODES = {
    ("parties", "transaction_code"): "transactions",
    ("units", "code"): "units",
    ("goods", "code"): "goods",
    ("goods", "unit"): "units",
}
"""Fields whose values are codes of the tax office, and of which kind."""
HINTS = {
    "aliases": mark("Separated by |"),
    "tin": mark("15 or 16 digits"),
    "nitku": mark("Head office, if empty"),
    "country": "IDN",
    "transaction_code": "04",
    "code": "UM.0021",
}

router = APIRouter(include_in_schema=False, route_class=PageRoute)

Text = Annotated[str, Query(max_length=200)]


@router.get("/parties")
async def directory(
    request: Request,
    list_: Annotated[List, Query(alias="list")] = "parties",
    q: Text = "",
    edit: Text = "",
    done: Annotated[Literal["saved", "deleted", "merged", "settled"] | None, Query()] = None,
    count: Annotated[int, Query(ge=0, le=10**9)] = 0,
) -> Response:
    return await _page(request, list_, q=q, edit=edit, done=done, count=count)


@router.post("/parties/{title}/save")
async def save(request: Request, title: List) -> Response:
    form = await fields_of(request)
    values = {name: form.get(name) or None for name in COLUMNS[title]}
    try:
        await save_entry(request, title, values, instead_of=form.get("instead_of", ""))
    except Problem as problem:
        return await _page(
            request,
            title,
            problem=problem.detail,
            edit=form.get("instead_of", ""),
            values=values,
            status=problem.status,
        )
    return _back(title, done="saved")


@router.post("/parties/{title}/delete")
async def delete(request: Request, title: List) -> Response:
    form = await fields_of(request)
    await delete_entry(request, title, form.get("id", ""))
    return _back(title, done="deleted", q=form.get("q", ""))


@router.post("/parties/merge")
async def merge(request: Request) -> Response:
    """The first that was chosen stays."""
    chosen = await values_of(request, "id")
    try:
        await merge_into(request, chosen[0] if chosen else "", chosen[1:])
    except Problem as problem:
        return await _page(request, "parties", problem=problem.detail, status=problem.status)
    return _back("parties", done="merged", count=len(chosen))


@router.post("/parties/{title}/import")
async def take(request: Request, title: List) -> Response:
    form = await fields_of(request, max_bytes=3 * LONGEST_CSV)
    try:
        imported = await import_list(
            request, title, form.get("csv", "").encode(), skip_bad=bool(form.get("skip_bad")), replace=False
        )
    except Problem as problem:
        mistakes = problem.extra.get("mistakes", []) if problem.extra else []
        return await _page(
            request, title, problem=problem.detail, mistakes=mistakes, csv=form.get("csv", ""), status=problem.status
        )
    return await _page(request, title, imported=imported)


@router.post("/parties/settle")
async def settle_waiting(request: Request) -> Response:
    deps = deps_of(request)
    settled = await settle(deps.jobs, deps.offer, owner_of(request).key)
    if settled.queued:
        deps.notifier.call(WORK_IS_WAITING)
    return _back("parties", done="settled", count=settled.queued)


async def _page(
    request: Request,
    title: str,
    *,
    q: str = "",
    edit: str = "",
    values: dict[str, str | None] | None = None,
    status: int = HTTPStatus.OK,
    **told: Any,
) -> Response:
    deps, owner = deps_of(request), owner_of(request).key
    found = await deps.directory.search(title, owner, q, limit=SHOWN)
    edited = await _edited(request, title, edit)
    said = {"done": None, "count": 0, "problem": None, "mistakes": [], "imported": None, "csv": ""} | told
    return page(
        request,
        "parties.html",
        status,
        title=title,
        lists=LISTS,
        columns=COLUMNS[title],
        labels=LABELS,
        choices=CHOICES,
        required=REQUIRED,
        hints=HINTS,
        codes={name: kind for (of, name), kind in CODES.items() if of == title},
        q=q,
        found=found,
        editing=edited,
        values=values or (edited.values if edited else {}),
        could_settle=await could_settle(deps.jobs, owner),
        **said,
    )


async def _edited(request: Request, title: str, entry_id: str) -> Entry | None:
    return await deps_of(request).directory.get(title, owner_of(request).key, entry_id) if entry_id else None


def _back(title: str, **told: object) -> Response:
    query = urlencode({"list": title, **{name: value for name, value in told.items() if value}})
    return RedirectResponse(f"/parties?{query}", status_code=HTTPStatus.SEE_OTHER)

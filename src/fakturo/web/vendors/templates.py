"""Templates of an owner through the API: what was taught or written about single vendors, in versions, on and off.

A version is a text that the engine can read, checked before it is kept. Documents are read with those that are on,
from the next one on; nothing is started anew. (`web/templates/` next door holds the page's HTML.)
"""

from collections.abc import Sequence
from datetime import datetime
from http import HTTPStatus
from typing import Annotated, Any, Literal, NoReturn, Self
from uuid import UUID

from fastapi import Query, Request
from fastapi.responses import Response
from pydantic import ConfigDict, Field

from fakturo.convert.templates.catalog import TemplateFile
from fakturo.convert.templates.parse import BadTemplate
from fakturo.convert.templates.write import with_version
from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import Owner
from fakturo.domain.own_templates import MOST_BYTES, MOST_BYTES_IN_USE, MOST_TEMPLATES
from fakturo.http.problems import Problem
from fakturo.store.templates import NewVersion, StoredTemplate, TemplateVersions, TooMuch
from fakturo.web.answers import Answer, api_router
from fakturo.web.bodies import Order, body_of, read_order
from fakturo.web.deps import deps_of
from fakturo.web.guards.callers import Caller, caller_of
from fakturo.web.guards.sessions import owner_of
from fakturo.web.jobs.zips import ZipStream

SAMPLE = 'name = "kornblume"\nversion = 1\n\n[fingerprint]\ntexts = ["Kornblume Handel GmbH"]\n'
TOML = "application/toml"
HIGHEST_VERSION = 10**6
"""That somebody may begin with: there is room for as many changes as anybody will make."""
ATTEMPTS = 3
"""At the next number: somebody may add a version at the same moment."""

router = api_router("/templates")

Text = Annotated[str, Field(min_length=1, max_length=MOST_BYTES, description="The file's text: docs/templates.md.")]
Version = Annotated[int | None, Query(ge=1, le=2**31 - 1, description="Without it, the newest.")]


class TemplateOrder(Order):
    model_config = ConfigDict(json_schema_extra={"example": {"text": SAMPLE, "on": True}})

    text: Text
    on: bool = Field(default=True, description="Use it from now on.")


class TemplateSwitch(Order):
    model_config = ConfigDict(json_schema_extra={"example": {"on": True, "version": 2}})

    on: bool
    version: int | None = Field(
        None, ge=1, le=2**31 - 1, description="Which to use, in place of any other; without it, the newest."
    )


class TemplateUpload(Order):
    model_config = ConfigDict(json_schema_extra={"example": {"texts": [SAMPLE], "on": True}})

    texts: list[Text] = Field(min_length=1, max_length=MOST_TEMPLATES, description="Of one file each.")
    on: bool = Field(default=True, description="Use them from now on.")


class TemplateAnswer(Answer):
    name: str
    version: int
    on: bool
    """This version is used."""
    active_version: int | None
    """The version that is used; none while the template is off."""
    explanation: str
    origin: Literal["taught", "written"]
    taught_from: UUID | None
    """The job whose corrected invoice taught it."""
    told: dict[str, Any]
    """Of one that was taught: what was learned, and what it did to earlier documents."""
    made_at: datetime
    made_by: str
    switched_at: datetime
    switched_by: str

    @classmethod
    def of(cls, stored: StoredTemplate) -> Self:
        known = {name: getattr(stored, name) for name in cls.model_fields if name not in {"on", "explanation"}}
        return cls(**known, on=stored.is_on, explanation=_explanation(stored))


class OneTemplateAnswer(Answer):
    template: TemplateAnswer
    text: str
    versions: list[TemplateAnswer]
    """The newest first."""


class TemplatesAnswer(Answer):
    templates: list[TemplateAnswer]
    """Each in its newest version."""


def _explanation(stored: StoredTemplate) -> str:
    try:
        return TemplateFile.parse(stored.name, stored.text).template.explanation
    except BadTemplate:  # of an engine that knew more
        return ""


@router.get("", summary="Your templates")
async def list_templates(request: Request) -> TemplatesAnswer:
    """What was taught or written about single vendors: docs/templates.md."""
    found = await deps_of(request).templates.newest(owner_of(request))
    return TemplatesAnswer(templates=[TemplateAnswer.of(each) for each in found])


@router.get(
    "/export",
    summary="All your templates as files",
    response_class=Response,
    responses={200: {"content": {"application/zip": {"schema": {"type": "string", "format": "binary"}}}}},
)
async def export_templates(request: Request) -> Response:
    """Those that are on in the version that is used, others in their newest, as NAME.toml in a ZIP."""
    store, owner = deps_of(request).templates, owner_of(request)
    kept = [await _used(store, owner, each) for each in await store.newest(owner)]
    headers = {"Content-Disposition": 'attachment; filename="templates.zip"'}
    return Response(_zipped(kept), media_type="application/zip", headers=headers)


@router.post("/import", summary="Add templates from files", openapi_extra=body_of(TemplateUpload))
async def import_templates(request: Request) -> TemplatesAnswer:
    """One mistake stops it before any is kept, and is named with its line. A text that is there already stays."""
    order = await read_order(request, TemplateUpload, most_bytes=4 * MOST_BYTES_IN_USE)
    files = [_checked(text) for text in order.texts]
    twice = {one.template.name for one in files if sum(one.template.name == each.template.name for each in files) > 1}
    if twice:
        raise Problem(ErrorCode.INVALID_REQUEST, f"Several of the files have the name {min(twice)!r}.")
    made = [await _keep(request, file, on=order.on) for file in files]
    return TemplatesAnswer(templates=[TemplateAnswer.of(each) for each in made])


@router.get("/{name}", summary="One template")
async def get_template(request: Request, name: str, version: Version = None) -> OneTemplateAnswer:
    """Its text, and its versions."""
    found, all_of_it = await _own(request, name, version)
    versions = [TemplateAnswer.of(each) for each in all_of_it]
    return OneTemplateAnswer(template=TemplateAnswer.of(found), text=found.text, versions=versions)


@router.get(
    "/{name}/file",
    summary="A template as a file",
    response_class=Response,
    responses={200: {"content": {TOML: {"schema": {"type": "string"}, "example": SAMPLE}}}},
)
async def download_template(request: Request, name: str, version: Version = None) -> Response:
    """As `TEMPLATES_DIR` and `fakturo convert --template` take it."""
    found, _ = await _own(request, name, version)
    headers = {"Content-Disposition": f'attachment; filename="{found.name}.toml"'}
    return Response(found.text, media_type=TOML, headers=headers)


@router.put("/{name}", summary="Write a template", openapi_extra=body_of(TemplateOrder))
async def put_template(request: Request, name: str) -> TemplateAnswer:
    """Another version, under the next number; nothing new, if the newest says the same. Mistakes are named with their
    line."""
    order = await read_order(request, TemplateOrder)
    file = _checked(order.text)
    if file.template.name != name:
        raise Problem(ErrorCode.INVALID_REQUEST, f"The text has the name {file.template.name!r}, not {name!r}.")
    return TemplateAnswer.of(await _keep(request, file, on=order.on))


@router.patch("/{name}", summary="Switch a template on or off", openapi_extra=body_of(TemplateSwitch))
async def switch_template(request: Request, name: str) -> TemplateAnswer:
    """From the next document on. What was converted before can be converted again."""
    order = await read_order(request, TemplateSwitch)
    found, _ = await _own(request, name, order.version)
    version = found.version if order.on else None
    await switch(request, name, version)
    changed, _ = await _own(request, name, found.version)
    return TemplateAnswer.of(changed)


@router.delete("/{name}", summary="Delete a template", status_code=HTTPStatus.NO_CONTENT, response_class=Response)
async def delete_template(request: Request, name: str) -> Response:
    """With all its versions."""
    if not await deps_of(request).templates.delete(owner_of(request), name):
        _missing(name)
    return Response(status_code=HTTPStatus.NO_CONTENT)


async def switch(request: Request, name: str, version: int | None) -> None:
    try:
        done = await deps_of(request).templates.switch(owner_of(request), name, version, by=who(caller_of(request)))
    except TooMuch as excess:
        raise Problem(ErrorCode.CONFLICT, str(excess)) from None
    if not done:
        _missing(name)


def who(caller: Caller) -> str:
    """As it is told later: no session is ever named."""
    return f"key {caller.key.name}" if caller.key else caller.person.name if caller.person else "page"


async def _keep(request: Request, file: TemplateFile, *, on: bool) -> StoredTemplate:
    """Another version, or the newest, if that says the same."""
    store, owner, name = deps_of(request).templates, owner_of(request), file.template.name
    by = who(caller_of(request))
    for _ in range(ATTEMPTS):
        known = await store.versions(owner, name)
        if known and with_version(file.text, known[0].version) == known[0].text:
            if on and not known[0].is_on:
                await switch(request, name, known[0].version)
            return (await store.versions(owner, name))[0]
        version = known[0].version + 1 if known else file.template.version
        new = NewVersion(name, version, with_version(file.text, version), "written", by, switch_on=on)
        if await add(store, owner, new):
            return (await store.versions(owner, name))[0]
    raise Problem(ErrorCode.CONFLICT, "Somebody else is changing this template just now.")


async def add(store: TemplateVersions, owner: Owner, new: NewVersion) -> bool:
    try:
        return await store.add(owner, new)
    except TooMuch as excess:
        raise Problem(ErrorCode.CONFLICT, str(excess)) from None


def _checked(text: str) -> TemplateFile:
    if len(text.encode(errors="replace")) > MOST_BYTES:
        raise Problem(ErrorCode.INVALID_REQUEST, f"A template may have {MOST_BYTES // 1024} KB.")
    try:
        file = TemplateFile.parse("your template", text)
    except BadTemplate as mistakes:
        raise Problem(ErrorCode.INVALID_REQUEST, str(mistakes)) from None
    if file.template.version > HIGHEST_VERSION:
        raise Problem(ErrorCode.INVALID_REQUEST, f"The version should be {HIGHEST_VERSION} at most.")
    return file


async def _own(request: Request, name: str, version: int | None) -> tuple[StoredTemplate, Sequence[StoredTemplate]]:
    versions = await deps_of(request).templates.versions(owner_of(request), name)
    wanted = [each for each in versions if version is None or each.version == version]
    return (wanted[0], versions) if wanted else _missing(name)


async def _used(store: TemplateVersions, owner: Owner, newest: StoredTemplate) -> StoredTemplate:
    if newest.active_version in {None, newest.version}:
        return newest
    versions = await store.versions(owner, newest.name)
    return next((each for each in versions if each.is_on), newest)


def _missing(name: str) -> NoReturn:
    raise Problem(ErrorCode.NOT_FOUND, f"You have no template {name[:60]!r}, or not in that version.")


def _zipped(kept: Sequence[StoredTemplate]) -> bytes:
    with ZipStream() as archive:
        parts = []
        for each in kept:
            data = each.text.encode()
            parts += [archive.begin(f"{each.name}.toml", each.made_at, len(data)), archive.write(data)]
        return b"".join([*parts, archive.finish()])

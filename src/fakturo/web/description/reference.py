"""`/docs`: the API's description as a page of our own. It needs no script, and loads nothing from elsewhere."""

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from markupsafe import Markup, escape

from fakturo.web.description.openapi import TAGS, Schema, describe
from fakturo.web.page.render import environment

router = APIRouter(include_in_schema=False)
_CODE = re.compile(r"`([^`]+)`")
_CACHED = {"Cache-Control": "no-cache"}


@dataclass(frozen=True, slots=True)
class Example:
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    status: str
    about: str
    examples: list[Example]


@dataclass(frozen=True, slots=True)
class Operation:
    id: str
    method: str
    path: str
    summary: str
    about: str
    parameters: list[Schema]
    body: Example | None
    curl: str
    answers: list[Answer]


@router.get("/openapi.json")
async def openapi(request: Request) -> Response:
    return JSONResponse(describe(request.app), headers=_CACHED)


@router.get("/docs")
async def reference(request: Request) -> Response:
    schema = describe(request.app)
    base = str(request.app.state.public_url).rstrip("/")
    groups = {tag: [each for each in _operations(schema, base) if each[0] == tag] for tag in TAGS}
    html = (
        environment("en")
        .get_template("reference.html")
        .render(
            about=schema["info"]["description"],
            version=schema["info"]["version"],
            groups={tag: [operation for _, operation in found] for tag, found in groups.items()},
            tags=TAGS,
            prose=prose,
            shown=_in_an_address,
            schemas=schema["components"]["schemas"],
        )
    )
    return HTMLResponse(html, headers=_CACHED)


def prose(text: str) -> Markup:
    """Paragraphs, and code between backticks."""
    paragraphs = [_CODE.sub(r"<code>\1</code>", str(escape(each))) for each in text.split("\n\n")]
    return Markup("").join(Markup("<p>{}</p>").format(Markup(each)) for each in paragraphs)  # noqa: S704 escaped above


def _operations(schema: Schema, base: str) -> Iterator[tuple[str, Operation]]:
    for path, methods in schema["paths"].items():
        for method, told in methods.items():
            body = _body(told)
            yield (
                told["tags"][0],
                Operation(
                    id=told["operationId"],
                    method=method.upper(),
                    path=path,
                    summary=told["summary"],
                    about=told.get("description", ""),
                    parameters=told.get("parameters", []),
                    body=body,
                    curl=_curl(method.upper(), base + path, body),
                    answers=[_answer(status, each) for status, each in sorted(told["responses"].items())],
                ),
            )


def _body(told: Schema) -> Example | None:
    for kind, media in told.get("requestBody", {}).get("content", {}).items():
        return Example(kind, _shown(media.get("example", "")))
    return None


def _answer(status: str, told: Schema) -> Answer:
    examples = [example for kind, media in told.get("content", {}).items() for example in _examples(kind, media)]
    return Answer(status, told["description"], examples)


def _examples(kind: str, media: Mapping[str, Any]) -> Iterator[Example]:
    if "example" in media:
        yield Example(kind, _shown(media["example"]))
    for code, each in media.get("examples", {}).items():
        yield Example(code, _shown(each["value"]))
    if "example" not in media and "examples" not in media:
        yield Example(kind, "")


def _curl(method: str, url: str, body: Example | None) -> str:
    words = ["curl", "-H", "Authorization: Bearer fk_…"]
    if method not in {"GET", "POST"} or (method == "POST" and body is None):
        words += ["-X", method]
    if body and body.title == "application/json":
        words += ["-H", "Content-Type: application/json", "-d", json.dumps(json.loads(body.text), ensure_ascii=False)]
    elif body:
        words += ["-F", "file=@march.pdf"]
    return shlex.join([*words, url])


def _in_an_address(value: Any) -> str:
    """As one writes it behind the question mark: several are given one by one."""
    return str(value[0] if isinstance(value, list) else value)


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, indent=2, ensure_ascii=False)

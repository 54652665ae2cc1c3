"""The API's description (OpenAPI): what the routes say of themselves, with examples and errors added to each.

Examples are made from the schemas, so that no route is without one and none can be wrong: a few telling values by the
names of fields, and the rest by kind. Which errors an operation answers with is said here, their texts by the one
table of errors.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from fakturo.domain.errors import ERRORS, ErrorCode
from fakturo.http.problems import Problem

Schema = dict[str, Any]

ABOUT = """PDFs in, valid XML out. Everything is below `/api`; you see what is yours alone.

Who you are is said by the cookie that the first answer gives you, or by an API key: `Authorization: Bearer fk_…`.

Errors are `application/problem+json` (RFC 9457): `code` is for programs, `detail` for people, and `retryable` says
whether the same request may succeed later. A form field, query parameter or key that an operation does not know is a
400 that names the one that was probably meant; only the query parameter `_` passes, against caches. Requests are
counted; the headers `RateLimit` and `RateLimit-Policy` say how many are left, and a 429 when to come back
(`Retry-After`)."""

TAGS = {
    "jobs": "Files handed in, what became of them, and their results.",
    "directory": "Who parties are, what units are called, which codes goods have.",
    "templates": "What was taught about single vendors' invoices.",
    "webhooks": "Be told instead of asking.",
    "keys": "API keys for your own programs.",
    "service": "What is offered, and whether it works.",
}
_TAG_OF = {"upload": "jobs", "live": "jobs", "estimates": "jobs"} | dict.fromkeys(
    ("parties", "units", "goods", "codes", "settle"), "directory"
)

ALWAYS = (
    *(ErrorCode.INVALID_REQUEST, ErrorCode.UNAUTHORIZED, ErrorCode.FORBIDDEN, ErrorCode.RATE_LIMITED),
    ErrorCode.UNKNOWN,
)
OF_A_BODY = (ErrorCode.CONFLICT,)
OF_A_FILE = (ErrorCode.NOT_READY, ErrorCode.EXPIRED, ErrorCode.IO_ERROR)
MORE: dict[str, Sequence[ErrorCode]] = {
    "upload": (ErrorCode.NOT_PDF, ErrorCode.TOO_LARGE, ErrorCode.CONFLICT, ErrorCode.IO_ERROR, ErrorCode.PAUSED),
    "download": OF_A_FILE,
    "document": OF_A_FILE,
    "pdf": OF_A_FILE,
    "download_many": (*OF_A_FILE, ErrorCode.NOT_FOUND, ErrorCode.CONFLICT),
    "retry": (ErrorCode.CONFLICT, ErrorCode.EXPIRED),
    "convert": (ErrorCode.CONFLICT, ErrorCode.EXPIRED, ErrorCode.IO_ERROR),
    "list_pages": (ErrorCode.EXPIRED, ErrorCode.IO_ERROR, ErrorCode.PAUSED),
    "page_picture": (ErrorCode.EXPIRED, ErrorCode.IO_ERROR, ErrorCode.PAUSED),
    "page_words": (ErrorCode.EXPIRED, ErrorCode.IO_ERROR, ErrorCode.PAUSED),
    "check_document": (*OF_A_FILE, ErrorCode.TOO_LARGE, ErrorCode.PAUSED),
    "put_document": (*OF_A_FILE, ErrorCode.CONFLICT, ErrorCode.TOO_LARGE, ErrorCode.PAUSED),
    "approve": (*OF_A_FILE, ErrorCode.CONFLICT, ErrorCode.PAUSED),
    "split": (*OF_A_FILE, ErrorCode.CONFLICT, ErrorCode.PAUSED),
    "teach_job": (ErrorCode.CONFLICT, *OF_A_FILE, ErrorCode.PAUSED),
    "merge_parties": (ErrorCode.NOT_FOUND,),
    "get_job": (),
    "get_events": (),
    "delete": (),
    "live": (ErrorCode.PAUSED,),
    "replay_delivery": (ErrorCode.CONFLICT, ErrorCode.EXPIRED),
    "test_webhook": (ErrorCode.CONFLICT,),
}
"""Beyond those that any operation may answer with."""

FIRST = ("/api/upload", "/api/jobs", "/api/jobs/{job_id}", "/api/jobs/{job_id}/download", "/api/live")
JOB = "0b8f6f2e-3c1d-4f3e-9d1c-2f5a7b9c0d1e"
TELLING: dict[str, Any] = {
    "filename": "march.pdf",
    "content_type": "application/pdf",
    "bytes": 48213,
    "manual_retry_count": 0,
    "Idempotency-Key": "0190c3f4-7d1a-7b2c-8e3d-4f5a6b7c8d9e",
    "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "mapping": "ubl_v1",
    "name": "ubl_v1",
    "target": "ubl",
    "title": "UBL 2.1",
    "explanation": "European invoices after EN 16931.",
    "default": "ubl_v1",
    "status": "complete",
    "review": "clean",
    "seller": "Example Ltd",
    "buyer": "Sample GmbH",
    "invoice_number": "INV-1",
    "invoice_date": "2026-01-31",
    "total": "119.00",
    "currency": "EUR",
    "invoice_count": 1,
    "issue_count": 0,
    "result_bytes": 5120,
    "completed_at": "2026-01-31T09:00:07Z",
    "expires_at": "2026-03-02T09:00:07Z",
    "url": "https://example.com/hooks/fakturo",
    "description": "bookkeeping",
    "event_id": "evt_5f0c6d3b1c8e4f2a9b7d6e5c4a3b2f1e",
    "event_type": "job.ready",
    "job_id": JOB,
    "prefix": "fk_1f0c9a3e",
    "next_since": "WyJzaW5jZSIsIjU0Y2E1YzQ5LWUwMDAtNGI3YS1hODQ3LTBjZTkzYjZkZjQ0ZSIsODEyXQ",
    "since": "2026-01-31T09:00:00Z",
    "last-event-id": "WyJzaW5jZSIsIjU0Y2E1YzQ5LWUwMDAtNGI3YS1hODQ3LTBjZTkzYjZkZjQ0ZSIsODEyXQ",
    "if-match": '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
    "q": "march",
    "region": "40,60,300,90",
    "version": 1,
    "checks": {"database": "ok", "storage": "ok"},
    "type": "about:blank",
    "HealthAnswer.status": "ok",
    "HealthAnswer.version": "0.1.0",
    "EventAnswer.type": "complete",
    "EventAnswer.details": {"review": "clean"},
    "EventAnswer.duration_ms": 812,
    "AttemptAnswer.status": 204,
    "KeyAnswer.name": "bookkeeping",
    "KeyOrder.name": "bookkeeping",
    "NewKeyAnswer.secret": "fk_1f0c9a3e_Zk3vQ8pX0mJ2rT5wY7aB9cD1eF4gH6iK8lM0nO2pQ4s",
    "SecretAnswer.secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=",
    "BreakerAnswer.state": "closed",
    "JobTrouble.code": "FORBIDDEN",
    "JobTrouble.detail": "This file isn't yours.",
}
BY_FORMAT = {
    "uuid": JOB,
    "date-time": "2026-01-31T09:00:00Z",
    "date": "2026-01-31",
    "uri": "https://example.com/",
}
_KINDS: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}


def describe(app: FastAPI) -> Schema:
    """Made once, when it is first asked for."""
    if app.openapi_schema is None:
        schema = get_openapi(title=app.title, version=app.version, description=ABOUT, routes=app.routes)
        schema["tags"] = [{"name": name, "description": about} for name, about in TAGS.items()]
        schema["components"]["securitySchemes"] = {
            "session": {"type": "apiKey", "in": "cookie", "name": "owner_session_id"},
            "key": {"type": "http", "scheme": "bearer"},
        }
        schema["security"] = [{}, {"session": []}, {"key": []}]
        schema["paths"] = dict(sorted(schema["paths"].items(), key=_place))
        examples = Examples(schema["components"]["schemas"])
        for path, operation in operations(schema):
            _complete(path, operation, examples)
        app.openapi_schema = schema
    return app.openapi_schema


def _place(path: tuple[str, Schema]) -> int:
    """What everybody needs comes first."""
    return FIRST.index(path[0]) if path[0] in FIRST else len(FIRST)


def operation_id(route: APIRoute) -> str:
    """Of all routes, the names of their functions are different."""
    return route.name


def operations(schema: Schema) -> Iterator[tuple[str, Schema]]:
    for path, methods in schema["paths"].items():
        for operation in methods.values():
            yield path, operation


def _complete(path: str, operation: Schema, examples: "Examples") -> None:
    first = path.split("/")[2]
    tag = _TAG_OF.get(first, first)
    operation["tags"] = [tag if tag in TAGS else "service"]
    body = operation.get("requestBody", {})
    for wildcard in ("422", "4XX", "5XX"):
        operation["responses"].pop(wildcard, None)
    for media in body.get("content", {}).values():
        examples.add_to(media)
    for response in operation["responses"].values():
        for kind, media in response.get("content", {}).items():
            if kind == "application/json" or "example" in media:
                examples.add_to(media)
    operation["responses"] |= {
        str(status): _problems(codes)
        for status, codes in _errors_of(path, operation).items()
        if str(status) not in operation["responses"]
    }
    for parameter in operation.get("parameters", ()):
        if "example" not in parameter:
            parameter["example"] = examples.of(_given(parameter["schema"]), name=parameter["name"])


def _given(schema: Schema) -> Schema:
    """A parameter that is there: null stands for one that was left out."""
    choices = [each for each in schema.get("anyOf", ()) if each != {"type": "null"}]
    return choices[0] if len(choices) == 1 else schema


def _errors_of(path: str, operation: Schema) -> dict[int, list[ErrorCode]]:
    """By the status of their answers."""
    codes = [*ALWAYS, *MORE.get(operation["operationId"], OF_A_BODY)]
    if "{" in path:
        codes.append(ErrorCode.NOT_FOUND)
    found: dict[int, list[ErrorCode]] = {}
    for code in dict.fromkeys(codes):
        found.setdefault(ERRORS[code].http_status or 500, []).append(code)
    return found


def _problems(codes: Sequence[ErrorCode]) -> Schema:
    told = {code.value: {"value": Problem(code).document("3f2b7c9d8e1a4b6c9d0e1f2a3b4c5d6e")} for code in codes}
    return {
        "description": " ".join(str(each["value"]["detail"]) for each in told.values()),
        "content": {
            "application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemAnswer"}, "examples": told}
        },
    }


class Examples:
    """Values that fit their schemas."""

    def __init__(self, named: dict[str, Schema]) -> None:
        self._named = named

    def add_to(self, media: Schema) -> None:
        if "example" not in media and "examples" not in media and not _is_binary(media.get("schema", {})):
            media["example"] = self.of(media["schema"])

    def of(self, schema: Schema, *, name: str = "", within: str = "") -> Any:
        if "$ref" in schema:
            return self._of_named(schema["$ref"].rpartition("/")[2], name, within)
        if "example" in schema or "examples" in schema:
            return schema["example"] if "example" in schema else schema["examples"][0]
        for key in (f"{within}.{name}", name):
            if key in TELLING and self._fits(TELLING[key], schema):
                return TELLING[key]
        if "const" in schema or "enum" in schema:
            return schema.get("const", schema.get("enum", [None])[0])
        if choices := schema.get("anyOf") or schema.get("oneOf"):
            return self._of_choices(choices, name, within)
        return self._of_kind(schema, name, within)

    def _of_named(self, title: str, name: str, within: str) -> Any:
        schema = self._named[title]
        is_plain = "enum" in schema or schema.get("type") != "object"
        return self.of(schema, name=name, within=within) if is_plain else self.of(schema, within=title)

    def _of_choices(self, choices: Sequence[Schema], name: str, within: str) -> Any:
        """Nothing, where that is one of them, and no telling value is known."""
        return None if {"type": "null"} in choices else self.of(choices[0], name=name, within=within)

    def _of_kind(self, schema: Schema, name: str, within: str) -> Any:
        match schema.get("type"):
            case "object":
                title = schema.get("title", within)
                given = schema.get("properties", {})
                return {each: self.of(inner, name=each, within=title) for each, inner in given.items()}
            case "array":
                return [self.of(schema["items"], name=name, within=within)] if "items" in schema else []
            case "string":
                return BY_FORMAT.get(
                    schema.get("format", ""), schema.get("default", "0" if "pattern" in schema else "…")
                )
            case "integer" | "number":
                return schema.get("default", schema.get("minimum", 1))
            case "boolean":
                return schema.get("default", False)
        return {}

    def _fits(self, value: Any, schema: Schema) -> bool:
        if "$ref" in schema:
            return self._fits(value, self._named[schema["$ref"].rpartition("/")[2]])
        if choices := schema.get("anyOf") or schema.get("oneOf"):
            return any(self._fits(value, choice) for choice in choices)
        if "enum" in schema:
            return value in schema["enum"]
        kinds = _KINDS.get(str(schema.get("type")), ())
        return isinstance(value, kinds) and isinstance(value, bool) == (schema.get("type") == "boolean")


def _is_binary(schema: Schema) -> bool:
    return schema.get("format") == "binary" or any(map(_is_binary, schema.get("properties", {}).values()))

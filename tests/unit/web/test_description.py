"""The API's description: every operation explains itself, with examples that its own schema accepts."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema_rs
import pytest
from fastapi import FastAPI

from fakturo.domain.errors import ErrorCode
from fakturo.web.app import ROUTED
from fakturo.web.description.openapi import describe, operation_id, operations


@cache
def described() -> dict[str, Any]:
    app = FastAPI(title="Fakturo", version="1", generate_unique_id_function=operation_id)
    for each in ROUTED:
        app.include_router(each.router)
    return describe(app)


SCHEMA = described()
OPERATIONS = {
    f"{method.upper()} {path}": told for path, ways in SCHEMA["paths"].items() for method, told in ways.items()
}
BINARY = {"image/png", "application/pdf", "application/zip", "multipart/form-data"}


def check(value: Any, schema: dict[str, Any], where: str) -> None:
    whole = {"allOf": [schema], "components": SCHEMA["components"]}
    errors = [f"{where}: {error.message}" for error in jsonschema_rs.Draft202012Validator(whole).iter_errors(value)]
    assert not errors, errors


def examples(media: dict[str, Any]) -> Iterator[Any]:
    if "example" in media:
        yield media["example"]
    for each in media.get("examples", {}).values():
        yield each["value"]


def contents(operation: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Of the request and of each answer."""
    for kind, media in operation.get("requestBody", {}).get("content", {}).items():
        yield "request", kind, media
    for status, answer in operation["responses"].items():
        for kind, media in answer.get("content", {}).items():
            yield status, kind, media


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_says_what_it_is_for_with_examples_that_are_valid(name: str) -> None:
    operation = OPERATIONS[name]
    assert operation["summary"]
    assert operation["description"]
    assert len(operation["tags"]) == 1
    for where, kind, media in contents(operation):
        given = list(examples(media))
        assert given or kind in BINARY or (kind == "application/xml" and media["schema"].get("format") == "binary"), (
            where,
            kind,
        )
        for each in given:
            check(each, media["schema"], f"{name} {where}")
    for parameter in operation.get("parameters", ()):
        assert parameter["example"] is not None
        check(parameter["example"], parameter["schema"], f"{name} {parameter['name']}")


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_tells_its_errors_as_problems(name: str) -> None:
    answers = OPERATIONS[name]["responses"]
    errors = {status: told for status, told in answers.items() if status[0] in "45" and "healthz" not in name}
    assert "healthz" in name or {"400", "401", "403", "429", "500"} <= set(errors)
    for status, told in errors.items():
        (media,) = [told["content"]["application/problem+json"]]
        for each in examples(media):
            assert str(each["status"]) == status
            assert each["code"] in [*ErrorCode]
            assert each["detail"]
    assert not any(status.endswith("XX") for status in answers)


def test_what_everybody_needs_comes_first() -> None:
    assert list(SCHEMA["paths"])[:3] == ["/api/upload", "/api/jobs", "/api/jobs/{job_id}"]


def test_operations_have_names_of_their_own() -> None:
    names = [operation["operationId"] for _, operation in operations(SCHEMA)]
    assert len(names) == len(set(names))
    assert all(name.isidentifier() for name in names)


def test_the_description_as_a_whole_is_one() -> None:
    assert SCHEMA["openapi"].startswith("3.1")
    assert {tag["name"] for tag in SCHEMA["tags"]} >= {op["tags"][0] for _, op in operations(SCHEMA)}


def test_what_stands_below_a_field_in_the_code_is_told() -> None:
    fields = SCHEMA["components"]["schemas"]["JobAnswer"]["properties"]
    assert "same seller, number and total" in fields["duplicate_of"]["description"]

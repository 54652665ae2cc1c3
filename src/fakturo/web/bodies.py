"""What requests carry besides files: read within bounds, checked against a model, and described by it."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from starlette.requests import Request

from fakturo.domain.errors import ErrorCode
from fakturo.http.names import KEY, unknown_name
from fakturo.http.problems import Problem
from fakturo.web.plain_text import refuse_nul_in

MAX_ORDER_BYTES = 256 * 1024
EXTRA = "extra_forbidden"


class Order(BaseModel):
    """What somebody asks for, as JSON. A key that nobody knows is a mistake, not a wish that goes unheard."""

    model_config = ConfigDict(extra="forbid")

    TOO_LONG: ClassVar[str] = "That is too much at once."


AnOrder = TypeVar("AnOrder", bound=Order)


def body_of(model: type[Order], *, required: bool = True) -> dict[str, Any]:
    """For the API's description."""
    schema = model.model_json_schema(by_alias=True)
    whole = _without_references(schema, schema.pop("$defs", {}))
    return {"requestBody": {"required": required, "content": {"application/json": {"schema": whole}}}}


def _without_references(node: Any, named: Mapping[str, Any]) -> Any:
    """They would point into the description as a whole, where nobody has put what they name."""
    if isinstance(node, list):
        return [_without_references(each, named) for each in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return _without_references(named[node["$ref"].removeprefix("#/$defs/")], named)
    return {name: _without_references(each, named) for name, each in node.items()}


async def read_order(
    request: Request, model: type[AnOrder], *, empty: AnOrder | None = None, most_bytes: int = MAX_ORDER_BYTES
) -> AnOrder:
    """`empty`: what it means to send nothing, if that may be."""
    body = await read_body(request, most_bytes, Problem(ErrorCode.INVALID_REQUEST, model.TOO_LONG))
    if not body and empty:
        return empty
    try:
        order = model.model_validate_json(body)
    except ValidationError as error:
        raise Problem(ErrorCode.INVALID_REQUEST, _in_words(error, model)) from None
    refuse_nul_in(order.model_dump())
    return order


async def read_body(request: Request, most_bytes: int, too_long: Problem) -> bytearray:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most_bytes:
            raise too_long
    return body


def _in_words(error: ValidationError, model: type[Order]) -> str:
    errors = error.errors()
    first = next((each for each in errors if each["type"] == EXTRA), errors[0])  # misspelt, it is missing, too
    field = ".".join(str(part) for part in first["loc"])
    if first["type"] == "too_long" and field == "job_ids":
        return f"Name at most {first['ctx']['max_length']} jobs in 'job_ids'."
    if not field and first["type"] == "value_error":
        return f"{first['ctx']['error']}."
    if not field:
        example = model.model_json_schema().get("example", {"job_ids": ["…"]})
        return f"Send JSON like {json.dumps(example, ensure_ascii=False)}."
    if first["type"] == EXTRA:
        *around, name = first["loc"]
        where = f"in '{'.'.join(map(str, around))}'" if around else "here"
        return unknown_name(KEY, str(name), _keys_at(model, around), where)
    return f"'{field}' is not valid: {first['msg']}."


def _keys_at(model: type[Order], place: Sequence[str | int]) -> list[str]:
    """What may be said there."""
    schema = model.model_json_schema()
    node = _without_references(schema, schema.pop("$defs", {}))
    for part in place:
        node = next(each["items"] if isinstance(part, int) else each["properties"][part] for each in _choices(node))
    return [key for each in _choices(node) for key in each["properties"]]


def _choices(node: Any) -> list[Any]:
    """Of what may be left out, what it is if it is there."""
    return [each for each in node.get("anyOf", [node]) if each != {"type": "null"}]

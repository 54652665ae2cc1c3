"""A model's answer as JSON that follows its schema, or a reason why it is none."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

_FENCE = re.compile(r"\A\s*```[a-zA-Z0-9_-]*\s*\n(?P<inside>.*?)\n?\s*```\s*\Z", re.DOTALL)
_STRING_OR_COMMA = re.compile(r'"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])', re.DOTALL)
MAX_ANSWER_CHARACTERS = 300_000


class BadAnswer(Exception):
    """What came back can't be used, and asking again would not help; the reason is for event and log."""

    def __init__(self, reason: str, detail: str) -> None:
        self.reason = reason
        super().__init__(detail)


def read_answer(text: str, schema: Mapping[str, Any], *, is_whole: bool = True) -> dict[str, Any]:
    """Normalised, parsed and held against the schema. Raises BadAnswer."""
    if not is_whole:
        raise BadAnswer("output_cut", "The limit of tokens was reached.")
    parsed = _parsed(text)
    error = best_match(Draft202012Validator(schema).iter_errors(parsed))
    if error is not None:
        raise BadAnswer("schema_failed", f"{error.json_path} breaks {error.validator}")
    assert isinstance(parsed, dict)
    return parsed


def _parsed(text: str) -> Any:
    if len(text) > MAX_ANSWER_CHARACTERS:
        raise BadAnswer("answer_too_long", f"{len(text)} characters")
    plain = normalised(text)
    for each in (plain, without_trailing_commas(plain)):
        try:
            return json.loads(each)
        except (ValueError, RecursionError):
            continue
    raise BadAnswer("unparseable", f"{len(text)} characters that are no JSON")


def normalised(text: str) -> str:
    """Without a byte order mark, and without a code fence around it."""
    plain = text.strip().removeprefix("\ufeff").strip()
    fenced = _FENCE.match(plain)
    return (fenced["inside"] if fenced else plain).strip().removeprefix("\ufeff")


def without_trailing_commas(text: str) -> str:
    """`[1, 2,]` is what many programs mean by a list; a comma within a text stays."""
    return _STRING_OR_COMMA.sub(lambda match: match[0] if match[0].startswith('"') else "", text)


def joined(parts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The answers about several ranges of pages as one: an invoice that goes on is continued, lists go on."""
    whole: dict[str, Any] = {}
    for part in parts:
        for name, value in part.items():
            before = whole.get(name)
            if name == "invoices":
                whole[name] = _continued(before or [], value)
            elif isinstance(value, list):
                whole[name] = [*(before or []), *value]
            elif name == "summary" and before and value:
                whole[name] = f"{before} {value}"
            else:
                whole[name] = before if before is not None else value
    return whole


def _continued(before: list[Any], after: list[Any]) -> list[Any]:
    """A first invoice without a number, or with the last one's, is the last one's second page."""
    if not before or not after:
        return [*before, *after]
    last, first = before[-1], after[0]
    if first["invoice"]["number"] not in {None, last["invoice"]["number"]}:
        return [*before, *after]
    one = {
        **last,
        **{room: _filled(last[room], first[room]) for room in ("invoice", "seller", "buyer")},
        "items": [*last["items"], *first["items"]],
        "totals": _filled(first["totals"], last["totals"]),
        "pages": list(dict.fromkeys([*last["pages"], *first["pages"]])),
    }
    return [*before[:-1], one, *after[1:]]


def _filled(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value if value is not None else other[name] for name, value in one.items()}

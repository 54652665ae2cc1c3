"""Questions and answers on their way between a child and whoever keeps the directory.

A question is cut into parts so small that neither it nor its answer outgrows a message, whatever a document prints.
What comes from a child is a stranger's: it is taken only in the shape that a question has.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, TypeVar

from fakturo.convert.directory.question import (
    LONGEST_DESCRIPTION,
    LONGEST_NAME,
    LONGEST_NUMBER,
    Answer,
    Candidate,
    GoodsQuestion,
    GoodsRecord,
    Lookup,
    PartyAnswer,
    PartyQuestion,
    Question,
    Record,
    Role,
)

T = TypeVar("T", bound=Hashable)
Json = dict[str, Any]

PARTIES_AT_ONCE = 4
"""Each may be answered with ten candidates."""
GOODS_AT_ONCE = 100
UNITS_AT_ONCE = 100
_RECORD_TEXTS = "name tin nitku document_type document_number country address email transaction_code facility".split()
"""Aliases are left out: nobody but the directory needs them."""


class BadQuestion(Exception):
    """No question of ours has this shape."""


def asked_in_parts(question: Question, ask: Lookup) -> Answer:
    """The answer to a question of any size, from those to its parts. Nothing is asked twice."""
    parties: dict[PartyQuestion, PartyAnswer] = {}
    goods: dict[GoodsQuestion, GoodsRecord | None] = {}
    units: dict[str, str] = {}
    own_sellers: Sequence[Record] = ()
    for part in _parts(question):
        answer = ask(part)
        parties |= zip(part.parties, answer.parties, strict=True)
        goods |= zip(part.goods, answer.goods, strict=True)
        units |= answer.units
        own_sellers = answer.own_sellers
    return Answer(
        parties=tuple(parties[_cut_party(asked)] for asked in question.parties),
        units={name: code for name in question.units if (code := units.get(name[:LONGEST_NUMBER]))},
        goods=tuple(goods[_cut_goods(asked)] for asked in question.goods),
        own_sellers=own_sellers,
    )


def _parts(question: Question) -> Iterator[Question]:
    """One at least: own sellers are told without being asked for."""
    cut = zip_longest(
        _batches(map(_cut_party, question.parties), PARTIES_AT_ONCE),
        _batches((name[:LONGEST_NUMBER] for name in question.units), UNITS_AT_ONCE),
        _batches(map(_cut_goods, question.goods), GOODS_AT_ONCE),
        fillvalue=(),
    )
    parts = [Question(*each) for each in cut]
    yield from parts or [Question()]


def _batches(values: Iterable[T], size: int) -> Iterator[tuple[T, ...]]:
    distinct = tuple(dict.fromkeys(values))
    return (distinct[start : start + size] for start in range(0, len(distinct), size))


def _cut_party(asked: PartyQuestion) -> PartyQuestion:
    return PartyQuestion(asked.role, _cut(asked.name, LONGEST_NAME), _cut(asked.tax_id, LONGEST_NUMBER))


def _cut_goods(asked: GoodsQuestion) -> GoodsQuestion:
    return GoodsQuestion(_cut(asked.sku, LONGEST_NUMBER), _cut(asked.description, LONGEST_DESCRIPTION))


def _cut(text: str | None, longest: int) -> str | None:
    return text[:longest] if text else None


# ---------------------------------------------------------------- questions


def question_as_json(question: Question) -> Json:
    return {
        "parties": [[each.role.value, each.name, each.tax_id] for each in question.parties],
        "units": list(question.units),
        "goods": [[each.sku, each.description] for each in question.goods],
    }


def question_from_json(message: object) -> Question:
    """Raises BadQuestion."""
    if not isinstance(message, dict):
        raise BadQuestion
    try:
        return Question(
            tuple(
                PartyQuestion(Role(role), _text(name, LONGEST_NAME), _text(tax_id, LONGEST_NUMBER))
                for role, name, tax_id in _list(message["parties"], PARTIES_AT_ONCE)
            ),
            tuple(_text(name, LONGEST_NUMBER) or "" for name in _list(message["units"], UNITS_AT_ONCE)),
            tuple(
                GoodsQuestion(_text(sku, LONGEST_NUMBER), _text(description, LONGEST_DESCRIPTION))
                for sku, description in _list(message["goods"], GOODS_AT_ONCE)
            ),
        )
    except (KeyError, TypeError, ValueError):
        raise BadQuestion from None


def _list(value: object, longest: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > longest:
        raise BadQuestion
    return value


def _text(value: object, longest: int) -> str | None:
    """Text that a database takes: no zero bytes, no halves of characters."""
    if value is None:
        return None
    if not isinstance(value, str) or len(value) > longest:
        raise BadQuestion
    return value.replace("\0", "").encode("utf-8", "replace").decode()


# ---------------------------------------------------------------- answers


def answer_as_json(answer: Answer) -> Json:
    return {
        "parties": [
            {
                "record": _record_as_json(each.record) if each.record else None,
                "candidates": [[_record_as_json(one.record), one.similarity] for one in each.candidates],
            }
            for each in answer.parties
        ],
        "units": dict(answer.units),
        "goods": [[each.opt, each.code, each.unit] if each else None for each in answer.goods],
        "own_sellers": [_record_as_json(record) for record in answer.own_sellers],
    }


def answer_from_json(message: Json) -> Answer:
    return Answer(
        parties=tuple(
            PartyAnswer(
                _record_from_json(each["record"]) if each["record"] else None,
                tuple(Candidate(_record_from_json(record), similarity) for record, similarity in each["candidates"]),
            )
            for each in message["parties"]
        ),
        units=message["units"],
        goods=tuple(GoodsRecord(*each) if each else None for each in message["goods"]),
        own_sellers=tuple(_record_from_json(record) for record in message["own_sellers"]),
    )


def _record_as_json(record: Record) -> Json:
    return {"role": record.role.value, **{name: getattr(record, name) for name in _RECORD_TEXTS}}


def _record_from_json(message: Json) -> Record:
    return Record(role=Role(message["role"]), **{name: message[name] for name in _RECORD_TEXTS})

"""A person's fix changes what it says and nothing else: over random edits, through the engine and back."""

import copy
import io
import json
import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import pytest

from fakturo.convert.directory.question import know_nothing
from fakturo.convert.engine import read_invoices
from fakturo.convert.invoice_input import invoices_from_json
from fakturo.convert.invoice_json import as_document
from fakturo.convert.json_checks import judged
from fakturo.convert.mapping import shipped
from fakturo.convert.produce import produce
from fakturo.domain import corrections
from fakturo.domain.corrections import MOST_COMPARED, MOST_LINES, BadCorrection, corrected, settled
from tests.generator.registry import draw
from tests.support.invoices import invoice_pdf

TEXTS = [("invoice", "number"), ("invoice", "po"), ("seller", "name"), ("buyer", "name"), ("buyer", "address")]
SUMS = [("totals", name) for name in ("subtotal", "tax", "total", "payable", "discount")]
Json = dict[str, Any]


@cache
def two_lines() -> Json:
    return as_document(read_invoices(invoice_pdf(total="1.00"))[0])


@cache
def more_lines() -> Json:
    return as_document(read_invoices(draw("numbered-grid", 3).pdf)[0])


def leaves(value: Any, path: str = "") -> dict[str, Any]:
    if isinstance(value, dict):
        return {key: leaf for name, each in value.items() for key, leaf in leaves(each, f"{path}.{name}").items()}
    if isinstance(value, list):
        return {key: leaf for at, each in enumerate(value) for key, leaf in leaves(each, f"{path}.{at}").items()}
    return {path.removeprefix("."): value}


def values_of(document: Json) -> Json:
    return leaves({name: document[name] for name in ("invoice", "seller", "buyer", "items", "totals", "kind")})


def through_the_engine(document: Json) -> Json:
    invoices = [judged(each) for each in invoices_from_json(json.dumps(document).encode())]
    made = produce(shipped().find("invoice_v1"), invoices, know_nothing, io.BytesIO())
    return as_document(made[0])


def edit(document: Json, chance: random.Random) -> set[str]:
    """Writes some values; says which paths now hold what a person wrote."""
    written = set()
    for section, name in chance.sample(TEXTS, k=chance.randint(0, 2)):
        document[section][name] = f"Written {chance.randint(0, 99)}"
        written.add(f"{section}.{name}")
    for section, name in chance.sample(SUMS, k=chance.randint(0, 2)):
        document[section][name] = f"{chance.randint(10_000, 99_999)}.{chance.randint(10, 99)}"
        written.add(f"{section}.{name}")
    items = document["items"]
    if chance.random() < 0.5:
        at, name = chance.randrange(len(items)), chance.choice(["amount", "qty", "description"])
        items[at][name] = str(chance.randint(1000, 9999))
        written.add(f"items.{at}.{name}")
    return written


@pytest.mark.parametrize("document", [two_lines, more_lines])
def test_a_fix_never_changes_a_field_that_was_not_touched(document: Callable[[], Json]) -> None:
    read = document()
    for seed in range(100):
        chance = random.Random(seed)
        given = copy.deepcopy(read)
        written = edit(given, chance)
        correction = corrected(read, given)
        made = through_the_engine(correction.document)
        before, after = values_of(read), values_of(made)
        assert {change.field for change in correction.changes} == written, seed
        assert {path for path in before if before[path] != after[path]} == written, seed
        for path, evidence in read["fields"].items():
            now = made["fields"][path]
            assert now["source"] == "person" if path in written else now == evidence, (seed, path)


def move(items: Sequence[Json], chance: random.Random) -> list[tuple[int | None, Json]]:
    """Lines in another order, some taken out and some new ones among them, each with where it was."""
    lines: list[tuple[int | None, Json]] = list(enumerate(copy.deepcopy(list(items))))
    for _ in range(chance.randint(0, 2)):
        lines.pop(chance.randrange(len(lines))) if len(lines) > 1 else None
    chance.shuffle(lines)
    for number in range(chance.randint(0, 2)):
        new = {**dict.fromkeys(items[0]), "description": f"Added {number}", "amount": "9.00", "discount": "0"}
        lines.insert(chance.randint(0, len(lines)), (None, new))
    return lines


def test_lines_that_are_moved_added_or_taken_out_change_no_other() -> None:
    for seed in range(100):
        chance = random.Random(seed)
        lines = move(more_lines()["items"], chance)
        written = edit(head := copy.deepcopy(more_lines()), chance)
        given = {**head, "items": [line for _, line in lines]}
        made = through_the_engine(corrected(more_lines(), given).document)
        heads = {path for path in written if not path.startswith("items.")}
        before, after = values_of(more_lines()), values_of(made)
        kept = {path for path in before if not path.startswith("items.")}
        assert {path for path in kept if before[path] != after[path]} == heads, seed
        assert len(made["items"]) == len(lines), seed
        for at, (origin, line) in enumerate(lines):
            assert {name: made["items"][at][name] for name in line} == line, (seed, at)
            stands = {name: evidence for name in line if (evidence := made["fields"].get(f"items.{at}.{name}"))}
            was = {name: more_lines()["fields"].get(f"items.{origin}.{name}") for name in stands}
            sources = {evidence["source"] for evidence in stands.values()}
            assert sources == {"person"} if origin is None else stands == was, (seed, at)


def test_lines_keep_their_places_on_the_paper_wherever_they_go() -> None:
    first, second = two_lines()["items"]
    new = {**dict.fromkeys(first), "description": "Travel", "amount": "9.00", "discount": "0"}
    correction = corrected(two_lines(), {"items": [second, new, first]})
    fields = correction.document["fields"]
    assert fields["items.0.amount"] == two_lines()["fields"]["items.1.amount"]
    assert fields["items.2.amount"] == two_lines()["fields"]["items.0.amount"]
    assert fields["items.1.amount"]["source"] == "person"
    assert [change.field for change in correction.changes] == ["items.1", "items"]
    gone = corrected(two_lines(), {"items": [second]})
    assert [(change.field, change.after) for change in gone.changes] == [("items.0", None)]
    assert not any(path.startswith("items.1") for path in gone.document["fields"])


def test_many_lines_that_all_change_are_compared_with_few_and_keep_their_places(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared, share = [0], corrections._shared

    def counted(*lines: Any) -> int:
        compared[0] += 1
        return share(*lines)

    monkeypatch.setattr(corrections, "_shared", counted)
    lines = [{"sku": f"S-{at}", "qty": "1", "amount": f"{at}.50", "uom": "PCS"} for at in range(600)]
    fields = {f"items.{at}.amount": {"page": 1, "bbox": [at, 0, 1, 1]} for at in range(600)}
    stored = {"items": lines, "fields": fields, "issues": []}
    moved = [lines[1], lines[0], *lines[2:]]
    correction = corrected(stored, {"items": [{**line, "uom": "BOX"} for line in moved]})
    assert compared[0] <= MOST_COMPARED
    assert [change.field for change in correction.changes] == [*(f"items.{at}.uom" for at in range(600)), "items"]
    assert correction.document["fields"]["items.0.amount"] == fields["items.1.amount"]
    with pytest.raises(BadCorrection, match="at most"):
        corrected(stored, {"items": [{}] * (MOST_LINES + 1)})


def test_what_is_no_number_is_a_text() -> None:
    assert corrected(two_lines(), {"totals": {"total": "sNaN"}}).changes[0].after == "sNaN"


def test_a_number_written_otherwise_is_the_same_number_and_a_text_is_not() -> None:
    assert corrected(two_lines(), {"totals": {"subtotal": "788"}, "items": two_lines()["items"]}).is_empty
    assert not corrected(two_lines(), {"invoice": {"number": "NL-2026-17"}}).is_empty
    taken_out = corrected(two_lines(), {"buyer": {"name": None}})
    assert taken_out.document["buyer"]["name"] is None
    assert "buyer.name" not in taken_out.document["fields"]


def test_where_a_person_points_is_where_the_value_stands() -> None:
    place = {"raw": "149.72", "page": 1, "bbox": [1.0, 2.0, 3.0, 4.0]}
    given = {"totals": {"tax": "7.00"}, "fields": {"totals.tax": place, "totals.subtotal": place}}
    fields = corrected(two_lines(), given).document["fields"]
    assert fields["totals.tax"] == {**place, "source": "person", "confidence": 1}
    assert fields["totals.subtotal"] == two_lines()["fields"]["totals.subtotal"], "nobody wrote that"


def test_doubts_go_with_what_they_are_about_or_when_somebody_keeps_them() -> None:
    doubt = {"code": "NUMBER_DOUBTFUL", "field": "invoice.number", "message": "Is it?"}
    line = {"code": "ROW_DOUBTFUL", "field": "items.1.amount", "message": "Is it a line?"}
    check = {"code": "SCHEMA", "field": None, "message": "No.", "checked": True}
    read = {**two_lines(), "issues": [doubt, line, check]}
    assert corrected(read, {}).document["issues"] == read["issues"]
    assert corrected(read, {"invoice": {"number": "B-2"}}).document["issues"] == [line, check]
    moved = corrected(read, {"items": [two_lines()["items"][1], two_lines()["items"][0]]}).document["issues"]
    assert moved[1] == {**line, "field": "items.0.amount"}
    assert corrected(read, {"items": [two_lines()["items"][0]]}).document["issues"] == [doubt, check]
    kept = corrected(read, {"issues": [line]})
    assert (kept.kept, kept.document["issues"]) == (["NUMBER_DOUBTFUL"], [line, check]), "a check can't be waved away"
    assert settled(read)["issues"] == [check]
    assert settled(read, "Because")["approved_because"] == "Because"


@pytest.mark.parametrize("given", [[], [{}, {}], "text", {"items": [1]}, {"items": {}}])
def test_what_cannot_be_laid_over_is_refused(given: Any) -> None:
    with pytest.raises(BadCorrection):
        corrected(two_lines(), given)

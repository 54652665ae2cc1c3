"""What changed from one version of a result to the next."""

from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import Any, cast

from fakturo.domain.job import Review
from fakturo.domain.versions import COMPARED, Difference, Kind, Version, differences

NOTHING: dict[str, Any] = {field.name: None for field in fields(Version)}
FIRST = Version(**NOTHING | {
    "number": 1, "kind": Kind.CONVERTED, "mapping": "layout_v1", "mapping_version": 1, "made_at": datetime.now(UTC),
    "review": Review.NEEDED, "result_path": "a", "result_bytes": 1, "result_sha256": "0" * 64,
    "issue_codes": ["TOTAL_MISMATCH", "NO_NUMBER"],
})  # fmt: skip


def test_of_the_same_nothing_is_told() -> None:
    assert differences(FIRST, replace(FIRST, number=2, made_at=datetime.now(UTC), result_path="b")) == []


def test_issues_that_are_gone_stand_before_those_that_are_new() -> None:
    second = replace(FIRST, issue_codes=["NO_NUMBER", "NO_BUYER"])
    assert differences(FIRST, second) == [Difference("issues", ["TOTAL_MISMATCH"], ["NO_BUYER"])]
    assert differences(FIRST, replace(FIRST, issue_codes=None)) == [Difference("issues", FIRST.issue_codes, [])]


def test_each_value_that_is_another_is_told_as_it_was_and_as_it_is() -> None:
    for name in COMPARED:
        assert differences(FIRST, replace(FIRST, **cast("Any", {name: "other"}))) == [
            Difference(name, getattr(FIRST, name), "other")
        ]
    (file,) = differences(FIRST, replace(FIRST, result_sha256="1" * 64))
    assert (file.field, file.before, file.after) == ("result_sha256", "0" * 64, "1" * 64)

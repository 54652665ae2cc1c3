"""docs/security.md names a test for each point; they exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")
NAMED = sorted(set(re.findall(r"`(test_\w+\.py)(?:::(test_\w+))?`", PAGE)))
FILES = [*(ROOT / "tests").rglob("test_*.py")]


def test_every_point_names_a_test() -> None:
    rows = [line for line in PAGE.splitlines() if re.match(r"\| \d", line)]
    assert len(rows) > 25
    assert [row for row in rows if not re.search(r"`test_\w+\.py", row.rpartition("| ")[2] or row)] == []


@pytest.mark.parametrize(("file", "test"), NAMED, ids=lambda each: each or "whole")
def test_a_named_test_exists(file: str, test: str) -> None:
    texts = [path.read_text("utf-8") for path in FILES if path.name == file]
    assert any(re.search(rf"^(async )?def {test or 'test_'}", text, re.MULTILINE) for text in texts)

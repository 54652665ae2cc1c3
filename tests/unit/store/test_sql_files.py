"""Statements are found by name, and each says what it is for."""

from importlib import resources

import pytest

from fakturo.store.statements import statements

FOLDER = resources.files("fakturo.store") / "sql"
FILES = sorted(file.name.removesuffix(".sql") for file in FOLDER.iterdir() if file.name.endswith(".sql"))


def test_there_are_statements() -> None:
    assert {"jobs", "queue"} <= set(FILES)


@pytest.mark.parametrize("file", FILES)
def test_no_name_is_overlooked(file: str) -> None:
    text = (FOLDER / f"{file}.sql").read_text()
    assert text.count("-- name:") == len(statements(file))


@pytest.mark.parametrize("file", FILES)
def test_every_statement_is_one_and_opens_with_what_it_is_for(file: str) -> None:
    for name, text in statements(file).items():
        first, *rest = text.decode().splitlines()
        assert first.startswith("-- "), name
        assert first.rstrip().endswith((".", ":", ",")) or rest[0].startswith("-- "), name
        assert not any(line.rstrip().endswith(";") for line in rest), name

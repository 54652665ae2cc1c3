"""Failpoints and mutants live in the tests: what is shipped has no place where they could be switched on."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults import mutants

SOURCE = Path(__file__).parents[2] / "src" / "fakturo"
HOOKS = re.compile(r"fail_?point|mutant|chaos|fault[_-]?inject|FAULTS_|faketime", re.IGNORECASE)


def shipped() -> list[Path]:
    files = [file for file in SOURCE.rglob("*") if file.suffix in {".py", ".sql"}]
    assert len(files) > 40, "the product is where this test looks for it"
    return files


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_nothing_that_is_shipped_imports_the_tests() -> None:
    for file in shipped():
        if file.suffix == ".py":
            names = list(imported(ast.parse(file.read_text())))
            assert not [name for name in names if name.partition(".")[0] == "tests"], file.name


def test_nothing_that_is_shipped_knows_of_failpoints_or_mutants() -> None:
    found = {file.name: HOOKS.findall(file.read_text()) for file in shipped()}
    assert not {name: hits for name, hits in found.items() if hits}


def test_a_mutant_that_changes_nothing_is_an_error() -> None:
    with pytest.raises(LookupError):
        mutants.change("claim", "a text that no statement has", "")

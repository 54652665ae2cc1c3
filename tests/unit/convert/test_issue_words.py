"""Every code that the engine gives to an issue has a few words for the list, in every language of the page."""

import ast
from collections.abc import Iterator
from pathlib import Path

import fakturo.convert
from fakturo.web.page.issue_words import HEADLINES, headline
from fakturo.web.page.languages import language

SOURCE = Path(fakturo.convert.__file__).parent
NOT_ISSUES = {"CREDIT_NOTE", "DUE_DATE", "OTHER_BASE", "TAX_BASE"}
"""Parts of codes, or names of other things."""
GIVES_ISSUES = {"Issue", "Finding", "error", "warning", "line_error", "line_warning", "at_item", "on_figure", "told"}


def codes_in(tree: ast.AST) -> Iterator[str]:
    """First or second argument of whatever makes an issue."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name.lstrip("_") in GIVES_ISSUES | {"marked", "differs"}:
            for given in node.args[:3]:
                if isinstance(given, ast.Constant) and isinstance(given.value, str) and is_code(given.value):
                    yield given.value


def is_code(text: str) -> bool:
    return "_" in text and text.replace("_", "").isupper()


def test_every_code_has_its_words() -> None:
    codes = {code for file in SOURCE.rglob("*.py") for code in codes_in(ast.parse(file.read_text("utf-8")))}
    assert len(codes) > 100, "the codes are no longer found where they are given"
    missing = sorted(codes - set(HEADLINES) - NOT_ISSUES)
    assert not missing, f"add them to fakturo/web/page/issue_words.py, and translate: {missing}"


def test_words_are_short_and_translated() -> None:
    for code, words in HEADLINES.items():
        assert len(words) <= 60, words
        assert headline(code, language("id")) not in {None, words}, words

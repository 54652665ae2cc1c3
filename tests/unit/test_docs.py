"""Docs that are made from the code say what the code says now."""

from pathlib import Path

import pytest
from scripts import docs

from fakturo.domain.errors import ErrorCode
from fakturo.domain.transitions import TRANSITIONS
from fakturo.settings import Settings


def test_the_generated_pages_are_current() -> None:
    assert docs.stale_pages() == {}, "run: .venv/bin/python scripts/docs.py --write"


def test_every_setting_code_and_transition_is_documented() -> None:
    pages = docs.pages()
    assert all(f"| `{name.upper()}` |" in pages["settings.md"] for name in Settings.model_fields)
    assert all(f"| `{code}` |" in pages["errors.md"] for code in ErrorCode)
    assert all(f"| `{each.name}` |" in pages["states.md"] for each in TRANSITIONS)


@pytest.mark.parametrize("page", docs.pages())
def test_a_page_says_first_which_command_makes_it_and_nothing_of_this_machine(page: str) -> None:
    text = docs.pages()[page]
    assert text.splitlines()[0] == f"<!-- Made by: {docs.COMMAND} -->"
    assert str(Path.home()) + "/" not in text
    assert str(docs.DOCS) not in text


def test_a_stale_page_is_named_and_made_current_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(docs, "DOCS", tmp_path)
    assert docs.main(["--write"]) == 0
    assert docs.main([]) == 0
    (tmp_path / "errors.md").write_text("an older truth")
    assert docs.main([]) == 1
    assert capsys.readouterr().err.startswith("docs/errors.md is stale")
    assert docs.main(["--write"]) == 0
    assert docs.main([]) == 0

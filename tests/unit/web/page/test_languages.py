"""Every sentence of the page in every language, and which language somebody gets."""

import re
from pathlib import Path

import pytest
from scripts import words

import fakturo
from fakturo.web.page.languages import LOCALES, NAMES, STATIC, choose, language, script_texts


@pytest.mark.parametrize("file", sorted(LOCALES.glob("*.po")), ids=lambda file: file.stem)
def test_nothing_is_left_untranslated_and_nothing_is_translated_for_nobody(file: Path) -> None:
    assert words.mistakes(file) == []


def test_a_missing_translation_is_found(tmp_path: Path) -> None:
    whole = (LOCALES / "id.po").read_text("utf-8")
    broken = tmp_path / "id.po"
    broken.write_text(whole.replace('msgstr "Unduh"', 'msgstr ""'), "utf-8")
    assert words.mistakes(broken) == ["id.po does not translate: Download"]
    broken.write_text(whole.replace('msgstr "{count} terpilih"', 'msgstr "{jumlah} terpilih"'), "utf-8")
    assert words.mistakes(broken) == ["id.po drops a part of: {count} selected"]


def test_every_language_that_is_offered_is_there() -> None:
    assert {file.stem for file in LOCALES.glob("*.po")} | {"en"} == set(NAMES)


def test_all_sentences_of_the_scripts_are_found() -> None:
    """A sentence that is put together where it is said would be missed."""
    scripts = "".join(file.read_text("utf-8") for file in STATIC.glob("*.js"))
    calls = re.findall(r"(?<!function )(?<![.\w])(?:text|counted)\((.)", scripts)
    assert len(calls) > 50
    assert set(calls) == {'"'}
    assert set(script_texts()) <= set(language("id").messages)


@pytest.mark.parametrize(
    ("chosen", "accepted", "code"),
    [
        (None, None, "en"),
        (None, "id", "id"),
        (None, "id-ID,id;q=0.9,en;q=0.8", "id"),
        (None, "de-DE,de;q=0.9,id;q=0.5,en;q=0.3", "id"),
        (None, "en;q=0.2,id;q=0.7", "id"),
        (None, "id;q=0,en", "en"),
        (None, "fr", "en"),
        (None, "*;q=nonsense,,;;", "en"),
        ("en", "id", "en"),
        ("id", "en", "id"),
        ("xx", "id", "id"),
    ],
)
def test_the_language_is_the_chosen_one_or_the_browsers(chosen: str | None, accepted: str | None, code: str) -> None:
    assert choose(chosen, accepted).code == code


def test_the_sample_of_the_page_is_that_of_the_documentation() -> None:
    documented = Path(fakturo.__file__).parents[2] / "docs" / "sample" / "invoice.pdf"
    assert (STATIC / "sample-invoice.pdf").read_bytes() == documented.read_bytes()

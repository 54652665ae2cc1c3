"""What README and docs tell people to type exists: verbs, options, settings, scripts. Running it is another test."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.core import TyperGroup

from fakturo.cli import app
from fakturo.settings import Settings
from tests.support.printed_commands import ROOT, Printed, printed_commands

COMMANDS = list(printed_commands())
OURS = [each for each in COMMANDS if each.command and each.command[0].endswith("fakturo")]
SCRIPTS = [each for each in COMMANDS if each.command and each.command[0].startswith("scripts/")]
OTHERS_SETTINGS = {"PATH", "FAKTURO_CORPUS", "FAKTURO_PAPERS", "PYTHON"}
(UsageError,) = typer.BadParameter.__bases__
"""Typer gives it no name of its own."""
MODULE = re.compile(r"-m (tests\.[\w.]+)|python (\S+\.py)")


def told(printed: Printed) -> str:
    return f"{printed.page}:{printed.line} {printed.text}"


@cache
def command_line() -> Any:
    return typer.main.get_command(app)


def understand(words: list[str], *, whole: bool) -> None:
    """As the command line itself does, up to the point where it would do something."""
    command = command_line()
    context = typer.Context(command, info_name="fakturo")
    name = "fakturo"
    while isinstance(command, TyperGroup):
        if words[:1] and words[0].startswith("-") and (command.invoke_without_command or name == "fakturo"):
            break  # an option of the group itself
        name, *words = words
        assert name in command.commands, f"there is no verb {name}"
        command = command.commands[name]
        if not words and not whole:
            return
    if whole:
        command.make_context(name, words, parent=context)
        return
    known = {"--help"} | {
        option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)
    }
    assert {word for word in words if word.startswith("-")} <= known


def test_there_are_some_of_each_kind() -> None:
    assert len([each for each in OURS if each.whole]) > 30
    assert len(SCRIPTS) > 10
    assert [each for each in OURS if each.is_cron]


@pytest.mark.parametrize("printed", OURS, ids=told)
def test_a_command_in_the_docs_is_understood(printed: Printed) -> None:
    understand(printed.command[1:], whole=printed.whole)


def test_a_wrong_one_would_not_be() -> None:
    for words in (["covnert", "a.pdf"], ["mappings", "lsit"]):
        with pytest.raises(AssertionError, match="there is no verb"):
            understand(words, whole=True)
    for words in (["convert"], ["convert", "a.pdf", "--too", "json"], ["up", "--port", "many"]):
        with pytest.raises(UsageError):
            understand(words, whole=True)
    with pytest.raises(AssertionError):
        understand(["convert", "--too"], whole=False)


@pytest.mark.parametrize("printed", [each for each in COMMANDS if each.settings], ids=told)
def test_a_setting_in_the_docs_exists(printed: Printed) -> None:
    known = {name.upper() for name in Settings.model_fields} | OTHERS_SETTINGS
    assert set(printed.settings) <= known


@pytest.mark.parametrize("printed", [each for each in OURS if each.is_cron], ids=told)
def test_a_line_for_cron_finds_its_program_and_escapes_percent_signs(printed: Printed) -> None:
    assert Path(printed.command[0]).is_absolute(), "cron has a short PATH"
    assert not re.search(r"(?<!\\)%", printed.text), "cron takes it for the end of the line"


@pytest.mark.parametrize("printed", SCRIPTS, ids=told)
def test_a_script_in_the_docs_exists_and_knows_its_options(printed: Printed) -> None:
    script = ROOT / printed.command[0]
    assert script.stat().st_mode & 0o100
    text = script.read_text()
    for module, file in MODULE.findall(text):
        path = ROOT / (file or module.replace(".", "/"))
        text += (path / "__main__.py" if path.is_dir() else path.with_suffix(".py")).read_text()
    options = {word.partition("=")[0] for word in printed.command[1:] if word.startswith("--")}
    assert options - {"--help", "--storage"} <= set(re.findall(r"--[\w-]+", text))


def helps(command: Any, name: str = "fakturo") -> Iterator[tuple[str, str]]:
    """What each verb says about itself and about its options."""
    for said in (command.help, *(getattr(each, "help", None) for each in command.params)):
        yield name, said or ""
    for verb, inner in (command.commands if isinstance(command, TyperGroup) else {}).items():
        yield from helps(inner, f"{name} {verb}")


def test_no_help_says_in_brackets_what_would_be_taken_for_a_colour_and_left_out() -> None:
    assert [(name, said) for name, said in helps(command_line()) if re.search(r"(?<!\\)\[[a-z]", said)] == []

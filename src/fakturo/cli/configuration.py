"""`fakturo config show`: every setting, its value, and where that comes from."""

import json
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from fakturo import settings

config = typer.Typer(no_args_is_help=True, help="The settings that are in force.")


@config.callback()
def _group() -> None:
    pass


@config.command()
def show(
    changed: Annotated[bool, typer.Option("--changed", help="Only those that are not the default.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Print each setting with its value and where it comes from. Secrets are masked.

    It is what a process would get that started here. What `fakturo up` was told, and runs with, is said below, on
    standard error.
    """
    from fakturo.wiring.running import told_otherwise

    lines = [line for line in settings.explained() if not changed or line.source != "default"]
    if as_json:
        print(json.dumps({line.name: {"value": line.value, "from": line.source} for line in lines}, indent=2))
    else:
        _print_lines(lines)
    for sentence in told_otherwise(settings.load()):
        print(sentence, file=sys.stderr)


def _print_lines(lines: "Sequence[settings.Explained]") -> None:
    width = max((len(line.name) for line in lines), default=0)
    for line in lines:
        print(f"{line.name:{width}} = {line.value}   ({line.source})")

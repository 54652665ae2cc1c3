"""`fakturo mappings`: which XML an invoice becomes, and who gets which version."""

import asyncio
import functools
import sys
from pathlib import Path
from typing import Annotated

import typer

from fakturo import settings
from fakturo.cli.options import DataDir, operators_settings
from fakturo.domain.errors import CannotRun
from fakturo.ops import logs

mappings = typer.Typer(
    help="Which XML an invoice becomes, as files that look like that XML: docs/mappings.md.", no_args_is_help=True
)


@mappings.command("list")
def list_mappings(data_dir: DataDir = None) -> None:
    """Name the mappings that come with Fakturo, and those in MAPPINGS_DIR: name@version, target, what it is for.

    With a database, also whom a version was enabled for, and which are withdrawn.
    """
    from fakturo.wiring.mappings import mapping_list
    from fakturo.wiring.releases import release_states

    config = operators_settings(data_dir, service="mappings")
    try:
        states = asyncio.run(release_states(config))
    except CannotRun:
        states = {}
        print("Without a database: what was enabled for whom, or withdrawn, is not shown.", file=sys.stderr)
    print("\n".join(mapping_list(config, states)))


@mappings.command("enable")
def enable_mapping(
    mapping: Annotated[str, typer.Argument(help="NAME@VERSION.")],
    share: Annotated[
        int | None, typer.Option(min=0, max=100, help="Only for so many percent of owners; each stays on one side.")
    ] = None,
    owner: Annotated[list[str] | None, typer.Option(help="Only for this owner; may be named several times.")] = None,
    data_dir: DataDir = None,
) -> None:
    """Enable a version for all, or only for a share of owners and those named; also one that was withdrawn."""
    from fakturo.wiring.releases import enable

    config = operators_settings(data_dir, service="mappings")
    print(asyncio.run(enable(config, mapping, share_percent=share, owners=owner or [])))


@mappings.command("withdraw")
def withdraw_mapping(mapping: Annotated[str, typer.Argument(help="NAME@VERSION.")], data_dir: DataDir = None) -> None:
    """Take a version back everywhere at once: uploads get the one before it, and waiting jobs of it fail, saying so."""
    from fakturo.wiring.releases import withdraw

    print("\n".join(asyncio.run(withdraw(operators_settings(data_dir, service="mappings"), mapping))))


@mappings.command("check")
def check_mappings(
    files: Annotated[list[Path] | None, typer.Argument(help="Mappings; without any, all in MAPPINGS_DIR.")] = None,
) -> None:
    """Look for mistakes in mappings, and name each with its file and line. Ends with 1 if there are any."""
    from fakturo.wiring.mappings import check

    lines, is_well = check(settings.load(), files or [])
    print("\n".join(lines))
    raise SystemExit(not is_well)


@mappings.command("show")
def show_mapping(
    mapping: Annotated[str, typer.Argument(help="NAME, NAME@VERSION, or a file of your own.")],
) -> None:
    """Print a mapping's file, to begin your own with: `… > mine.xml`.

    Every path that its target offers follows on standard error, with its kind of value.
    """
    from fakturo.wiring.mappings import offered_paths, wanted_mapping

    file = wanted_mapping(settings.load(), mapping)
    print(file.text.rstrip("\n"), flush=True)
    for line in ("", *offered_paths(file)):
        print(line, file=sys.stderr)


@mappings.command("test")
def test_mapping(
    mapping: Annotated[str, typer.Argument(help="NAME, NAME@VERSION, or a file of your own.")],
    files: Annotated[list[Path], typer.Argument(help="Invoices as PDF, or as JSON (*.json).")],
) -> None:
    """Convert files with a mapping: the XML on standard output, verdict and issues in plain words on standard error.

    Ends with 0 if all could be converted (those for review, too), 1 if some could not be, 2 if nothing was done.
    """
    from fakturo.convert.mapping import Mappings
    from fakturo.gateway.files.try_mapping import try_on_files
    from fakturo.wiring.directory import open_directory
    from fakturo.wiring.gateway_options import gateway_options
    from fakturo.wiring.mappings import wanted_mapping

    config = settings.load()
    logs.configure("error", service="mappings")
    file = wanted_mapping(config, mapping)
    options = gateway_options(config, mappings=Mappings((file,)))
    say = functools.partial(print, file=sys.stderr, flush=True)

    async def run() -> int:
        async with open_directory(config) as directory:
            return await try_on_files(file.mapping, files, options, directory, sys.stdout.buffer, say)

    raise SystemExit(asyncio.run(run()))

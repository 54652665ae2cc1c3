"""`fakturo templates`: what is known about single vendors."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from fakturo import settings
from fakturo.ops import logs

templates = typer.Typer(help="What is known about single vendors' invoices: docs/templates.md.", no_args_is_help=True)


@templates.command("list")
def list_templates() -> None:
    """Name the templates that come with Fakturo, and those in TEMPLATES_DIR."""
    from fakturo.wiring.templates import all_templates, template_list

    print("\n".join(template_list(all_templates(settings.load()))))


@templates.command("check")
def check_templates(
    files: Annotated[list[Path] | None, typer.Argument(help="Templates; without any, all in TEMPLATES_DIR.")] = None,
) -> None:
    """Look for mistakes in templates, and name each with its file and line."""
    from fakturo.wiring.templates import check

    lines, is_well = check(settings.load(), files or [])
    print("\n".join(lines))
    raise SystemExit(not is_well)


@templates.command("test")
def test_template(
    template: Annotated[str, typer.Argument(help="The template: a file, or the name of one.")],
    files: Annotated[list[Path], typer.Argument(help="Invoices as PDF files.")],
) -> None:
    """Show what a template changes on these invoices, which parts of it do nothing there, and where it is not used."""
    from fakturo.gateway.template_trial import try_on_files
    from fakturo.wiring.gateway import gateway_options
    from fakturo.wiring.templates import templates_with

    config = settings.load()
    logs.configure("error", service="templates")
    options = gateway_options(config, templates_with(config, template))
    raise SystemExit(asyncio.run(try_on_files(files, options, print)))

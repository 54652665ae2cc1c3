"""`fakturo templates`: what is known about single vendors."""

import asyncio
import sys
from pathlib import Path
from typing import Annotated

import typer

from fakturo import settings
from fakturo.domain.errors import CannotRun
from fakturo.ops import logs

templates = typer.Typer(help="What is known about single vendors' invoices: docs/templates.md.", no_args_is_help=True)


def teach(
    invoice: Annotated[Path, typer.Argument(help="An invoice as a PDF file.")],
    truth: Annotated[
        Path,
        typer.Option(
            help="Its right values: a JSON like that of `fakturo convert --to json`, of which only the keys that are "
            "there count. A null says that the paper does not print it."
        ),
    ],
    templates: Annotated[
        Path | None,
        typer.Option(help="Folder of your templates; DIR/NAME.toml is written there.", show_default="TEMPLATES_DIR"),
    ] = None,
    tries: Annotated[
        list[Path] | None,
        typer.Option("--try", help="More invoices to read before and after; may be repeated, or follow each other."),
    ] = None,
    more: Annotated[list[Path] | None, typer.Argument(help="More invoices to try, after --try.", hidden=True)] = None,
    name: Annotated[str | None, typer.Option(help="Name of the template.", show_default="the seller's")] = None,
) -> None:
    """Correct a vendor once: learn from one invoice and its right values how this vendor's invoices are read.

    Writes the smallest template with which the invoice is read right, adds to the vendor's template if it has one, and
    says what was learned, what could not be, and what changes on each tried invoice. Ends with 0 if the taught invoice
    is read right, 1 if it still is not or a tried one could not be read, 2 if nothing was learned.
    """
    from fakturo.gateway.files.one_file import NOTHING_DONE
    from fakturo.gateway.files.teach import Teaching, teach_file
    from fakturo.wiring.gateway_options import gateway_options
    from fakturo.wiring.templates import templates_in

    config = settings.load()
    logs.configure("error", service="teach")
    try:
        known, folder = templates_in(config, templates)
    except CannotRun as hindrance:  # 1 would say that an invoice was taught, and is read wrong
        print(f"fakturo: {hindrance}", file=sys.stderr)
        raise SystemExit(NOTHING_DONE) from None
    teaching = Teaching(invoice, truth, folder, [*(tries or []), *(more or [])], name)
    raise SystemExit(asyncio.run(teach_file(teaching, gateway_options(config, known), print)))


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
    from fakturo.gateway.files.try_template import try_on_files
    from fakturo.wiring.gateway_options import gateway_options
    from fakturo.wiring.templates import templates_with

    config = settings.load()
    logs.configure("error", service="templates")
    options = gateway_options(config, templates_with(config, template))
    raise SystemExit(asyncio.run(try_on_files(files, options, print)))

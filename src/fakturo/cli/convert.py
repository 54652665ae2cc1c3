"""`fakturo convert`, `merge` and `validate`: files here and now, without a server."""

import asyncio
import dataclasses
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from fakturo import settings
from fakturo.ops import logs

STANDARD_INPUT = Path("/dev/stdin")


class To(StrEnum):
    XML = "xml"
    JSON = "json"


def convert(  # noqa: PLR0913, PLR0917 one for each option
    files: Annotated[
        list[Path], typer.Argument(help="PDF files, or invoices as JSON (*.json); `-` is standard input.")
    ],
    to: Annotated[
        To,
        typer.Option(help="xml, as the mapping says, or json: the invoice with a verdict and where each value stands."),
    ] = To.XML,
    mapping: Annotated[
        str | None,
        typer.Option(
            help="What XML to make, as `fakturo mappings list` names it, with or without @version. JSON needs none; "
            "with one, its verdict is on that XML, too.",
            show_default="DEFAULT_MAPPING for xml, none for json",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--out",
            help="Directory for the results, NAME.xml or NAME.json. Without it, the result of one file goes to "
            "standard output, and those of several lie beside their sources.",
        ),
    ] = None,
    pretty: Annotated[
        bool | None, typer.Option("--pretty/--no-pretty", help="Indent the result.", show_default="xml yes, json no")
    ] = None,
    ignore_embedded: Annotated[
        bool, typer.Option("--ignore-embedded", help="Read the pages, even if the PDF carries its invoice as XML.")
    ] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="With --to json: for each field its candidates, and why one of them won.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Replace results that exist; without it, nothing is started then.")
    ] = False,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Go on after an interrupted run: files that have their result are left out."),
    ] = False,
    template: Annotated[
        str | None, typer.Option(help="Read with this template, by name or as a file, whether it fits or not.")
    ] = None,
    no_templates: Annotated[bool, typer.Option("--no-templates", help="Read without any template.")] = False,
    embed: Annotated[
        bool, typer.Option("--embed", help="Write Factur-X: NAME.pdf in -o DIR, a copy of the PDF with its XML inside.")
    ] = False,
    replace: Annotated[
        bool,
        typer.Option(
            "--replace",
            help="With --embed: put the XML in place of an invoice that the PDF carries, which is kept otherwise.",
        ),
    ] = False,
) -> None:
    """Convert files here and now, without a server, by the same engine and with the same limits.

    Which files need a look is said on standard error. Ends with 0 if all were converted (those for review, too), 1 if
    some could not be, 2 if nothing was done.
    """
    from fakturo.gateway.files.convert import Order, convert_files
    from fakturo.wiring.directory import open_directory
    from fakturo.wiring.gateway_options import gateway_options
    from fakturo.wiring.templates import wanted_templates

    config = settings.load()
    logs.configure("error", service="convert")
    templates = wanted_templates(config, template, none=no_templates)
    order = Order(
        "pdf" if embed else to,
        mapping or ("cii_v1" if embed else None) or (config.default_mapping if to is To.XML else None),
        pretty=to is To.XML if pretty is None else pretty,
        ignore_embedded=ignore_embedded,
        replace=replace,
        explain=explain,
    )
    options = dataclasses.replace(gateway_options(config, templates), embeds=embed)

    async def run() -> int:
        async with open_directory(config) as directory:
            return await convert_files(
                [STANDARD_INPUT if str(file) == "-" else file for file in files],
                order,
                out_dir=out,
                options=options,
                directory=directory,
                force=force,
                resume=resume,
            )

    raise SystemExit(asyncio.run(run()))


def merge(
    files: Annotated[list[Path], typer.Argument(help="Coretax XML files of one seller, in the order wanted.")],
    out: Annotated[Path, typer.Option("-o", "--out", help="The merged file; OUT-1.xml, OUT-2.xml … if it is split.")],
    limit: Annotated[
        int | None, typer.Option(min=1, help="Most invoices of one file.", show_default="MERGE_LIMIT, 1000")
    ] = None,
    drafts: Annotated[bool, typer.Option("--drafts", help="Take files that are marked as drafts, too.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace files that exist.")] = False,
) -> None:
    """Merge Coretax files (TaxInvoiceBulk) of one seller into one, or into few: the portal limits a file's invoices."""
    from fakturo.wiring.merge import merge_files

    most = limit or settings.load().merge_limit
    plan, made = merge_files(files, out, limit=most, include_drafts=drafts, force=force)
    for warning in plan.warnings():
        print(f"Warning: {warning}", file=sys.stderr)
    names = ", ".join(map(str, made))
    print(f"Merged {plan.invoices} invoice(s) of {len(files)} file(s) into {names}.")


def validate(
    files: Annotated[list[Path], typer.Argument(help="XML files, or PDFs that carry their invoice as XML.")],
    as_json: Annotated[bool, typer.Option("--json", help="Say it as JSON, for programs.")] = False,
) -> None:
    """Say which format files have, what is wrong with them, and where, in plain words.

    Knows Coretax, UBL, Factur-X and ZUGFeRD, and our own formats. Ends with 0 if all are fine, 1 if some have errors,
    2 if some could not be read or checked.
    """
    from fakturo.gateway.files.validate import validate_files
    from fakturo.wiring.gateway_options import gateway_options

    logs.configure("error", service="validate")
    raise SystemExit(asyncio.run(validate_files(files, gateway_options(settings.load()), print, as_json=as_json)))

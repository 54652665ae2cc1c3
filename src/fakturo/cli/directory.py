"""`fakturo parties`, `fakturo units` and `fakturo goods`: three lists, each with the same three verbs."""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from fakturo.cli.operate import tell_settled
from fakturo.cli.options import DataDir, operators_settings
from fakturo.domain.errors import CannotRun
from fakturo.domain.job import EVERYBODY

MOST_LINES = 50
EXCEL_NEEDS_IT = "utf-8-sig"

ABOUT = {
    "parties": "Buyers and sellers with their tax numbers: docs/directory.md.",
    "units": "What invoices call units, and which code each has: docs/directory.md.",
    "goods": "Codes of goods and services, by article number or words: docs/directory.md.",
}
COLUMNS = {
    "parties": "name (must be there), role (buyer or seller), aliases (separated by |), tin (NPWP of 15 or 16 digits), "
    "nitku (22 digits, or the branch's six), document_type (TIN, National ID, Passport, Other ID), document_number, "
    "country (IDN), address, email, transaction_code (01 to 10), facility (two digits, with 07 and 08).\n\n"
    "Example:\n\n"
    "name,aliases,tin,nitku,address,transaction_code\n\n"
    '"PT Contoh Makmur","Contoh | Contoh Makmur Group",01.234.567.4-012.000,000000,"Jl. Melati 1, Kota",04',
    "units": "alias (the unit as printed), code (UM.nnnn).\n\nExample:\n\nalias,code\n\npcs,UM.0021",
    "goods": "code (six digits, or four of the HS heading), sku or words (all of which a description must have), opt "
    "(A goods, B services), unit (UM.nnnn).\n\nExample:\n\ncode,sku,words,opt,unit\n\n8536,SW-1001,,A,UM.0021\n\n"
    "853600,,wall switch,A,UM.0021",
}
HOW = (
    "The first line names the columns, in any order, in English or Indonesian; comma, semicolon or tab between them; "
    "UTF-8. Numbers with zeros in front must be text in your spreadsheet. Columns: "
)

File = Annotated[Path, typer.Argument(help="A CSV file.")]
Owner = Annotated[str, typer.Option(help="Whose list: an owner's key, as jobs have it.", show_default="everybody's")]


def directory_app(title: str) -> typer.Typer:
    """The verbs of one list."""
    app = typer.Typer(help=ABOUT[title], no_args_is_help=True)

    @app.command("import", help=f"Add a CSV file's rows; rows of the same name are changed.\n\n{HOW}{COLUMNS[title]}")
    def import_(
        file: File,
        owner: Owner = EVERYBODY,
        skip_bad: Annotated[
            bool, typer.Option("--skip-bad", help="Leave bad rows out; without it, one of them stops all.")
        ] = False,
        replace: Annotated[
            bool, typer.Option("--replace", help="Put the file in the place of the whole list: what it lacks goes.")
        ] = False,
        settle: Annotated[
            bool, typer.Option("--settle", help="Have results that wait for a review converted again with it.")
        ] = False,
        data_dir: DataDir = None,
    ) -> None:
        from fakturo.wiring.directory_lists import LISTS, import_file
        from fakturo.wiring.settle import settle_reviews

        config = operators_settings(data_dir, service="directory")
        work = import_file(config, LISTS[title], file, owner=owner, skip_bad=skip_bad, replace=replace)
        imported, could_settle = asyncio.run(work)
        _tell(imported.reading.doubts, "Have a look")
        _tell(imported.reading.mistakes, "Left out" if imported.saved else "Cannot be used")
        if imported.saved is None:
            advice = "Mend them, or say --skip-bad" if imported.reading.rows else "There is no row that could be"
            raise CannotRun(f"Nothing was imported from {file}. {advice}.")
        saved = imported.saved
        kept = f"{saved.changed} changed, {saved.unchanged} as before"
        print(f"{title.capitalize()}: {saved.new} new, {kept}, {saved.removed} removed.")
        if could_settle and settle:
            tell_settled(asyncio.run(settle_reviews(config, owner)))
        elif could_settle:
            whose = "" if owner == EVERYBODY else f" --owner {owner}"
            print(
                f"{could_settle} result(s) that wait for a review were made before this. "
                f"To have them converted again: fakturo settle{whose}"
            )

    @app.command()
    def check(file: File) -> None:
        """Look for mistakes in a CSV file, and name each with its line. Needs no database."""
        from fakturo.wiring.directory_lists import LISTS, read_file

        reading = read_file(LISTS[title], file)
        _tell(reading.doubts, "Have a look")
        _tell(reading.mistakes, "Cannot be used")
        print(f"{file}: {len(reading.rows)} good row(s), {len(reading.mistakes)} mistake(s).")
        raise SystemExit(bool(reading.mistakes))

    @app.command()
    def export(
        file: Annotated[
            Path | None,
            typer.Argument(help="A new CSV file, or - for standard output.", show_default="-", callback=_file_or_none),
        ] = None,
        owner: Owner = EVERYBODY,
        force: Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")] = False,
        data_dir: DataDir = None,
    ) -> None:
        """Write the whole list as a CSV file, as import takes it."""
        from fakturo.wiring.directory_lists import LISTS, export_lines

        if file and file.exists() and not force:
            raise CannotRun(f"{file} would be replaced. Choose another name, or say --force.")
        lines = asyncio.run(export_lines(operators_settings(data_dir, service="directory"), LISTS[title], owner=owner))
        if file is None:
            sys.stdout.write("".join(lines))
            return
        try:
            file.write_text("".join(lines), EXCEL_NEEDS_IT)
        except OSError as error:
            raise CannotRun(f"{file} cannot be written: {error.strerror}.") from None
        print(f"{title.capitalize()}: {len(lines) - 1} row(s) in {file}.")

    return app


def _file_or_none(file: Path | None) -> Path | None:
    """None is standard output."""
    return None if file == Path("-") else file


def _tell(remarks: Sequence[object], what: str) -> None:
    if remarks:
        print(f"{what}:", file=sys.stderr)
    for remark in remarks[:MOST_LINES]:
        print(f"  {remark}", file=sys.stderr)
    if len(remarks) > MOST_LINES:
        print(f"  … and {len(remarks) - MOST_LINES} more.", file=sys.stderr)

"""The command line: one verb for each process, and those of the operator."""

import asyncio
import dataclasses
import functools
import sys
from collections.abc import Callable, Coroutine
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from fakturo import __version__, settings
from fakturo.cli_directory import ABOUT, directory_app
from fakturo.domain.errors import CannotRun
from fakturo.ops import logs
from fakturo.ops.progress import progress
from fakturo.settings import Settings

app = typer.Typer(
    name="fakturo",
    help="Turns PDFs, above all invoices, into valid XML, and loses nothing on the way.\n\n"
    "Settings come from the environment; docs/settings.md lists them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

archive = typer.Typer(help="The archive of old events: look at it, prove it whole.", no_args_is_help=True)
app.add_typer(archive, name="archive")
for each_list in ABOUT:
    app.add_typer(directory_app(each_list), name=each_list)

DataDir = Annotated[Path | None, typer.Option(help="Where the database, files and logs are kept.")]


def main() -> None:
    """Foreseen problems end in a sentence, not in a stack trace."""
    try:
        app()
    except CannotRun as problem:
        print(f"fakturo: {problem}", file=sys.stderr)
        raise SystemExit(1) from None


@app.callback(invoke_without_command=True)
def _version(version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False) -> None:
    if version:
        print(f"fakturo {__version__}")
        raise typer.Exit


@app.command()
def up(
    port: Annotated[int | None, typer.Option(help="Port of the page and the API.", show_default="3000")] = None,
    gateway_port: Annotated[int | None, typer.Option(help="Port of the gateway.", show_default="8002")] = None,
    data_dir: DataDir = None,
) -> None:
    """Run everything here: PostgreSQL (unless DATABASE_URL is set), web, worker and gateway."""
    from fakturo.up import up as run

    config = settings.load(web_port=port, gateway_port=gateway_port, data_dir=data_dir and data_dir.absolute())
    logs.configure("warning", service="up")
    asyncio.run(run(config, lambda line: print(line, flush=True)))


@app.command()
def web() -> None:
    """Run the API and the pages."""
    from fakturo.wiring.web import run_web

    _run(run_web, service="web")


@app.command()
def worker() -> None:
    """Run a worker: it claims jobs and has them converted. Start as many as you like."""
    from fakturo.wiring.worker import run_worker

    _run(run_worker, service="worker")


@app.command()
def gateway() -> None:
    """Run the gateway: POST /process turns a PDF into XML, or into an invoice as JSON."""
    from fakturo.wiring.gateway import run_gateway

    _run(run_gateway, service="gateway")


class To(StrEnum):
    XML = "xml"
    JSON = "json"


@app.command()
def convert(  # noqa: PLR0913, PLR0917 one for each option
    files: Annotated[list[Path], typer.Argument(help="PDF files, or invoices as JSON (*.json).")],
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
    force: Annotated[
        bool, typer.Option("--force", help="Replace results that exist; without it, nothing is started then.")
    ] = False,
    template: Annotated[
        str | None, typer.Option(help="Read with this template, by name or as a file, whether it fits or not.")
    ] = None,
    no_templates: Annotated[bool, typer.Option("--no-templates", help="Read without any template.")] = False,
    embed: Annotated[
        bool, typer.Option("--embed", help="Write Factur-X: NAME.pdf in -o DIR, a copy of the PDF with its XML inside.")
    ] = False,
) -> None:
    """Convert files here and now, without a server, by the same engine and with the same limits.

    Which files need a look is said on standard error. Ends with 0 if all were converted (those for review, too), 1 if
    some could not be, 2 if nothing was done.
    """
    from fakturo.gateway.convert_files import Order, convert_files
    from fakturo.wiring.directory import open_directory
    from fakturo.wiring.gateway import gateway_options
    from fakturo.wiring.templates import wanted_templates

    config = settings.load()
    logs.configure("error", service="convert")
    templates = wanted_templates(config, template, none=no_templates)
    order = Order(
        "pdf" if embed else to,
        mapping or ("cii_v1" if embed else None) or (config.default_mapping if to is To.XML else None),
        pretty=to is To.XML if pretty is None else pretty,
        ignore_embedded=ignore_embedded,
    )
    options = dataclasses.replace(gateway_options(config, templates), embeds=embed)

    async def run() -> int:
        async with open_directory(config) as directory:
            return await convert_files(files, order, out_dir=out, options=options, directory=directory, force=force)

    raise SystemExit(asyncio.run(run()))


@app.command()
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


@app.command()
def validate(
    files: Annotated[list[Path], typer.Argument(help="XML files, or PDFs that carry their invoice as XML.")],
    as_json: Annotated[bool, typer.Option("--json", help="Say it as JSON, for programs.")] = False,
) -> None:
    """Say which format files have, what is wrong with them, and where, in plain words.

    Knows Coretax, UBL, Factur-X and ZUGFeRD, and our own formats. Ends with 0 if all are fine, 1 if some have errors,
    2 if some could not be read or checked.
    """
    from fakturo.gateway.validate_files import validate_files
    from fakturo.wiring.gateway import gateway_options

    logs.configure("error", service="validate")
    raise SystemExit(asyncio.run(validate_files(files, gateway_options(settings.load()), print, as_json=as_json)))


templates_app = typer.Typer(
    help="What is known about single vendors' invoices: docs/templates.md.", no_args_is_help=True
)
app.add_typer(templates_app, name="templates")


@templates_app.command("list")
def list_templates() -> None:
    """Name the templates that come with Fakturo, and those in TEMPLATES_DIR."""
    from fakturo.wiring.templates import all_templates, template_list

    print("\n".join(template_list(all_templates(settings.load()))))


@templates_app.command("check")
def check_templates(
    files: Annotated[list[Path] | None, typer.Argument(help="Templates; without any, all in TEMPLATES_DIR.")] = None,
) -> None:
    """Look for mistakes in templates, and name each with its file and line."""
    from fakturo.wiring.templates import check

    lines, is_well = check(settings.load(), files or [])
    print("\n".join(lines))
    raise SystemExit(not is_well)


@templates_app.command("test")
def test_template(
    template: Annotated[str, typer.Argument(help="The template: a file, or the name of one.")],
    files: Annotated[list[Path], typer.Argument(help="Invoices as PDF files.")],
) -> None:
    """Show what a template changes on these invoices, and which parts of it do nothing there."""
    from fakturo.gateway.template_trial import try_on_files
    from fakturo.wiring.gateway import gateway_options
    from fakturo.wiring.templates import wanted_templates

    config = settings.load()
    logs.configure("error", service="templates")
    options = gateway_options(config, wanted_templates(config, template))
    raise SystemExit(asyncio.run(try_on_files(files, options, print)))


mappings_app = typer.Typer(
    help="Which XML an invoice becomes, as files that look like that XML: docs/mappings.md.", no_args_is_help=True
)
app.add_typer(mappings_app, name="mappings")


@mappings_app.command("list")
def list_mappings(data_dir: DataDir = None) -> None:
    """Name the mappings that come with Fakturo, and those in MAPPINGS_DIR: name@version, target, what it is for.

    With a database, also whom a version was enabled for, and which are withdrawn.
    """
    from fakturo.wiring.mappings import mapping_list
    from fakturo.wiring.releases import release_states

    config = _operators_settings(data_dir, service="mappings")
    try:
        states = asyncio.run(release_states(config))
    except CannotRun:
        states = {}
        print("Without a database: what was enabled for whom, or withdrawn, is not shown.", file=sys.stderr)
    print("\n".join(mapping_list(config, states)))


@mappings_app.command("enable")
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

    config = _operators_settings(data_dir, service="mappings")
    print(asyncio.run(enable(config, mapping, share_percent=share, owners=owner or [])))


@mappings_app.command("withdraw")
def withdraw_mapping(mapping: Annotated[str, typer.Argument(help="NAME@VERSION.")], data_dir: DataDir = None) -> None:
    """Take a version back everywhere at once: uploads get the one before it, and waiting jobs of it fail, saying so."""
    from fakturo.wiring.releases import withdraw

    print("\n".join(asyncio.run(withdraw(_operators_settings(data_dir, service="mappings"), mapping))))


@mappings_app.command("check")
def check_mappings(
    files: Annotated[list[Path] | None, typer.Argument(help="Mappings; without any, all in MAPPINGS_DIR.")] = None,
) -> None:
    """Look for mistakes in mappings, and name each with its file and line. Ends with 1 if there are any."""
    from fakturo.wiring.mappings import check

    lines, is_well = check(settings.load(), files or [])
    print("\n".join(lines))
    raise SystemExit(not is_well)


@mappings_app.command("show")
def show_mapping(
    mapping: Annotated[str, typer.Argument(help="NAME, NAME@VERSION, or a file of your own.")],
) -> None:
    """Print a mapping's file, to begin your own with, and every path that its target offers with its kind of value."""
    from fakturo.wiring.mappings import shown, wanted_mapping

    print("\n".join(shown(wanted_mapping(settings.load(), mapping))))


@mappings_app.command("test")
def test_mapping(
    mapping: Annotated[str, typer.Argument(help="NAME, NAME@VERSION, or a file of your own.")],
    files: Annotated[list[Path], typer.Argument(help="Invoices as PDF, or as JSON (*.json).")],
) -> None:
    """Convert files with a mapping: the XML on standard output, verdict and issues in plain words on standard error.

    Ends with 0 if all could be converted (those for review, too), 1 if some could not be, 2 if nothing was done.
    """
    from fakturo.convert.mapping import Mappings
    from fakturo.gateway.mapping_trial import try_on_files
    from fakturo.wiring.directory import open_directory
    from fakturo.wiring.gateway import gateway_options
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


@app.command()
def migrate(data_dir: DataDir = None) -> None:
    """Bring the database to this version's schema."""
    from fakturo.store.migrate import migrate as run
    from fakturo.wiring.storage import database_url

    config = settings.load(data_dir=data_dir and data_dir.absolute())
    logs.configure("warning", service="migrate")
    applied = asyncio.run(run(database_url(config)))
    print("\n".join(f"applied {name}" for name in applied) or "The database is up to date.")


@app.command()
def sweep(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be removed.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Remove what has had its time now, instead of waiting for a worker's daily round."""
    from fakturo.store.retention import Forecast
    from fakturo.wiring.worker import sweep_once

    config = settings.load(data_dir=data_dir and data_dir.absolute())
    logs.configure("warning", service="sweep")
    outcome = asyncio.run(sweep_once(config, dry_run=dry_run))
    if outcome is None:
        raise CannotRun("Another sweep is under way. Try again when it is done.")
    if isinstance(outcome, Forecast):
        print(f"Would expire {outcome.pdfs} PDFs and {outcome.results} results, and delete {outcome.trash} files.")
        return
    print(
        f"Expired {outcome.pdfs} PDFs and {outcome.results} results. Deleted {outcome.files} files, "
        f"{outcome.drafts} unfinished ones. {outcome.orphans} that no job names go in a week."
    )
    if outcome.vanished:
        print(f"{len(outcome.vanished)} results had vanished; their jobs now say so.")


storage = typer.Typer(help="Where files are, and how they come to another store.", no_args_is_help=True)
app.add_typer(storage, name="storage")


@storage.command()
def show(data_dir: DataDir = None) -> None:
    """Say how much lies in each store, and which processes can read it."""
    from fakturo.wiring.move import look

    logs.configure("warning", service="storage")
    overview = asyncio.run(look(settings.load(data_dir=data_dir and data_dir.absolute())))
    print(f"New files go to {overview.stores[0]}.")
    for place in overview.places:
        until = f", the last of them to go at {place.trash_until:%Y-%m-%d %H:%M} UTC" if place.trash_until else ""
        unknown = "" if place.address in overview.stores else " NO SETTING NAMES IT."
        print(f"{place.address}: {_amount(place.files, place.bytes)}; {place.trash} in the trash{until}.{unknown}")
    for reader in overview.readers:
        print(f"{reader.process} reads {', '.join(reader.stores)}")


@storage.command()
def move(
    to: Annotated[str, typer.Option(help="Where to: s3://bucket/prefix, or disk. Must be where new files go.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be moved.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Move all files to another store while web and workers run. docs/storage.md has the steps."""
    from rich.console import Console
    from rich.progress import Progress

    from fakturo.wiring.move import Overview
    from fakturo.wiring.move import move as run

    config = settings.load(data_dir=data_dir and data_dir.absolute())
    logs.configure("warning", service="storage")
    progress = Progress(console=Console(stderr=True), transient=True)
    task = progress.add_task("moving")

    def plan(before: Overview) -> bool:
        for place in before.elsewhere():
            amount = _amount(place.files, place.bytes)
            print(f"{'Would move' if dry_run else 'Moving'} {amount} from {place.address} to {to}.")
        if not dry_run:
            progress.update(task, total=sum(place.files for place in before.elsewhere()))
            progress.start()
        return not dry_run

    try:
        work = run(config, to, plan=plan, tell=lambda moved: progress.update(task, completed=moved.files + moved.left))
        outcome = asyncio.run(work)
    finally:
        if progress.live.is_started:
            progress.stop()
    if outcome is None:
        return
    moved, after = outcome
    print(f"Moved {_amount(moved.files, moved.bytes)} to {to}.")
    for line in moved.troubles():
        print(f"  {line}")
    left = sum(place.files for place in after.elsewhere())
    if left > moved.left:
        print(f"{left - moved.left} more came to lie elsewhere meanwhile. Does a process run with other settings?")
    if left:
        raise CannotRun(f"{left} file(s) are not in {to}. Mend what is named above, and run this again.")


def _amount(files: int, size: int) -> str:
    return f"{files} file{'' if files == 1 else 's'} ({size / 2**20:.1f} MB)"


@app.command()
def backup(
    directory: Annotated[Path, typer.Argument(help="A new or empty directory, one for each backup.")],
    data_dir: DataDir = None,
) -> None:
    """Copy database and files to a directory, while everything runs."""
    from rich import filesize

    from fakturo.wiring.backup import backup as run

    taken = asyncio.run(run(_operators_settings(data_dir, service="backup"), directory.absolute(), progress))
    print(
        f"Backed up {taken.rows} rows and {taken.files} file(s) ({filesize.decimal(taken.files_bytes)}) to {directory}."
    )
    losses = [each for each in taken.missing if each.is_a_loss]
    for each in losses:
        print(f"{each.path}: {each.why}.")
    if losses:
        print(f"The backup is whole but for these {len(losses)} file(s), which were lost or damaged before it.")
        raise SystemExit(1)


@app.command()
def restore(
    directory: Annotated[Path, typer.Argument(help="A backup.")],
    replace: Annotated[
        bool, typer.Option("--replace", help="Put it in the place of a database with anything in it.")
    ] = False,
    check: Annotated[bool, typer.Option("--check", help="Only check that the backup is whole.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Check a backup, and put its database and files in the place of an empty Fakturo."""
    from fakturo.backup.restore import check as check_backup
    from fakturo.wiring.backup import restore as run

    config = _operators_settings(data_dir, service="restore")
    if check:
        found = asyncio.run(check_backup(directory.absolute(), progress))
        print(f"{directory} is whole: {found.files} file(s), taken on {found.moment} by Fakturo {found.fakturo}.")
        return
    found = asyncio.run(run(config, directory.absolute(), progress, replace=replace))
    print(
        f"Restored {found.rows} rows and {found.files} file(s), as they were on {found.moment}. Fakturo can be started."
    )


@archive.command("run")
def archive_run(data_dir: DataDir = None) -> None:
    """Archive old events now, instead of waiting for a worker's daily round."""
    from fakturo.wiring.archive import archive_now

    archived = asyncio.run(archive_now(_operators_settings(data_dir, service="archive")))
    if archived is None:
        raise CannotRun("Somebody is archiving already. Try again when that is done.")
    print(f"Archived {archived} event(s).")


@archive.command("list")
def archive_list(data_dir: DataDir = None) -> None:
    """List what is in the archive, the oldest first."""
    from fakturo.wiring.archive import archive_records

    records = asyncio.run(archive_records(_operators_settings(data_dir, service="archive")))
    for each in records:
        print(
            f"{each.number}  {each.first_at:%Y-%m-%d} to {each.last_at:%Y-%m-%d}  {each.events} event(s)  {each.path}"
        )
    if not records:
        print("The archive is empty.")


@archive.command("verify")
def archive_verify(data_dir: DataDir = None) -> None:
    """Read the whole archive again and check every count and hash. Ends with status 1 if anything is wrong."""
    from fakturo.wiring.archive import verify_archive

    config = _operators_settings(data_dir, service="archive")
    with progress("Archives read") as advance:
        verdict = asyncio.run(verify_archive(config, advance))
    print("".join(f"{problem}\n" for problem in verdict.problems), end="")
    if verdict.leftovers:
        print(f"{len(verdict.leftovers)} file(s) of an archiver that was cut off; their events are elsewhere, too:")
        print("\n".join(f"  {name}" for name in verdict.leftovers))
    if verdict.problems:
        print(f"{len(verdict.problems)} thing(s) wrong in {verdict.archives} archive(s).")
        raise SystemExit(1)
    print(f"All is whole: {verdict.archives} archive(s) with {verdict.events} event(s).")


@app.command()
def doctor(data_dir: DataDir = None) -> None:
    """Check database, storage, gateway and optional programs, and say what to do."""
    from fakturo.doctor import State, examine

    config = settings.load(data_dir=data_dir and data_dir.absolute())
    logs.configure("error", service="doctor")

    async def report() -> int:
        marks = {State.OK: "✓", State.HINT: "·", State.PROBLEM: "✗"}
        problems = 0
        async for finding in examine(config):
            print(f"{marks[finding.state]} {finding.what}: {finding.text}")
            problems += finding.state is State.PROBLEM
        print("All is well." if not problems else f"{problems} thing(s) to mend.")
        return problems

    if asyncio.run(report()):
        raise SystemExit(1)


def _operators_settings(data_dir: Path | None, *, service: str) -> Settings:
    logs.configure("warning", service=service)
    return settings.load(data_dir=data_dir and data_dir.absolute())


def _run(process: Callable[[Settings], Coroutine[Any, Any, None]], *, service: str) -> None:
    config = settings.load()
    logs.configure(config.log_level, service=service)
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(process(config))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop where there is one."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop

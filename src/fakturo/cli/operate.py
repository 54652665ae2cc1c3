"""The operator's verbs: `fakturo migrate`, `sweep`, `settle`, `backup` and `restore`."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fakturo.cli.options import DataDir, operators_settings
from fakturo.domain.errors import CannotRun
from fakturo.domain.job import EVERYBODY
from fakturo.ops.progress import progress

if TYPE_CHECKING:
    from fakturo.web.jobs.settle import Settled


def migrate(data_dir: DataDir = None) -> None:
    """Bring the database to this version's schema."""
    from fakturo.store.migrate import migrate as run
    from fakturo.wiring.storage import database_url

    config = operators_settings(data_dir, service="migrate")
    applied = asyncio.run(run(database_url(config)))
    print("\n".join(f"applied {name}" for name in applied) or "The database is up to date.")


def sweep(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be removed.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Remove what has had its time now, instead of waiting for a worker's daily round."""
    from fakturo.store.retention import Forecast
    from fakturo.wiring.worker import sweep_once

    config = operators_settings(data_dir, service="sweep")
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


def settle(
    owner: Annotated[str, typer.Option(help="Whose: an owner's key, as jobs have it.", show_default="all")] = EVERYBODY,
    data_dir: DataDir = None,
) -> None:
    """Convert again what waits for a review and was made before the directory last changed."""
    from fakturo.wiring.settle import settle_reviews

    tell_settled(asyncio.run(settle_reviews(operators_settings(data_dir, service="settle"), owner)))


def tell_settled(settled: "Settled") -> None:
    print(f"{settled.queued} result(s) are converted again; what they were stays, as earlier versions.")
    if settled.left:
        print(f"{settled.left} were left as they are: their mapping is not offered any more, or somebody was faster.")


def backup(
    directory: Annotated[Path, typer.Argument(help="A new or empty directory, one for each backup.")],
    data_dir: DataDir = None,
) -> None:
    """Copy database and files to a directory, while everything runs."""
    from rich import filesize

    from fakturo.wiring.backup import backup as run

    taken = asyncio.run(run(operators_settings(data_dir, service="backup"), directory.absolute(), progress))
    print(
        f"Backed up {taken.rows} rows and {taken.files} file(s) ({filesize.decimal(taken.files_bytes)}) to {directory}."
    )
    losses = [each for each in taken.missing if each.is_a_loss]
    for each in losses:
        print(f"{each.path}: {each.why}.")
    if losses:
        print(f"The backup is whole but for these {len(losses)} file(s), which were lost or damaged before it.")
        raise SystemExit(1)


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

    config = operators_settings(data_dir, service="restore")
    if check:
        found = asyncio.run(check_backup(directory.absolute(), progress))
        print(f"{directory} is whole: {found.files} file(s), taken on {found.moment} by Fakturo {found.fakturo}.")
        return
    found = asyncio.run(run(config, directory.absolute(), progress, replace=replace))
    print(
        f"Restored {found.rows} rows and {found.files} file(s), as they were on {found.moment}. Fakturo can be started."
    )

"""`fakturo storage`: where files are."""

import asyncio
from typing import Annotated

import typer

from fakturo.cli.options import DataDir, operators_settings
from fakturo.domain.errors import CannotRun

storage = typer.Typer(help="Where files are, and how they come to another store.", no_args_is_help=True)


@storage.command()
def show(data_dir: DataDir = None) -> None:
    """Say how much lies in each store, and which processes can read it."""
    from fakturo.wiring.move import look

    overview = asyncio.run(look(operators_settings(data_dir, service="storage")))
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

    config = operators_settings(data_dir, service="storage")
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

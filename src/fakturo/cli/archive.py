"""`fakturo archive`: old events."""

import asyncio

import typer

from fakturo.cli.options import DataDir, operators_settings
from fakturo.domain.errors import CannotRun
from fakturo.ops.progress import progress

archive = typer.Typer(help="The archive of old events: look at it, prove it whole.", no_args_is_help=True)


@archive.command("run")
def archive_run(data_dir: DataDir = None) -> None:
    """Archive old events now, instead of waiting for a worker's daily round."""
    from fakturo.wiring.archive import archive_now

    archived = asyncio.run(archive_now(operators_settings(data_dir, service="archive")))
    if archived is None:
        raise CannotRun("Somebody is archiving already. Try again when that is done.")
    print(f"Archived {archived} event(s).")


@archive.command("list")
def archive_list(data_dir: DataDir = None) -> None:
    """List what is in the archive, the oldest first."""
    from fakturo.wiring.archive import archive_records

    records = asyncio.run(archive_records(operators_settings(data_dir, service="archive")))
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

    config = operators_settings(data_dir, service="archive")
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

"""`fakturo submit`, `jobs`, `retry` and `download`: a client of a server, here or elsewhere."""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fakturo import settings
from fakturo.domain.job import Status
from fakturo.ops.progress import progress

if TYPE_CHECKING:
    from fakturo.client.verbs import Verbs

PATIENCE_SECONDS = 300.0
NOTHING_DONE = 2
NO_KEY = (
    "Say which key, with FAKTURO_KEY or --key. The page makes one for your own jobs, under Settings; "
    "`fakturo keys create NAME` at the server one for a program with jobs of its own."
)

Server = Annotated[
    str | None,
    typer.Option(help="Address of Fakturo.", show_default="FAKTURO_SERVER, or the one that runs here"),
]
Key = Annotated[
    str | None,
    typer.Option(help="API key. Others may see what you type: FAKTURO_KEY is better.", show_default="FAKTURO_KEY"),
]
Out = Annotated[Path, typer.Option("-o", "--out", help="Folder for the XML files.")]
Force = Annotated[bool, typer.Option("--force", help="Replace files that exist.")]
Ids = Annotated[list[str] | None, typer.Argument(help="Ids of jobs, as `fakturo jobs` names them.")]


def submit(
    files: Annotated[list[Path], typer.Argument(help="PDF files.")],
    mapping: Annotated[
        str | None, typer.Option(help="What XML to make, as the server names it.", show_default="the server's")
    ] = None,
    wait: Annotated[
        bool, typer.Option("--wait", help="Wait until all are converted, and say what came of each.")
    ] = False,
    timeout: Annotated[float, typer.Option(min=1, help="With --wait: for so many seconds, for each.")] = 3600,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", help="With --wait: folder for the XML files.", show_default=False)
    ] = None,
    force: Force = False,
    server: Server = None,
    key: Key = None,
) -> None:
    """Hand PDFs in at a server. With --wait -o DIR, their XML comes back.

    Prints the ids of the jobs, or the files written. Ends with 0 if all went well (results that need a review are
    named), 1 if some did not, 2 if nothing could be done.
    """
    if out and not wait:
        raise typer.BadParameter("Results are there after the conversion: say --wait, too.", param_hint="-o")
    _run(
        partial(_submit, files, mapping, timeout if wait else None, out, force),
        server,
        key,
        needs_key=not wait,
        out=out,
    )


def _submit(
    files: list[Path], mapping: str | None, wait_seconds: float | None, out: Path | None, force: bool, verbs: "Verbs"
) -> int:
    return verbs.submit(files, mapping=mapping, wait_seconds=wait_seconds, out=out, replace=force)


def jobs(
    context: typer.Context,
    status: Annotated[list[Status] | None, typer.Option(help="Only these; may be said several times.")] = None,
    search: Annotated[str | None, typer.Option(help="Words of file name, invoice number, seller or buyer.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="So many at most.")] = 50,
    as_json: Annotated[bool, typer.Option("--json", help="Each as a line of JSON, with all that is known.")] = False,
    server: Server = None,
    key: Key = None,
) -> None:
    """Name the jobs at a server, newest first: id, status, file, and what should be known about it."""
    if context.invoked_subcommand:
        return
    _run(lambda verbs: verbs.jobs(status=status or [], text=search, most=limit, as_json=as_json), server, key)


def retry(
    ids: Ids = None,
    failed: Annotated[bool, typer.Option("--failed", help="All that have failed and may succeed.")] = False,
    server: Server = None,
    key: Key = None,
) -> None:
    """Ask for failed jobs again. With --failed, those that would only fail again are left out and counted."""
    _either(ids, failed, "--failed")
    _run(lambda verbs: verbs.retry(ids or [], all_failed=failed), server, key)


def download(
    ids: Ids = None,
    ready: Annotated[bool, typer.Option("--ready", help="All that are ready.")] = False,
    out: Out = Path(),
    force: Force = False,
    server: Server = None,
    key: Key = None,
) -> None:
    """Fetch the XML of jobs."""
    _either(ids, ready, "--ready")
    _run(lambda verbs: verbs.download(ids or [], all_ready=ready, out=out, replace=force), server, key, out=out)


def _either(ids: list[str] | None, chosen: bool, option: str) -> None:
    if bool(ids) == chosen:
        raise typer.BadParameter(f"Name jobs, or say {option}.", param_hint="IDS")


def _run(
    act: Callable[["Verbs"], int],
    server: str | None,
    key: str | None,
    *,
    needs_key: bool = True,
    out: Path | None = None,
) -> None:
    from fakturo.client import Client, FakturoError
    from fakturo.client.verbs import Verbs, told_once
    from fakturo.wiring.running import completed

    config = completed(settings.load(fakturo_server=server, fakturo_key=key))
    if needs_key and not config.fakturo_key:
        _give_up(NO_KEY)
    complain = partial(print, file=sys.stderr, flush=True)
    try:
        if out:
            out.mkdir(parents=True, exist_ok=True)
        address = config.fakturo_server or config.page_url
        with Client(
            address, key=config.fakturo_key, patience_seconds=PATIENCE_SECONDS, on_pause=told_once(complain)
        ) as client:
            status = act(Verbs(client, partial(print, flush=True), complain, progress))
    except FakturoError as error:
        _give_up(str(error))
    except BrokenPipeError:
        raise  # whoever read our lines has seen enough: `… | head`
    except OSError as error:
        _give_up(f"{out}: {error.strerror}.")
    raise SystemExit(status)


def _give_up(sentence: str) -> None:
    print(f"fakturo: {sentence}", file=sys.stderr)
    raise SystemExit(NOTHING_DONE)

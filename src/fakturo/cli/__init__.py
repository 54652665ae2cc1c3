"""The command line: one verb for each process, and those of clients and operators."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from fakturo.cli.loading import when_needed

when_needed("fakturo.settings", "fakturo.ops.logs")  # most of the time that `--help` took

from fakturo import __version__, settings  # noqa: E402
from fakturo.cli import (  # noqa: E402
    archive,
    bulk,
    client,
    configuration,
    convert,
    directory,
    keys,
    mappings,
    operate,
    processes,
    storage,
    stories,
    templates,
)
from fakturo.domain.errors import CannotRun  # noqa: E402

app = typer.Typer(
    name="fakturo",
    help="Turns PDFs, above all invoices, into valid XML, and loses nothing on the way.\n\n"
    "Settings come from the environment and from fakturo.toml; docs/settings.md lists them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
VERBS = (
    *(processes.up, processes.web, processes.worker, processes.gateway),
    *(convert.convert, bulk.bulk, convert.merge, convert.validate, templates.teach),
    *(client.submit, client.retry, client.download),
    *(operate.migrate, operate.sweep, operate.settle, operate.backup, operate.restore, processes.doctor),
)
"""In the order in which `--help` names them."""
GROUPS = {
    **{title: directory.directory_app(title) for title in directory.ABOUT},
    "jobs": typer.Typer(),
    "templates": templates.templates,
    "mappings": mappings.mappings,
    "keys": keys.keys,
    "storage": storage.storage,
    "archive": archive.archive,
    "config": configuration.config,
}
for verb in VERBS:
    app.command()(verb)
GROUPS["jobs"].callback(invoke_without_command=True)(client.jobs)
GROUPS["jobs"].command()(stories.show)
for title, group in GROUPS.items():
    app.add_typer(group, name=title)


def main() -> None:
    """Foreseen problems end in a sentence, not in a stack trace."""
    try:
        app()
    except CannotRun as problem:
        print(f"fakturo: {problem}", file=sys.stderr)
        raise SystemExit(1) from None


@app.callback(invoke_without_command=True)
def _first(
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
    config: Annotated[
        Path | None,
        typer.Option(help="File with settings; the environment wins.", show_default="fakturo.toml, if there"),
    ] = None,
) -> None:
    settings.use_file(config)
    if version:
        print(f"fakturo {__version__}")
        raise typer.Exit
    for sentence in settings.misspelt():
        print(f"fakturo: {sentence}", file=sys.stderr)

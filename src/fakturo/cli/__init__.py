"""The command line: one verb for each process, and those of clients and operators."""

import sys
from typing import Annotated

import typer

from fakturo import __version__, settings
from fakturo.cli import archive, convert, directory, mappings, operate, processes, storage, templates
from fakturo.domain.errors import CannotRun

app = typer.Typer(
    name="fakturo",
    help="Turns PDFs, above all invoices, into valid XML, and loses nothing on the way.\n\n"
    "Settings come from the environment; docs/settings.md lists them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
VERBS = (
    *(processes.up, processes.web, processes.worker, processes.gateway),
    *(convert.convert, convert.merge, convert.validate),
    *(operate.migrate, operate.sweep, operate.backup, operate.restore, processes.doctor),
)
"""In the order in which `--help` names them."""
GROUPS = {
    **{title: directory.directory_app(title) for title in directory.ABOUT},
    "templates": templates.templates,
    "mappings": mappings.mappings,
    "storage": storage.storage,
    "archive": archive.archive,
}
for verb in VERBS:
    app.command()(verb)
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
def _first(version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False) -> None:
    if version:
        print(f"fakturo {__version__}")
        raise typer.Exit
    for sentence in settings.misspelt():
        print(f"fakturo: {sentence}", file=sys.stderr)

"""What several verbs have in common."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from fakturo import settings
from fakturo.ops import logs

KEPT_IN = "Where the database, files and logs are kept."
DataDir = Annotated[
    Path | None,
    typer.Option(
        help=KEPT_IN,
        show_default="where `fakturo up` runs, or else DATA_DIR",
    ),
]


def operators_settings(data_dir: Path | None, *, service: str, level: str = "warning") -> "settings.Settings":
    """Of a verb that works on what `fakturo up` runs, unless a database is named: then on that."""
    from fakturo.wiring.running import completed

    logs.configure(level, service=service)
    named = settings.load(data_dir=data_dir and data_dir.absolute())
    config = completed(named)
    if config.data_dir != named.data_dir:
        print(f"Fakturo runs on {config.data_dir}: that one is meant.", file=sys.stderr)
    return config

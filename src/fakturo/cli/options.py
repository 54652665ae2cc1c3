"""What several verbs have in common."""

from pathlib import Path
from typing import Annotated

import typer

from fakturo import settings
from fakturo.ops import logs
from fakturo.settings import Settings

DataDir = Annotated[Path | None, typer.Option(help="Where the database, files and logs are kept.")]


def operators_settings(data_dir: Path | None, *, service: str) -> Settings:
    logs.configure("warning", service=service)
    return settings.load(data_dir=data_dir and data_dir.absolute())

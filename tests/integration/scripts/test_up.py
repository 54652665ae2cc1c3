"""`scripts/up --help` answers at once, also where nothing is installed yet."""

import re
import shutil
import subprocess
from pathlib import Path

import typer.main

from fakturo.cli import app

SCRIPT = Path(__file__).parents[3] / "scripts/up"


def test_help_installs_nothing_and_names_every_option(tmp_path: Path) -> None:
    (tmp_path / "scripts").mkdir()
    shutil.copy(SCRIPT, tmp_path / "scripts/up")
    command = [str(tmp_path / "scripts/up"), "--port", "4000", "--help"]
    helped = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (helped.returncode, helped.stderr) == (0, "")
    assert [file.name for file in tmp_path.iterdir()] == ["scripts"]
    command_line = typer.main.get_command(app)
    up = command_line.commands["up"]  # type: ignore[attr-defined]
    options = {name for each in up.params for name in each.opts}
    assert set(re.findall(r"^  (--[a-z-]+)", helped.stdout, re.MULTILINE)) == options | {"--help"}

"""`scripts/system-packages`, with a package system of the test's own: locks are waited for, and CI misses nothing."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[3] / "scripts/system-packages"
LOCKED = "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 77"
USED = ("bash", "env", "grep", "seq", "tail", "wc")
"""What the script and this test need; nothing else of this machine is on its path."""


class Machine:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        for program in USED:
            (folder / program).symlink_to(shutil.which(program) or "")
        self.has("id", "echo 0")
        self.has("sleep", f"echo slept >> {folder}/naps")

    def has(self, program: str, does: str) -> None:
        (self._folder / program).write_text(f"#!/bin/sh\n{does}\n")
        (self._folder / program).chmod(0o755)

    def naps(self) -> int:
        naps = self._folder / "naps"
        return len(naps.read_text().splitlines()) if naps.exists() else 0

    def run(self, **environment: str) -> subprocess.CompletedProcess[str]:
        given = {name: value for name, value in os.environ.items() if name != "CI"} | environment
        command = [str(self._folder / "bash"), str(SCRIPT), "reader:reader-package"]
        return subprocess.run(
            command, env=given | {"PATH": str(self._folder)}, capture_output=True, text=True, check=False
        )


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_a_locked_package_system_is_waited_for(machine: Machine, tmp_path: Path) -> None:
    """Somebody else installs: two tries fail, the third is let in."""
    count = f"echo x >> {tmp_path}/tries; set -- $(wc -l {tmp_path}/tries)"
    machine.has("apt-get", f'{count}; [ $1 -gt 2 ] || {{ echo "{LOCKED}"; exit 100; }}')
    done = machine.run()
    assert done.returncode == 0, done.stderr
    assert machine.naps() == 2
    assert "Not installed" not in done.stderr


def test_what_cannot_be_installed_is_not_tried_for_minutes_and_named(machine: Machine) -> None:
    machine.has("apt-get", 'echo "E: Unable to locate package reader-package"; exit 100')
    done = machine.run()
    assert (done.returncode, machine.naps()) == (0, 0)
    assert "some tests are skipped: reader-package" in done.stderr
    assert "Unable to locate" in done.stderr


def test_in_ci_a_missing_program_is_a_failure(machine: Machine) -> None:
    machine.has("id", "echo 1000")
    assert machine.run().returncode == 0
    done = machine.run(CI="true")
    assert done.returncode == 1
    assert "reader-package" in done.stderr


def test_nothing_is_installed_where_all_is_there(machine: Machine) -> None:
    machine.has("reader", "true")
    machine.has("apt-get", "exit 100")
    done = machine.run(CI="true")
    assert (done.returncode, done.stderr) == (0, "")

"""README's first conversion, typed in as it is printed, but for the address and the number of the job."""

import asyncio
import json
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import warm
from tests.support.printed_commands import ROOT, code_in
from tests.support.stack import Stack, clean_environment, until

FIRST_CONVERSION = code_in(ROOT / "README.md", "A first conversion in a minute")
TO_STANDARD_OUTPUT = [line for line in FIRST_CONVERSION if "--to json" in line and " -o " not in line]


async def typed(folder: Path, *lines: str) -> str:
    """What a shell says to these lines; the first that fails ends it."""
    shell = await asyncio.create_subprocess_exec(
        *("bash", "-euc", "\n".join(lines)),
        cwd=folder,
        env=clean_environment(),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    said, complaints = await shell.communicate()
    assert shell.returncode == 0, complaints.decode()
    return said.decode()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    (tmp_path / ".venv").symlink_to(sys.prefix)
    return tmp_path


@pytest.mark.skipif(not shutil.which("curl"), reason="curl is not installed")
async def test_what_it_sends_by_http_comes_back_as_xml(shared_stack: Stack, checkout: Path) -> None:
    here = [line.replace("http://127.0.0.1:3000", shared_stack.web_url) for line in FIRST_CONVERSION]
    upload, look, fetch = [line for line in here if line.startswith("curl")]
    job_id = json.loads(await typed(checkout, upload))["job"]["id"]

    async def is_complete() -> bool:
        (job,) = json.loads(await typed(checkout, look))["jobs"]
        return bool(job["status"] == "complete")

    await until(is_complete, what="the conversion")
    await typed(checkout, fetch.replace("JOB_ID", job_id))
    assert "<invoice" in (checkout / "invoice.xml").read_text().lower()


def words_of(line: str, folder: Path) -> Iterator[str]:
    """As a shell takes it apart."""
    for word in shlex.split(line, comments=True):
        found = sorted(str(path.relative_to(folder)) for path in folder.glob(word)) if "*" in word else []
        yield from found or [word]


async def test_what_it_does_without_a_server_makes_what_it_says(checkout: Path) -> None:
    """What needs a shell in one, where the command is found by its name; the others by a process that is warm."""
    path, *commands = [line for line in FIRST_CONVERSION if not line.startswith("curl")]
    in_a_shell = [line for line in commands if "|" in line]
    said = await typed(checkout, path, *in_a_shell)
    for line in (line for line in commands if line not in in_a_shell):
        done = warm.run(*words_of(line, checkout), environment=clean_environment(), folder=checkout)
        assert done.returncode == 0, done.stderr
        said += done.stdout
    assert len(re.findall(r'"verdict": ?"\w+"', said)) == len(TO_STANDARD_OUTPUT)
    assert {path.name for folder in ("invoices", "out") for path in (checkout / folder).iterdir()} == {
        "invoice.json",
        "invoice.xml",
        "invoice.pdf",
    }

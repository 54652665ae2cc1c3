"""The client's verbs and its documented examples against running processes."""

import asyncio
import errno
import re
import shlex
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import httpx
import pytest
import pytest_asyncio

from fakturo.cli import app
from tests.integration.web.test_upload import pdf
from tests.support.printed_commands import ROOT
from tests.support.stack import Stack, clean_environment, free_port

PAGE = (ROOT / "docs" / "client.md").read_text("utf-8")
EXAMPLES = re.findall(r"^\*\*(\d)\..*?\n```(\w+)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest_asyncio.fixture
async def key(client: httpx.AsyncClient) -> AsyncIterator[str]:
    answer = await client.post("/api/keys", json={"name": "test", "scopes": ["read", "submit"]})
    yield answer.json()["secret"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    invoices = tmp_path / "invoices"
    invoices.mkdir()
    for name in ("first", "second"):
        (invoices / f"{name}.pdf").write_bytes(pdf(f"{name} of {tmp_path}"))
    return tmp_path


class Shell:
    """Types into the same process: what it takes to start Python eleven times is no part of this."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._capsys = capsys
        monkeypatch.chdir(folder)
        for name, value in clean_environment(no_proxy="*").items():
            monkeypatch.setenv(name, value)

    async def python(self, code: str) -> tuple[int, str, str]:
        return await self._run(lambda: exec(compile(code, "example", "exec"), {"__name__": "__main__"}))  # noqa: S102

    async def fakturo(self, *arguments: str) -> tuple[int, str, str]:
        return await self._run(lambda: app(list(arguments)))

    async def shell(self, lines: str) -> tuple[int, str, str]:
        told = ""
        for line in lines.splitlines():
            program, *words = shlex.split(line)
            assert program == "fakturo"
            expanded = [each for word in words for each in self._matching(word)]
            status, said, complaints = await self.fakturo(*expanded)
            told += said
            if status:
                return status, told, complaints
        return 0, told, ""

    def _matching(self, word: str) -> list[str]:
        found = (str(path.relative_to(self.folder)) for path in self.folder.glob(word)) if "*" in word else [word]
        return sorted(found)

    async def _run(self, act: Callable[[], object]) -> tuple[int, str, str]:
        self._capsys.readouterr()
        status = await asyncio.to_thread(_status_of, act)
        return status, *self._capsys.readouterr()


def _status_of(act: Callable[[], object]) -> int:
    try:
        act()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    return 0


@pytest.fixture
def shell(
    folder: Path, shared_stack: Stack, key: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Shell:
    shell = Shell(folder, monkeypatch, capsys)
    monkeypatch.setenv("FAKTURO_SERVER", shared_stack.web_url)
    monkeypatch.setenv("FAKTURO_KEY", key)
    return shell


def test_there_are_six_examples() -> None:
    assert [number for number, _, _ in EXAMPLES] == list("123456")


async def test_the_documented_examples_do_what_they_say(shell: Shell) -> None:
    """One after the other, as somebody who reads the page types them in."""
    said: dict[str, str] = {}
    for number, language, code in EXAMPLES:
        if number == "5":  # a buyer whom the directory does not know
            invoice = str(ROOT / "docs" / "sample" / "invoice.pdf")
            status, _, complaints = await shell.fakturo("submit", invoice, "--mapping", "pt_simon_invoice_v1", "--wait")
            assert "needs a review" in complaints
        run = shell.python if language == "python" else shell.shell
        status, said[number], complaints = await run(code)
        assert status == 0, (number, said[number], complaints)
    assert sorted(path.name for path in (shell.folder / "results").iterdir()) == ["first.xml", "second.xml"]
    assert sorted(path.name for path in (shell.folder / "fetched").iterdir()) == ["first.xml", "second.xml"]
    assert (shell.folder / "first.xml").read_bytes() == (shell.folder / "results" / "first.xml").read_bytes()
    assert said["3"].startswith("complete ")
    assert len(said["4"].splitlines()) == 2
    assert said["5"].startswith("invoice.pdf ")
    assert len(said["5"].splitlines()) > 1
    assert said["6"].startswith("ask the operator: ")


async def test_what_goes_wrong_with_one_file_is_told_and_the_others_go_on(shell: Shell) -> None:
    (shell.folder / "no.pdf").write_text("not a PDF at all")
    (shell.folder / "results").mkdir()
    (shell.folder / "results" / "second.xml").write_text("mine")
    files = ["no.pdf", "missing.pdf", "invoices/first.pdf", "invoices/second.pdf"]
    status, said, complaints = await shell.fakturo("submit", *files, "--wait", "-o", "results")
    assert status == 1
    assert said == "results/first.xml\n"
    assert "no.pdf: Only PDF files are supported." in complaints
    assert "missing.pdf: No such file or directory." in complaints
    assert "results/second.xml is there already. Say --force to replace it." in complaints
    assert (shell.folder / "results" / "second.xml").read_text() == "mine"
    _, jobs, _ = await shell.fakturo("jobs")
    assert "failed        no.pdf  (Only PDF files are supported.)" in jobs
    refused = next(line.split()[0] for line in jobs.splitlines() if "no.pdf" in line)
    status, _, complaints = await shell.fakturo("retry", refused, "nonsense")
    assert status == 1
    assert "The PDF is no longer here" in complaints
    assert "nonsense: This is no job's id." in complaints


async def test_the_same_pdf_under_another_name_gives_a_result_of_that_name(shell: Shell) -> None:
    first = shell.folder / "invoices" / "first.pdf"
    (shell.folder / "other.pdf").write_bytes(first.read_bytes())
    _, said, complaints = await shell.fakturo("submit", str(first), "other.pdf", "--wait", "-o", "results")
    assert said == "results/first.xml\nresults/other.xml\n"
    assert "other.pdf: was handed in before" in complaints


async def test_nothing_to_do_is_said_and_a_reader_who_has_seen_enough_is_no_error(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await shell.fakturo("retry", "--failed") == (0, "", "No job has failed.\n")
    await shell.fakturo("submit", "invoices/first.pdf")

    def closed(*_: object, **__: object) -> None:
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")

    monkeypatch.setattr("builtins.print", closed)
    assert (await shell.fakturo("jobs"))[1:] == ("", "")


@pytest.mark.parametrize("wrong", ["key", "no key", "server"])
async def test_where_nothing_can_be_done_it_says_why_and_ends_with_2(
    wrong: str, shell: Shell, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = f"http://127.0.0.1:{free_port()}"
    if wrong == "server":
        monkeypatch.setenv("FAKTURO_SERVER", nowhere)
    else:
        monkeypatch.setenv("FAKTURO_KEY", {"key": "fk_00000000_" + "A" * 43, "no key": ""}[wrong])
    status, said, complaints = await shell.fakturo("submit", "invoices/first.pdf")
    assert (status, said) == (2, "")
    expected = {
        "key": "This API key is not known here.",
        "no key": "Say which key",
        "server": f"Nobody answers at {nowhere}.",
    }
    assert expected[wrong] in complaints
    assert key not in complaints

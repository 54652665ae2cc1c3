"""Many files at the command line: one bad file is one line of the summary."""

import asyncio
import io
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import fakturo
from fakturo.gateway.files.convert import Order, convert_files, plan
from fakturo.gateway.files.one_file import NotConverted
from fakturo.gateway.options import GatewayOptions
from tests.support import warm
from tests.support.invoices import invoice_pdf
from tests.support.pdfs import make_pdf, slow_pdf
from tests.support.stack import until


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


XML, JSON = Order("xml", "layout_v1"), Order("json")


async def run(
    files: list[Path],
    out_dir: Path | None = None,
    stderr: io.StringIO | None = None,
    order: Order = XML,
    *,
    force: bool = False,
    resume: bool = False,
) -> tuple[int, bytes, str]:
    stdout, stderr = io.BytesIO(), stderr or io.StringIO()
    options = GatewayOptions(children=2)
    code = await convert_files(
        files, order, out_dir=out_dir, options=options, force=force, resume=resume, stdout=stdout, stderr=stderr
    )
    return code, stdout.getvalue(), stderr.getvalue()


def pdf_at(path: Path, text: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(make_pdf([text]))
    return path


async def test_one_file_alone_goes_to_standard_output(tmp_path: Path) -> None:
    code, out, err = await run([pdf_at(tmp_path / "a.pdf", "alone")])
    assert (code, err) == (0, "")
    assert b">alone</word>" in out
    assert [file.name for file in tmp_path.iterdir()] == ["a.pdf"]


def convert_from_pipe(content: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """As far as a pipe holds it: nobody reads while it is filled."""
    reads, writes = os.pipe()
    with os.fdopen(reads, "rb") as pipe:
        with os.fdopen(writes, "wb") as fed:
            fed.write(content)
        return warm.run_for_bytes("fakturo", "convert", *arguments, environment=os.environ, stdin=pipe)


def test_a_file_may_come_by_a_pipe(tmp_path: Path) -> None:
    done = convert_from_pipe(make_pdf(["piped"]), "-", "--mapping", "layout_v1")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b">piped</word>" in done.stdout
    done = convert_from_pipe(make_pdf(["piped"]), "-", "--mapping", "layout_v1", "-o", str(tmp_path))
    assert done.returncode == 0
    assert b">piped</word>" in (tmp_path / "stdin.xml").read_bytes()


def test_an_empty_pipe_says_so_and_one_of_several_files_wants_a_folder(tmp_path: Path) -> None:
    assert convert_from_pipe(b"", "-").stderr == b"/dev/stdin: The file is empty.\n"
    done = convert_from_pipe(b"", "-", str(pdf_at(tmp_path / "a.pdf", "beside")))
    assert (done.returncode, b"-o DIR" in done.stderr) == (2, True)


def test_a_pipe_that_never_ends_is_a_file_that_is_too_large() -> None:
    with subprocess.Popen(["yes"], stdout=subprocess.PIPE) as endless:
        done = warm.run_for_bytes("fakturo", "convert", "-", environment=os.environ, stdin=endless.stdout)
        endless.kill()
    assert done.stderr == b"/dev/stdin: The file exceeds 50 MB.\n"


async def test_many_files_become_as_many_results(tmp_path: Path) -> None:
    files = [pdf_at(tmp_path / f"{n}.pdf", f"text{n}") for n in range(7)]
    code, out, err = await run(files, tmp_path / "made" / "here")
    assert (code, out) == (0, b"")
    assert err == "7 converted, 0 failed.\n"
    for n in range(7):
        assert f">text{n}</word>" in (tmp_path / "made" / "here" / f"{n}.xml").read_text()


async def test_a_bad_file_harms_no_other(tmp_path: Path) -> None:
    (tmp_path / "bad.pdf").write_text("no")
    files = [pdf_at(tmp_path / "a.pdf", "first"), tmp_path / "bad.pdf", tmp_path / "gone.pdf", tmp_path]
    files.append(pdf_at(tmp_path / "z.pdf", "last"))
    code, _, err = await run(files, tmp_path / "out")
    assert code == 1
    assert f"{tmp_path}/bad.pdf: The file is not a PDF.\n" in err
    assert f"{tmp_path}/gone.pdf: No such file or directory.\n" in err
    assert f"{tmp_path}: This is a folder. Name files, or convert all PDFs in it: fakturo bulk FOLDER TARGET.\n" in err
    assert err.endswith("2 converted, 3 failed.\n")
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == ["a.xml", "z.xml"]


async def test_the_reason_is_an_error_and_the_rest_is_where_it_says(tmp_path: Path) -> None:
    source = tmp_path / "it's one.pdf"
    source.write_bytes(invoice_pdf())
    code, _, err = await run([source], tmp_path / "out", order=Order("xml", "coretax_v1"))
    assert code == 0
    told = re.fullmatch(r".*: for review: (.*) \((\d+) more by: (.*)\)\n", err)
    assert told is not None, err
    command = shlex.split(told[3])
    assert command == ["fakturo", "convert", str(source), "--to", "json", "--mapping", "coretax_v1"]
    _, made, _ = await run([source], order=Order("json", "coretax_v1"))
    issues = json.loads(made)["issues"]
    assert len(issues) == int(told[2]) + 1
    (reason,) = [issue for issue in issues if issue["message"] == told[1]]
    assert reason.get("severity", "error") == "error"
    assert any(issue.get("severity") == "warning" for issue in issues)


async def test_a_wrong_order_starts_nothing(tmp_path: Path) -> None:
    file = pdf_at(tmp_path / "a.pdf", "x")
    for order in (Order("xml", "layuot_v1"), Order("json", "layuot_v1")):
        code, out, err = await run([file], order=order)
        assert (code, out) == (2, b"")
        assert "layout_v1" in err
    for order, word in ((Order("xml"), "mapping"), (Order("csv"), "xml or json")):
        code, _, err = await run([file], order=order)
        assert code == 2
        assert word in err


async def test_a_directory_that_cannot_be_made_is_told_in_words(tmp_path: Path) -> None:
    source = pdf_at(tmp_path / "a.pdf", "x")
    code, _, err = await run([source], source / "out")
    assert (code, err) == (2, f"{source / 'out'} can't be made: Not a directory.\n")


async def test_a_result_that_exists_is_replaced_only_when_asked(tmp_path: Path) -> None:
    """It may be the XML that came with the PDF."""
    files = [pdf_at(tmp_path / f"{n}.pdf", "x") for n in range(3)]
    for n in (1, 2):
        (tmp_path / f"{n}.xml").write_text("mine")
    code, _, err = await run(files)
    assert (code, err) == (
        2,
        f"{tmp_path}/1.xml and 1 more would be replaced. Choose another directory, or say --force.\n",
    )
    assert not (tmp_path / "0.xml").exists()
    assert (tmp_path / "1.xml").read_text() == "mine"
    assert (await run(files, order=JSON))[0] == 0, "those have names of their own"
    code, _, err = await run(files, force=True)
    assert (code, err) == (0, "3 converted, 0 failed.\n")
    assert (tmp_path / "1.xml").read_text() != "mine"


def test_sources_of_one_name_keep_results_of_their_own(tmp_path: Path) -> None:
    jobs = plan([Path("x/a.pdf"), Path("y/a.pdf"), Path("y/b.pdf")], tmp_path, "xml")
    assert [job.target and job.target.name for job in jobs] == ["a.xml", "a-2.xml", "b.xml"]
    beside = plan([Path("x/a.pdf"), Path("y/a.pdf")], None, "json")
    assert [job.target for job in beside] == [Path("x/a.json"), Path("y/a.json")]
    with pytest.raises(NotConverted):
        plan([], None, "xml")
    (tmp_path / "a.xml").touch()
    with pytest.raises(NotConverted, match=r"a\.xml is a file: name a directory\."):
        plan([Path("a.pdf")], tmp_path / "a.xml", "xml")


async def test_a_person_at_a_terminal_sees_how_far_it_is(tmp_path: Path) -> None:
    files = [pdf_at(tmp_path / f"{n}.pdf", "x") for n in range(3)]
    code, _, err = await run(files, tmp_path / "out", Terminal())
    assert code == 0
    assert "Converting" in err
    assert "100%" in err
    assert err.endswith("3 converted, 0 failed.\n")


_CONVERT = """
import asyncio, os, sys
from pathlib import Path
from fakturo.gateway.files.convert import Order, convert_files
from fakturo.gateway.options import GatewayOptions
assert os.geteuid() == 65534
options = GatewayOptions(children=1)
files = [Path(name) for name in sys.argv[2:]]
work = convert_files(files, Order("xml", "layout_v1"), out_dir=Path(sys.argv[1]), options=options)
sys.exit(asyncio.run(work))
"""


def interpreter_for_everybody() -> str | None:
    """Of our version; ours may lie in a home that others can't enter."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for candidate in (os.path.realpath(sys.executable), f"/usr/bin/{version}"):
        if Path(candidate).exists() and everybody_may_reach(candidate) and everybody_may_reach(fakturo.__file__):
            return candidate
    return None


def everybody_may_reach(file: str) -> bool:
    return all(parent.stat().st_mode & 0o001 for parent in Path(file).parents)


@pytest.mark.skipif(os.geteuid() != 0, reason="every other test runs as an ordinary user already")
@pytest.mark.skipif(interpreter_for_everybody() is None, reason="no Python, or not ours, that another user may run")
def test_an_ordinary_user_has_walls_too(directory: Path) -> None:
    """The same child serves several documents, so its processor time is renewed without root's rights."""
    out = directory / "out"
    out.mkdir()
    out.chmod(0o777)
    files = [str(pdf_at(directory / f"{n}.pdf", f"text{n}")) for n in range(3)]
    command = [str(interpreter_for_everybody()), "-c", _CONVERT, str(out), *files]
    done = subprocess.run(
        command,
        env={"PYTHONPATH": ":".join(filter(None, sys.path)), "PYTHONDONTWRITEBYTECODE": "1"},
        user=65534,
        group=65534,
        extra_groups=[],
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "3 converted, 0 failed.\n")
    assert sorted(file.name for file in out.iterdir()) == ["0.xml", "1.xml", "2.xml"]


async def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    first, slow, out = pdf_at(tmp_path / "a.pdf", "first"), tmp_path / "b.pdf", tmp_path / "out"
    slow.write_bytes(slow_pdf())
    said = io.StringIO()
    running = asyncio.create_task(run([first, slow], out, said))

    async def one_is_done() -> bool:
        return (out / "a.xml").exists()

    await until(one_is_done, what="the first result")
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert said.getvalue() == "Stopped: 1 of 2 have their result. The same command with --resume makes the rest.\n"
    assert [file.name for file in out.iterdir()] == ["a.xml"], "nothing is left half made"
    made = (out / "a.xml").stat().st_mtime_ns
    pdf_at(slow, "quick now")
    code, _, err = await run([first, slow], out, resume=True)
    assert (code, err) == (0, "1 of 2 have their result already.\n")
    assert ((out / "a.xml").stat().st_mtime_ns, (out / "b.xml").exists()) == (made, True)


async def test_what_cannot_be_resumed_is_said(tmp_path: Path) -> None:
    file = pdf_at(tmp_path / "a.pdf", "x")
    assert "name a directory with -o" in (await run([file], resume=True))[2]
    code, _, err = await run([file], tmp_path / "out", force=True, resume=True)
    assert (code, err) == (2, "Say either --resume or --force.\n")
    (tmp_path / "out" / "a.xml").touch()
    assert await run([file], tmp_path / "out", resume=True) == (0, b"", "1 of 1 have their result already.\n")

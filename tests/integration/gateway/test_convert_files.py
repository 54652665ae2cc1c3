"""Many files at the command line: one bad file is one line of the summary."""

import io
from pathlib import Path

import pytest

from fakturo.gateway.convert_files import NotConverted, convert_files, plan
from fakturo.gateway.options import GatewayOptions
from tests.support.pdfs import make_pdf


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


async def run(
    files: list[Path], out_dir: Path | None = None, stderr: io.StringIO | None = None, **more: str
) -> tuple[int, bytes, str]:
    stdout, stderr = io.BytesIO(), stderr or io.StringIO()
    chosen = {"mapping": "layout_v1", "to": "xml", **more}
    code = await convert_files(
        files,
        mapping=chosen["mapping"],
        to=chosen["to"],
        out_dir=out_dir,
        options=GatewayOptions(children=2),
        stdout=stdout,
        stderr=stderr,
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
    assert f"{tmp_path}: Is a directory.\n" in err
    assert err.endswith("2 converted, 3 failed.\n")
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == ["a.xml", "z.xml"]


async def test_a_wrong_order_starts_nothing(tmp_path: Path) -> None:
    file = pdf_at(tmp_path / "a.pdf", "x")
    code, out, err = await run([file], mapping="layuot_v1")
    assert (code, out) == (2, b"")
    assert "layout_v1" in err
    code, _, err = await run([file], to="json")
    assert code == 2
    assert "later" in err


def test_sources_of_one_name_keep_results_of_their_own(tmp_path: Path) -> None:
    jobs = plan([Path("x/a.pdf"), Path("y/a.pdf"), Path("y/b.pdf")], tmp_path)
    assert [job.target and job.target.name for job in jobs] == ["a.xml", "a-2.xml", "b.xml"]
    beside = plan([Path("x/a.pdf"), Path("y/a.pdf")], None)
    assert [job.target for job in beside] == [Path("x/a.xml"), Path("y/a.xml")]
    with pytest.raises(NotConverted):
        plan([], None)


async def test_a_person_at_a_terminal_sees_how_far_it_is(tmp_path: Path) -> None:
    files = [pdf_at(tmp_path / f"{n}.pdf", "x") for n in range(3)]
    code, _, err = await run(files, tmp_path / "out", Terminal())
    assert code == 0
    assert "Converting" in err
    assert "100%" in err
    assert err.endswith("3 converted, 0 failed.\n")

"""`fakturo merge` on real files."""

import subprocess
import sys
from pathlib import Path

import pytest

from fakturo.domain.errors import CannotRun
from fakturo.wiring import merge
from fakturo.wiring.merge import merge_files
from tests.support import warm
from tests.support.bulks import OTHER_SELLER, Sale, bulk, net_bulk
from tests.support.stack import clean_environment

MIB = 1024 * 1024
A, B, C = (Sale(f"INV/2026/000{number}") for number in (1, 2, 3))


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    made = {"a.xml": bulk(A, B), "b.xml": net_bulk(C)}
    for name, content in made.items():
        (tmp_path / name).write_bytes(content)
    return [tmp_path / name for name in made]


def run(*arguments: object, **settings: object) -> subprocess.CompletedProcess[str]:
    return warm.run("fakturo", "merge", *arguments, environment=clean_environment(**settings))


def left(directory: Path) -> list[str]:
    return sorted(file.name for file in directory.iterdir())


def test_files_become_one(files: list[Path], tmp_path: Path) -> None:
    done = run(*files, "-o", tmp_path / "out.xml")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"Merged 3 invoice(s) of 2 file(s) into {tmp_path / 'out.xml'}.\n"
    assert (tmp_path / "out.xml").read_bytes() == bulk(A, B, C)
    assert left(tmp_path) == ["a.xml", "b.xml", "out.xml"]


@pytest.mark.parametrize("how", [{}, {"merge_limit": 2}], ids=["--limit", "MERGE_LIMIT"])
def test_more_than_the_limit_become_several(files: list[Path], tmp_path: Path, how: dict[str, object]) -> None:
    done = run(*files, "-o", tmp_path / "out.xml", *(() if how else ("--limit", 2)), **how)
    assert done.returncode == 0
    assert left(tmp_path) == ["a.xml", "b.xml", "out-1.xml", "out-2.xml"]
    assert (tmp_path / "out-1.xml").read_bytes() == bulk(A, B)
    assert (tmp_path / "out-2.xml").read_bytes() == bulk(C)


def test_duplicates_are_told_and_merged_all_the_same(files: list[Path], tmp_path: Path) -> None:
    done = run(files[0], files[0], "-o", tmp_path / "out.xml")
    assert done.returncode == 0
    assert done.stderr.count("Warning: Invoice INV/2026/000") == 2


def test_what_cannot_be_merged_is_told_in_a_sentence_and_leaves_nothing(files: list[Path], tmp_path: Path) -> None:
    (tmp_path / "c.xml").write_bytes(bulk(A, seller=OTHER_SELLER))
    done = run(*files, tmp_path / "c.xml", "-o", tmp_path / "out.xml")
    assert done.returncode == 1
    assert done.stderr.startswith("fakturo: These are of different sellers")
    assert left(tmp_path) == ["a.xml", "b.xml", "c.xml"]


@pytest.mark.parametrize("there", ["out.xml", "out-2.xml"])
def test_what_exists_is_replaced_only_by_force(files: list[Path], tmp_path: Path, there: str) -> None:
    (tmp_path / there).write_text("somebody's own")
    limit = 2 if there == "out-2.xml" else 10
    with pytest.raises(CannotRun, match=f"{there} would be replaced"):
        merge_files(files, tmp_path / "out.xml", limit=limit)
    assert left(tmp_path) == ["a.xml", "b.xml", there]
    merge_files(files, tmp_path / "out.xml", limit=limit, force=True)
    assert b"TaxInvoiceBulk" in (tmp_path / there).read_bytes()


def test_one_of_the_sources_can_be_replaced(files: list[Path]) -> None:
    merge_files(files, files[0], limit=10, force=True)
    assert files[0].read_bytes() == bulk(A, B, C)


@pytest.mark.parametrize(
    ("sources", "out", "sentence"),
    [
        (["none.xml"], "out.xml", "none.xml: No such file or directory."),
        (["a.xml"], "none/out.xml", "There is no directory"),
        (["a.xml"], "folder", "is a directory."),
        (["folder"], "out.xml", "folder: Is a directory."),
    ],
)
def test_paths_that_cannot_be_used_are_named(
    files: list[Path], tmp_path: Path, sources: list[str], out: str, sentence: str
) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(CannotRun) as caught:
        merge_files([tmp_path / name for name in sources], tmp_path / out, limit=10)
    assert sentence in str(caught.value)


def test_a_file_that_changes_meanwhile_is_noticed(
    files: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    survey = merge._survey

    def change_afterwards(sources: list[Path]) -> object:
        found = survey(sources)
        files[1].write_bytes(bulk(C, seller=OTHER_SELLER))
        return found

    monkeypatch.setattr(merge, "_survey", change_afterwards)
    with pytest.raises(CannotRun, match=r"b\.xml was changed while it was being read"):
        merge_files(files, tmp_path / "out.xml", limit=10)
    assert left(tmp_path) == ["a.xml", "b.xml"]


def peak_bytes(*arguments: object) -> int:
    """Of a process of its own; what it prints last."""
    code = (
        "import resource, sys; from pathlib import Path; from fakturo.wiring.merge import merge_files;"
        "merge_files([Path(sys.argv[1])] * int(sys.argv[2]), Path(sys.argv[3]), limit=10**6);"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)], capture_output=True, text=True, check=True
    )
    return int(done.stdout) * 1024


def test_memory_stays_flat(tmp_path: Path) -> None:
    """Twelve times as much, 13 MB more of XML: but for fingerprints and the parser's buffers, nothing is kept."""
    source = tmp_path / "many.xml"
    source.write_bytes(bulk(*(Sale(f"INV-{number}") for number in range(1000))))
    few, many = (peak_bytes(source, count, tmp_path / f"{count}.xml") for count in (1, 12))
    assert (tmp_path / "12.xml").stat().st_size > 12 * MIB
    assert many - few < 3 * MIB

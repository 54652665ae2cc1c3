"""Folders of PDFs without the queue: what is done is noted, and not done again."""

import csv
import json
import os
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from fakturo.bulk.made_with import MadeWith
from fakturo.bulk.manifest import MANIFEST, PLAIN_TABLE, TABLE, Manifest, Record
from fakturo.bulk.places import Bucket, Entry, Folder
from fakturo.bulk.run import Order, at_once, on_this_machine, run
from fakturo.convert.mapping import Mappings
from fakturo.convert.templates.catalog import Templates
from fakturo.gateway.options import GatewayOptions, Ocr
from tests.support import warm
from tests.support.pdfs import make_pdf
from tests.support.stack import clean_environment

LAYOUT = MadeWith("layout_v1@1", "as set")


def bulk(*arguments: object) -> subprocess.CompletedProcess[str]:
    return warm.run("fakturo", "bulk", *arguments, environment=clean_environment())


def noted(target: Path) -> dict[str, dict[str, object]]:
    lines = (target / MANIFEST).read_text().splitlines()
    return {record["source"]: record for record in map(json.loads, lines)}


def test_a_folder_is_converted_and_the_second_time_only_what_changed(directory: Path) -> None:
    source, target = directory / "in", directory / "out"
    (source / "deep").mkdir(parents=True)
    (source / "a.pdf").write_bytes(make_pdf(["one"]))
    (source / "deep" / "b.PDF").write_bytes(make_pdf(["two"]))
    (source / "broken.pdf").write_bytes(b"%PDF-1.7 nothing more")
    (source / "notes.txt").write_text("no PDF")
    first = bulk(source, target, "--mapping", "layout_v1")
    assert first.returncode == 1, first.stderr
    assert "3 ended, 1 failed, 0 done before" in first.stderr
    assert b"one" in (target / "a.xml").read_bytes()
    assert b"two" in (target / "deep" / "b.PDF.xml").read_bytes()
    records = noted(target)
    assert set(records) == {"a.pdf", "deep/b.PDF", "broken.pdf"}
    assert records["broken.pdf"]["result"] is None
    assert records["broken.pdf"]["reason"]
    assert any((target / name).exists() for name in (TABLE, PLAIN_TABLE))

    (source / "a.pdf").write_bytes(make_pdf(["three"]))
    with (target / MANIFEST).open("ab") as manifest:
        manifest.write(b'{"source": "cut o')
    second = bulk(source, target, "--mapping", "layout_v1")
    assert "2 ended, 1 failed, 1 done before" in second.stderr, "what failed is tried again"
    assert b"three" in (target / "a.xml").read_bytes()
    assert "to do, 2 done before" in bulk(source, target, "--mapping", "layout_v1", "--dry-run").stderr


def test_results_of_another_mapping_are_not_taken_for_this_ones_and_not_replaced(directory: Path) -> None:
    source, target = directory / "in", directory / "out"
    source.mkdir()
    (source / "a.pdf").write_bytes(make_pdf(["one"]))
    assert bulk(source, target, "--mapping", "layout_v1").returncode == 0
    made = (target / "a.xml").read_bytes()
    other = bulk(source, target, "--mapping", "invoice_v1")
    assert other.returncode == 2
    assert "Results of layout_v1 are there already" in other.stderr
    assert "choose another target" in other.stderr
    assert (target / "a.xml").read_bytes() == made
    there = bulk(source, directory / "other", "--mapping", "invoice_v1")
    assert there.returncode == 0
    assert "1 for review." in there.stderr


def test_what_was_made_with_something_else_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"%PDF")
    (entry,) = Folder(tmp_path).pdfs()
    target = Folder(tmp_path / "out")
    record = Record(entry.name, entry.mark, entry.size, "a.xml", verdict="accepted")

    def knows(made_with: MadeWith) -> bool:
        return Manifest(target, made_with).knows(entry)

    older = {name: value for name, value in asdict(record).items() if name not in {"mapping", "settings"}}
    target.note(MANIFEST, json.dumps(older).encode() + b"\n")
    assert not knows(LAYOUT), "noted by an earlier Fakturo: nobody knows with what it was made"
    manifest = Manifest(target, LAYOUT)
    manifest.note(record)
    manifest.flush()
    assert knows(LAYOUT)
    assert not knows(replace(LAYOUT, mapping="layout_v1@2"))
    assert not knows(replace(LAYOUT, settings="others"))


def test_the_mark_of_the_settings_changes_with_what_changes_results() -> None:
    options = GatewayOptions()
    usual = MadeWith.of("invoice_v1", options)
    assert usual.mapping == options.mappings.find("invoice_v1").full_name
    assert MadeWith.of("invoice_v1", replace(options, children=7, max_upload_bytes=1)) == usual
    edited = tuple(
        replace(each, text=each.text + " ") if each.mapping.name == "invoice_v1" else each
        for each in options.mappings.files
    )
    for other in (
        replace(options, ocr=Ocr.OFF),
        replace(options, ocr_languages="deu"),
        replace(options, templates=Templates(())),
        replace(options, mappings=Mappings(edited)),
    ):
        assert MadeWith.of("invoice_v1", other) != usual


def test_an_unknown_mapping_or_folder_is_a_sentence(directory: Path) -> None:
    (directory / "a.pdf").write_bytes(make_pdf(["one"]))
    assert bulk(directory, directory / "out", "--mapping", "nonsense").returncode == 2
    missing = bulk(directory / "nowhere", directory / "out", "--mapping", "layout_v1")
    assert missing.returncode == 2
    assert missing.stderr == f"fakturo: {directory / 'nowhere'}: No such file or directory.\n"


async def test_documents_that_take_longer_than_a_request_would_wait_end_no_run(tmp_path: Path) -> None:
    """One file more than there are children is read ahead, and waits for as long as those take."""
    for number in range(3):
        (tmp_path / f"{number}.pdf").write_bytes(make_pdf(["one"]))
    records = on_this_machine(GatewayOptions(children=1, waiting_line=1, waiting_seconds=0))
    order = Order(str(tmp_path), str(tmp_path / "out"), LAYOUT)
    progress = await run(order, records, lambda _: None)
    assert (progress.ended, progress.failed) == (3, 0)


def test_a_name_of_another_encoding_is_noted_and_known_again(tmp_path: Path) -> None:
    name = os.fsdecode(b"M\xfcller.pdf")
    (tmp_path / name).write_bytes(b"%PDF")
    (entry,) = Folder(tmp_path).pdfs()
    manifest = Manifest(Folder(tmp_path / "out"), LAYOUT)
    manifest.note(Record(entry.name, entry.mark, entry.size, entry.name.replace(".pdf", ".xml")))
    manifest.flush()
    assert Manifest(Folder(tmp_path / "out"), LAYOUT).knows(entry)
    assert (tmp_path / "out" / manifest.write_table()).exists()


def test_trouble_with_a_bucket_is_told_of_the_file_alone(tmp_path: Path) -> None:
    bucket = Bucket(f"file://{tmp_path}")
    with pytest.raises(OSError, match="gone"):
        bucket.read("not-there.pdf")
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError):  # noqa: PT011  whatever the store says
        bucket.write("folder", b"x")


def test_a_bucket_keeps_what_is_noted_as_objects(tmp_path: Path) -> None:
    bucket = Bucket(f"file://{tmp_path}")
    bucket.write("in/a.pdf", b"%PDF")
    assert [(entry.name, entry.size) for entry in bucket.pdfs()] == [("in/a.pdf", 4)]
    for number in range(2):
        manifest = Manifest(bucket, LAYOUT)
        assert len(manifest.records) == number
        manifest.note(Record(f"{number}.pdf", "m", 1, f"{number}.xml"))
        manifest.flush()
    assert set(Manifest(bucket, LAYOUT).records) == {"0.pdf", "1.pdf"}


@pytest.mark.parametrize("files", [2_000, pytest.param(100_000, marks=[pytest.mark.long, pytest.mark.timeout(900)])])
async def test_the_bookkeeping_of_many_files_costs_little_each(files: int, tmp_path: Path) -> None:
    """Listed, noted and tabled, with nothing in between; interrupted in the middle, and gone on with."""
    source, target = tmp_path / "in", tmp_path / "out"
    for number in range(files):
        folder = source / f"{number // 1000:03}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{number}.pdf").write_bytes(b"")
    stop_after = files // 2

    async def records(_: Order, entries: Iterator[Entry]) -> AsyncIterator[Record]:
        async def convert(entry: Entry) -> Record:
            return Record(entry.name, entry.mark, entry.size, f"{entry.name}.xml")

        count = 0
        async for record in at_once(entries, convert, 3):
            yield record
            count += 1
            if count == stop_after:
                raise KeyboardInterrupt

    order, said = Order(str(source), str(target), LAYOUT), list[str]()
    with pytest.raises(KeyboardInterrupt):
        await run(order, records, said.append)
    assert len(Manifest(Folder(target), LAYOUT).records) == stop_after
    stop_after, begun = files, time.process_time()
    progress = await run(order, records, said.append)
    assert (progress.ended, progress.known) == (files - files // 2, files // 2)
    assert len((target / MANIFEST).read_bytes().splitlines()) == files
    print(f"{(time.process_time() - begun) / files * 1e6:.0f} microseconds a file")  # noqa: T201
    if (target / PLAIN_TABLE).exists():
        with (target / PLAIN_TABLE).open() as table:
            assert sum(1 for _ in csv.DictReader(table)) == files

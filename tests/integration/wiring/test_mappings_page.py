"""docs/mappings.md, followed to the letter; and what operators see of their own mappings."""

import re
import subprocess
import textwrap
from pathlib import Path

import pytest
from lxml import etree

from fakturo.convert.mapping import UnknownMapping, shipped
from fakturo.convert.mapping.catalog import read_file
from fakturo.convert.mapping.functions import FUNCTIONS
from fakturo.convert.mapping.head import KEYS, LONGEST
from fakturo.convert.mapping.parse import ATTRIBUTES
from fakturo.convert.mapping.source import LONGEST_FILE, MOST_TAGS
from fakturo.convert.targets.xml import LONGEST_TEXT
from fakturo.domain.errors import CannotRun
from fakturo.settings import load
from fakturo.wiring.mappings import all_mappings, check, mapping_list, offered_paths, wanted_mapping
from tests.support import warm
from tests.support.invoices import invoice_page
from tests.support.pdfs import pdf_of_pages
from tests.support.stack import clean_environment, free_port

PAGE = (Path(__file__).parents[3] / "docs" / "mappings.md").read_text("utf-8")
BLOCKS = re.findall(r"^ *```xml\n(.*?)```", PAGE, re.DOTALL | re.MULTILINE)
SAMPLE, FIRST, BILLS = map(textwrap.dedent, BLOCKS)


def fakturo(folder: Path, *arguments: str, **settings: object) -> subprocess.CompletedProcess[str]:
    return warm.run("fakturo", *arguments, environment=clean_environment(**settings), folder=folder)


def canonical(xml: str) -> str:
    root = etree.fromstring(xml.encode(), etree.XMLParser(remove_blank_text=True))
    return str(etree.canonicalize(etree.tostring(root).decode()))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bills.xml").write_text(BILLS)
    (tmp_path / "invoice.pdf").write_bytes(pdf_of_pages([invoice_page("A-17")]))
    return tmp_path


def test_whoever_follows_the_page_gets_the_xml_that_it_promises(folder: Path) -> None:
    commands = re.findall(r"^ {7}fakturo (mappings (?:check|test) bills.*)$", PAGE, re.MULTILINE)
    assert commands == ["mappings check bills.xml", "mappings test bills.xml invoice.pdf"]
    checked, tried = (fakturo(folder, *command.split()) for command in commands)
    assert (checked.returncode, checked.stdout) == (0, "bills.xml: bills@1 is in order.\n")
    assert (tried.returncode, tried.stderr) == (0, "invoice.pdf: accepted, nothing to remark\n")
    assert canonical(tried.stdout) == canonical(SAMPLE)


def test_the_first_step_is_a_mapping_already_and_a_slip_is_told_as_on_the_page(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    Path("first.xml").write_text(FIRST)
    Path("bills.xml").write_text(BILLS.replace("invoice.buyer.name", "invoice.buyer.nmae"))
    (told, well), all_is_well = check(load(), [Path("bills.xml"), Path("first.xml")])
    assert f"`{told}`" in PAGE
    assert (well, all_is_well) == ("first.xml: bills@1 is in order.", False)


def test_paths_are_shown_as_on_the_page() -> None:
    lines = list(offered_paths(wanted_mapping(load(), "invoice_v1")))
    promised = re.findall(r"^ {7}(invoices\.\*\S+) +(a .*)$", PAGE, re.MULTILINE)
    assert len(promised) == 3
    told = {tuple(line.split(maxsplit=1)) for line in lines[1:]}
    assert set(promised) <= told


def test_what_is_shown_on_standard_output_is_a_mapping(folder: Path) -> None:
    shown = fakturo(folder, "mappings", "show", "invoice_v1")
    assert "invoices.*.number" in shown.stderr
    (folder / "mine.xml").write_text(shown.stdout)
    assert read_file(folder / "mine.xml").mapping.name == "invoice_v1"


def test_own_mappings_are_listed_and_used(folder: Path) -> None:
    listed = mapping_list(load(mappings_dir=folder, default_mapping="bills"))
    assert listed[-1].startswith("bills@1 ")
    assert listed[-1].endswith(f"For the import of our accounting program. [the default, {folder}/bills.xml]")
    made = fakturo(folder, "convert", "invoice.pdf", "--mapping", "bills@1", mappings_dir=folder)
    assert (made.returncode, canonical(made.stdout)) == (0, canonical(SAMPLE))


def test_the_highest_version_is_used_unless_another_is_named(folder: Path) -> None:
    (folder / "bills-2.xml").write_text(BILLS.replace('version="1"', 'version="2"'))
    (folder / "layout-2.xml").write_text(shipped().file_of("layout_v1").text.replace('version="1"', 'version="2"'))
    mappings = all_mappings(load(mappings_dir=folder))
    for wanted, version in (("bills", 2), ("bills@1", 1), ("bills@2.json", 2), ("layout_v1", 2), ("layout_v1@1", 1)):
        assert mappings.find_wanted(wanted).version == version
    with pytest.raises(UnknownMapping, match=re.escape("The mapping 'bills' has no version 3. There are: 1, 2.")):
        mappings.find_wanted("bills@3")


@pytest.mark.parametrize("verb", ["gateway", "up"])
def test_a_mistake_stops_the_start_with_its_line(folder: Path, verb: str) -> None:
    (folder / "bad.xml").write_text(BILLS.replace("sum(", "summ("))
    refused = fakturo(folder, verb, mappings_dir=folder, data_dir=folder / "data", gateway_port=free_port())
    assert refused.returncode == 1
    assert f"{folder}/bad.xml, line 4: There is no function 'summ'. Did you mean 'sum'?" in refused.stderr
    assert "MAPPINGS_DIR" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_what_is_missing_or_twice_there_is_said(folder: Path) -> None:
    settings = load(mappings_dir=folder)
    with pytest.raises(CannotRun, match=r"Did you mean 'bills'\?"):
        wanted_mapping(settings, "bils")
    (folder / "twin.xml").write_text(BILLS)
    with pytest.raises(CannotRun, match=f"{folder}/twin.xml, line 1: bills@1 is in {folder}/bills.xml already"):
        check(settings, [])
    with pytest.raises(CannotRun, match="none, which is no folder"):
        mapping_list(load(mappings_dir=folder / "none"))
    with pytest.raises(CannotRun, match="name a file, or set MAPPINGS_DIR"):
        check(load(), [])


def test_all_that_there_is_to_say_is_on_the_page() -> None:
    assert all(f"`{key}`" in PAGE for key in KEYS)
    assert all(f"`m:{name.removesuffix('…')}" in PAGE for name in ATTRIBUTES)
    assert all(f"`{function.usage}`" in PAGE for function in FUNCTIONS.values())
    assert f"at most {LONGEST['title']} and {LONGEST['explanation']} characters" in PAGE
    assert all(f"{limit:,}" in PAGE for limit in (LONGEST_FILE, MOST_TAGS, LONGEST_TEXT))

"""Templates at the command line and in the gateway's children, who can read no file themselves."""

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from fakturo.cli import main
from fakturo.domain.own_templates import MOST_BYTES, MOST_BYTES_IN_USE
from tests.integration.gateway.conftest import Gateway
from tests.support.invoices import invoice_page
from tests.support.pdfs import Page, Text, pdf_of_pages

Fakturo = Callable[..., "Done"]

OWN_WORDS = {"Invoice number:": "Merkmal", "NL-2026-017": "7", "Total EUR": "Allsumm"}
"""A number so short that whoever doesn't know its label doubts it."""
TEMPLATE = """name = "nordlicht"
explanation = "Calls its number Merkmal."

[fingerprint]
texts = ["Nordlicht Elektro GmbH"]

[locale]
currency = "EUR"

[anchors]
number = { label = "Merkmal" }

[totals]
"Allsumm" = "total"
"Zugabe" = "discount"
"""


@pytest.fixture
def invoice(tmp_path: Path) -> Path:
    page = invoice_page()
    page = replace(page, texts=[replace(text, text=OWN_WORDS.get(text.text, text.text)) for text in page.texts])
    (tmp_path / "a.pdf").write_bytes(pdf_of_pages([page]))
    return tmp_path / "a.pdf"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "nordlicht.toml").write_text(TEMPLATE)
    return folder


@dataclass
class Done:
    code: int
    out: str
    err: str


@pytest.fixture
def fakturo(own: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> Fakturo:
    """The command line with the folder of own templates, in this process; its children are real."""
    monkeypatch.setenv("GATEWAY_CHILDREN", "1")
    monkeypatch.setenv("TEMPLATES_DIR", str(own))

    def run(*arguments: object) -> Done:
        monkeypatch.setattr(sys, "argv", ["fakturo", *map(str, arguments)])
        capfdbinary.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capfdbinary.readouterr()
        return Done(int(ended.value.code or 0), out.decode(), err.decode())

    return run


def test_a_template_in_the_folder_reaches_the_children(invoice: Path, fakturo: Fakturo) -> None:
    read = json.loads(fakturo("convert", invoice, "--to", "json").out)
    assert (read["template"], read["verdict"]) == ("nordlicht@1", "accepted")
    assert read["invoice"]["number"] == "7"
    assert read["fields"]["invoice.number"]["source"] == "template"


def test_templates_can_be_left_out(invoice: Path, fakturo: Fakturo) -> None:
    without = json.loads(fakturo("convert", invoice, "--to", "json", "--no-templates").out)
    assert without["verdict"] == "review"
    assert "template" not in without
    assert "Say either" in fakturo("convert", invoice, "--template", "nordlicht", "--no-templates").err


def test_a_template_can_be_forced_on_an_invoice_that_it_does_not_fit(
    invoice: Path, tmp_path: Path, fakturo: Fakturo
) -> None:
    other = tmp_path / "other.toml"
    other.write_text(TEMPLATE.replace("Nordlicht Elektro", "Somebody else"))
    assert json.loads(fakturo("convert", invoice, "--to", "json", "--template", other).out)["template"] == "nordlicht@1"
    assert "Did you mean 'nordlicht'" in fakturo("convert", invoice, "--template", "nordlich").err


def test_a_trial_is_told_side_by_side_and_goes_on_after_a_file_that_cannot_be_read(
    invoice: Path, own: Path, fakturo: Fakturo
) -> None:
    done = fakturo("templates", "test", own / "nordlicht.toml", own / "none.pdf", invoice)
    first, *lines = done.out.splitlines()
    assert (done.code, done.err) == (1, "")
    assert first == f"{own / 'none.pdf'}: No such file or directory."
    assert lines[0] == "a.pdf, page 1: review without the template, accepted with it"
    assert "  settled: 7 is probably the invoice number, but nothing on the page says so clearly." in lines
    assert 'totals."Zugabe"' in lines[-1]
    assert "anchors.number" not in lines[-1]


def test_templates_are_listed_with_where_they_are_from(own: Path, fakturo: Fakturo) -> None:
    lines = fakturo("templates", "list").out.splitlines()
    assert lines[0].startswith("numbered-grid@2  ")
    assert lines[1] == f"nordlicht@1      Calls its number Merkmal.  [{own / 'nordlicht.toml'}]"


def test_a_mistake_in_the_folder_is_named_by_check_and_stops_the_start(
    invoice: Path, own: Path, fakturo: Fakturo
) -> None:
    assert fakturo("templates", "check").code == 0
    (own / "nordlicht.toml").write_text(TEMPLATE.replace("[anchors]", "[anchor]"))
    sentence = f"{own / 'nordlicht.toml'}, line 10: There is no 'anchor'. Did you mean 'anchors'?"
    checked = fakturo("templates", "check")
    assert (checked.code, checked.out.strip()) == (1, sentence)
    started = fakturo("convert", invoice, "--to", "json")
    assert (started.code, started.err) == (1, f"fakturo: {sentence}\nMend it, or take it out of TEMPLATES_DIR.\n")


def test_a_folder_that_is_not_there_is_named(own: Path, fakturo: Fakturo) -> None:
    own.rename(own.with_name("moved"))
    assert fakturo("templates", "list").err.startswith(f"fakturo: TEMPLATES_DIR is {own}, which is no folder.")


def test_one_corrected_invoice_teaches_the_template_of_its_vendor(
    invoice: Path, tmp_path: Path, fakturo: Fakturo
) -> None:
    truth, folder = tmp_path / "truth.json", tmp_path / "taught"
    truth.write_text(json.dumps({"invoice": {"number": "7"}, "seller": {"name": "Nordlicht Elektro GmbH"}}))
    first = fakturo("teach", invoice, "--truth", truth, "--templates", folder)
    lines = first.out.splitlines()
    assert (first.code, first.err) == (0, "")
    assert lines[0] == f"Learned nordlicht-elektro-gmbh@1, written to {folder / 'nordlicht-elektro-gmbh.toml'}:"
    assert "  The invoice number stands to the right of 'Merkmal'." in lines
    assert "a.pdf: review → accepted" in lines
    again = fakturo("teach", invoice, "--truth", truth, "--templates", folder, "--try", invoice, tmp_path / "none.pdf")
    assert again.code == 1
    assert again.out.startswith("Nothing new: ")
    assert "none.pdf: No such file or directory." in again.out
    other_layout = tmp_path / "b.pdf"
    other_layout.write_bytes(pdf_of_pages([invoice_page()]))
    tried = fakturo("teach", invoice, "--truth", truth, "--templates", tmp_path / "anew", "--try", other_layout)
    assert "b.pdf: accepted → review" in tried.out
    assert "  now: The template 'nordlicht-elektro-gmbh' looks for the invoice number" in tried.out, (
        "it was no doubt before"
    )
    truth.write_text('{"invoice": {"nmber": "7"}}')
    refused = fakturo("teach", invoice, "--truth", truth, "--templates", folder)
    assert (refused.code, "Did you mean 'number'?" in refused.out) == (2, True)
    nowhere = fakturo("teach", invoice, "--truth", truth, "--templates", tmp_path / "none" / "taught")
    assert (nowhere.code, nowhere.err) == (2, f"fakturo: There is no folder {tmp_path / 'none'}.\n")


def test_what_is_wrong_or_on_no_invoice_is_said_with_a_code_of_its_own(
    invoice: Path, tmp_path: Path, fakturo: Fakturo
) -> None:
    truth, folder = tmp_path / "truth.json", tmp_path / "taught"
    truth.write_text(json.dumps({"invoice": {"number": "99-X"}, "seller": {"name": "Nordlicht Elektro GmbH"}}))
    wrong = fakturo("teach", invoice, "--truth", truth, "--templates", folder)
    assert wrong.code == 1
    assert "The invoice number is read as '7', and should be '99-X'. That is nowhere on the page" in wrong.out
    letter = tmp_path / "letter.pdf"
    letter.write_bytes(pdf_of_pages([Page([Text("Nordlicht Elektro GmbH", 72, 60), Text("Dear Ms Harms,", 72, 90)])]))
    nothing = fakturo("teach", letter, "--truth", truth, "--templates", tmp_path / "other")
    assert (nothing.code, "is it an invoice" in nothing.out) == (2, True)
    assert not (tmp_path / "other").exists()


def test_as_many_templates_as_an_owner_may_have_reach_a_child(invoice: Path, gateway: Gateway) -> None:
    """More than a socket holds, and more still as they are written there: each of these letters takes six bytes."""
    filler = "# " + "\N{LATIN SMALL LETTER U WITH DIAERESIS}" * ((MOST_BYTES - 2 * len(TEMPLATE)) // 2) + "\n"
    count = MOST_BYTES_IN_USE // MOST_BYTES
    texts = [filler + TEMPLATE.replace("nordlicht", f"nordlicht-{number}") for number in range(count)]
    templates = json.dumps(texts, ensure_ascii=False)
    answer = gateway.post(invoice.read_bytes(), mapping=None, accept="application/json", templates=templates)
    assert answer.status_code == 200, answer.text
    assert answer.json()["invoice"]["number"] == "7"

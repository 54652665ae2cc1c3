"""XRechnung's own examples are good: none of them is called wrong, and what is said of them is advice."""

import os
from pathlib import Path

import pytest

from fakturo.convert.targets.en16931.rulebook import is_installed
from fakturo.convert.validate import validate

CORPUS = Path(os.environ.get("FAKTURO_CORPUS", "")) / "xml" / "xrechnung"
FOUND = sorted(CORPUS.glob("*.xml")) if "FAKTURO_CORPUS" in os.environ else []

pytestmark = [
    pytest.mark.skipif(not FOUND, reason="FAKTURO_CORPUS names no folder with xml/xrechnung/ in it"),
    pytest.mark.skipif(not is_installed(), reason="needs the extra validation"),
]


@pytest.mark.parametrize("share", [4, pytest.param(1, marks=pytest.mark.long)], ids=["one in four", "all"])
def test_the_examples_of_xrechnung_are_called_good(share: int) -> None:
    assert len(FOUND) >= 66
    reports = {file.name: validate(file.read_bytes()).as_document() for file in FOUND[::share]}
    wrong = {name: report["findings"] for name, report in reports.items() if not report["valid"]}
    assert not wrong
    assert {report["checked"] for report in reports.values()} == {True}
    assert all(report["format"].startswith("XRechnung (") for report in reports.values())
    assert all("XRechnung" in " ".join(report["notes"]) for report in reports.values())

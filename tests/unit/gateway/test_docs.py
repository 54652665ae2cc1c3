"""What the documents say is what the code has."""

from dataclasses import fields
from pathlib import Path

import pytest
from lxml import etree

from fakturo.convert.layout.lines import MAX_LINES_IN_BLOCK, MAX_WORDS_IN_LINE
from fakturo.convert.read.drawings import MAX_SEGMENTS
from fakturo.convert.read.objects import MAX_OBJECTS
from fakturo.convert.read.pdf import MAX_PAGES
from fakturo.convert.targets.layout import layout_schema
from fakturo.gateway import render
from fakturo.gateway.contract import PROCESS_FORM, TEACH_FORM
from fakturo.gateway.options import GatewayOptions, Limits

DOCS = Path(__file__).parents[3] / "docs"
GATEWAY = (DOCS / "gateway.md").read_text()
LAYOUT = (DOCS / "layout-xml.md").read_text()


def test_every_option_is_listed_with_its_default() -> None:
    options = {field.name for field in fields(GatewayOptions)} - {"limits"}
    named = options | {f"limits.{field.name}" for field in fields(Limits)}
    listed = {line.split("`")[1]: line for line in GATEWAY.partition("## Options")[2].splitlines() if "| `" in line}
    assert set(listed) == named
    for name in ("upload_seconds", "deadline_seconds", "waiting_line", "waiting_seconds"):
        assert f"| {getattr(GatewayOptions(), name)} |" in listed[name]


@pytest.mark.parametrize(
    ("section", "form"), [("POST /process", PROCESS_FORM), ("POST /render", render.FORM), ("POST /teach", TEACH_FORM)]
)
def test_every_field_of_a_form_is_told(section: str, form: tuple[str, ...]) -> None:
    told = GATEWAY.partition(f"## {section}\n")[2].partition("\n## ")[0]
    assert [field for field in form if f"`{field}`" not in told] == []


def test_every_name_of_the_schema_is_described() -> None:
    schema = etree.fromstring(layout_schema())
    found = schema.xpath("//xs:element/@name | //xs:attribute/@name", namespaces={"xs": schema.nsmap["xs"]})
    assert isinstance(found, list)
    names = {str(name) for name in found}
    assert {"page", "word", "crop-box"} < names
    assert not [name for name in names if f"`{name}`" not in LAYOUT]


def test_limits_are_told_as_they_are() -> None:
    for limit in (MAX_OBJECTS, MAX_SEGMENTS, MAX_WORDS_IN_LINE, MAX_LINES_IN_BLOCK, MAX_PAGES):
        assert f"{limit:,}" in LAYOUT

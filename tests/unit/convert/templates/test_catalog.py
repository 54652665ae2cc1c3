"""Which templates there are: the shipped ones and the operator's own."""

from pathlib import Path

import pytest

from fakturo.convert.engine import read_invoices
from fakturo.convert.invoice import Verdict
from fakturo.convert.templates.catalog import NO_TEMPLATES, UnknownTemplate, from_texts, shipped, with_own
from fakturo.convert.templates.parse import BadTemplate
from tests.generator.registry import draw
from tests.unit.convert.templates.vendor import WHOLE


def test_an_own_template_stands_beside_the_shipped_ones_or_replaces_one_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(WHOLE)
    assert {each.template.name for each in with_own(tmp_path).files} == {"numbered-grid", "kornblume"}
    (tmp_path / "a.toml").write_text(WHOLE.replace('"kornblume"', '"numbered-grid"'))
    assert [each.template.title for each in with_own(tmp_path).files] == ["numbered-grid@3"]


def test_two_own_templates_need_two_names(tmp_path: Path) -> None:
    for name in ("a.toml", "b.toml"):
        (tmp_path / name).write_text(WHOLE)
    with pytest.raises(BadTemplate, match=r"b\.toml, line 1: The name 'kornblume' is taken by .*a\.toml"):
        with_own(tmp_path)


def test_an_unknown_name_gets_a_hint() -> None:
    with pytest.raises(UnknownTemplate, match="Did you mean 'numbered-grid'"):
        shipped().named("numberd-grid")


def test_templates_survive_being_handed_to_another_process() -> None:
    handed = from_texts([[each.file, each.text] for each in shipped().files], forced=True)  # type: ignore[misc]
    assert handed.files == shipped().files
    assert handed.forced


@pytest.mark.parametrize("seed", [1, 2])
def test_the_shipped_template_reads_its_vendor_as_the_generic_reader_does_with_fewer_doubts(seed: int) -> None:
    drawn = draw("numbered-grid", seed)
    [with_it], [without] = (read_invoices(drawn.pdf, templates=each) for each in (shipped(), NO_TEMPLATES))
    assert with_it.template == "numbered-grid@2"
    assert (with_it.number, with_it.items, with_it.totals) == (without.number, without.items, without.totals)
    assert with_it.number == drawn.truths[0]["invoice"]["number"]
    assert with_it.verdict is Verdict.ACCEPTED


def test_the_shipped_template_leaves_other_vendors_alone() -> None:
    [invoice] = read_invoices(draw("din-5008", 1).pdf, templates=shipped())
    assert invoice.template is None

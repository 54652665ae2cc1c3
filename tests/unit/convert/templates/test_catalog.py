"""Which templates there are: the shipped ones and the operator's own."""

from pathlib import Path

import pytest

from fakturo.convert.engine import read_invoices
from fakturo.convert.invoice import Verdict
from fakturo.convert.templates.catalog import (
    NO_TEMPLATES,
    TemplateFile,
    Templates,
    UnknownTemplate,
    UnusableTemplate,
    from_texts,
    shipped,
    with_given,
    with_own,
)
from fakturo.convert.templates.parse import BadTemplate
from fakturo.convert.templates.write import with_version
from tests.generator.registry import draw
from tests.support.drawn import drawn
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


def test_what_comes_with_a_document_goes_before_one_of_its_name() -> None:
    known = Templates((TemplateFile.parse("a.toml", text("a")), TemplateFile.parse("b.toml", text("b"))))
    both = with_given(known, [text("b", version=7), text("c")])
    assert [each.template.title for each in both.files] == ["a@1", "b@7", "c@1"]
    assert with_given(known, []) is known
    with pytest.raises(UnusableTemplate, match="line 1"):
        with_given(known, ["nam = 1"])


def test_a_text_under_another_version_stays_what_it_is() -> None:
    written = 'name = "a"\nversion = 3 # mine\n\n[fingerprint]\ntexts = ["version = 3"]\n'
    assert with_version(written, 4) == written.replace("version = 3 # mine", "version = 4 # mine")
    assert with_version(text("a").replace("version = 1\n", ""), 2).startswith("version = 2\n")


def text(name: str, version: int = 1) -> str:
    return f'name = "{name}"\nversion = {version}\n\n[fingerprint]\ntexts = ["{name} Ltd"]\n'


def test_a_vendors_name_inside_an_address_on_the_net_is_not_its_name() -> None:
    named = Templates((TemplateFile.parse("a.toml", 'name = "a"\n[fingerprint]\ntexts = ["My company"]\n'),))
    assert named.choose(drawn("Any Name Inc.\nwww.mycompany.com"))[0].name == ""
    assert named.choose(drawn("My Company, www.mycompany.com"))[0].name == "a"
    domain = Templates((TemplateFile.parse("a.toml", 'name = "a"\n[fingerprint]\ntexts = ["mycompany.com"]\n'),))
    assert domain.choose(drawn("Any Name Inc.\nwww.mycompany.com"))[0].name == "a"

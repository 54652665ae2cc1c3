import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from fakturo.convert.read.clean import clean


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        ("plain", "plain"),
        ("o\ufb03ce", "office"),
        ("soft\u00ad", "soft-"),
        ("end\ufffe", "end-"),
        ("a\x00b\x07c\x85", "abc"),
        ("u\u0308ber", "\u00fcber"),
        ("\ud83d\ude00", "\U0001f600"),
        ("half\ud83d", "half"),
        ("\ufee3\ufeae", "\u0645\u0631"),
        ("\uffff\ufdd0", ""),
    ],
)
def test_each_oddity_has_its_answer(raw: str, cleaned: str) -> None:
    assert clean(raw) == cleaned


@given(st.text(st.characters(codec=None)))
def test_whatever_comes_out_fits_into_xml_and_stays_as_it_is(raw: str) -> None:
    cleaned = clean(raw)
    element = etree.Element("word")
    element.text = cleaned
    assert clean(cleaned) == cleaned
    assert (etree.fromstring(etree.tostring(element)).text or "") == cleaned

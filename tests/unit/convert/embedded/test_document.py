"""XML from strangers: whatever it holds, it ends as a tree or as a reason, soon."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakturo.convert.embedded.checks import judged
from fakturo.convert.embedded.dialects import invoice_from_xml
from fakturo.convert.embedded.document import MAX_TAGS, UnusableXml, parse
from tests.support.hybrids import cii, ubl

LAUGHS = b"<!DOCTYPE a [<!ENTITY a 'ha'>" + b"".join(
    b"<!ENTITY %c '%s'>" % (98 + n, b"&%c;" % (97 + n) * 10) for n in range(10)
)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no xml",
        b"<a><b></a>",
        cii()[:900],
        b"<a>" * 5_000 + b"</a>" * 5_000,
        b"<a>" + b"<b/>" * MAX_TAGS + b"</a>",
        b"<a %s/>" % b" ".join(b"b%d=''" % n for n in range(MAX_TAGS + 1)),
        LAUGHS + b"]><a>&k;</a>",
        LAUGHS + b"]><a b='&k;'/>",
        b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a>&x;</a>',
        b'<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd"><a/>',
        b'<?xml version="1.0" encoding="klingon"?><a/>',
    ],
)
def test_absurd_xml_is_refused_at_once(content: bytes) -> None:
    started = time.process_time()
    with pytest.raises(UnusableXml):
        parse(content)
    assert time.process_time() - started < 2


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf" + cii(),
        b"\r\n " + cii() + b"\0\0\0",
        cii().decode().replace("UTF-8", "UTF-16").encode("utf-16"),
        cii().replace(b"<rsm:Exch", b"<!-- by hand --><?x y?><rsm:Exch"),
        cii().replace(b">2031-77<", b"> <![CDATA[2031-77]]>\n<"),
        cii().replace(b">2031-77<", b">2031<!-- . -->-77<"),
    ],
)
def test_usual_oddities_are_read(content: bytes) -> None:
    invoice = invoice_from_xml(content)
    assert invoice is not None
    assert invoice.number == "2031-77"


@given(st.data())
def test_a_damaged_invoice_never_raises_anything_else(data: st.DataObject) -> None:
    """Pieces cut out, doubled, or swapped for others: read, or refused with a reason."""
    xml = data.draw(st.sampled_from([cii(), ubl()]))
    pieces = xml.split(b"<")
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(1, len(pieces) - 1))
        pieces[at] = data.draw(
            st.sampled_from([b"", b"x", pieces[at] * 2, pieces[data.draw(st.integers(1, len(pieces) - 1))]])
        )
    try:
        invoice = invoice_from_xml(b"<".join(pieces))
    except UnusableXml:
        return
    if invoice is not None:
        judged(invoice)


@given(st.text(max_size=30))
def test_any_text_may_stand_for_any_value(text: str) -> None:
    clean = "".join(character for character in text if character.isprintable() and character not in "<&>")
    for old in ("20310309", "172.55", "145.00", "300", "0.15"):
        invoice = invoice_from_xml(cii().decode().replace(old, clean).encode())
        assert invoice is not None
        judged(invoice)

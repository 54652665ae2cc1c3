"""Which files are taken, and what they are called."""

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fakturo.domain import uploads
from fakturo.domain.errors import ErrorCode
from fakturo.domain.uploads import (
    MAGIC,
    MAGIC_WINDOW_BYTES,
    MAX_FILENAME_CHARACTERS,
    MEBIBYTE,
    UNNAMED,
    Inspector,
    Refusal,
    UploadRules,
    display_name,
    download_name,
    download_names,
)

RULES = UploadRules(max_mebibytes=1)


def verdict(*chunks: bytes, rules: UploadRules = RULES) -> ErrorCode | None:
    inspector = Inspector(rules)
    try:
        for chunk in chunks:
            inspector.feed(chunk)
        inspector.finish()
    except Refusal as refusal:
        return refusal.code
    return None


def cut(content: bytes, places: list[int]) -> list[bytes]:
    edges = [0, *sorted(place % (len(content) + 1) for place in places), len(content)]
    return [content[start:end] for start, end in pairwise(edges)]


# ---------------------------------------------------------------- the bytes


def test_the_header_may_stand_anywhere_in_the_window_and_nowhere_else() -> None:
    last_place = MAGIC_WINDOW_BYTES - len(MAGIC)
    taken = {offset for offset in range(MAGIC_WINDOW_BYTES + 50) if verdict(b"x" * offset + MAGIC + b"1.7") is None}
    assert taken == set(range(last_place + 1))


@pytest.mark.parametrize("content", [b"", b"%PDF", b"%pdf-1.7", b"PK\x03\x04", b"x" * 1023, b"x" * 1024, b"x" * 5000])
def test_what_has_no_header_is_no_pdf(content: bytes) -> None:
    assert verdict(content) is ErrorCode.NOT_PDF


def test_an_empty_file_is_told_as_that_behind_the_codes_own_sentence() -> None:
    with pytest.raises(Refusal, match=r"^Only PDF files are supported\. The file is empty\.$"):
        Inspector(RULES).finish()


OVER = MEBIBYTE + 1
CONTENTS = [
    b"",
    MAGIC,
    b"x" * 1019 + MAGIC + b"y" * 50,
    b"x" * 1020 + MAGIC,
    b"x" * 1500,
    MAGIC + bytes(MEBIBYTE - len(MAGIC)),
    MAGIC + bytes(OVER - len(MAGIC)),
    bytes(OVER),
]


@pytest.mark.parametrize("content", CONTENTS, ids=range(len(CONTENTS)))
@given(places=st.lists(st.integers(0, OVER) | st.integers(0, 1100), max_size=8))
@example(places=[])
def test_the_verdict_does_not_depend_on_how_the_network_cut_the_file(content: bytes, places: list[int]) -> None:
    assert verdict(*cut(content, places)) == verdict(*cut(content, list(range(0, 2000, 7))))


def test_the_first_byte_over_the_limit_is_one_too_many() -> None:
    inspector = Inspector(RULES)
    inspector.feed(MAGIC + bytes(MEBIBYTE - len(MAGIC)))
    with pytest.raises(Refusal) as refused:
        inspector.feed(b"x")
    assert refused.value.code is ErrorCode.TOO_LARGE
    assert inspector.size == MEBIBYTE + 1


def test_a_file_that_is_no_pdf_is_refused_at_the_end_of_the_window_without_reading_on() -> None:
    inspector = Inspector(RULES)
    inspector.feed(b"x" * (MAGIC_WINDOW_BYTES - 1))
    with pytest.raises(Refusal) as refused:
        inspector.feed(b"x")
    assert refused.value.code is ErrorCode.NOT_PDF


def test_a_refusal_names_the_limit_that_holds() -> None:
    assert str(UploadRules(7).refuse(ErrorCode.TOO_LARGE)) == "File exceeds 7 MB limit."


# ---------------------------------------------------------------- the names


@pytest.mark.parametrize(
    ("given_name", "shown"),
    [
        ("invoice.pdf", "invoice.pdf"),
        ("/etc/passwd", "passwd"),
        ("../../up.pdf", "up.pdf"),
        (r"C:\Users\me\invoice.pdf", "invoice.pdf"),
        (r"\\server\share\a.pdf", "a.pdf"),
        (r"mixed/ways\to.pdf", "to.pdf"),
        ("  spaced out .pdf  ", "spaced out .pdf"),
        ("line\r\nbreak\x00.pdf", "linebreak.pdf"),
        ("\x85next\x9bline.pdf", "nextline.pdf"),
        ("one\u2028two\u2029.pdf", "onetwo.pdf"),
        ("evil\u202efdp.exe", "evilfdp.exe"),
        ("\u061cmark\u200f.pdf", "mark.pdf"),
        ("half\ud800.pdf", "half.pdf"),
        ("U\u0308ber.pdf", "Über.pdf"),
        ("नि\u200dष.pdf", "नि\u200dष.pdf"),
        ("請求書.pdf", "請求書.pdf"),
        (None, UNNAMED),
        ("", UNNAMED),
        ("   ", UNNAMED),
        (".", UNNAMED),
        ("a/..", UNNAMED),
        ("folder/", UNNAMED),
        ("\x00\x01", UNNAMED),
    ],
)
def test_a_name_is_shown_without_its_path_and_without_tricks(given_name: str | None, shown: str) -> None:
    assert display_name(given_name) == shown


@pytest.mark.parametrize(
    ("given_name", "shown"),
    [
        ("a" * 251 + ".pdf", "a" * 251 + ".pdf"),
        ("a" * 252 + ".pdf", "a" * 251 + ".pdf"),
        ("é" * 300 + ".pdf", "é" * 251 + ".pdf"),
        ("a" * 300, "a" * 255),
        ("a." + "b" * 300, "a." + "b" * 253),
        ("." + "b" * 300, "." + "b" * 254),
        ("a" * 254 + "  b", "a" * 254),
    ],
)
def test_a_long_name_is_shortened_in_front_of_its_ending(given_name: str, shown: str) -> None:
    assert display_name(given_name) == shown


hostile = st.text(st.characters() | st.sampled_from("/\\. \x00\u202e\u2028\u0301\ud800"), max_size=600)


@given(hostile)
def test_any_name_becomes_one_that_can_be_stored_shown_and_sent(name: str) -> None:
    shown = display_name(name)
    assert 1 <= len(shown) <= MAX_FILENAME_CHARACTERS
    assert shown == shown.strip() == unicodedata.normalize("NFC", shown)
    assert not any(unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"} for character in shown)
    assert not set(shown) & set("/\\\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
    assert display_name(shown) == shown
    shown.encode()


@pytest.mark.parametrize(
    ("original", "download"),
    [
        ("invoice.pdf", "invoice.xml"),
        ("INVOICE.PDF", "INVOICE.xml"),
        ("a.pdf.pdf", "a.pdf.xml"),
        ("scan", "scan.xml"),
        ("report.v2", "report.v2.xml"),
        ("a" * 251 + ".pdf", "a" * 251 + ".xml"),
        ("a" * 255, "a" * 251 + ".xml"),
        (".pdf", "document.xml"),
        (UNNAMED, "document.xml"),
    ],
)
def test_the_xml_is_called_like_its_pdf(original: str, download: str) -> None:
    assert download_name(original) == download


@given(hostile)
def test_any_download_has_a_name_in_front_of_its_ending(name: str) -> None:
    download = download_name(display_name(name))
    assert download.endswith(".xml")
    assert 5 <= len(download) <= MAX_FILENAME_CHARACTERS
    assert not download.startswith(".xml")


def test_downloads_side_by_side_have_names_of_their_own() -> None:
    names = [(name, False) for name in ("a.pdf", "A.PDF", "a.pdf", "a (2).pdf", "b.pdf")]
    assert download_names(names) == ["a.xml", "A (2).xml", "a (3).xml", "a (2) (2).xml", "b.xml"]


def test_many_of_one_name_cost_no_more_each_than_a_few(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def counted(*name: str, draft: bool) -> str:
        tried.append(download_name(*name, draft=draft))
        return tried[-1]

    monkeypatch.setattr(uploads, "download_name", counted)
    many, between = [("invoice.pdf", False)] * 2000, [("Invoice (7).PDF", False)]
    names = download_names(between + many)
    assert names[:3] == ["Invoice (7).xml", "invoice.xml", "invoice (2).xml"]
    assert names[6:9] == ["invoice (6).xml", "invoice (8).xml", "invoice (9).xml"]
    assert names[-1] == "invoice (2001).xml"
    assert len(tried) <= 2 * len(names)


def test_a_draft_is_called_one() -> None:
    assert download_name("a.pdf", draft=True) == "a-draft.xml"
    assert download_name("a" * 255, ".json", draft=True) == "a" * 244 + "-draft.json"
    assert download_names([("a.pdf", True), ("a.pdf", True), ("a.pdf", False)]) == [
        "a-draft.xml",
        "a-draft (2).xml",
        "a.xml",
    ]


some_names = st.sampled_from(["x" * 260, "x" * 250 + ".pdf", "X" * 251 + ".pdf", "", "straße.pdf", "STRASSE.pdf"])


@given(st.lists(st.tuples(some_names, st.booleans())))
def test_they_are_unlike_in_any_case_and_no_longer_than_a_name_may_be(names: list[tuple[str, bool]]) -> None:
    downloads = download_names((display_name(name), draft) for name, draft in names)
    assert len({name.casefold() for name in downloads}) == len(names)
    assert all(len(name) <= MAX_FILENAME_CHARACTERS and name.endswith(".xml") for name in downloads)

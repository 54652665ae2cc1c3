"""Forms are read as they stream in: the same whatever the network does to them, and never whole in memory."""

import tracemalloc
from collections.abc import AsyncIterator, Iterable, Iterator

import pytest
from starlette.requests import ClientDisconnect, Request
from starlette.types import Message

from fakturo.http.forms import MAX_TEXT_BYTES, BrokenForm, FormPart, read_form

BOUNDARY = "bound-ary"
FORM_TYPE = f"multipart/form-data; boundary={BOUNDARY}"
MEBIBYTE = 1024 * 1024


def part(name: str, content: bytes, *, filename: str | None = None, content_type: str | None = None) -> bytes:
    file = f'; filename="{filename}"' if filename is not None else ""
    kind = f"Content-Type: {content_type}\r\n" if content_type else ""
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"{file}\r\n{kind}\r\n'
    return head.encode() + content + b"\r\n"


END = f"--{BOUNDARY}--\r\n".encode()
PDF = part("file", b"%PDF-1.7\r\n--bound\r\n-- \r\n", filename="a.pdf", content_type="Application/PDF; x=y")


def request(body: Iterable[bytes], content_type: str | None = FORM_TYPE, *, hangs_up: bool = False) -> Request:
    """A request whose body comes in exactly these pieces."""
    pieces = iter(body)

    async def receive() -> Message:
        for piece in pieces:
            return {"type": "http.request", "body": piece, "more_body": True}
        return {"type": "http.disconnect"} if hangs_up else {"type": "http.request", "body": b""}

    headers = [(b"content-type", content_type.encode())] if content_type is not None else []
    return Request({"type": "http", "method": "POST", "headers": headers}, receive)


Seen = tuple[str, str | None, str, bytes]


async def seen(*body: bytes, content_type: str | None = FORM_TYPE, max_parts: int = 10) -> list[Seen]:
    parts = read_form(request(body, content_type), max_parts=max_parts)
    return [(p.name, p.filename, p.content_type, await content_of(p)) async for p in parts]


async def content_of(part: FormPart) -> bytes:
    return b"".join([chunk async for chunk in part.chunks])


async def reason_for_breaking(*body: bytes, content_type: str | None = FORM_TYPE, max_parts: int = 10) -> str:
    with pytest.raises(BrokenForm) as broken:
        await seen(*body, content_type=content_type, max_parts=max_parts)
    return str(broken.value)


# ---------------------------------------------------------------- whole forms

WHOLE = PDF + part("mapping", b"layout_v1") + part("empty", b"", filename="") + END + b"an epilogue\r\n"
PARTS: list[Seen] = [
    ("file", "a.pdf", "application/pdf", b"%PDF-1.7\r\n--bound\r\n-- \r\n"),
    ("mapping", None, "", b"layout_v1"),
    ("empty", "", "", b""),
]


async def test_a_form_cut_in_two_at_any_byte_is_the_same_form() -> None:
    for place in range(len(WHOLE) + 1):
        assert await seen(WHOLE[:place], WHOLE[place:]) == PARTS, f"cut at byte {place}"


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64])
async def test_a_form_in_crumbs_is_the_same_form(size: int) -> None:
    assert await seen(*(WHOLE[at : at + size] for at in range(0, len(WHOLE), size))) == PARTS


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ("filename*=UTF-8''%E2%82%AC%20rates.pdf", "€ rates.pdf"),
        ("FileName* = \"utf-8'en'a%27b.pdf\"", "a'b.pdf"),
        ("filename=\"=?utf-8?B?w7wucGRm?=\"; filename*=utf-8''%C3%BC.pdf", "ü.pdf"),
        ("filename=\"plain.pdf\"; filename*=ISO-8859-1''%FC.pdf", "plain.pdf"),
        ("filename*=utf-8''%FC%FF.pdf", "\ufffd\ufffd.pdf"),
    ],
)
async def test_a_name_that_a_client_writes_in_the_extended_form_is_a_name(options: str, name: str) -> None:
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; {options}\r\n\r\n'
    assert await seen(head.encode() + b"%PDF\r\n" + END) == [("file", name, "", b"%PDF")]


@pytest.mark.parametrize(
    ("sent", "name"),
    [
        ("Müller № 1.pdf".encode(), "Müller № 1.pdf"),
        ("Müller … 1.pdf".encode("cp1252"), "Müller … 1.pdf"),
        (b"\x81\xff.pdf", "\ufffdÿ.pdf"),
    ],
)
async def test_a_name_in_whatever_code_never_costs_the_file(sent: bytes, name: str) -> None:
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="'.encode()
    assert await seen(head + sent + b'"\r\n\r\n%PDF\r\n' + END) == [("file", name, "", b"%PDF")]


@pytest.mark.parametrize("rest", [[], [b"\r\n"], [b"\r", b"\n"], [b"", b"\r\n", b"", b"x" * 100_000]])
async def test_what_follows_the_end_is_read_and_ignored(rest: list[bytes]) -> None:
    assert await seen(PDF + END.rstrip(), *rest) == PARTS[:1]


async def test_a_form_without_parts_has_none() -> None:
    assert await seen(END) == []


async def test_several_files_come_one_after_the_other() -> None:
    body = b"".join(part("file", f"%PDF-{n}".encode(), filename=f"{n}.pdf") for n in range(5)) + END
    assert [(name, content) for _, name, _, content in await seen(body)] == [
        (f"{n}.pdf", f"%PDF-{n}".encode()) for n in range(5)
    ]


async def test_what_a_reader_leaves_of_a_part_is_skipped() -> None:
    body = part("one", b"1" * 1000, filename="1") + part("two", b"2" * 1000, filename="2") + part("x", b"3") + END
    crumbs = [body[at : at + 100] for at in range(0, len(body), 100)]
    form = read_form(request(crumbs), max_parts=10)
    assert (await anext((await anext(form)).chunks))[:1] == b"1"
    assert (await anext(form)).name == "two"
    assert await (await anext(form)).text() == "3"


# ---------------------------------------------------------------- broken forms


@pytest.mark.parametrize(
    "content_type",
    [
        None,
        "",
        "application/pdf",
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/mixed; boundary=x",
    ],
)
async def test_a_request_that_is_no_form_is_told_what_to_send(content_type: str | None) -> None:
    reason = await reason_for_breaking(WHOLE, content_type=content_type)
    assert reason == "Send the file as multipart/form-data, in a part named 'file'."


async def test_the_forms_type_is_known_in_any_case_and_its_boundary_in_quotes() -> None:
    assert await seen(WHOLE, content_type=f'Multipart/Form-Data; charset=utf-8; boundary="{BOUNDARY}"') == PARTS


async def test_a_form_that_ends_anywhere_before_its_end_is_cut_off() -> None:
    body = PDF + part("mapping", b"layout_v1") + END.rstrip()
    for place in range(len(body)):
        assert await reason_for_breaking(body[:place]) == "The upload was cut off before its end."


async def test_a_client_that_hangs_up_is_not_taken_for_a_broken_form() -> None:
    file = await anext(read_form(request([PDF[:-20]], hangs_up=True), max_parts=10))
    with pytest.raises(ClientDisconnect):
        await content_of(file)


HEADERS = {
    "no disposition": b"Content-Type: text/plain",
    "another disposition": b"Content-Disposition: attachment",
    "no colon": b"Content-Disposition form-data",
    "a bad name": b"Con tent: x",
    "endless": b"X: " + b"x" * 10_000,
    "too many": b"\r\n".join([b"X: y"] * 20),
}


@pytest.mark.parametrize("header", HEADERS.values(), ids=HEADERS.keys())
async def test_broken_headers_are_answered_in_one_plain_line(header: bytes) -> None:
    reason = await reason_for_breaking(b"--bound-ary\r\n" + header + b"\r\n\r\nx\r\n" + END)
    assert reason.startswith("The multipart body is malformed: ")
    assert reason.isprintable()
    assert "Error(" not in reason
    assert len(reason) < 120


@pytest.mark.parametrize("body", [b"--bound-aryX\r\n\r\n", PDF.rstrip() + b"\r\n--bound-aryX\r\n"])
async def test_a_boundary_with_something_behind_it_is_none(body: bytes) -> None:
    assert "malformed" in await reason_for_breaking(body)


async def test_more_parts_than_allowed_are_refused() -> None:
    body = part("a", b"1") * 3 + END
    assert len(await seen(body, max_parts=3)) == 3
    assert "malformed" in await reason_for_breaking(body, max_parts=2)


# ---------------------------------------------------------------- text fields


async def text_of(content: bytes) -> str:
    body = part("mapping", content) + END
    async for each in read_form(request([body[:200], body[200:]]), max_parts=1):
        return await each.text()
    raise AssertionError("no part")


async def test_a_text_field_may_have_its_whole_length_and_no_byte_more() -> None:
    assert await text_of(b"x" * MAX_TEXT_BYTES) == "x" * MAX_TEXT_BYTES
    with pytest.raises(BrokenForm, match="'mapping' is longer than 16384 bytes"):
        await text_of(b"x" * (MAX_TEXT_BYTES + 1))


async def test_a_text_field_is_utf_8() -> None:
    assert await text_of("größer".encode()) == "größer"
    with pytest.raises(BrokenForm, match="'mapping' is not UTF-8 text"):
        await text_of(b"gr\xf6\xdfer")


# ---------------------------------------------------------------- memory


def large_file(mebibytes: int) -> Iterator[bytes]:
    yield part("file", b"", filename="large.pdf").removesuffix(b"\r\n")
    yield from (bytes(64 * 1024) for _ in range(mebibytes * 16))
    yield b"\r\n" + part("mapping", b"layout_v1") + END


async def sizes(form: AsyncIterator[FormPart], *, skipping: bool) -> list[int]:
    return [0 if skipping else sum([len(chunk) async for chunk in each.chunks]) async for each in form]


@pytest.mark.parametrize("skipping", [False, True])
async def test_nothing_of_a_file_is_held_in_memory(skipping: bool) -> None:
    tracemalloc.start()
    try:
        found = await sizes(read_form(request(large_file(30)), max_parts=2), skipping=skipping)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert found == ([0, 0] if skipping else [30 * MEBIBYTE, len("layout_v1")])
    assert peak < MEBIBYTE

from collections.abc import AsyncIterator

import pytest

from fakturo.http.mixed import BrokenMixed, frame_for, plain_type, read_mixed


async def in_pieces(body: bytes, size: int) -> AsyncIterator[bytes]:
    for start in range(0, len(body), size):
        yield body[start : start + size]


async def all_of(content_type: str, body: bytes, size: int) -> list[tuple[str, bytes]]:
    return [
        (part.content_type, b"".join([chunk async for chunk in part.chunks]))
        async for part in read_mixed(content_type, in_pieces(body, size))
    ]


def written(parts: list[tuple[str, bytes]]) -> tuple[str, bytes]:
    frame = frame_for([(kind, len(content)) for kind, content in parts])
    contents = (head + content for head, (_, content) in zip(frame.heads, parts, strict=True))
    body = b"".join(contents) + frame.end
    assert len(body) == frame.size + sum(len(content) for _, content in parts)
    return frame.content_type, body


PARTS = [("application/json", b'{"a": "\r\n--"}\n'), ("application/xml; charset=utf-8", b"<x>\r\n--\r\n</x>" * 50)]


@pytest.mark.parametrize("size", [1, 7, 100_000])
async def test_what_is_written_is_read_however_it_is_cut(size: int) -> None:
    content_type, body = written(PARTS)
    assert await all_of(content_type, body, size) == [
        ("application/json", PARTS[0][1]),
        ("application/xml", PARTS[1][1]),
    ]


async def test_a_part_that_nobody_wants_is_skipped() -> None:
    content_type, body = written(PARTS)
    kinds = [part.content_type async for part in read_mixed(content_type, in_pieces(body, 50))]
    assert kinds == ["application/json", "application/xml"]


@pytest.mark.parametrize("kept", [0, 60, 200, -3, -10])
async def test_an_answer_that_is_cut_off_is_broken(kept: int) -> None:
    content_type, body = written(PARTS)
    with pytest.raises(BrokenMixed):
        await all_of(content_type, body[:kept], 50)


@pytest.mark.parametrize("content_type", ["application/xml", "multipart/mixed", "multipart/form-data; boundary=x", ""])
async def test_another_kind_of_body_is_broken(content_type: str) -> None:
    with pytest.raises(BrokenMixed):
        await all_of(content_type, b"--x\r\n\r\n--x--", 50)


@pytest.mark.parametrize(
    ("told", "plain"),
    [("Application/XML; Charset=UTF-8", "application/xml"), (" text/xml ", "text/xml"), ("", ""), (None, "")],
)
def test_a_type_is_known_however_it_is_written(told: str | None, plain: str) -> None:
    assert plain_type(told) == plain

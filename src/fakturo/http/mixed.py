"""multipart/mixed: several results in one answer, each streamed, on the side that sends and on the one that receives.

    frame = frame_for([("application/json", 120), ("application/xml", 5_000_000)])
    async for part in read_mixed(response.headers["content-type"], response.aiter_bytes()):
        async for chunk in part.chunks: ...

A part's chunks must be consumed before the next part is asked for; what is left over is skipped.
"""

import secrets
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from multipart import MultipartError, MultipartSegment, PushMultipartParser, parse_options_header

from fakturo.http.media_types import MIXED
from fakturo.http.parts import Parts

MAX_PARTS = 16


class BrokenMixed(Exception):
    """The body is not what its header says, or ends too early."""


@dataclass(frozen=True, slots=True)
class Part:
    content_type: str
    chunks: AsyncIterator[bytes]


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands around the parts: one head before each, and the end."""

    content_type: str
    heads: Sequence[bytes]
    end: bytes

    @property
    def size(self) -> int:
        return sum(map(len, self.heads)) + len(self.end)


def frame_for(parts: Sequence[tuple[str, int]]) -> Frame:
    """For parts of these types and sizes in bytes. The boundary is random: no content can hold it but by chance."""
    boundary = secrets.token_hex(16)
    heads = [
        f"\r\n--{boundary}\r\nContent-Type: {content_type}\r\nContent-Length: {size}\r\n\r\n".encode()
        for content_type, size in parts
    ]
    return Frame(f"{MIXED}; boundary={boundary}", heads, f"\r\n--{boundary}--\r\n".encode())


async def read_mixed(content_type: str, chunks: AsyncIterator[bytes]) -> AsyncIterator[Part]:
    """The parts in order. Raises BrokenMixed, here or from a part's chunks."""
    parts = Parts(_parser_for(content_type), chunks, lambda error: BrokenMixed(str(error.args[0])))
    while segment := await parts.next_part():
        yield Part(plain_type(segment.content_type), parts.payload())


def plain_type(content_type: str | None) -> str:
    """Without parameters."""
    return (content_type or "").partition(";")[0].strip().lower()


class _Parser(PushMultipartParser):  # type: ignore[misc]  # the library has no types
    """The library's is made for forms, where every part has a name; it lets other kinds say what a part is."""

    def _create_segment(self, headerlist: list[tuple[str, str]]) -> MultipartSegment:
        return MultipartSegment(headerlist)


def _parser_for(content_type: str) -> PushMultipartParser:
    kind, options = parse_options_header(content_type)
    if kind != MIXED:
        raise BrokenMixed(f"not {MIXED}")
    try:
        return _Parser(options.get("boundary", ""), max_segment_count=MAX_PARTS)
    except MultipartError as error:
        raise BrokenMixed(str(error)) from None

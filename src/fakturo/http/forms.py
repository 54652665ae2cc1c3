"""A multipart/form-data body, read once as it comes in: nothing of a file is ever held in memory.

    async for part in read_form(request, max_parts=20):
        if part.is_file:
            async for chunk in part.chunks: ...
        else:
            value = await part.text()

A part's chunks must be consumed before the next part is asked for; what is left over is skipped.
"""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from urllib.parse import unquote

from multipart import MultipartError, MultipartSegment, PushMultipartParser, parse_options_header
from starlette.requests import Request

from fakturo.http.parts import Parts

MAX_TEXT_BYTES = 16 * 1024
_BYTES = "latin-1"
"""In which every byte is a letter, and none is refused."""
_EXTENDED_NAME = re.compile(r";\s*filename\*\s*=\s*\"?utf-8'[^']*'([^;\s\"]*)", re.IGNORECASE)
"""Forms should not have it (RFC 7578); but .NET sends it beside a name in MIME's code, and older Pythons alone."""


class BrokenForm(Exception):
    """The body is not the form it says it is; the text is for the client."""


@dataclass(frozen=True, slots=True)
class FormPart:
    name: str
    filename: str | None
    content_type: str
    chunks: AsyncIterator[bytes]

    @property
    def is_file(self) -> bool:
        return self.filename is not None

    async def text(self, max_bytes: int = MAX_TEXT_BYTES) -> str:
        value = bytearray()
        async for chunk in self.chunks:
            value += chunk
            if len(value) > max_bytes:
                raise BrokenForm(f"The field {self.name!r} is longer than {max_bytes} bytes.")
        try:
            return value.decode()
        except UnicodeDecodeError:
            raise BrokenForm(f"The field {self.name!r} is not UTF-8 text.") from None


async def read_form(request: Request, *, max_parts: int) -> AsyncIterator[FormPart]:
    """The parts of the body, in order.

    Raises BrokenForm when the body is no form, is malformed, or ends too early, and ClientDisconnect when the client
    has gone.
    """
    parts = Parts(_parser_for(request, max_parts), request.stream(), _broken)
    while segment := await parts.next_part():
        yield FormPart(_as_sent(segment.name), _filename(segment), _content_type(segment), parts.payload())


def _parser_for(request: Request, max_parts: int) -> PushMultipartParser:
    kind, options = parse_options_header(request.headers.get("content-type", ""))
    if kind != "multipart/form-data" or not options.get("boundary"):
        raise BrokenForm("Send the file as multipart/form-data, in a part named 'file'.")
    try:
        return PushMultipartParser(
            options["boundary"], max_segment_count=max_parts, header_charset=_BYTES, strict=False
        )
    except MultipartError:
        raise BrokenForm("The multipart boundary is not valid.") from None


def _filename(segment: MultipartSegment) -> str | None:
    extended = _EXTENDED_NAME.search(segment.header("Content-Disposition", ""))
    if extended:
        return unquote(extended[1], errors="replace")
    return None if segment.filename is None else _as_sent(segment.filename)


def _as_sent(text: str) -> str:
    """UTF-8, as forms are; but older systems send names in the code of their Windows, and a file is worth more than
    its name."""
    sent = text.encode(_BYTES)
    try:
        return sent.decode()
    except UnicodeDecodeError:
        return sent.decode("cp1252", errors="replace")


def _content_type(segment: MultipartSegment) -> str:
    return (segment.content_type or "").partition(";")[0].strip().lower()


def _broken(error: MultipartError) -> BrokenForm:
    return BrokenForm(_in_plain_words(error))


def _in_plain_words(error: MultipartError) -> str:
    reason = str(error.args[0])  # what follows it is for programmers
    if "Unexpected end" in reason:
        return "The upload was cut off before its end."
    return f"The multipart body is malformed: {reason}."

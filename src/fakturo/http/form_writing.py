"""A form with one file, written as it is sent: nothing of the file is ever held in memory."""

from collections.abc import AsyncIterable, AsyncIterator, Mapping

from fakturo.http.blocks import in_blocks

SMALL_BYTES = 64 * 1024


def form_around_file(
    boundary: str, fields: Mapping[str, str], content_type: str = "application/pdf"
) -> tuple[bytes, bytes]:
    """What comes before the file, and what comes after it."""
    texts = "".join(
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in fields.items()
    )
    file = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="document"\r\n'
        f"Content-Type: {content_type}\r\n\r\n"
    )
    return (texts + file).encode(), f"\r\n--{boundary}--\r\n".encode()


def joined(before: bytes, chunks: AsyncIterable[bytes], after: bytes) -> AsyncIterator[bytes]:
    """A small form in one piece."""
    return in_blocks(_in_order(before, chunks, after), SMALL_BYTES)


async def _in_order(before: bytes, chunks: AsyncIterable[bytes], after: bytes) -> AsyncIterator[bytes]:
    yield before
    async for chunk in chunks:
        yield chunk
    yield after

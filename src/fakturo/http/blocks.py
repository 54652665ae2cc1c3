"""The same bytes in larger pieces: a trip over a socket or to the disk costs as much as some ten thousand of them."""

from collections.abc import AsyncIterable, AsyncIterator


async def in_blocks(chunks: AsyncIterable[bytes], size: int) -> AsyncIterator[bytes]:
    """Gathered until there are so many. What is as large by itself passes as it is."""
    block = bytearray()
    async for chunk in chunks:
        if len(chunk) >= size and not block:
            yield chunk
            continue
        block += chunk
        if len(block) >= size:
            yield bytes(block)
            block.clear()
    if block:
        yield bytes(block)

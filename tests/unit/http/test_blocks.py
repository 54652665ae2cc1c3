"""Bytes in larger pieces."""

from collections.abc import AsyncIterator

from hypothesis import given
from hypothesis import strategies as some

from fakturo.http.blocks import in_blocks
from fakturo.http.form_writing import SMALL_BYTES, joined


async def of(*chunks: bytes) -> AsyncIterator[bytes]:
    for chunk in chunks:
        yield chunk


@given(chunks=some.lists(some.binary(max_size=12)), size=some.integers(1, 20))
async def test_no_byte_is_lost_and_only_the_last_piece_is_small(chunks: list[bytes], size: int) -> None:
    blocks = [block async for block in in_blocks(of(*chunks), size)]
    assert b"".join(blocks) == b"".join(chunks)
    assert all(len(block) >= size for block in blocks[:-1])
    assert all(blocks)


async def test_a_large_piece_is_not_copied() -> None:
    large = b"x" * 100
    (block,) = [block async for block in in_blocks(of(large), 100)]
    assert block is large


async def test_a_small_form_goes_out_in_one_piece() -> None:
    assert [block async for block in joined(b"before", of(b"file"), b"after")] == [b"beforefileafter"]
    large = b"x" * SMALL_BYTES
    assert [block async for block in joined(b"a", of(large, large), b"z")] == [b"a" + large, large, b"z"]

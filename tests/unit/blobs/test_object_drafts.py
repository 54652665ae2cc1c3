"""A file on its way into a store that keeps something else."""

import pytest
from obstore.store import MemoryStore

from fakturo.blobs.object_drafts import ObjectDraft

KEY = "uploads/00/00/a.pdf"


async def test_what_the_store_keeps_in_another_size_is_not_committed(monkeypatch: pytest.MonkeyPatch) -> None:
    draft = ObjectDraft(MemoryStore(), KEY, part_bytes=1024)
    await draft.write(b"whole")

    async def one_byte_less() -> tuple[str, int]:
        return draft._mark, len(b"whole") - 1

    monkeypatch.setattr(draft, "_look", one_byte_less)
    with pytest.raises(OSError, match="not the size of what was sent"):
        await draft.commit()

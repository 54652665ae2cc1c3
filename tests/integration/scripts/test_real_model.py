"""The whole way with a real language model on this machine: a small one, which reads badly. That is the point."""

import asyncio
import json
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.long
@pytest.mark.timeout(3600)
async def test_what_a_real_model_makes_up_is_not_accepted() -> None:
    process = await asyncio.create_subprocess_exec(
        ROOT / "scripts" / "real-model", "--quick", stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    said = (await process.communicate())[0].decode()
    assert process.returncode == 0, said
    told = json.loads(said.splitlines()[-1])
    assert (told["documents"], told["accepted"]) == (2, 0), said

"""Programs that take part in a measurement: our own, and peers in an environment of theirs."""

import asyncio
import sys
from pathlib import Path

PEERS = Path(__file__).parent / "peers"
PEERS_PYTHON = Path(__file__).parent.parent / ".venv-peers" / "bin" / "python"


async def said_by(*command: object) -> str:
    """What a program prints; its own words are the error if it fails."""
    process = await asyncio.create_subprocess_exec(
        *map(str, command), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    said, complained = await process.communicate()
    if process.returncode:
        raise RuntimeError(f"{command[:3]} failed: {complained.decode()[-2000:]}")
    return said.decode()


async def ours(module: str, *arguments: object) -> list[float]:
    return [float(line) for line in (await said_by(sys.executable, "-m", module, *arguments)).split()]


async def peer(script: str, *arguments: object) -> list[float]:
    return [float(line) for line in (await said_by(PEERS_PYTHON, PEERS / script, *arguments)).split()]

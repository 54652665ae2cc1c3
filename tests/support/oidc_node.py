"""npm's oidc-provider, installed into a directory of its own and run by node: how somebody else reads the protocol."""

import asyncio
import contextlib
import os
import shutil
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import httpx

from fakturo import processes
from tests.support.stack import free_port, until

SOURCE = Path(__file__).parent / "oidc_server"
SECRET = "of tests and of nothing else"  # noqa: S105  made up
INSTALL_SECONDS = 240


def why_no_node() -> str | None:
    missing = [program for program in ("node", "npm") if shutil.which(program) is None]
    return f"no {' and no '.join(missing)} on this machine (Debian: apt-get install nodejs npm)" if missing else None


@contextlib.asynccontextmanager
async def oidc_node(directory: Path, web_url: str) -> AsyncIterator[str]:
    """Its address, which is its issuer, too."""
    home = directory / "oidc"
    shutil.copytree(SOURCE, home)
    with (home / "log").open("ab") as log:
        install = ["npm", "ci", "--prefix", str(home), "--no-audit", "--no-fund", "--ignore-scripts"]
        installing = await processes.start(install, environment=dict(os.environ), output=log)
        async with asyncio.timeout(INSTALL_SECONDS):
            assert await installing.wait() == 0, (home / "log").read_text()
        port = free_port()
        run = ["node", str(home / "server.js"), str(port), web_url, SECRET]
        running = await processes.start(run, environment=dict(os.environ), output=log)
    url = f"http://127.0.0.1:{port}"

    async def answers() -> bool:
        assert running.returncode is None, (home / "log").read_text()
        with contextlib.suppress(httpx.HTTPError):
            async with httpx.AsyncClient(trust_env=False) as client:
                return (await client.get(f"{url}/.well-known/openid-configuration")).status_code == httpx.codes.OK
        return False

    try:
        await until(answers, what="an answer from the provider")
        yield url
    finally:
        await processes.stop(running, (signal.SIGTERM, 10))

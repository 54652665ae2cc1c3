"""Hosts of their own on one switch: network namespaces that end with the process that holds each. Needs root.

Whoever makes the network must be alone in a namespace, too (`run_apart`), so that nothing here can be seen from outside
and no address is taken from anybody.
"""

import asyncio
import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fakturo import processes

APART = "FAULTS_NETWORK_OF_ITS_OWN"
SWITCH = "switch"
OUR_ADDRESS = "10.77.0.1"
NAMESPACE_SECONDS = 60


def why_no_network() -> str | None:
    """What is missing, for the reason of a skip."""
    if os.geteuid() != 0:
        return "only root can make networks"
    missing = [program for program in ("ip", "nsenter", "unshare") if shutil.which(program) is None]
    if missing:
        return f"{' and '.join(missing)} not installed (iproute2, util-linux)"
    trial = "ip link add switch type bridge && ip link add near type veth peer name far"
    made = subprocess.run(["unshare", "--net", "sh", "-c", trial], capture_output=True, check=False)
    return None if made.returncode == 0 else "this machine lets nobody make networks"


def run_apart(module: str, arguments: Sequence[str]) -> None:
    """Starts this program again in a network of its own, if it is not in one; then it does not come back."""
    if os.environ.get(APART):
        return
    os.environ[APART] = "1"
    command = ["unshare", "--net", sys.executable, "-m", module, *arguments]
    os.execvp(command[0], command)  # noqa: S606


@dataclass
class Host:
    name: str
    address: str
    holder: asyncio.subprocess.Process
    directory: Path
    started: dict[str, asyncio.subprocess.Process] = field(default_factory=dict)
    """By their verbs."""

    async def start(self, verb: str, environment: dict[str, str]) -> asyncio.subprocess.Process:
        """One of our processes, on this host."""
        command = [*self._inside(), sys.executable, "-m", "fakturo", verb]
        with self.log(verb).open("ab") as log:
            self.started[verb] = await processes.start(command, environment=environment, output=log)
        return self.started[verb]

    def log(self, verb: str) -> Path:
        return self.directory / f"{verb}.log"

    def ip(self, *arguments: str) -> None:
        subprocess.run([*self._inside(), "ip", *arguments], check=True)

    async def kill(self) -> None:
        """All at once, as a power cut does it."""
        for process in self.started.values():
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        for process in self.started.values():
            await process.wait()

    def cut(self) -> None:
        """Nothing gets through any more, and nobody is told."""
        _ip("link", "set", self.name, "nomaster")

    def mend(self) -> None:
        _ip("link", "set", self.name, "master", SWITCH)

    def _inside(self) -> list[str]:
        return ["nsenter", f"--net=/proc/{self.holder.pid}/ns/net"]


@contextlib.asynccontextmanager
async def network_of(names: Sequence[str], directory: Path) -> AsyncIterator[list[Host]]:
    _ip("link", "set", "lo", "up")
    _ip("link", "add", SWITCH, "type", "bridge")
    _ip("addr", "add", f"{OUR_ADDRESS}/24", "dev", SWITCH)
    _ip("link", "set", SWITCH, "up")
    hosts: list[Host] = []
    try:
        for number, name in enumerate(names):
            (directory / name).mkdir()
            hosts.append(await _host(name, f"10.77.0.{10 + number}", directory / name))
        yield hosts
    finally:
        for host in hosts:
            await host.kill()
            host.holder.kill()
            await host.holder.wait()


async def _host(name: str, address: str, directory: Path) -> Host:
    holder = await processes.start(["unshare", "--net", "sleep", "infinity"])
    await _apart_from_us(holder.pid)
    host = Host(name, address, holder, directory)
    _ip("link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", str(holder.pid))
    host.mend()
    _ip("link", "set", name, "up")
    host.ip("link", "set", "lo", "up")
    host.ip("addr", "add", f"{address}/24", "dev", "eth0")
    host.ip("link", "set", "eth0", "up")
    return host


async def _apart_from_us(pid: int) -> None:
    ours = Path("/proc/self/ns/net").readlink()
    async with asyncio.timeout(NAMESPACE_SECONDS):
        while Path(f"/proc/{pid}/ns/net").readlink() == ours:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True)

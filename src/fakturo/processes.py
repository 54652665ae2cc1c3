"""Starting other programs so that none of them outlives us, and, as root, with fewer rights than we have."""

import asyncio
import ctypes
import os
import pwd
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None

PREFERRED_ACCOUNTS = ("fakturo", "postgres", "nobody")


@dataclass(frozen=True, slots=True)
class Account:
    name: str
    uid: int
    gid: int


def unprivileged_account() -> Account | None:
    """Whom a program is run as when we are root; None when we are not root and it simply runs as us."""
    if os.geteuid() != 0:
        return None
    for name in PREFERRED_ACCOUNTS:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return _account(entry)
    raise LookupError(f"none of the accounts {', '.join(PREFERRED_ACCOUNTS)} exists on this machine")


def account_of(uid: int) -> Account:
    return _account(pwd.getpwuid(uid))


def _account(entry: pwd.struct_passwd) -> Account:
    return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)


def can_enter(account: Account, directory: Path) -> bool:
    """Whether the account may pass through every directory of the path."""
    return all(_may_search(account, part) for part in (directory, *directory.parents) if part.exists())


def _may_search(account: Account, directory: Path) -> bool:
    status = directory.stat()
    if status.st_uid == account.uid:
        return bool(status.st_mode & 0o100)
    if status.st_gid == account.gid:
        return bool(status.st_mode & 0o010)
    return bool(status.st_mode & 0o001)


async def start(
    command: Sequence[str | Path],
    *,
    account: Account | None = None,
    at_our_death: signal.Signals = signal.SIGTERM,
    environment: Mapping[str, str] | None = None,
    output: IO[bytes] | int | None = None,
    keep_open: Sequence[int] = (),
) -> asyncio.subprocess.Process:
    """A child in a session of its own (Ctrl-C is ours to pass on), which the kernel signals when we die."""
    return await asyncio.create_subprocess_exec(
        *map(str, command),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=output,
        stderr=None if output is None else asyncio.subprocess.STDOUT,
        env=environment,
        start_new_session=True,
        pass_fds=tuple(keep_open),
        preexec_fn=signalled_at_death_of(os.getpid(), at_our_death),
        user=account.uid if account else None,
        group=account.gid if account else None,
        extra_groups=[] if account else None,
    )


def signalled_at_death_of(parent: int, death_signal: signal.Signals) -> Callable[[], None] | None:
    """Runs in the child after it has changed its user, which would clear the wish again. Linux only."""
    if _libc is None:
        return None
    prctl = _libc.prctl

    def arrange() -> None:
        prctl(_PR_SET_PDEATHSIG, int(death_signal), 0, 0, 0)
        if os.getppid() != parent:  # it died before we could ask
            os._exit(1)

    return arrange


async def stop(process: asyncio.subprocess.Process, *steps: tuple[signal.Signals, float]) -> int:
    """Sends each signal in turn and waits so many seconds for it to work; SIGKILL comes last by itself."""
    for number, seconds in steps:
        if process.returncode is None:
            process.send_signal(number)
        try:
            async with asyncio.timeout(seconds):
                return await process.wait()
        except TimeoutError:
            continue
    if process.returncode is None:  # it may have ended in the very moment in which our patience did
        process.kill()
    return await process.wait()

"""Taking rights away from a child, for good, before it sees a document."""

import ctypes
import os
import pwd
import resource
import signal
import sys
from dataclasses import dataclass

from fakturo.gateway.options import Limits

_PR_SET_PDEATHSIG = 1


@dataclass(frozen=True, slots=True)
class Confinement:
    limits: Limits
    unprivileged_user: str


def confine(confinement: Confinement, parent_pid: int) -> None:
    """The order matters: each step needs rights that a later one takes."""
    _close_standard_streams()
    _set_limits(confinement.limits)
    _become_unprivileged(confinement.unprivileged_user)
    _die_with_parent(parent_pid)


def _close_standard_streams() -> None:
    """What a library prints may be a stranger's words; nothing of it reaches a log."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)


def _set_limits(limits: Limits) -> None:
    for name, value in (
        (resource.RLIMIT_AS, limits.memory_bytes),
        (resource.RLIMIT_FSIZE, limits.file_bytes),
        (resource.RLIMIT_NOFILE, limits.open_files),
        (resource.RLIMIT_NPROC, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        _, ceiling = resource.getrlimit(name)
        wanted = value if ceiling == resource.RLIM_INFINITY else min(value, ceiling)
        resource.setrlimit(name, (wanted, wanted))
    resource.setrlimit(resource.RLIMIT_CPU, (limits.cpu_seconds, resource.RLIM_INFINITY))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # too large a file is an error to answer, not a death


def _become_unprivileged(user: str) -> None:
    if os.geteuid() != 0:
        return
    account = pwd.getpwnam(user)
    os.setgroups([])
    os.setresgid(account.pw_gid, account.pw_gid, account.pw_gid)
    os.setresuid(account.pw_uid, account.pw_uid, account.pw_uid)


def _die_with_parent(parent_pid: int) -> None:
    """Set after the change of user, which clears it."""
    if not sys.platform.startswith("linux"):
        return
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent_pid:
        os._exit(os.EX_UNAVAILABLE)

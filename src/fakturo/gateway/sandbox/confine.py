"""Taking rights away from a child, for good, before it sees a document."""

import os
import pwd
import resource
import signal
from dataclasses import dataclass
from enum import Enum, auto

from fakturo.gateway.options import SPARE_BYTES, SPARE_CPU_SECONDS, Limits
from fakturo.gateway.sandbox import kernel, landlock, seccomp

PROGRAM_FOLDERS = ("/usr", "/lib", "/lib64", "/bin", "/opt", "/nix/store", "/etc/ld.so.cache")
"""Where programs, their libraries and their data lie; nothing of a user's or of ours."""
CPU_GRACE_SECONDS = 2
"""Between the signal that ends a process over its processor time, and the one that nobody can ignore."""


@dataclass(frozen=True, slots=True)
class Confinement:
    limits: Limits
    unprivileged_user: str


class Role(Enum):
    """What a process is for; its limits of time and memory depend on it."""

    PARSER = auto()
    """May get several documents of one owner, and new limits for each, up to some more than one document may have."""
    ASSISTANT = auto()
    """Gets new processor time for each question, without end, and is limited in the memory that it uses, not in what it
    reserves."""
    PROGRAM = auto()
    """Of the system, for one question."""


def confine(confinement: Confinement, parent_pid: int, *, keep: int, role: Role = Role.PARSER) -> None:
    """Leave this process its memory, its time, and the one open file `keep`.

    Threads that it has already keep the right to read files; they must be none that touch a document.
    """
    _close_all_but(keep)
    _give_up(confinement, parent_pid, role)
    if landlock.version():
        landlock.forbid_files()
    if seccomp.is_available():
        seccomp.forbid_system_calls()


def confine_program(confinement: Confinement, parent_pid: int, *, stdin: int, stdout: int) -> None:
    """The same for a process that is about to become another program: it keeps two files, and finds its libraries."""
    os.dup2(stdin, 0)
    os.dup2(stdout, 1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    _give_up(confinement, parent_pid, Role.PROGRAM)
    if landlock.version():
        landlock.forbid_files(PROGRAM_FOLDERS)
    if seccomp.is_available():
        seccomp.forbid_system_calls(program=True)


def _give_up(confinement: Confinement, parent_pid: int, role: Role) -> None:
    """The user first: with the limit of processes already set, the kernel would forbid it to run a program."""
    _become_unprivileged(confinement.unprivileged_user)
    _set_limits(confinement.limits, role)
    _die_with_parent(parent_pid)


def _close_all_but(keep: int) -> None:
    """What a library prints may be a stranger's words, so that not even standard error stays."""
    os.closerange(3, keep)
    os.closerange(keep + 1, os.sysconf("SC_OPEN_MAX"))
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)


def _set_limits(limits: Limits, role: Role) -> None:
    spare_bytes, spare_seconds = (SPARE_BYTES, SPARE_CPU_SECONDS) if role is Role.PARSER else (0, 0)
    kind = resource.RLIMIT_DATA if role is Role.ASSISTANT else resource.RLIMIT_AS
    _limit_memory(kind, limits.memory_bytes, limits.memory_bytes + spare_bytes)
    _limit(resource.RLIMIT_FSIZE, limits.file_bytes)
    _limit(resource.RLIMIT_NOFILE, limits.open_files)
    _limit(resource.RLIMIT_NPROC, 0)
    _limit(resource.RLIMIT_CORE, 0)
    if role is not Role.ASSISTANT:  # ends at the second, also one that ignores the signal at the first
        _limit(resource.RLIMIT_CPU, limits.cpu_seconds, limits.cpu_seconds + spare_seconds + CPU_GRACE_SECONDS)
    elif kernel.IS_LINUX:  # elsewhere it could not be renewed, and would end in the middle of a later document
        _, ceiling = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (limits.cpu_seconds, ceiling))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # too large a file is an error to answer, not a death


def _limit(name: int, soft: int, hard: int | None = None) -> None:
    _, ceiling = resource.getrlimit(name)
    wanted = (soft, soft if hard is None else hard)
    limited = wanted if ceiling == resource.RLIM_INFINITY else (min(soft, ceiling), min(wanted[1], ceiling))
    resource.setrlimit(name, limited)


def _limit_memory(name: int, soft: int, hard: int) -> None:
    """Apple's kernels refuse it; protections.py says so. Where it works, a child does not live without it."""
    try:
        _limit(name, soft, hard)
    except (ValueError, OSError):
        if kernel.IS_LINUX:
            raise


def _become_unprivileged(user: str) -> None:
    if os.geteuid() != 0:
        return
    account = pwd.getpwnam(user)
    os.setgroups([])
    os.setresgid(account.pw_gid, account.pw_gid, account.pw_gid)
    os.setresuid(account.pw_uid, account.pw_uid, account.pw_uid)


def _die_with_parent(parent_pid: int) -> None:
    """Set after the change of user, which clears it."""
    if kernel.IS_LINUX:
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent_pid:
        os._exit(os.EX_UNAVAILABLE)

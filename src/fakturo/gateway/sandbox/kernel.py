"""The kernel's own functions, for which Python has none."""

import ctypes
import os
import platform
import sys

IS_LINUX = sys.platform.startswith("linux")
MACHINE = platform.machine()

_libc = ctypes.CDLL(None, use_errno=True)

PR_SET_PDEATHSIG = 1
PR_GET_SECCOMP = 21
PR_SET_SECCOMP = 22
PR_SET_NO_NEW_PRIVS = 38
CLONE_NEWNET = 0x40000000


def prctl(option: int, *arguments: object) -> int:
    padded = [*arguments, 0, 0, 0, 0][:4]
    return checked(_libc.prctl(option, *(ctypes.c_ulong(a) if isinstance(a, int) else a for a in padded)))


def syscall(number: int, *arguments: object) -> int:
    return checked(_libc.syscall(ctypes.c_long(number), *arguments))


def leave_the_network() -> None:
    """Into a network namespace of our own, in which there is nothing. Needs root's rights."""
    checked(_libc.unshare(CLONE_NEWNET))


def checked(result: int) -> int:
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result

"""seccomp: of the kernel's functions only those remain that computing and talking over open files need.

Everything else answers "not permitted": no socket, no new process, no opening of files, no word about files by name, no
signal to another. And no memory becomes a program: a parser has all its code when it gets here.
"""

import ctypes
import errno
import os
import struct

from fakturo.gateway.sandbox import kernel

_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_COLUMN = {"x86_64": 0, "aarch64": 1}
"""The column of each function's number below."""

_COMPUTING: dict[str, tuple[int, int]] = {
    "read": (0, 63),
    "write": (1, 64),
    "close": (3, 57),
    "fstat": (5, 80),
    "poll": (7, 73),
    "lseek": (8, 62),
    "munmap": (11, 215),
    "brk": (12, 214),
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "pread64": (17, 67),
    "readv": (19, 65),
    "writev": (20, 66),
    "sched_yield": (24, 124),
    "mremap": (25, 216),
    "madvise": (28, 233),
    "nanosleep": (35, 101),
    "getpid": (39, 172),
    "sendto": (44, 206),
    "recvfrom": (45, 207),
    "sendmsg": (46, 211),
    "recvmsg": (47, 212),
    "exit": (60, 93),
    "fcntl": (72, 25),
    "gettimeofday": (96, 169),
    "getrusage": (98, 165),
    "sysinfo": (99, 179),
    "getppid": (110, 173),
    "sigaltstack": (131, 132),
    "gettid": (186, 178),
    "futex": (202, 98),
    "sched_getaffinity": (204, 123),
    "restart_syscall": (219, 128),
    "clock_gettime": (228, 113),
    "clock_nanosleep": (230, 115),
    "exit_group": (231, 94),
    "getrandom": (318, 278),
}
_STARTING_A_PROGRAM: dict[str, tuple[int, int]] = {
    "open": (2, 56),
    "newfstatat": (262, 79),
    "stat": (4, 79),
    "lstat": (6, 79),
    "ioctl": (16, 29),
    "access": (21, 48),
    "dup": (32, 23),
    "execve": (59, 221),
    "uname": (63, 160),
    "getcwd": (79, 17),
    "readlink": (89, 78),
    "getuid": (102, 174),
    "getgid": (104, 176),
    "geteuid": (107, 175),
    "getegid": (108, 177),
    "arch_prctl": (158, 96),
    "getdents64": (217, 61),
    "set_tid_address": (218, 96),
    "openat": (257, 56),
    "readlinkat": (267, 78),
    "faccessat": (269, 48),
    "set_robust_list": (273, 99),
    "prlimit64": (302, 261),
    "statx": (332, 291),
    "rseq": (334, 293),
    "faccessat2": (439, 439),
}
"""What the loader and the start of a C program ask for, on top; Landlock decides which files they get."""

_MAKING_MEMORY: dict[str, tuple[int, int]] = {"mmap": (9, 222), "mprotect": (10, 226)}
"""Both say in their third argument what the memory is for."""
_PROT_WRITE, _PROT_EXEC = 2, 4

_TGKILL = (234, 131)

_LOAD, _JUMP_IF_EQUAL, _JUMP_IF_AT_LEAST, _RETURN, _AND = 0x20, 0x15, 0x35, 0x06, 0x54
_NUMBER_AT, _ARCHITECTURE_AT, _FIRST_ARGUMENT_AT, _THIRD_ARGUMENT_AT = 0, 4, 16, 32
_ALLOW, _KILL, _REFUSE = 0x7FFF0000, 0x80000000, 0x00050000 | errno.EPERM
_FIRST_X32 = 0x40000000
_MODE_FILTER = 2


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def is_available() -> bool:
    if not kernel.IS_LINUX or kernel.MACHINE not in _ARCHITECTURES:
        return False
    try:
        kernel.prctl(kernel.PR_GET_SECCOMP)
    except OSError:
        return False
    return True


def forbid_system_calls(*, program: bool = False) -> None:
    """Only computing is left, for good; with `program`, also what it takes to become another program."""
    allowed = _COMPUTING | (_STARTING_A_PROGRAM if program else {})
    column = _COLUMN[kernel.MACHINE]
    numbers = sorted({pair[column] for pair in allowed.values()})
    making_memory = [pair[column] for pair in _MAKING_MEMORY.values()]
    forbidden_use = _PROT_WRITE | _PROT_EXEC if program else _PROT_EXEC
    tail = [*_memory_rules(making_memory, forbidden_use), *_signal_rules(_TGKILL[column], os.getpid())]
    code = filter_program(_ARCHITECTURES[kernel.MACHINE], numbers, tail)
    kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
    kernel.prctl(kernel.PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(_Program(len(code) // 8, code)))


def filter_program(architecture: int, allowed: list[int], rules: list[bytes]) -> bytes:
    """The filter as the kernel wants it: one instruction of eight bytes after the other."""
    return b"".join(
        [
            _instruction(_LOAD, _ARCHITECTURE_AT),
            _instruction(_JUMP_IF_EQUAL, architecture, when_true=1),
            _instruction(_RETURN, _KILL),
            _instruction(_LOAD, _NUMBER_AT),
            _instruction(_JUMP_IF_AT_LEAST, _FIRST_X32, when_false=1),
            _instruction(_RETURN, _KILL),
            *(
                step
                for number in allowed
                for step in (_instruction(_JUMP_IF_EQUAL, number, when_false=1), _instruction(_RETURN, _ALLOW))
            ),
            *rules,
            _instruction(_RETURN, _REFUSE),
        ]
    )


def _memory_rules(numbers: list[int], forbidden_use: int) -> list[bytes]:
    """Memory of any use but that one; whichever of the bits come together."""
    return [
        step
        for number in numbers
        for step in (
            _instruction(_JUMP_IF_EQUAL, number, when_false=5),
            _instruction(_LOAD, _THIRD_ARGUMENT_AT),
            _instruction(_AND, forbidden_use),
            _instruction(_JUMP_IF_EQUAL, forbidden_use, when_false=1),
            _instruction(_RETURN, _REFUSE),
            _instruction(_RETURN, _ALLOW),
        )
    ]


def _signal_rules(tgkill: int, own_pid: int) -> list[bytes]:
    """A process may send signals to itself: that is how abort() ends it."""
    return [
        _instruction(_JUMP_IF_EQUAL, tgkill, when_false=4),
        _instruction(_LOAD, _FIRST_ARGUMENT_AT),
        _instruction(_JUMP_IF_EQUAL, own_pid, when_false=1),
        _instruction(_RETURN, _ALLOW),
        _instruction(_RETURN, _REFUSE),
    ]


def _instruction(code: int, value: int, when_true: int = 0, when_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, when_true, when_false, value)

"""Landlock: the kernel refuses files, TCP ports, foreign sockets and signals, whoever the process runs as.

Files that are open already stay usable, and that is how a child gets its document.
"""

import ctypes
import os
from collections.abc import Sequence

from fakturo.gateway.sandbox import kernel

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION_FLAG = 1
_RULE_PATH_BENEATH = 1

_EXECUTE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 2, 1 << 3
_FILE_RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
"""All rights about files that each version of Landlock knows; a right must be named to be taken away."""
_TCP_SINCE, _TCP_RIGHTS = 4, 0b11
_SCOPES_SINCE, _SCOPES = 6, 0b11


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("tcp", ctypes.c_uint64), ("scopes", ctypes.c_uint64))


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


def version() -> int:
    """0 when the kernel has no Landlock."""
    if not kernel.IS_LINUX:
        return 0
    try:
        return kernel.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION_FLAG))
    except OSError:
        return 0


def forbid_files(readable: Sequence[str] = ()) -> None:
    """No file can be opened, made or removed any more, except reading and running what lies in `readable`."""
    ruleset = _create_ruleset(version())
    try:
        for folder in filter(os.path.exists, readable):
            _allow_reading(ruleset, folder)
        kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
        kernel.syscall(_RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint32(0))
    finally:
        os.close(ruleset)


def _create_ruleset(abi: int) -> int:
    files = _FILE_RIGHTS[max(known for known in _FILE_RIGHTS if known <= abi)]
    has_tcp, has_scopes = abi >= _TCP_SINCE, abi >= _SCOPES_SINCE
    ruleset = _Ruleset(files, _TCP_RIGHTS if has_tcp else 0, _SCOPES if has_scopes else 0)
    size = 8 * (1 + has_tcp + has_scopes)
    return kernel.syscall(_CREATE_RULESET, ctypes.byref(ruleset), ctypes.c_size_t(size), ctypes.c_uint32(0))


def _allow_reading(ruleset: int, path: str) -> None:
    handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        rights = _READ_FILE | _EXECUTE | (_READ_DIR if os.path.isdir(path) else 0)  # noqa: PTH112
        rule = _PathBeneath(rights, handle)
        kernel.syscall(
            _ADD_RULE,
            ctypes.c_int(ruleset),
            ctypes.c_int(_RULE_PATH_BENEATH),
            ctypes.byref(rule),
            ctypes.c_uint32(0),
        )
    finally:
        os.close(handle)

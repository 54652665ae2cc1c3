"""Each test runs in a confined process and tries what must not work there."""

import ctypes
import errno
import json
import mmap
import os
import resource
import signal
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from fakturo.gateway.options import Limits
from fakturo.gateway.sandbox import confine as confine_module
from fakturo.gateway.sandbox import kernel, landlock, seccomp
from fakturo.gateway.sandbox.confine import Confinement, Role, _give_up, confine
from fakturo.gateway.sandbox.protections import NO_MEMORY_LIMIT, missing_protections

_libc = ctypes.CDLL(None, use_errno=True)
Attempt = Callable[[], object]
Prepare = Callable[[int], None]
REFUSED = {errno.EPERM, errno.EACCES}

needs_landlock = pytest.mark.skipif(landlock.version() == 0, reason="this kernel has no Landlock")
needs_seccomp = pytest.mark.skipif(not seccomp.is_available(), reason="this system has no seccomp filter for us")


def outcome_of(attempt: Attempt, prepare: Prepare) -> tuple[int | None, object]:
    """The error number that the attempt met, and what it returned, in a forked process prepared so."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        _report(attempt, prepare, writer)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        report = pipe.read()
    _, status = os.waitpid(pid, 0)
    assert report, f"the process ended with {os.waitstatus_to_exitcode(status)}"
    error, value = json.loads(report)
    return error, value


def _report(attempt: Attempt, prepare: Prepare, writer: int) -> None:
    error, value = None, None
    try:
        prepare(writer)
        value = attempt()
    except OSError as met:
        error = met.errno
    except MemoryError:
        error = errno.ENOMEM
    finally:
        os.write(writer, json.dumps([error, value], default=str).encode())
        os._exit(0)


def fully_confined(writer: int) -> None:
    limits = Limits(memory_bytes=512 * 1024 * 1024, file_bytes=4096)
    confine(Confinement(limits, "nobody"), os.getppid(), keep=writer)


def limited(_: int) -> None:
    """What holds on any system, without the kernel's newer walls."""
    _give_up(Confinement(Limits(file_bytes=4096), "nobody"), os.getppid(), Role.PARSER)


def only_landlock(_: int) -> None:
    landlock.forbid_files()


def only_seccomp(_: int) -> None:
    seccomp.forbid_system_calls()


def unconfined(_: int) -> None:
    pass


ALL_WALLS = [
    pytest.param(fully_confined, id="all"),
    pytest.param(only_landlock, marks=needs_landlock, id="landlock"),
    pytest.param(only_seccomp, marks=needs_seccomp, id="seccomp"),
]
SECCOMP_WALLS = [ALL_WALLS[0], ALL_WALLS[2]]


@pytest.fixture
def open_folder(directory: Path) -> Path:
    """A folder and file that every user may read and write: only a wall keeps the child out."""
    directory.chmod(0o777)
    (directory / "another-job.pdf").write_text("secret")
    (directory / "another-job.pdf").chmod(0o666)
    return directory


@pytest.mark.parametrize("walls", ALL_WALLS)
def test_another_jobs_file_cannot_be_read(open_folder: Path, walls: Prepare) -> None:
    file = open_folder / "another-job.pdf"
    assert outcome_of(file.read_text, unconfined) == (None, "secret")
    assert outcome_of(file.read_text, walls)[0] in REFUSED


@pytest.mark.parametrize("walls", ALL_WALLS)
def test_nothing_can_be_written_or_removed(open_folder: Path, walls: Prepare) -> None:
    for attempt in (
        lambda: (open_folder / "new").write_text("x"),
        (open_folder / "another-job.pdf").unlink,
        lambda: (open_folder / "another-job.pdf").write_text("x"),
        (open_folder / "made").mkdir,
        lambda: (open_folder / "link").symlink_to("/etc/passwd"),
    ):
        assert outcome_of(attempt, walls)[0] in REFUSED
    assert [file.name for file in open_folder.iterdir()] == ["another-job.pdf"]
    assert (open_folder / "another-job.pdf").read_text() == "secret"


@pytest.mark.parametrize("walls", SECCOMP_WALLS)
@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_INET6, socket.AF_UNIX, socket.AF_NETLINK])
def test_no_socket_can_be_opened(family: socket.AddressFamily, walls: Prepare) -> None:
    def attempt() -> object:
        return socket.socket(family, socket.SOCK_DGRAM)

    assert outcome_of(attempt, unconfined)[0] is None
    assert outcome_of(attempt, walls)[0] in REFUSED


@needs_landlock
def test_landlock_alone_refuses_tcp_where_it_can() -> None:
    if landlock.version() < 4:
        pytest.skip("this kernel's Landlock does not know TCP")
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = server.getsockname()
        assert outcome_of(lambda: socket.create_connection(address), unconfined)[0] is None
        assert outcome_of(lambda: socket.create_connection(address), only_landlock)[0] in REFUSED


@pytest.mark.parametrize("walls", SECCOMP_WALLS)
def test_no_process_can_be_started(walls: Prepare) -> None:
    assert outcome_of(os.fork, walls)[0] in {errno.EPERM, errno.EAGAIN}
    assert outcome_of(lambda: os.execv("/bin/true", ["true"]), walls)[0] in REFUSED  # noqa: S606


def test_the_process_limit_alone_stops_a_fork() -> None:
    """Where there is no seccomp: the number of processes of an unprivileged user."""
    if os.geteuid() != 0:
        pytest.skip("needs root to become another user")

    assert outcome_of(os.fork, limited)[0] == errno.EAGAIN


@pytest.mark.parametrize("walls", ALL_WALLS)
def test_no_other_process_can_be_signalled(walls: Prepare) -> None:
    if walls is only_landlock and landlock.version() < 6:
        pytest.skip("this kernel's Landlock does not know signals")
    parent = os.getpid()
    assert outcome_of(lambda: os.kill(parent, 0), unconfined)[0] is None
    assert outcome_of(lambda: os.kill(parent, 0), walls)[0] in REFUSED


@pytest.mark.parametrize("walls", SECCOMP_WALLS)
def test_nothing_is_learnt_about_files_by_their_names(open_folder: Path, walls: Prepare) -> None:
    """Not even whether they are there."""
    there, not_there = open_folder / "another-job.pdf", open_folder / "none"
    assert outcome_of(there.stat, unconfined)[0] is None
    assert outcome_of(there.stat, walls)[0] in REFUSED
    assert outcome_of(not_there.stat, walls)[0] in REFUSED
    assert outcome_of(lambda: os.access(there, os.R_OK), walls) == (None, False)


@pytest.mark.parametrize("walls", SECCOMP_WALLS)
@pytest.mark.parametrize("use", [mmap.PROT_EXEC, mmap.PROT_WRITE | mmap.PROT_EXEC])
def test_no_memory_becomes_a_program(walls: Prepare, use: int) -> None:
    def made() -> None:
        mmap.mmap(-1, mmap.PAGESIZE, prot=use).close()

    memory = mmap.mmap(-1, mmap.PAGESIZE)  # before the walls: a large test process may get no more within the limit
    address = ctypes.addressof(ctypes.c_char.from_buffer(memory))

    def changed() -> None:
        kernel.checked(_libc.mprotect(ctypes.c_void_p(address), ctypes.c_size_t(mmap.PAGESIZE), use))

    for attempt in (made, changed):
        assert outcome_of(attempt, unconfined)[0] is None
        assert outcome_of(attempt, walls)[0] in REFUSED


def test_a_program_gets_no_memory_that_it_can_both_write_and_run() -> None:
    def both() -> None:
        mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_WRITE | mmap.PROT_EXEC).close()

    def for_the_loader() -> None:
        mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_EXEC).close()

    def program(_: int) -> None:
        seccomp.forbid_system_calls(program=True)

    assert outcome_of(both, program)[0] in REFUSED
    assert outcome_of(for_the_loader, program)[0] is None


def test_processor_time_ends_also_for_who_ignores_the_signal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confine_module, "SPARE_CPU_SECONDS", 0)
    pid = os.fork()
    if pid == 0:
        _give_up(Confinement(Limits(cpu_seconds=1), "nobody"), os.getppid(), Role.PARSER)
        signal.signal(signal.SIGXCPU, signal.SIG_IGN)
        while True:
            pass
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == -signal.SIGKILL


@pytest.mark.parametrize("is_linux", [True, False])
def test_a_memory_limit_that_the_system_refuses_is_a_wall_only_where_there_should_be_one(
    monkeypatch: pytest.MonkeyPatch, is_linux: bool
) -> None:
    """Apple's kernels know the limit, and refuse to set it."""
    real = resource.setrlimit

    def refuses_memory(name: int, limits: tuple[int, int]) -> None:
        if name == resource.RLIMIT_AS:
            raise ValueError("current limit exceeds maximum limit")
        real(name, limits)

    monkeypatch.setattr(resource, "setrlimit", refuses_memory)
    monkeypatch.setattr(kernel, "IS_LINUX", is_linux)
    pid = os.fork()
    if pid == 0:
        try:
            _give_up(Confinement(Limits(), "nobody"), os.getppid(), Role.PARSER)
        except ValueError:
            os._exit(1)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == is_linux
    assert (NO_MEMORY_LIMIT in missing_protections()) is not is_linux


def test_memory_has_an_end() -> None:
    assert outcome_of(lambda: len(bytearray(700 * 1024 * 1024)), unconfined)[0] is None
    assert outcome_of(lambda: len(bytearray(700 * 1024 * 1024)), fully_confined)[0] == errno.ENOMEM


def test_files_have_a_largest_size(tmp_path: Path) -> None:
    with (tmp_path / "out").open("wb", buffering=0) as out:

        def attempt() -> None:
            out.write(b"x" * 5000)
            out.write(b"x" * 5000)

        assert outcome_of(attempt, limited)[0] == errno.EFBIG
    assert (tmp_path / "out").stat().st_size == 4096


def test_the_user_is_no_longer_root() -> None:
    if os.geteuid() != 0:
        pytest.skip("needs root to give up")

    def limited_with_groups(writer: int) -> None:
        os.setgroups([1, 2])
        limited(writer)

    _, value = outcome_of(lambda: [*os.getresuid(), *os.getresgid(), *os.getgroups()], limited_with_groups)
    assert value == [65534] * 6


def test_no_core_is_left_and_few_files_can_be_open() -> None:
    kinds = (resource.RLIMIT_CORE, resource.RLIMIT_NOFILE)
    _, value = outcome_of(lambda: [resource.getrlimit(kind) for kind in kinds], limited)
    assert value == [[0, 0], [Limits().open_files] * 2]


def test_abort_still_ends_the_process_as_what_it_is() -> None:
    pid = os.fork()
    if pid == 0:
        fully_confined(os.open(os.devnull, os.O_WRONLY))
        ctypes.CDLL(None).abort()
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == -signal.SIGABRT

"""The process that children are forked from: it has everything loaded, and touches no document itself.

Forking from the gateway would copy its threads' locks and its open connections; starting Python anew for each child
would take as long as the conversion. One process between them avoids both, and lets children give up the right to read
any file, Python's own included.

    gateway → parent    StartParser, StartJudge, StartReader, StartProgram, Kill, RenewLimits
    parent  → gateway   Ended

The parent ends when the gateway's end of its socket closes, however the gateway died, and its children end with it.
"""

import contextlib
import gc
import json
import os
import pwd
import resource
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from fakturo.gateway.options import Limits
from fakturo.gateway.sandbox import kernel, wire
from fakturo.gateway.sandbox.confine import Confinement, Role, confine, confine_program
from fakturo.gateway.sandbox.messages import (
    Ended,
    Kill,
    Message,
    Ready,
    RenewLimits,
    Start,
    StartJudge,
    StartParser,
    StartProgram,
    StartReader,
    Unconfined,
)

PROGRAM_ENVIRONMENT = {"LC_ALL": "C", "OMP_THREAD_LIMIT": "1"}
"""One thread per program: parallel work is the gateway's to share out."""


@dataclass
class SandboxParent:
    gateway: socket.socket
    confinement: Confinement
    serve: Callable[[socket.socket], None]
    """What a child does for the rest of its life."""
    load_judge: Callable[[str], Callable[[socket.socket], None]]
    """Loads rules for a judge, and gives what it does for the rest of its life."""
    load_reader: Callable[[], Callable[[socket.socket], None]]
    """The same for one who reads pictures."""
    pids: dict[int, int] = field(default_factory=dict)
    """Child by the gateway's id; a pid stays here until it is reaped, so it can't have become another's."""

    def run(self) -> None:
        wakeup, inbox = _wake_on_child_death(), wire.Inbox(self.gateway)
        while True:
            ready, _, _ = select.select([self.gateway.fileno(), wakeup], [], [])
            if wakeup in ready:
                os.read(wakeup, 4096)
                self._reap()
            if self.gateway.fileno() in ready and not inbox.fill():
                return
            for message, files in inbox.complete():
                self._carry_out(message, files)

    def _carry_out(self, message: Message, files: list[int]) -> None:
        match message:
            case StartParser() | StartJudge() | StartReader() | StartProgram():
                self._start(message, files)
            case Kill(process) if pid := self.pids.get(process):
                os.kill(pid, signal.SIGKILL)
            case RenewLimits(process) if kernel.IS_LINUX and (pid := self.pids.get(process)):
                with suppress(OSError):  # it has ended meanwhile; and one with old limits must not end all others
                    renew_limits(pid, self.confinement)

    def _start(self, what: Start, files: list[int]) -> None:
        parent_pid = os.getpid()
        try:
            pid = os.fork()
        except OSError:  # no memory or no process to be had: this one never lived
            wire.send(self.gateway, Ended(what.process, None, os.EX_OSERR, 0, 0))
        else:
            if pid == 0:
                self._be_child(parent_pid, what, files)
            self.pids[what.process] = pid
        for file in files:
            os.close(file)

    def _be_child(self, parent_pid: int, what: Start, files: list[int]) -> None:
        code = os.EX_SOFTWARE
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            match what:
                case StartProgram(command=command):
                    confine_program(self.confinement, parent_pid, stdin=files[0], stdout=files[1])
                    os.execve(command[0], command, PROGRAM_ENVIRONMENT)  # noqa: S606
                case StartJudge(rules=rules):
                    self._be_walled_in(parent_pid, files[0], self.load_judge(rules), Role.ASSISTANT)
                case StartReader():
                    self._be_walled_in(parent_pid, files[0], self.load_reader(), Role.ASSISTANT)
                case StartParser():
                    self._be_walled_in(parent_pid, files[0], self.serve, Role.PARSER)
            code = os.EX_OK
        finally:
            os._exit(code)

    def _be_walled_in(
        self, parent_pid: int, socket_file: int, serve: Callable[[socket.socket], None], role: Role
    ) -> None:
        gateway = socket.socket(fileno=socket_file)
        try:
            confine(self.confinement, parent_pid, keep=gateway.fileno(), role=role)
        except Exception as error:
            wire.send(gateway, Unconfined(f"{type(error).__name__}: {error}"))
            raise
        wire.send(gateway, Ready())
        serve(gateway)

    def _reap(self) -> None:
        for process, pid in list(self.pids.items()):
            reaped, status, usage = os.wait4(pid, os.WNOHANG)
            if reaped:
                del self.pids[process]
                with contextlib.suppress(OSError):  # the gateway is gone, and so are we in a moment
                    wire.send(self.gateway, _death_report(process, status, usage))


def _death_report(process: int, status: int, usage: resource.struct_rusage) -> Ended:
    exit_code = os.waitstatus_to_exitcode(status)
    return Ended(
        process,
        signal=-exit_code if exit_code < 0 else None,
        code=exit_code if exit_code >= 0 else None,
        peak_kb=usage.ru_maxrss // (1 if kernel.IS_LINUX else 1024),  # elsewhere it is in bytes
        cpu_seconds=usage.ru_utime + usage.ru_stime,
    )


def _leave_the_network() -> None:
    """Root may; for others, and in containers without that right, seccomp alone keeps children from the network."""
    with suppress(PermissionError):
        kernel.leave_the_network()


def _wake_on_child_death() -> int:
    """A file that becomes readable when a child has ended."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    return reader


def renew_limits(pid: int, confinement: Confinement) -> None:
    """Soft limits count from the process's birth, so that one that stays needs new ones for each document: as much time
    again, and as much memory beyond what is left of documents before. It was born as large as we are."""
    process_clock = (~pid << 3) | 2  # Linux: the clock of all threads of that process
    used_seconds = int(time.clock_gettime(process_clock)) + 1
    left_bytes = max(0, _size_in_bytes(pid) - _size_in_bytes(os.getpid()))
    with _real_user(confinement.unprivileged_user):
        _renew(pid, resource.RLIMIT_CPU, confinement.limits.cpu_seconds + used_seconds)
        _renew(pid, resource.RLIMIT_AS, confinement.limits.memory_bytes + left_bytes)


def _renew(pid: int, limit: int, wanted: int) -> None:
    """Where there is one: assistants are limited in the memory that they use instead."""
    soft, hard = resource.prlimit(pid, limit)
    if soft != resource.RLIM_INFINITY:
        resource.prlimit(pid, limit, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))


def _size_in_bytes(pid: int) -> int:
    """Of all that it has reserved, which is what its limit counts."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[0]) * resource.getpagesize()


@contextmanager
def _real_user(name: str) -> Iterator[None]:
    """Limits of another user's process may be set by that user; in containers root alone often may not."""
    if os.geteuid() != 0:
        yield
        return
    account = pwd.getpwnam(name)
    os.setresgid(account.pw_gid, -1, -1)
    os.setresuid(account.pw_uid, -1, -1)
    try:
        yield
    finally:
        os.setresuid(0, -1, -1)
        os.setresgid(0, -1, -1)


def main() -> None:
    from fakturo.convert.mapping import catalog as mappings
    from fakturo.convert.templates import catalog as templates
    from fakturo.gateway import judges, ocr
    from fakturo.gateway.child.conversation import Known
    from fakturo.gateway.child.serve import serve
    from fakturo.gateway.child.warm_up import warm_up
    from fakturo.ops.garbage import OF_A_READER, collect_seldom

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the gateway's to answer
    gateway = socket.socket(fileno=int(sys.argv[1]))
    settings = json.load(sys.stdin)
    confinement = Confinement(Limits(**settings["limits"]), settings["user"])
    _leave_the_network()
    known = Known(
        templates.from_texts(settings["templates"], forced=settings["forced"]),
        mappings.from_texts(settings["mappings"]),
        embeds=settings["embeds"],
    )
    warm_up(known)
    gc.collect()
    gc.freeze()  # children share what is loaded here, as long as nobody counts it over
    collect_seldom(OF_A_READER)
    parent = SandboxParent(gateway, confinement, partial(serve, known=known), judges.load_judge, ocr.load_reader)
    try:
        parent.run()
    finally:
        for pid in parent.pids.values():
            os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    main()

"""Judges: processes that hold an XML against schema and rules for a parser, which can't have these itself.

parser → gateway   Judge
gateway → parser   WriteHere with two files, or Unavailable
parser → gateway   Written, once the XML is in the first file
gateway → judge    Written with the same files
judge → gateway    Answered, once the report is in the second, or Unavailable
gateway → parser   what the judge said

A judge is started when a parser first wants one, knows one set of rules, and stays: loading them takes seconds, judging
an invoice hundredths. It has the parser's walls, but for the limit of memory, which counts what it uses, not what it
reserves.
"""

import asyncio
import io
import json
import socket
from collections.abc import Callable
from dataclasses import dataclass, field

import structlog

from fakturo.convert.targets.en16931.forms import Rules
from fakturo.convert.targets.en16931.judge import NOT_INSTALLED, NOT_NOW, NoJudge, as_messages
from fakturo.convert.targets.en16931.rulebook import is_installed, rulebook
from fakturo.gateway.options import GatewayOptions
from fakturo.gateway.sandbox import wire
from fakturo.gateway.sandbox.link import Child, SandboxLink
from fakturo.gateway.sandbox.messages import Answered, Message, Ready, Unavailable, Unconfined, WriteHere, Written
from fakturo.gateway.scratch import scratch_file

log = structlog.get_logger()

MOST_JUDGES = 2
"""Each holds some 200 MB; few gateways need rules of more than two kinds at once."""
JUDGING_SECONDS = 60
STARTING_SECONDS = 60


def load_judge(rules: str) -> Callable[[socket.socket], None]:
    """Load the rules, while files may still be read; what comes back serves parsers ever after."""
    book = rulebook(Rules(rules))

    def serve(sock: socket.socket) -> None:
        inbox = wire.Inbox(sock)
        while received := inbox.receive():
            _, files = received
            xml, report = (io.FileIO(file, "r+") for file in files)
            with xml, report:
                xml.seek(0)
                try:
                    failures = book.judge(xml.read())
                except NoJudge as reason:
                    wire.send(sock, Unavailable(str(reason)))
                    continue
                report.write(json.dumps(as_messages(failures)).encode())
            wire.send(sock, Answered())

    return serve


@dataclass(eq=False)
class _Judge:
    child: Child
    is_free: asyncio.Lock = field(default_factory=asyncio.Lock)


class Judges:
    """The gateway's side: finds a judge for each parser that asks for one."""

    def __init__(self, options: GatewayOptions) -> None:
        self._options = options
        self._judges: dict[str, _Judge] = {}
        self._starting = asyncio.Lock()

    async def serve(self, parser: Child, rules: str, sandbox: SandboxLink) -> None:
        """Carry a parser's question through to its answer."""
        if not is_installed() or rules not in set(Rules):
            parser.send(Unavailable(NOT_INSTALLED if not is_installed() else NOT_NOW))
            return
        folder = self._options.temp_dir
        with scratch_file(folder) as xml, scratch_file(folder) as report:
            parser.send(WriteHere(), (xml.fileno(), report.fileno()))
            if not await parser.receive():
                return  # it died; whoever listens to it next learns of it
            parser.send(await self._judged(rules, (xml.fileno(), report.fileno()), sandbox))

    def stop(self) -> None:
        for judge in self._judges.values():
            judge.child.end()
        self._judges.clear()

    async def _judged(self, rules: str, files: tuple[int, ...], sandbox: SandboxLink) -> Message:
        judge = await self._judge(rules, sandbox)
        if judge is None:
            return Unavailable(NOT_NOW)
        async with judge.is_free:
            answer = await self._ask(judge, files)
        if answer is None:
            self._dismiss(rules, judge)
            return Unavailable(NOT_NOW)
        return answer

    async def _ask(self, judge: _Judge, files: tuple[int, ...]) -> Message | None:
        """None from a judge that died or takes too long."""
        child = judge.child
        child.process.renew_processor_time(self._options.limits.cpu_seconds)
        try:
            async with asyncio.timeout(JUDGING_SECONDS):
                child.send(Written(), files)
                return await child.receive()
        except (TimeoutError, OSError):
            return None
        except asyncio.CancelledError:
            child.end()  # it is still busy with what nobody waits for any more
            raise

    async def _judge(self, rules: str, sandbox: SandboxLink) -> _Judge | None:
        async with self._starting:
            judge = self._judges.get(rules)
            if judge and not judge.child.process.ended.done():
                return judge
            self._make_room()
            judge = _Judge(sandbox.start_judge(rules))
            if not await _is_ready(judge.child):
                judge.child.end()
                return None
            self._judges[rules] = judge
            return judge

    def _make_room(self) -> None:
        free = [rules for rules, judge in self._judges.items() if not judge.is_free.locked()]
        while len(self._judges) >= MOST_JUDGES and free:
            self._dismiss(free[0], self._judges[free.pop(0)])

    def _dismiss(self, rules: str, judge: _Judge) -> None:
        judge.child.end()
        if self._judges.get(rules) is judge:
            del self._judges[rules]


async def _is_ready(child: Child) -> bool:
    try:
        async with asyncio.timeout(STARTING_SECONDS):
            greeting = await child.receive()
    except TimeoutError:
        greeting = None
    if greeting == Ready():
        return True
    reason = greeting.reason if isinstance(greeting, Unconfined) else "it ended at once"
    log.warning("judge_not_started", reason=reason)
    return False

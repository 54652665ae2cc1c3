"""Judges: processes that hold an XML against schema and rules for a parser, which can't have these itself.

A parser asks with Judge; how it is answered: assistants.py.

A judge is started when a parser first wants one, knows one set of rules, and stays: loading them takes seconds, judging
an invoice hundredths. It has the parser's walls, but for the limit of memory, which counts what it uses, not what it
reserves.
"""

import asyncio
import json
import socket
from collections.abc import Callable
from dataclasses import dataclass, field

from fakturo.convert.targets.en16931.forms import Rules
from fakturo.convert.targets.en16931.judge import NOT_INSTALLED, NOT_NOW, NoJudge, as_messages
from fakturo.convert.targets.en16931.rulebook import is_installed, rulebook
from fakturo.gateway.assistants import Files, answer_parser, is_ready, serving
from fakturo.gateway.options import GatewayOptions
from fakturo.gateway.sandbox.link import Child, SandboxLink
from fakturo.gateway.sandbox.messages import Message, Unavailable, Written

MOST_JUDGES = 2
"""Each holds some 200 MB; few gateways need rules of more than two kinds at once."""
JUDGING_SECONDS = 60
MOST_TRIES = 5
"""So many judges may go while a document waits for them; then it has none."""


def load_judge(rules: str) -> Callable[[socket.socket], None]:
    """Load the rules, while files may still be read; what comes back serves parsers ever after."""
    book = rulebook(Rules(rules))

    def judge(xml: bytes) -> bytes | Unavailable:
        try:
            return json.dumps(as_messages(book.judge(xml))).encode()
        except NoJudge as reason:
            return Unavailable(str(reason))

    return serving(judge)


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
        if not is_installed() or rules not in set(Rules):
            await parser.reply(Unavailable(NOT_INSTALLED if not is_installed() else NOT_NOW))
            return
        await answer_parser(parser, self._options.temp_dir, lambda files: self._judged(rules, files, sandbox))

    def stop(self) -> None:
        for judge in self._judges.values():
            judge.child.end()
        self._judges.clear()

    async def _judged(self, rules: str, files: Files, sandbox: SandboxLink) -> Message:
        for _ in range(MOST_TRIES):
            judge = await self._judge(rules, sandbox)
            if judge is None:
                break
            async with judge.is_free:
                if self._living(rules) is judge:  # it may have gone over the one before us
                    return await self._ask(rules, judge, files)
        return Unavailable(NOT_NOW)

    async def _ask(self, rules: str, judge: _Judge, files: Files) -> Message:
        answer: Message | None = None
        judge.child.process.renew_limits()
        try:
            async with asyncio.timeout(JUDGING_SECONDS):
                await judge.child.send(Written(), files)
                answer = await judge.child.receive()
        except OSError:  # it died, or takes too long
            pass
        finally:  # also on the way out of a cancelled request: it is still busy with what nobody waits for any more
            if answer is None:
                self._dismiss(rules, judge)
        return answer or Unavailable(NOT_NOW)

    async def _judge(self, rules: str, sandbox: SandboxLink) -> _Judge | None:
        async with self._starting:
            if judge := self._living(rules):
                return judge
            self._make_room()
            judge = _Judge(sandbox.start_judge(rules))
            if not await is_ready(judge.child, "judge"):
                return None
            self._judges[rules] = judge
            return judge

    def _living(self, rules: str) -> _Judge | None:
        judge = self._judges.get(rules)
        return judge if judge and not judge.child.process.ended.done() else None

    def _make_room(self) -> None:
        free = [rules for rules, judge in self._judges.items() if not judge.is_free.locked()]
        while len(self._judges) >= MOST_JUDGES and free:
            self._dismiss(free[0], self._judges[free.pop(0)])

    def _dismiss(self, rules: str, judge: _Judge) -> None:
        judge.child.end()
        if self._judges.get(rules) is judge:
            del self._judges[rules]

"""Children that wait for documents: new ones for anybody's, used ones for their owner's alone.

A child gets one document and ends with it, unless somebody vouches for the document's owner: then it waits for more of
the same owner's, since a new one costs nearly as much as an invoice. It goes after so many documents or seconds, when
it has used much, and after anything but a document that was converted. No child ever sees documents of two owners.
"""

import asyncio
from dataclasses import dataclass

from fakturo.domain.errors import CannotRun
from fakturo.gateway.options import GatewayOptions
from fakturo.gateway.sandbox import kernel
from fakturo.gateway.sandbox.link import Child, SandboxLink
from fakturo.gateway.sandbox.messages import Done, LastWord, Message, Ready, Unconfined

USED_FOR_EACH_CORE = 2
"""So many used ones wait, for owners whose documents come in turns. The one that has waited longest goes first."""


class CannotStart(CannotRun):
    """Parsers can't be walled in on this system."""

    def __init__(self, greeting: Message | None) -> None:
        reason = greeting.reason if isinstance(greeting, Unconfined) else "they ended at once"
        super().__init__(f"Parser processes could not be started: {reason}.")


@dataclass(eq=False)
class Parser:
    """A child at work, and for whom."""

    child: Child
    owner: str | None
    """Whose documents it sees; None: this one's alone, whoever sent it."""
    leaves_at: float
    """By the loop's clock."""
    documents: int = 1


class Children:
    def __init__(self, options: GatewayOptions) -> None:
        self._options = options
        self._most_documents = options.child_documents if kernel.IS_LINUX else 1  # elsewhere no limit can be renewed
        self._new: list[Child] = []
        self._used: list[Parser] = []
        self._sandbox: SandboxLink | None = None
        self._stopped = False

    async def start(self) -> None:
        """One for each slot, ready before the first document comes."""
        sandbox = self.sandbox()
        self._new = [sandbox.start_child() for _ in range(self._options.children)]
        for greeting in await asyncio.gather(*(child.receive() for child in self._new)):
            if greeting != Ready():
                await self.stop()
                raise CannotStart(greeting)

    async def stop(self) -> None:
        self._stopped = True
        for child in (*self._new, *(parser.child for parser in self._used)):
            child.end()
        self._new.clear()
        self._used.clear()
        if self._sandbox:
            await self._sandbox.stop()

    def sandbox(self) -> SandboxLink:
        """The running one, or another if that has ended."""
        if self._sandbox is None or self._sandbox.gone:
            self._sandbox = SandboxLink.start(self._options)
        return self._sandbox

    def take(self, owner: str | None) -> Parser:
        """A child for a document of that owner's; None, if nobody vouches for one."""
        if owner is not None:
            for parser in reversed(self._used):
                if parser.owner == owner and not parser.child.process.ended.done():
                    return self._take_again(parser)
        now = asyncio.get_running_loop().time()
        return Parser(self._take_new(), owner, now + self._options.child_seconds)

    def give_back(self, parser: Parser, answer: LastWord | None) -> None:
        """None for a child that gave none, or for one that nobody waits for any more."""
        if self._may_stay(parser, answer):
            self._used.append(parser)
            if parser.documents == 1:
                asyncio.get_running_loop().call_at(parser.leaves_at, self._let_go, parser)
        else:
            parser.child.end()
        if len(self._used) > USED_FOR_EACH_CORE * self._options.children:
            self._let_go(self._used[0])
        if not self._stopped and len(self._new) < self._options.children:
            self._new.append(self.sandbox().start_child())

    def _take_again(self, parser: Parser) -> Parser:
        self._used.remove(parser)
        parser.documents += 1
        parser.child.process.renew_limits()
        return parser

    def _take_new(self) -> Child:
        while self._new:
            child = self._new.pop()
            if not child.process.ended.done():
                return child
            child.end()
        return self.sandbox().start_child()

    def _may_stay(self, parser: Parser, answer: LastWord | None) -> bool:
        if self._stopped or parser.owner is None or not isinstance(answer, Done) or answer.used_much:
            return False
        is_young = asyncio.get_running_loop().time() < parser.leaves_at
        return is_young and parser.documents < self._most_documents

    def _let_go(self, parser: Parser) -> None:
        """One at work is not here, and is let go of when it comes back."""
        if parser in self._used:
            self._used.remove(parser)
            parser.child.end()

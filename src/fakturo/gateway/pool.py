"""Documents to children: as many at once as there are cores, a line of bounded length before them."""

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import structlog

from fakturo.convert.directory.question_json import BadQuestion
from fakturo.domain.errors import CannotRun
from fakturo.gateway.directory import Directory, NoDirectory, answer_child
from fakturo.gateway.judges import Judges
from fakturo.gateway.ocr import DocumentRecogniser, Recogniser
from fakturo.gateway.options import GatewayOptions
from fakturo.gateway.sandbox.link import Child, SandboxLink
from fakturo.gateway.sandbox.messages import (
    AtPage,
    Crashed,
    Done,
    Ended,
    Exceeded,
    Judge,
    LastWord,
    LookUp,
    Message,
    Ready,
    Recognise,
    Refused,
    Task,
    Unconfined,
)

log = structlog.get_logger()

DEATH_REPORT_SECONDS = 5
"""The sandbox parent reports a death at once; it is waited for no longer."""


TOO_SLOW = "The PDF takes too long to convert."


class Crowded(Exception):
    """The line is full, or did not move in time."""


class CannotStart(CannotRun):
    """Parsers can't be walled in on this system."""

    def __init__(self, greeting: Message | None) -> None:
        reason = greeting.reason if isinstance(greeting, Unconfined) else "they ended at once"
        super().__init__(f"Parser processes could not be started: {reason}.")


class CannotConvert(Exception):
    """The document can't be converted; the text says why, for its sender."""


class WantsTooMuch(Exception):
    """The document wants more than one may have; the text says of what, for its sender."""


class ChildDied(Exception):
    """The child ended over the document."""

    def __init__(self, death: Ended, page: int | None, place: str | None) -> None:
        self.death = death
        self.page = page
        self.place = place
        super().__init__(f"signal {death.signal}, exit code {death.code}, page {page}")


class Pool:
    def __init__(self, options: GatewayOptions, directory: Directory | None = None) -> None:
        self._options = options
        self._directory = directory or NoDirectory()
        self._recogniser = Recogniser(options)
        self._judges = Judges(options)
        self._slots = asyncio.Semaphore(options.children)
        self._guests = 0
        self._idle: list[Child] = []
        self._sandbox: SandboxLink | None = None

    async def start(self) -> None:
        """One child for each slot, ready before the first document comes."""
        sandbox = self._running_sandbox()
        self._idle = [sandbox.start_child() for _ in range(self._options.children)]
        for greeting in await asyncio.gather(*(child.receive() for child in self._idle)):
            if greeting != Ready():
                await self.stop()
                raise CannotStart(greeting)

    async def stop(self) -> None:
        for child in self._idle:
            child.end()
        self._idle.clear()
        self._judges.stop()
        if self._sandbox:
            await self._sandbox.stop()

    @contextmanager
    def admitted(self) -> Iterator[None]:
        """A place for one request, from its first byte to its last; raises Crowded when all are taken."""
        if self._guests >= self._options.children + self._options.waiting_line:
            raise Crowded
        self._guests += 1
        try:
            yield
        finally:
            self._guests -= 1

    async def run(self, task: Task, files: tuple[int, ...], *, owner: str | None = None) -> Done:
        """What a child made of the task, with the owner's directory. Raises Crowded, CannotConvert, WantsTooMuch,
        ChildDied or DirectoryAway."""
        try:
            async with asyncio.timeout(self._options.waiting_seconds):
                await self._slots.acquire()
        except TimeoutError:
            raise Crowded from None
        try:
            return await self._run_in_child(self._take(), task, files, owner)
        finally:
            self._slots.release()

    def _take(self) -> Child:
        while self._idle:
            child = self._idle.pop()
            if not child.process.ended.done():
                return child
            child.end()
        return self._running_sandbox().start_child()

    def _running_sandbox(self) -> SandboxLink:
        if self._sandbox is None or self._sandbox.gone:
            self._sandbox = SandboxLink.start(self._options)
        return self._sandbox

    async def _run_in_child(self, child: Child, task: Task, files: tuple[int, ...], owner: str | None) -> Done:
        keep = False
        try:
            with self._recogniser.for_document() as recogniser:
                async with asyncio.timeout(self._options.deadline_seconds):
                    answer = await self._converse(child, task, files, owner, recogniser)
            spent = isinstance(answer, Exceeded) and answer.spent
            keep = not spent and child.documents < self._options.documents_per_child
        except TimeoutError:
            raise WantsTooMuch(TOO_SLOW) from None
        finally:
            # Also on the way out of a cancelled request: its child is still busy with it.
            if keep:
                self._idle.append(child)
            else:
                child.end()
        match answer:
            case Done():
                return answer
            case Refused(reason):
                raise CannotConvert(reason)
            case Exceeded(reason):
                raise WantsTooMuch(reason)

    async def _converse(
        self, child: Child, task: Task, files: tuple[int, ...], owner: str | None, recogniser: DocumentRecogniser
    ) -> LastWord:
        """From the task to the child's last word on it."""
        if child.documents:  # a child is born with the limit for its first
            child.process.renew_processor_time(self._options.limits.cpu_seconds)
        child.documents += 1
        page: int | None = None
        place: str | None = None
        try:
            child.send(task, files)
        except OSError:
            raise await self._death_of(child, page, place) from None
        while message := await child.receive():
            match message:
                case Done() | Refused() | Exceeded():
                    return message
                case AtPage(number):
                    page = number
                case Crashed(where):
                    place = where
                case Ready():
                    pass  # one that was started for this document
                case _ if not await self._answer(child, message, owner, recogniser):
                    break
        raise await self._death_of(child, page, place)

    async def _answer(self, child: Child, question: Message, owner: str | None, recogniser: DocumentRecogniser) -> bool:
        """Whether this was a question that a child of ours would ask."""
        match question:
            case Recognise(dpi):
                await recogniser.serve(child, dpi, self._running_sandbox())
            case Judge(rules):
                await self._judges.serve(child, rules, self._running_sandbox())
            case LookUp(asked):
                try:
                    await answer_child(child, asked, owner, self._directory)
                except BadQuestion:
                    return False
            case _:
                return False
        return True

    async def _death_of(self, child: Child, page: int | None, place: str | None) -> WantsTooMuch | ChildDied:
        child.process.kill()  # it may only have fallen silent; one that is dead stays as it died
        async with asyncio.timeout(DEATH_REPORT_SECONDS):
            death = await asyncio.shield(child.process.ended)
        if death.signal == signal.SIGXCPU:
            return WantsTooMuch(TOO_SLOW)
        log.warning("parser_died", signal=death.signal, code=death.code, peak_kb=death.peak_kb, page=page, place=place)
        return ChildDied(death, page, place)

"""Documents to children: as many at once as there are cores, a line of bounded length before them.

Which child gets which document: children.py.
"""

import asyncio
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Self

import structlog

from fakturo.convert.directory.question_json import BadQuestion
from fakturo.gateway.children import Children, Parser
from fakturo.gateway.directory import EVERYBODY, Asker, Directory, NoDirectory, answer_child
from fakturo.gateway.judges import Judges
from fakturo.gateway.ocr import DocumentRecogniser, Recogniser
from fakturo.gateway.options import TOO_MUCH_MEMORY, GatewayOptions, Limits
from fakturo.gateway.sandbox.link import Child, unreported
from fakturo.gateway.sandbox.messages import (
    AtPage,
    Crashed,
    DiskFull,
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
)
from fakturo.ops import metrics, trace

log = structlog.get_logger()

DEATH_REPORT_SECONDS = 5
"""The sandbox parent reports a death at once; it is waited for no longer."""


TOO_SLOW = "The PDF takes too long to convert."


class Crowded(Exception):
    """The line is full, or did not move in time."""


class NoRoom(Exception):
    """The disk for temporary files is full."""


class CannotConvert(Exception):
    """The document can't be converted; the text says why, for its sender."""


class WantsTooMuch(Exception):
    """The document wants more than one may have; the text says of what, for its sender."""


class TooBusy(Exception):
    """The document was not done in time, and had not got the processor time that one may have."""


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
        self._cores = asyncio.Semaphore(options.children)
        self._guests = 0
        self._children = Children(options)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Self]:
        """Raises CannotStart."""
        await self._children.start()
        try:
            yield self
        finally:
            self._judges.stop()
            await self._children.stop()

    def check_room(self) -> None:
        """Raises Crowded when all places are taken: whoever comes now need not even send the file."""
        if self._guests >= self._options.children + self._options.waiting_line:
            raise Crowded

    async def run(self, task: Task, files: tuple[int, ...], *, asker: Asker = EVERYBODY) -> Done:
        """What a child made of the task, with what the asker may know from the directory.

        Raises Crowded, CannotConvert, WantsTooMuch, TooBusy, ChildDied, NoRoom or DirectoryAway.
        """
        self.check_room()
        self._guests += 1
        try:
            async with self._core():
                with metrics.children_busy.track_inprogress(), trace.span("child"):
                    return await self._run_in_child(self._children.take(asker.owner), task, files, asker)
        finally:
            self._guests -= 1

    @asynccontextmanager
    async def _core(self) -> AsyncIterator[None]:
        try:
            with trace.span("line"):
                async with asyncio.timeout(self._options.waiting_seconds):
                    await self._cores.acquire()
        except TimeoutError:
            raise Crowded from None
        try:
            yield
        finally:
            self._cores.release()

    async def _run_in_child(self, parser: Parser, task: Task, files: tuple[int, ...], asker: Asker) -> Done:
        answer: LastWord | None = None
        try:
            with self._recogniser.for_document() as recogniser:
                async with asyncio.timeout(self._options.deadline_seconds):
                    answer = await self._converse(parser.child, task, files, asker, recogniser)
        except TimeoutError:
            raise await self._late(parser.child, recogniser) from None
        finally:  # also on the way out of a cancelled request
            self._children.give_back(parser, answer)
        match answer:
            case Done():
                return answer
            case Refused(reason):
                raise CannotConvert(reason)
            case Exceeded(reason):
                raise WantsTooMuch(reason)
            case DiskFull():
                raise NoRoom

    async def _converse(
        self, child: Child, task: Task, files: tuple[int, ...], asker: Asker, recogniser: DocumentRecogniser
    ) -> LastWord:
        """From the task to the child's last word on it."""
        page: int | None = None
        place: str | None = None
        began = read_until = time.monotonic()
        try:
            await child.send(task, files)
        except OSError:
            raise await self._death_of(child, page, place) from None
        while message := await child.receive():
            match message:
                case Done() | Refused() | Exceeded() | DiskFull():
                    if page is not None:
                        trace.past("read", seconds=read_until - began, ended_ago=time.monotonic() - read_until)
                    return message
                case AtPage(number):
                    page, read_until = number, time.monotonic()
                case Crashed(where):
                    place = where
                case Ready():
                    pass  # one that was started for this document
                case _ if not await self._answer(child, message, asker, recogniser):
                    break
        raise await self._death_of(child, page, place)

    async def _answer(self, child: Child, question: Message, asker: Asker, recogniser: DocumentRecogniser) -> bool:
        """Whether this was a question that a child of ours would ask."""
        match question:
            case Recognise(dpi):
                with trace.span("ocr"):
                    await recogniser.serve(child, dpi, self._children.sandbox())
            case Judge(rules):
                with trace.span("gate"):
                    await self._judges.serve(child, rules, self._children.sandbox())
            case LookUp(asked):
                try:
                    with trace.span("directory"):
                        await answer_child(child, asked, asker, self._directory)
                except BadQuestion:
                    return False
            case _:
                return False
        return True

    async def _late(self, child: Child, recogniser: DocumentRecogniser) -> WantsTooMuch | TooBusy:
        """Whose fault it is that the clock ran out: that of a document that has had its processor time, or that of
        whatever else this machine does."""
        death = await _end_of(child)
        if had_its_time(death, recogniser.cpu_seconds, self._options.limits):
            metrics.children_lost.labels("too_slow").inc()
            return WantsTooMuch(TOO_SLOW)
        metrics.children_lost.labels("too_busy").inc()
        log.warning("too_busy", cpu_seconds=round(death.cpu_seconds + recogniser.cpu_seconds, 1))
        return TooBusy()

    async def _death_of(self, child: Child, page: int | None, place: str | None) -> WantsTooMuch | ChildDied:
        death = await _end_of(child)
        if death.signal == signal.SIGXCPU:
            metrics.children_lost.labels("too_slow").inc()
            return WantsTooMuch(TOO_SLOW)
        if ran_out_of_memory(death, self._options.limits):
            metrics.children_lost.labels("memory").inc()
            return WantsTooMuch(TOO_MUCH_MEMORY)
        metrics.children_lost.labels("died").inc()
        log.warning("parser_died", signal=death.signal, code=death.code, peak_kb=death.peak_kb, page=page, place=place)
        return ChildDied(death, page, place)


async def _end_of(child: Child) -> Ended:
    """It may only have fallen silent; one that is dead stays as it died."""
    child.process.kill()
    try:
        async with asyncio.timeout(DEATH_REPORT_SECONDS):
            return await asyncio.shield(child.process.ended)
    except TimeoutError:  # which must not pass as the document's own
        return unreported(child.process.identity)


def had_its_time(death: Ended, read_seconds: float, limits: Limits) -> bool:
    """Its parser and those who read its pages used what one document may; the parser alone is ended by the kernel."""
    return death.cpu_seconds + read_seconds >= limits.cpu_seconds


def ran_out_of_memory(death: Ended, limits: Limits) -> bool:
    """PDFium and C++ abort when they get no memory. They abort over other things, too, but at any size; this comes when
    most of what a child may have is in use. (The limit counts what is reserved, which is always some more.)"""
    return death.signal == signal.SIGABRT and death.peak_kb * 1024 > limits.memory_bytes / 2

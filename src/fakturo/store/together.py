"""Writes of one kind that come together are written together: one statement and one wait for the disk for all.

Whoever comes while others are being written waits with the rest, and the next statement takes all of a kind along. So
the busier a process is, the fewer statements and commits each write costs: of a single one, most is what PostgreSQL
does once for each statement. Nobody waits for company, but where that is said, and the last ones had some.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import psycopg

from fakturo.store.trouble import DATABASE_TROUBLE, WORTH_REPEATING

TURNS = 2
"""How many statements are on their way at once: one that waits for a locked row must not hold up all others."""
BATCH = 100

Write = TypeVar("Write")
End = TypeVar("End")


@dataclass(frozen=True, slots=True, eq=False)
class _Waiting(Generic[Write, End]):
    kind: object
    write: Write
    end: "asyncio.Future[End]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Together(Generic[Write, End]):
    def __init__(
        self, say: Callable[[Sequence[Write]], Awaitable[Sequence[End]]], *, company_seconds: float = 0.0
    ) -> None:
        """`say` writes all of them or none, in one statement, and tells how each of them ended. Where the last ones had
        company, the next wait so long for theirs."""
        self._say = say
        self._company_seconds = company_seconds
        self._had_company = False
        self._waiting: list[_Waiting[Write, End]] = []
        self._free_turns = TURNS
        self._at_work: set[asyncio.Task[None]] = set()
        """Held, or they might be forgotten in the middle. None belongs to any of those that wait: who stops waiting
        stops no other's write."""

    async def apply(self, kind: object, write: Write) -> End:
        """How it ended, once that is committed. Only writes of one kind share a statement."""
        ours: _Waiting[Write, End] = _Waiting(kind, write)
        self._waiting.append(ours)
        if self._free_turns:
            self._free_turns -= 1
            task = asyncio.create_task(self._write_what_waits())
            self._at_work.add(task)
            task.add_done_callback(self._at_work.discard)
        return await ours.end

    async def _write_what_waits(self) -> None:
        try:
            while self._waiting:
                await asyncio.sleep(self._company_seconds if self._had_company else 0)
                if batch := self._next_batch():
                    self._had_company = len(batch) > 1
                    await self._write(batch)
        finally:
            self._free_turns += 1

    def _next_batch(self) -> list[_Waiting[Write, End]]:
        """The first that still waits, and those of its kind."""
        waiting = [each for each in self._waiting if not each.end.done()]
        alike = [each for each in waiting if each.kind == waiting[0].kind]
        others = [each for each in waiting if each.kind != waiting[0].kind]
        self._waiting = others + alike[BATCH:]
        return alike[:BATCH]

    async def _write(self, batch: Sequence[_Waiting[Write, End]]) -> None:
        """Whatever happens, nobody in the batch is left waiting."""
        try:
            await self._write_at_once(batch)
        except WORTH_REPEATING as error:
            _fail(batch, error)
        except psycopg.Error:
            await self._write_singly(batch)
        finally:
            _fail(batch, psycopg.OperationalError("Whoever was to write this was stopped"))

    async def _write_singly(self, batch: Sequence[_Waiting[Write, End]]) -> None:
        """Nothing of it was written at once: one of them cannot be."""
        for single in batch:
            try:
                await self._write_at_once([single])
            except DATABASE_TROUBLE as error:
                _fail([single], error)

    async def _write_at_once(self, batch: Sequence[_Waiting[Write, End]]) -> None:
        ends = await self._say([each.write for each in batch])
        for each, end in zip(batch, ends, strict=True):
            if not each.end.done():
                each.end.set_result(end)


def _fail(batch: Sequence[_Waiting[Write, End]], error: Exception) -> None:
    for each in batch:
        if not each.end.done():
            each.end.set_exception(error)

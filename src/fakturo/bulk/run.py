"""`fakturo bulk`: what is still to do, done on this machine's cores or on a cluster, and noted as it ends."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from fakturo.bulk.convert import Converter
from fakturo.bulk.made_with import MadeWith
from fakturo.bulk.manifest import Manifest, Record
from fakturo.bulk.places import Entry, Place, place
from fakturo.convert.invoice import Verdict
from fakturo.gateway.options import GatewayOptions
from fakturo.gateway.pool import Pool

TELL_SECONDS = 5.0
Tell = Callable[[str], None]


@dataclass
class Progress:
    """How many ended and how, and how fast."""

    tell: Tell
    begun: float
    known: int = 0
    ended: int = 0
    failed: int = 0
    for_review: int = 0
    _told: float = 0.0

    def count(self, record: Record) -> None:
        self.ended += 1
        self.failed += record.failed
        self.for_review += record.verdict == Verdict.REVIEW
        now = time.monotonic()
        if now - self._told >= TELL_SECONDS:
            self._told = now
            self.tell(str(self))

    def __str__(self) -> str:
        rate = self.ended / max(time.monotonic() - self.begun, 1e-9)
        return f"{self.ended:,} ended, {self.failed:,} failed, {self.known:,} done before; {rate:.1f} a second"


@dataclass(frozen=True, slots=True)
class Order:
    source: str
    target: str
    made_with: MadeWith


Records = Callable[[Order, Iterator[Entry]], AsyncIterator[Record]]


async def run(order: Order, records: Records, tell: Tell, *, dry: bool = False) -> Progress:
    """Raises OSError if the source cannot be listed, OtherMapping if results would be lost. With `dry`, only says how
    much there is to do."""
    manifest = Manifest(place(order.target), order.made_with)
    progress = Progress(tell, time.monotonic())
    left = _still_to_do(place(order.source), manifest, progress)
    if dry:
        tell(f"{sum(1 for _ in left):,} to do, {progress.known:,} done before.")
        return progress
    try:
        async for record in records(order, left):
            manifest.note(record)
            progress.count(record)
    finally:
        manifest.flush()
    where = f"manifest.jsonl and {manifest.write_table()}"
    tell(f"{progress}. {progress.for_review:,} for review. What became of each: {where}.")
    return progress


def _still_to_do(source: Place, manifest: Manifest, progress: Progress) -> Iterator[Entry]:
    for entry in source.pdfs():
        if manifest.knows(entry):
            progress.known += 1
        else:
            yield entry


def on_this_machine(options: GatewayOptions) -> Records:
    async def records(order: Order, entries: Iterator[Entry]) -> AsyncIterator[Record]:
        patient = replace(options, waiting_seconds=None)  # nobody stands behind the line
        async with Pool(patient).running() as pool:
            converter = Converter(place(order.source), place(order.target), order.made_with.mapping, pool, options)
            with_one_read_ahead = options.children + 1
            async for record in at_once(entries, converter.convert, with_one_read_ahead):
                yield record

    return records


async def at_once(
    entries: Iterable[Entry], convert: Callable[[Entry], Awaitable[Record]], most: int
) -> AsyncIterator[Record]:
    """So many at a time, each as it ends; no more are listed than are begun."""
    running: set[asyncio.Future[Record]] = set()
    for entry in entries:
        running.add(asyncio.ensure_future(convert(entry)))
        if len(running) >= most:
            done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for each in done:
                yield each.result()
    for each in asyncio.as_completed(running):
        yield await each

"""Whose jobs changed: heard from PostgreSQL, known at once for our own writes, and looked up every second in any case.

Lists that were read stay in memory while nothing of their owner has changed. Each is good for as long as somebody
confirmed that within the last two seconds: one statement a second does so for all owners at once.
"""

import asyncio
import contextlib
import itertools
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeVar, cast
from uuid import UUID

import structlog

from fakturo.background import in_background
from fakturo.store.jobs import Moment
from fakturo.store.signals import JOBS_CHANGED, Notifier
from fakturo.store.trouble import DATABASE_TROUBLE

log = structlog.get_logger()

CONFIRM_SECONDS = 1.0
FRESH_SECONDS = 2.0
"""Without a word that nothing has changed, what is remembered counts no longer."""
OLDEST_SECONDS = 10.0
"""An answer may also tell what is in no row of the owner's, like how long a job will still take."""
ASLEEP_SECONDS = 30.0
"""Nobody has asked for so long: what is remembered need not be confirmed any more."""
MOST_OWNERS = 10_000
MOST_LISTS_OF_AN_OWNER = 32
MOST_BYTES = 32 * 1024 * 1024


class Dated(Protocol):
    """Whatever was read from the database."""

    @property
    def moment(self) -> Moment: ...


class Kept(Dated, Protocol):
    @property
    def size(self) -> int:
        """In bytes, about."""
        ...


Read = TypeVar("Read", bound=Dated)
Value = TypeVar("Value", bound=Kept)
Confirm = Callable[[Mapping[str, int]], Awaitable[tuple[UUID, Collection[str]]]]
"""Which of these owners have jobs that changed from a transaction on; and in which life of the database."""


@dataclass(slots=True)
class _Owner:
    version: int
    """Rises with every change that is heard of; no owner's is used twice."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    """Of this version; the next has its own."""
    waiting: int = 0
    moment: Moment | None = None
    """The earliest of what is remembered."""
    confirmed_at: float = 0.0
    asked_at: float = 0.0
    lists: OrderedDict[Hashable, tuple[float, Kept]] = field(default_factory=OrderedDict)

    @property
    def size(self) -> int:
        return sum(each.size for _, each in self.lists.values())

    def forget(self) -> None:
        self.moment = None
        self.lists.clear()


class Changes:
    def __init__(self, notifier: Notifier, *, fresh_seconds: float = FRESH_SECONDS) -> None:
        self._notifier = notifier
        self._fresh_seconds = fresh_seconds
        self._owners: OrderedDict[str, _Owner] = OrderedDict()
        self._versions = itertools.count()
        self._bytes = 0
        self.is_over = False

    @contextlib.asynccontextmanager
    async def running(self, confirm: Confirm) -> AsyncIterator[None]:
        async with in_background(self._confirm_for_ever(confirm), name="changes"):
            yield

    # ------------------------------------------------------------ what changed

    def tell(self, owner_key: str) -> None:
        """After a write of ours: here the next read sees it, elsewhere it is heard of in a moment."""
        self.heard([owner_key])
        self._notifier.call(JOBS_CHANGED, owner_key)

    def heard(self, owner_keys: Collection[str]) -> None:
        """No owner means that anything may have happened."""
        for key in owner_keys or list(self._owners):
            if owner := self._owners.get(key):
                self._forget(owner)
                owner.version = next(self._versions)
                owner.changed.set()
                owner.changed = asyncio.Event()

    def stop(self) -> None:
        """Whoever waits need not wait any longer."""
        self.is_over = True
        self.heard(())

    def version(self, owner_key: str) -> int:
        return self._of(owner_key).version

    async def wait(self, owner_key: str, version: int, seconds: float) -> bool:
        """Whether the owner's jobs are no longer of that version; at the latest after so many seconds."""
        owner = self._of(owner_key)
        if owner.version == version and not self.is_over:
            owner.waiting += 1
            try:
                async with asyncio.timeout(seconds):
                    await owner.changed.wait()
            except TimeoutError:
                pass
            finally:
                owner.waiting -= 1
        return owner.version != version

    # ------------------------------------------------------------ what is remembered

    async def remembered(self, owner_key: str, question: Hashable, load: Callable[[], Awaitable[Value]]) -> Value:
        """What was read before, if nothing has changed since; or read now."""
        owner = self._of(owner_key)
        if not self._is_fresh(owner):
            self._forget(owner)
        loaded_at, found = owner.lists.get(question, (0.0, None))
        if found is not None and time.monotonic() - loaded_at < OLDEST_SECONDS:
            return cast("Value", found)
        version, began_at = owner.version, time.monotonic()
        value = await self.read(owner_key, load)
        is_known = self._owners.get(owner_key) is owner  # else nobody would tell it of changes, nor count it out again
        if is_known and owner.version == version:  # else it may be from before the change
            self._remember(owner, question, began_at, value)
        return value

    async def read(self, owner_key: str, load: Callable[[], Awaitable[Read]]) -> Read:
        """Reads now; of which moment that is, is kept in mind."""
        owner = self._of(owner_key)
        version, began_at = owner.version, time.monotonic()
        value = await load()
        if owner.version == version:
            if not self._is_fresh(owner):
                self._forget(owner)
            if owner.moment is None:
                owner.moment, owner.confirmed_at = value.moment, began_at
        return value

    def quiet(self, owner_key: str, epoch: UUID, xid: int) -> Moment | None:
        """The last moment that was looked at, if it is known that nothing changed from that transaction on."""
        owner = self._of(owner_key)
        is_known = self._is_fresh(owner) and owner.moment and owner.moment.epoch == epoch
        return owner.moment if is_known and owner.moment and owner.moment.latest < xid else None

    def _remember(self, owner: _Owner, question: Hashable, at: float, value: Kept) -> None:
        if question in owner.lists:
            self._bytes -= owner.lists.pop(question)[1].size
        owner.lists[question] = (at, value)
        self._bytes += value.size
        if len(owner.lists) > MOST_LISTS_OF_AN_OWNER:
            self._bytes -= owner.lists.popitem(last=False)[1][1].size
        self._make_room()

    def _make_room(self) -> None:
        """Those go first whom nobody has asked for longest; not even their versions are kept, unless one waits."""
        for key, owner in list(self._owners.items()) if self._is_full() else ():
            self._forget(owner)
            if not owner.waiting:
                del self._owners[key]
            if not self._is_full():
                return

    def _is_full(self) -> bool:
        return len(self._owners) > MOST_OWNERS or self._bytes > MOST_BYTES

    def _forget(self, owner: _Owner) -> None:
        self._bytes -= owner.size
        owner.forget()

    def _of(self, key: str) -> _Owner:
        owner = self._owners.get(key)
        if owner is None:
            owner = self._owners[key] = _Owner(next(self._versions))
        owner.asked_at = time.monotonic()
        self._owners.move_to_end(key)
        return owner

    def _is_fresh(self, owner: _Owner) -> bool:
        return owner.moment is not None and time.monotonic() - owner.confirmed_at < self._fresh_seconds

    # ------------------------------------------------------------ whether it is still true

    async def _confirm_for_ever(self, confirm: Confirm) -> None:
        while True:
            await asyncio.sleep(CONFIRM_SECONDS)
            try:
                await self._confirm(confirm)
            except DATABASE_TROUBLE as error:
                log.warning("changes_unknown", reason=type(error).__name__)

    async def _confirm(self, confirm: Confirm) -> None:
        now = time.monotonic()
        asked = {
            key: (owner, owner.version, owner.moment)
            for key, owner in self._owners.items()
            if owner.moment and (owner.waiting or now - owner.asked_at < ASLEEP_SECONDS)
        }
        if not asked:
            return
        epoch, changed = await confirm({key: moment.horizon for key, (_, _, moment) in asked.items()})
        stale = [key for key, (_, _, moment) in asked.items() if key in changed or moment.epoch != epoch]
        for owner, version, _ in asked.values():
            if owner.version == version:
                owner.confirmed_at = now
        if stale:
            self.heard(stale)

"""What is remembered of lists, and when it counts no longer."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from uuid import UUID, uuid4

import pytest

from fakturo.store.jobs import Moment
from fakturo.store.signals import Notifier, payloads
from fakturo.web.live import changes as module
from fakturo.web.live.changes import Changes

EPOCH = UUID(int=1)


@dataclass(frozen=True)
class Value:
    text: str
    moment: Moment
    size: int = 10


def at(horizon: int, *, latest: int = 0, active: int = 0, epoch: UUID = EPOCH) -> Moment:
    return Moment(epoch, horizon, latest, active)


def giving(text: str, moment: Moment, *, size: int = 10) -> Callable[[], Awaitable[Value]]:
    async def load() -> Value:
        return Value(text, moment, size)

    return load


async def unwanted() -> Value:
    raise AssertionError("it was remembered")


@pytest.fixture
def changes() -> Changes:
    return Changes(Notifier("", name="test"))


def answering(epoch: UUID, *changed: str) -> module.Confirm:
    async def confirm(_: Mapping[str, int]) -> tuple[UUID, Collection[str]]:
        return epoch, changed

    return confirm


async def test_what_was_read_is_read_once_until_its_owner_changes_something(changes: Changes) -> None:
    assert (await changes.remembered("alice", "q", giving("first", at(5)))).text == "first"
    assert (await changes.remembered("alice", "q", unwanted)).text == "first"
    changes.tell("bob")
    assert (await changes.remembered("alice", "q", unwanted)).text == "first"
    changes.tell("alice")
    assert (await changes.remembered("alice", "q", giving("second", at(6)))).text == "second"


async def test_nobody_is_told_what_another_owner_has(changes: Changes) -> None:
    await changes.remembered("alice", "q", giving("alice's", at(5)))
    assert (await changes.remembered("bob", "q", giving("bob's", at(5)))).text == "bob's"


async def test_what_was_read_while_something_changed_is_not_remembered(changes: Changes) -> None:
    async def load() -> Value:
        value = Value("before the change", at(5))
        changes.tell("alice")
        return value

    await changes.remembered("alice", "q", load)
    assert (await changes.remembered("alice", "q", giving("after it", at(6)))).text == "after it"
    assert changes.quiet("alice", EPOCH, 7) is not None


async def test_after_two_seconds_without_a_confirmation_it_is_read_anew() -> None:
    changes = Changes(Notifier("", name="test"), fresh_seconds=0)
    await changes.remembered("alice", "q", giving("first", at(5)))
    assert (await changes.remembered("alice", "q", giving("second", at(5)))).text == "second"


async def test_an_old_answer_is_read_anew_though_nothing_changed(
    changes: Changes, monkeypatch: pytest.MonkeyPatch
) -> None:
    await changes.remembered("alice", "q", giving("first", at(5)))
    monkeypatch.setattr(module, "OLDEST_SECONDS", 0.0)
    assert (await changes.remembered("alice", "q", giving("second", at(5)))).text == "second"


async def test_a_change_that_nobody_told_of_is_found_by_asking(changes: Changes) -> None:
    await changes.remembered("alice", "q", giving("old", at(5)))
    await changes.remembered("bob", "q", giving("bob's", at(5)))
    version = changes.version("alice")
    await changes._confirm(answering(EPOCH, "alice"))
    assert changes.version("alice") != version
    assert (await changes.remembered("alice", "q", giving("new", at(6)))).text == "new"
    assert (await changes.remembered("bob", "q", unwanted)).text == "bob's"


async def test_each_is_asked_about_from_the_earliest_moment_that_is_remembered(changes: Changes) -> None:
    asked: dict[str, int] = {}

    async def confirm(horizons: Mapping[str, int]) -> tuple[UUID, Collection[str]]:
        asked.update(horizons)
        return EPOCH, ()

    await changes.remembered("alice", "one", giving("", at(5)))
    await changes.remembered("alice", "two", giving("", at(9)))
    changes.version("stranger")  # nothing is remembered
    await changes._confirm(confirm)
    assert asked == {"alice": 5}


async def test_after_a_restore_nothing_counts(changes: Changes) -> None:
    await changes.remembered("alice", "q", giving("old life", at(5)))
    await changes._confirm(answering(uuid4()))
    assert (await changes.remembered("alice", "q", giving("new life", at(1)))).text == "new life"


async def test_it_is_known_that_nothing_changed_only_from_the_last_change_on(changes: Changes) -> None:
    await changes.remembered("alice", "q", giving("", at(20, latest=12, active=3)))
    assert changes.quiet("alice", EPOCH, 12) is None
    assert changes.quiet("alice", EPOCH, 13) == at(20, latest=12, active=3)
    assert changes.quiet("alice", uuid4(), 13) is None
    changes.heard(["alice"])
    assert changes.quiet("alice", EPOCH, 13) is None


async def test_who_waits_is_woken_by_a_change_and_by_the_end(changes: Changes) -> None:
    version = changes.version("alice")
    waiting = asyncio.create_task(changes.wait("alice", version, 60))
    await asyncio.sleep(0)
    changes.heard(())  # anything may have happened
    assert await waiting is True
    assert await changes.wait("alice", version, 60) is True
    assert await changes.wait("alice", changes.version("alice"), 0.01) is False
    changes.stop()
    await changes.wait("alice", changes.version("alice"), 60)


async def test_memory_is_bounded_and_who_waits_keeps_their_place(
    changes: Changes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 1000)
    monkeypatch.setattr(module, "MOST_OWNERS", 50)
    waiting = asyncio.create_task(changes.wait("waiter", changes.version("waiter"), 60))
    for number in range(300):
        for question in range(3):
            await changes.remembered(f"owner {number}", question, giving("", at(5), size=40))
        assert changes._bytes <= 1000
        assert changes._bytes == sum(owner.size for owner in changes._owners.values())
        assert len(changes._owners) <= 50
    changes.heard(["waiter"])
    assert await waiting is True


async def test_who_was_forgotten_while_a_list_was_read_is_neither_counted_nor_remembered(
    changes: Changes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_OWNERS", 1)

    async def load_while_another_comes() -> Value:
        await changes.remembered("bob", "q", giving("bob's", at(5), size=40))
        return Value("alice's", at(5))

    await changes.remembered("alice", "q", load_while_another_comes)
    assert changes._bytes == sum(owner.size for owner in changes._owners.values())


async def test_what_is_read_anew_is_counted_once(changes: Changes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "OLDEST_SECONDS", 0)
    for _ in range(5):
        await changes.remembered("alice", "q", giving("text", at(5), size=100))
    assert changes._bytes == 100


async def test_who_waits_hears_of_changes_also_after_room_was_made(
    changes: Changes, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = asyncio.create_task(changes.wait("alice", changes.version("alice"), 30))
    await asyncio.sleep(0)
    monkeypatch.setattr(module, "MOST_BYTES", 0)
    await changes.remembered("bob", "q", giving("text", at(5)))
    changes.tell("alice")
    assert await asyncio.wait_for(waiting, 5)


async def test_an_owner_with_a_thousand_questions_keeps_the_last_ones(changes: Changes) -> None:
    for number in range(1000):
        await changes.remembered("alice", number, giving(str(number), at(5)))
    assert len(changes._owners["alice"].lists) == module.MOST_LISTS_OF_AN_OWNER
    assert (await changes.remembered("alice", 999, unwanted)).text == "999"


def test_a_call_about_many_is_sent_in_pieces_that_postgresql_takes() -> None:
    keys = {f"session:{number:064x}" for number in range(1000)}
    pieces = list(payloads("me", keys))
    assert all(len(piece) < 8000 for piece in pieces)
    sent = [json.loads(piece) for piece in pieces]
    assert {key for _, *about in sent for key in about} == keys
    assert {sender for sender, *_ in sent} == {"me"}
    assert list(payloads("me", ())) == ['["me"]']

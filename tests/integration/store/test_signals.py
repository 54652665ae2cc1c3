"""Wake-up calls: the first at once, and then no more than somebody needs."""

import asyncio
import json
import time
from collections.abc import Collection

from fakturo.store.signals import JOBS_CHANGED, UNHURRIED_SECONDS, WORK_IS_WAITING, Notifier, listening

HURRIES_SECONDS = 0.5


async def test_what_people_look_at_is_told_of_less_often_than_work(database_url: str) -> None:
    heard = {JOBS_CHANGED: list[Collection[str]](), WORK_IS_WAITING: list[Collection[str]]()}
    hear = {channel: calls.append for channel, calls in heard.items()}
    async with (
        listening(database_url, hear, name="test listener"),
        Notifier(database_url, name="test notifier").running() as notifier,
    ):
        while not all(heard.values()):  # noqa: ASYNC110 - each is called once as it begins to listen
            await asyncio.sleep(0.01)
        for calls in heard.values():
            calls.clear()
        began, told = time.monotonic(), set[str]()
        while time.monotonic() - began < HURRIES_SECONDS:
            told.add(owner := f"session:{len(told)}")
            notifier.call(JOBS_CHANGED, owner)
            notifier.call(WORK_IS_WAITING)
            await asyncio.sleep(0.005)
        async with asyncio.timeout(30):
            while {owner for call in heard[JOBS_CHANGED] for owner in call} != told:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        seconds = time.monotonic() - began
    assert len(heard[JOBS_CHANGED]) <= 1 + seconds / UNHURRIED_SECONDS[JOBS_CHANGED]
    assert len(heard[WORK_IS_WAITING]) > len(heard[JOBS_CHANGED]), json.dumps([len(each) for each in heard.values()])


async def test_who_calls_need_not_hear_it_and_everybody_else_does(database_url: str) -> None:
    own, others = list[Collection[str]](), list[Collection[str]]()
    async with (
        Notifier(database_url, name="one").running() as one,
        Notifier(database_url, name="another").running() as another,
        listening(database_url, {JOBS_CHANGED: own.append}, name="its own", but_not_to=one.sender),
        listening(database_url, {JOBS_CHANGED: others.append}, name="of all"),
        asyncio.timeout(30),
    ):
        while not (own and others):  # noqa: ASYNC110 - each is called once as it begins to listen
            await asyncio.sleep(0.01)
        one.call(JOBS_CHANGED, "first")
        while ["first"] not in others:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        another.call(JOBS_CHANGED, "second")
        while ["second"] not in own:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert own[1:] == [["second"]]

"""Which child gets which document, without any process."""

import asyncio
import os
import random
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Never

import pytest

from fakturo.gateway.children import USED_FOR_EACH_CORE, Children, Parser
from fakturo.gateway.options import GatewayOptions, Limits
from fakturo.gateway.sandbox.confine import Confinement
from fakturo.gateway.sandbox.link import SandboxLink
from fakturo.gateway.sandbox.messages import DiskFull, Done, Exceeded, LastWord, Ready, Refused, RenewLimits
from fakturo.gateway.sandbox.parent import SandboxParent

DONE = Done(())


class FakeProcess:
    def __init__(self) -> None:
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.renewed = 0

    def renew_limits(self) -> None:
        self.renewed += 1


class FakeChild:
    def __init__(self) -> None:
        self.process = FakeProcess()

    async def receive(self) -> Ready:
        return Ready()

    def end(self) -> None:
        if not self.process.ended.done():
            self.process.ended.set_result(None)


@dataclass
class FakeSandbox:
    gone: bool = False
    started: list[FakeChild] = field(default_factory=list)

    def start_child(self) -> FakeChild:
        self.started.append(FakeChild())
        return self.started[-1]

    async def stop(self) -> None:
        self.gone = True

    def living(self) -> int:
        return sum(not child.process.ended.done() for child in self.started)


@pytest.fixture
def sandbox(monkeypatch: pytest.MonkeyPatch) -> FakeSandbox:
    fake = FakeSandbox()
    monkeypatch.setattr(SandboxLink, "start", lambda _: fake)
    return fake


@pytest.fixture
async def children(sandbox: FakeSandbox) -> AsyncIterator[Children]:
    waiting = Children(GatewayOptions(children=2, child_documents=5))
    await waiting.start()
    yield waiting
    await waiting.stop()


def convert(children: Children, owner: str | None, answer: LastWord | None = DONE) -> Parser:
    parser = children.take(owner)
    children.give_back(parser, answer)
    return parser


async def test_a_child_of_nobody_known_ends_with_its_document_and_does_not_wait_for_its_time(
    children: Children,
) -> None:
    assert convert(children, None).child.process.ended.done()
    assert not convert(children, "owner").child.process.ended.done()


async def test_no_child_ever_sees_documents_of_two_owners(children: Children, sandbox: FakeSandbox) -> None:
    dice = random.Random(7)
    seen: dict[object, list[str | None]] = {}
    at_work: list[Parser] = []
    for _ in range(3000):
        if len(at_work) < 2 and dice.random() < 0.6:
            parser = children.take(owner := dice.choice([None, "a", "b", "c", "d", "e"]))
            seen.setdefault(parser.child, []).append(owner)
            at_work.append(parser)
        elif at_work:
            answer = dice.choice([DONE, DONE, DONE, DONE, Refused(""), None])
            children.give_back(at_work.pop(dice.randrange(len(at_work))), answer)
        assert sandbox.living() <= 2 + len(at_work) + 2 * USED_FOR_EACH_CORE
    assert all(len(set(owners)) == 1 for owners in seen.values())
    assert all(owners == [None] for owners in seen.values() if None in owners)
    assert max(map(len, seen.values())) == 5


async def test_an_owners_next_document_goes_to_the_same_child_with_new_limits(children: Children) -> None:
    first, other, second = convert(children, "a"), convert(children, "b"), convert(children, "a")
    assert second.child is first.child is not other.child
    assert second.child.process.renewed == 1  # type: ignore[attr-defined]


async def test_a_document_that_nobody_vouches_for_has_its_child_alone(children: Children) -> None:
    assert convert(children, None).child is not convert(children, None).child


@pytest.mark.parametrize("answer", [None, Refused("no"), Exceeded("too much"), DiskFull(), Done((), used_much=True)])
async def test_only_a_child_that_converted_and_used_little_stays(children: Children, answer: LastWord | None) -> None:
    parser = convert(children, "a", answer)
    assert parser.child.process.ended.done()
    assert convert(children, "a").child is not parser.child


async def test_a_child_that_died_while_it_waited_is_not_asked(children: Children) -> None:
    parser = convert(children, "a")
    parser.child.end()
    assert convert(children, "a").child is not parser.child


def test_a_child_that_has_ended_takes_nobody_along_when_its_limits_are_renewed() -> None:
    if not (pid := os.fork()):
        os._exit(0)
    os.waitpid(pid, 0)
    with socket.socket() as sock:
        parent = SandboxParent(sock, Confinement(Limits(), "nobody"), _nobody, _nobody, _nobody, {1: pid})
        parent._carry_out(RenewLimits(1), [])


def _nobody(*_: object) -> Never:
    raise AssertionError


async def test_a_child_goes_when_its_time_is_over(sandbox: FakeSandbox) -> None:
    children = Children(GatewayOptions(children=1, child_seconds=0.01))
    await children.start()
    parser = convert(children, "a")
    await asyncio.wait_for(asyncio.shield(parser.child.process.ended), 60)
    assert sandbox.living() == 1


async def test_with_one_document_for_each_child_none_sees_a_second(sandbox: FakeSandbox) -> None:
    children = Children(GatewayOptions(children=1, child_documents=1))
    await children.start()
    assert convert(children, "a").child is not convert(children, "a").child


async def test_of_too_many_that_wait_the_one_that_has_waited_longest_goes(children: Children) -> None:
    most = 2 * USED_FOR_EACH_CORE
    parsers = [children.take(f"owner {number}") for number in range(most + 1)]
    for parser in parsers:
        children.give_back(parser, DONE)
    assert [parser.child.process.ended.done() for parser in parsers] == [True] + [False] * most

"""Parsers that wait for one judge, without any process."""

import asyncio
from dataclasses import dataclass, field

import pytest

from fakturo.convert.targets.en16931.forms import Rules
from fakturo.gateway import judges as module
from fakturo.gateway.judges import Judges
from fakturo.gateway.options import GatewayOptions
from fakturo.gateway.sandbox.messages import Answered, Message, Ready, Unavailable, Written

RULES = next(iter(Rules)).value


class FakeProcess:
    def __init__(self) -> None:
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def renew_limits(self) -> None:
        pass


class FakeJudge:
    """Says whether it is ready, and answers as it is told to."""

    def __init__(self) -> None:
        self.process = FakeProcess()
        self.says: asyncio.Queue[Message | None] = asyncio.Queue()
        self.says.put_nowait(Ready())
        self.asked = 0
        self.is_closed = False

    async def send(self, *_: object) -> None:
        if self.is_closed:
            raise OSError
        self.asked += 1

    async def receive(self) -> Message | None:
        return await self.says.get()

    def end(self) -> None:
        """As with a real one, that it has ended is reported later."""
        self.is_closed = True


@dataclass
class FakeSandbox:
    """Its first judge says nothing, the others answer at once."""

    started: list[FakeJudge] = field(default_factory=list)

    def start_judge(self, _rules: str) -> FakeJudge:
        judge = FakeJudge()
        for _ in range(2 if self.started else 0):
            judge.says.put_nowait(Answered(0.1))
        self.started.append(judge)
        return judge


class FakeParser:
    def __init__(self) -> None:
        self.told: list[Message] = []

    async def reply(self, message: Message, _files: object = ()) -> None:
        self.told.append(message)

    async def receive(self) -> Message:
        return Written()


@pytest.fixture
def sandbox(monkeypatch: pytest.MonkeyPatch) -> FakeSandbox:
    monkeypatch.setattr(module, "is_installed", lambda: True)
    return FakeSandbox()


async def settled() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def three_at_one_judge(sandbox: FakeSandbox) -> tuple[list[FakeParser], list[asyncio.Task[None]]]:
    judges, parsers = Judges(GatewayOptions(children=3)), [FakeParser() for _ in range(3)]
    tasks = [asyncio.create_task(judges.serve(each, RULES, sandbox)) for each in parsers]  # type: ignore[arg-type]
    await settled()
    assert [judge.asked for judge in sandbox.started] == [1]
    return parsers, tasks


@pytest.mark.parametrize("how", ["cancelled", "died", "too slow"])
async def test_who_waits_for_a_judge_that_goes_is_judged_by_another(
    sandbox: FakeSandbox, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    if how == "too slow":
        monkeypatch.setattr(module, "JUDGING_SECONDS", 0.05)
    parsers, tasks = await three_at_one_judge(sandbox)
    if how == "cancelled":
        tasks[0].cancel()
    elif how == "died":
        sandbox.started[0].says.put_nowait(None)
    await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 60)
    first, second = sandbox.started
    assert (first.is_closed, first.asked, second.asked) == (True, 1, 2)
    assert [each.told[-1] for each in parsers[1:]] == [Answered(0.1), Answered(0.1)]
    assert how == "cancelled" or isinstance(parsers[0].told[-1], Unavailable)


async def test_a_judge_that_nobody_waits_for_any_more_does_not_go_on_loading(sandbox: FakeSandbox) -> None:
    loading = FakeJudge()
    loading.says.get_nowait()
    sandbox.start_judge = lambda _rules: loading  # type: ignore[method-assign]
    asking = asyncio.create_task(Judges(GatewayOptions()).serve(FakeParser(), RULES, sandbox))  # type: ignore[arg-type]
    await settled()
    assert not loading.is_closed
    asking.cancel()
    await asyncio.wait([asking])
    assert loading.is_closed


async def test_judges_that_go_again_and_again_are_not_asked_for_ever(sandbox: FakeSandbox) -> None:
    judges, parser = Judges(GatewayOptions()), FakeParser()

    def start_one_that_goes(_rules: str) -> FakeJudge:
        judge = FakeJudge()
        judge.process.ended.set_result(None)
        sandbox.started.append(judge)
        return judge

    sandbox.start_judge = start_one_that_goes  # type: ignore[method-assign]
    await asyncio.wait_for(judges.serve(parser, RULES, sandbox), 60)  # type: ignore[arg-type]
    assert isinstance(parser.told[-1], Unavailable)
    assert len(sandbox.started) == module.MOST_TRIES

import asyncio
import os
import socket
from collections.abc import Sequence

import pytest

from fakturo.gateway.sandbox import link, wire
from fakturo.gateway.sandbox.link import Child, Process
from fakturo.gateway.sandbox.messages import (
    AtPage,
    Convert,
    Done,
    Ended,
    Kill,
    LookUp,
    Message,
    ReadWords,
    Ready,
    StartParser,
    decoded,
    encoded,
)


def test_messages_that_come_at_once_keep_their_own_files() -> None:
    ours, theirs = socket.socketpair()
    reader, writer = os.pipe()
    with ours, theirs:
        wire.send(ours, Kill(1))
        wire.send(ours, StartParser(2), (writer,))
        wire.send(ours, Kill(3))
        inbox = wire.Inbox(theirs)
        messages = [inbox.receive() for _ in range(3)]
    assert [(message, len(files)) for message, files in filter(None, messages)] == [
        (Kill(1), 0),
        (StartParser(2), 1),
        (Kill(3), 0),
    ]
    [copy] = messages[1][1] if messages[1] else []
    os.write(copy, b"x")
    assert os.read(reader, 1) == b"x"
    for file in (reader, writer, copy):
        os.close(file)


def test_a_message_in_pieces_is_put_together() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        inbox = wire.Inbox(theirs)
        ours.sendall(b'{"is":"AtPage","number":')
        assert inbox.fill()
        assert list(inbox.complete()) == []
        ours.sendall(b'1,"files":0}\n')
        assert inbox.receive() == (AtPage(1), [])


def test_the_end_of_the_other_side_is_no_message() -> None:
    ours, theirs = socket.socketpair()
    with theirs:
        wire.send(theirs, Ready())
        ours.close()
        assert wire.Inbox(theirs).receive() is None


@pytest.mark.parametrize("line", [b"not json\n", b"[1]\n", b"\xff\n", b"[" * 90_000 + b"\n", b"x" * 3_000_000])
async def test_a_child_that_talks_nonsense_counts_as_ended(line: bytes) -> None:
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    theirs.setblocking(False)
    with ours, theirs:
        sending = asyncio.create_task(asyncio.get_running_loop().sock_sendall(theirs, line))
        assert await Child(ours, Process(1, NotImplemented)).receive() is None
        sending.cancel()
        await asyncio.wait([sending])


@pytest.mark.parametrize(
    "message",
    [
        Ready(),
        Ended(1, None, 0, 5, 0.5),
        Convert("application/pdf", ("application/json",), None, pretty=True),
        ReadWords(1, (0.0, 1.5, 2.0, 3.0), read="text"),
        Done(("read", "ocr"), "review", 2, "Why \u2013 so."),
        LookUp({"parties": [["buyer", "x", None]]}),
    ],
)
def test_a_message_comes_out_as_it_went_in(message: Message) -> None:
    assert decoded(encoded(message, files=2)) == (message, 2)


@pytest.mark.parametrize(
    "line",
    [
        b'{"is":"AtPage","number":1}',
        b'{"is":"AtPage","number":1,"files":true}',
        b'{"is":"AtPage","number":"1","files":0}',
        b'{"is":"AtPage","number":true,"files":0}',
        b'{"is":"AtPage","number":null,"files":0}',
        b'{"is":"AtPage","files":0}',
        b'{"is":"AtPage","number":1,"more":1,"files":0}',
        b'{"is":"Unknown","files":0}',
        b'{"is":["AtPage"],"number":1,"files":0}',
        b'{"is":"ReadWords","page":1,"region":["x"],"read":"text","files":0}',
        b'{"is":"Convert","source":"a","results":"b","mapping":null,"pretty":false,"ignore_embedded":false,"files":0}',
        b'"AtPage"',
    ],
)
def test_what_is_no_message_of_ours_is_none(line: bytes) -> None:
    assert decoded(line) is None


def test_a_message_that_is_whole_is_not_followed_by_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A child may have answered and ended before its task's sender has returned."""
    ours, theirs = socket.socketpair()
    really_send = socket.send_fds

    def send_and_be_done(sock: socket.socket, lines: list[bytes], files: Sequence[int]) -> int:
        sent = really_send(sock, lines, list(files))
        theirs.close()
        return sent

    monkeypatch.setattr(socket, "send_fds", send_and_be_done)
    with ours:
        wire.send(ours, Kill(1), (ours.fileno(),))


LONG = Convert("application/pdf", ("application/json",), None, templates=("x" * 600_000,))


async def test_a_task_larger_than_a_socket_arrives_whole_with_its_files() -> None:
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    with ours, theirs:
        receiving = asyncio.create_task(asyncio.to_thread(wire.Inbox(theirs).receive))
        await Child(ours, Process(1, NotImplemented)).send(LONG, (theirs.fileno(), ours.fileno()))
        received = await receiving
    assert received is not None
    assert (received[0], len(received[1])) == (LONG, 2)
    for file in received[1]:
        os.close(file)


class NotedKills(Process):
    kills = 0

    def kill(self) -> None:
        self.kills += 1


async def test_a_child_that_does_not_read_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "SENDING_SECONDS", 0.05)
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    process = NotedKills(1, NotImplemented)
    with ours, theirs, pytest.raises(TimeoutError):
        await Child(ours, process).send(LONG, (theirs.fileno(),))
    assert process.kills == 1

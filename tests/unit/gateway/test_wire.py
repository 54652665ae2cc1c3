import asyncio
import os
import socket

import pytest

from fakturo.gateway.sandbox import wire
from fakturo.gateway.sandbox.link import Child, Process


def test_messages_that_come_at_once_keep_their_own_files() -> None:
    ours, theirs = socket.socketpair()
    reader, writer = os.pipe()
    with ours, theirs:
        wire.send(ours, {"kill": 1})
        wire.send(ours, {"start": 2}, (writer,))
        wire.send(ours, {"kill": 3})
        inbox = wire.Inbox(theirs)
        messages = [inbox.receive() for _ in range(3)]
    assert [(message, len(files)) for message, files in filter(None, messages)] == [
        ({"kill": 1}, 0),
        ({"start": 2}, 1),
        ({"kill": 3}, 0),
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
        ours.sendall(b'{"page":')
        assert inbox.fill()
        assert list(inbox.complete()) == []
        ours.sendall(b'1,"files":0}\n')
        assert inbox.receive() == ({"page": 1}, [])


def test_the_end_of_the_other_side_is_no_message() -> None:
    ours, theirs = socket.socketpair()
    with theirs:
        wire.send(theirs, {"never": "read"})
        ours.close()
        assert wire.Inbox(theirs).receive() is None


@pytest.mark.parametrize("line", [b"not json\n", b"[1]\n", b'"done"\n', b"\xff\n", b"x" * 3_000_000])
async def test_a_child_that_talks_nonsense_counts_as_ended(line: bytes) -> None:
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    theirs.setblocking(False)
    with ours, theirs:
        sending = asyncio.create_task(asyncio.get_running_loop().sock_sendall(theirs, line))
        assert await Child(ours, Process(1, NotImplemented)).receive() is None
        sending.cancel()
        await asyncio.wait([sending])

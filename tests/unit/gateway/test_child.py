"""What a child says, without the walls around it."""

import os
import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fakturo.gateway import child
from fakturo.gateway.sandbox import wire
from tests.support.pdfs import make_pdf


@contextmanager
def serving() -> Iterator[tuple[socket.socket, list[type[Exception]]]]:
    """A child's loop in a thread; what it ended with is in the list."""
    ours, theirs = socket.socketpair()
    ended_with: list[type[Exception]] = []

    def serve() -> None:
        try:
            child.serve(theirs)
        except Exception as error:  # noqa: BLE001
            ended_with.append(type(error))

    thread = threading.Thread(target=serve)
    thread.start()
    with ours, theirs:
        yield ours, ended_with
        ours.shutdown(socket.SHUT_RDWR)
        thread.join(10)


def answers_to(task: wire.Message, document: bytes, folder: Path) -> tuple[list[wire.Message], bytes, list[type]]:
    with serving() as (sock, ended_with), tempfile.TemporaryFile(dir=folder) as result:
        (folder / "a.pdf").write_bytes(document)
        pdf = os.open(folder / "a.pdf", os.O_RDONLY)
        wire.send(sock, task, (pdf, result.fileno()))
        os.close(pdf)
        inbox, said = wire.Inbox(sock), []
        while received := inbox.receive():
            said.append(received[0])
            if "page" not in received[0]:
                break
        result.seek(0)
        output = result.read()
    return said, output, list(ended_with)


def test_each_page_is_announced_before_the_result(tmp_path: Path) -> None:
    said, output, _ = answers_to({"do": "layout", "pretty": False}, make_pdf([["a"], ["b"]]), tmp_path)
    assert said == [{"page": 1}, {"page": 2}, {"done": {"stages": ["read", "layout"]}}]
    assert output.endswith(b"</layout>\n")


def test_an_unreadable_file_is_refused_and_the_child_lives_on(tmp_path: Path) -> None:
    said, _, ended_with = answers_to({"do": "layout", "pretty": False}, b"no pdf", tmp_path)
    assert said == [{"refused": "The file is not a PDF."}]
    assert ended_with == []


@pytest.mark.parametrize("task", [{"do": "nothing"}, {"do": "png", "page": "x"}])
def test_a_fault_of_ours_names_its_place_but_quotes_nothing(task: wire.Message, tmp_path: Path) -> None:
    said, _, ended_with = answers_to(task, make_pdf(["secret"]), tmp_path)
    assert len(ended_with) == 1
    assert said[-1]["crashed"].startswith(f"{ended_with[0].__name__} in ")
    assert "secret" not in str(said)

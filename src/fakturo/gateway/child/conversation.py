"""A child's talk with its gateway: what it is given, what it may ask, and what it tells of its way."""

import io
import json
import socket
from collections.abc import Callable
from dataclasses import dataclass, field

from fakturo.convert.directory.question import Answer, Question
from fakturo.convert.directory.question_json import answer_from_json, asked_in_parts, question_as_json
from fakturo.convert.mapping import Mappings, shipped
from fakturo.convert.read.ocr import Draw, OcrUnavailable
from fakturo.convert.targets.en16931.forms import Rules
from fakturo.convert.targets.en16931.judge import NoJudge, Report, from_messages
from fakturo.convert.templates.catalog import NO_TEMPLATES, Templates
from fakturo.gateway.sandbox import wire
from fakturo.gateway.sandbox.messages import (
    AtPage,
    Found,
    Judge,
    LookUp,
    Message,
    Recognise,
    Unavailable,
    Written,
)


@dataclass(frozen=True, slots=True)
class Known:
    """What a child is given for its life, before it can read no file any more."""

    templates: Templates = NO_TEMPLATES
    mappings: Mappings = field(default_factory=shipped)
    embeds: bool = False
    """It may be asked to write PDFs, too."""


@dataclass(frozen=True, slots=True)
class Conversation:
    sock: socket.socket
    inbox: wire.Inbox
    known: Known

    def say(self, message: Message) -> None:
        wire.send(self.sock, message)

    def say_page(self, number: int) -> None:
        self.say(AtPage(number))

    def ask(self, question: Message) -> tuple[Message, list[int]]:
        self.say(question)
        reply = self.inbox.receive()
        if reply is None:
            raise ConnectionResetError  # the gateway has gone, and so do we
        return reply

    def recognise(self, draw: Draw, dpi: int) -> str:
        """Have the gateway's text recognition read a picture; see gateway/ocr.py."""
        return self._ask_about(draw, Recognise(dpi), OcrUnavailable).decode("utf-8", "replace")

    def judge(self, xml: bytes, rules: Rules) -> Report:
        """Have one of the gateway's judges look at an XML; see gateway/judges.py."""
        return from_messages(json.loads(self._ask_about(lambda: xml, Judge(rules.value), NoJudge)))

    def lookup(self, question: Question) -> Answer:
        """Have whoever keeps a directory say who is meant; see gateway/directory.py."""
        return asked_in_parts(question, self._look_up)

    def _look_up(self, part: Question) -> Answer:
        reply, _ = self.ask(LookUp(question_as_json(part)))
        assert isinstance(reply, Found)
        return answer_from_json(reply.answer)

    def _ask_about(self, make: Callable[[], bytes], question: Message, no_answer: type[Exception]) -> bytes:
        """The answer to a question about something large: both go through files."""
        reply, files = self.ask(question)
        _raise_if_unavailable(reply, no_answer)
        asked, answer = (io.FileIO(file, "r+") for file in files)
        with asked, answer:
            asked.write(make())
            reply, _ = self.ask(Written())
            _raise_if_unavailable(reply, no_answer)
            answer.seek(0)
            return answer.read()


def _raise_if_unavailable(reply: Message, no_answer: type[Exception]) -> None:
    if isinstance(reply, Unavailable):
        raise no_answer(reply.reason)


@dataclass(slots=True)
class Ran:
    """Passes on what happens to a document, and remembers it."""

    gateway: Conversation
    has_read: bool = False
    has_recognised: bool = False

    def page(self, number: int) -> None:
        self.has_read = True
        self.gateway.say_page(number)

    def recognise(self, draw: Draw, dpi: int) -> str:
        table = self.gateway.recognise(draw, dpi)
        self.has_recognised = True
        return table

    def stages(self, *others: str) -> tuple[str, ...]:
        return (*["read"] * self.has_read, *["ocr"] * self.has_recognised, *others)

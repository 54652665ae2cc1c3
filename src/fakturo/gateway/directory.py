"""The directory's side of a conversation: a child asks who somebody is, and whoever keeps the directory answers.

child → gateway   LookUp
gateway → child   Found

Question and answer are as convert/directory/question_json.py writes them. Trouble with the directory ends the
conversion, as something to try again: an XML without the buyer that everybody knows would be worse than none.
"""

import asyncio
from dataclasses import dataclass
from typing import Protocol

import structlog

from fakturo.convert.directory.question import Answer, Question, know_nothing
from fakturo.convert.directory.question_json import answer_as_json, question_from_json
from fakturo.directory.database import DirectoryAway
from fakturo.gateway.sandbox.link import Child
from fakturo.gateway.sandbox.messages import Found

log = structlog.get_logger()

PATIENCE_SECONDS = 20


@dataclass(frozen=True, slots=True)
class Asker:
    """For whom a document is converted."""

    owner: str | None = None
    """Whose own entries count before everybody's."""
    is_trusted: bool = True
    """Whoever is not is told nothing: the directory is not for everybody who can reach the gateway."""


EVERYBODY, STRANGER = Asker(), Asker(is_trusted=False)


class Directory(Protocol):
    async def answer(self, owner: str | None, question: Question) -> Answer:
        """From what is the owner's, and what is everybody's. Raises DirectoryAway."""
        ...


class NoDirectory:
    async def answer(self, owner: str | None, question: Question) -> Answer:  # noqa: ARG002
        return know_nothing(question)


async def answer_child(child: Child, asked: object, asker: Asker, directory: Directory) -> None:
    """Raises BadQuestion for what no child of ours would ask, and DirectoryAway."""
    question = question_from_json(asked)
    known = directory if asker.is_trusted else NoDirectory()
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            answer = await known.answer(asker.owner, question)
    except TimeoutError:
        log.warning("directory_away", reason="timeout")
        raise DirectoryAway from None
    await child.reply(Found(answer_as_json(answer)))

"""What a model is asked: its instructions, then the document between marks that it cannot forge."""

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fakturo.worker.llm.pages import PageText

CHARACTERS_PER_TOKEN = 3
"""Fewer than most models need for most languages: who counts too many tokens asks twice, too few is refused."""
OVERHEAD_TOKENS = 64
Messages = list[dict[str, Any]]


class TooLong(Exception):
    """The document wants more questions than one may cost."""


@dataclass(frozen=True, slots=True)
class Budget:
    context_tokens: int
    output_tokens: int
    most_calls: int

    def characters_for_pages(self, fixed: int) -> int:
        """What is left for the document beside the instructions, of `fixed` characters, and the answer."""
        tokens = self.context_tokens - self.output_tokens - OVERHEAD_TOKENS - fixed // CHARACTERS_PER_TOKEN
        return max(tokens, 0) * CHARACTERS_PER_TOKEN


def ranges(pages: Sequence[PageText], budget: Budget, *, fixed: int) -> list[list[PageText]]:
    """Pages that fit into one question each, in order. A page that is too long by itself is parted by its lines."""
    room = budget.characters_for_pages(fixed)
    if not room:
        raise TooLong
    groups: list[list[PageText]] = []
    left = 0
    for part in (part for page in pages for part in _parts(page, room)):
        size = len(part.text) + 1
        if not groups or size > left:
            groups.append([])
            left = room
        groups[-1].append(part)
        left -= size
    if len(groups) > budget.most_calls:
        raise TooLong
    return groups


def _parts(page: PageText, room: int) -> list[PageText]:
    parts, lines, size = list[PageText](), list[str](), 0
    for line in page.lines:
        cut = line[: max(room - 32, 1)]
        if lines and size + len(cut) + 1 > room - 32:
            parts.append(PageText(page.number, tuple(lines)))
            lines, size = [], 0
        lines.append(cut)
        size += len(cut) + 1
    return [*parts, PageText(page.number, tuple(lines))]


def system_text(prompt: str, schema: Mapping[str, Any], *, with_schema: bool) -> str:
    """A server that does not hold answers to a schema is at least shown it."""
    if not with_schema:
        return prompt
    return f"{prompt}\nThe schema:\n{json.dumps(schema, separators=(',', ':'))}\n"


def user_text(pages: Sequence[PageText], mark: str) -> str:
    """`mark` is random for each question: no document knows how to end itself."""
    text = "\n".join(page.text for page in pages).replace(mark, "")
    return f"document-{mark} begins\n{text}\ndocument-{mark} ends"


def messages(system: str, user: str, pictures: Sequence[bytes] = ()) -> Messages:
    content: Any = user
    if pictures:
        urls = [f"data:image/png;base64,{base64.b64encode(png).decode()}" for png in pictures]
        content = [{"type": "text", "text": user}, *({"type": "image_url", "image_url": {"url": url}} for url in urls)]
    return [{"role": "system", "content": system}, {"role": "user", "content": content}]

"""Finding a template's text on the page: case, accents, punctuation and spaces don't matter."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fakturo.convert.layout.sheet import Phrase, Row, phrase_of
from fakturo.convert.page import Box, Word, around
from fakturo.convert.vocabulary import tokens_of, words_in

_ON_THE_NET = re.compile(r"@|\bwww\.|://|\w\.(?:com|net|org)\b", re.IGNORECASE)


class Run(NamedTuple):
    """Words of a phrase that hold the text, the last perhaps with more in it."""

    phrase: Phrase
    first: int
    last: int
    """The last word included."""
    rest: str
    """What follows the text in its last word."""

    @property
    def box(self) -> Box:
        return around([word.box for word in self.phrase.words[self.first : self.last + 1]])

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.phrase.words[self.first : self.last + 1])

    @property
    def is_on_the_net(self) -> bool:
        return any(_ON_THE_NET.search(word.text) for word in self.phrase.words[self.first : self.last + 1])

    @property
    def after(self) -> Sequence[Word]:
        return self.phrase.words[self.last + 1 :]


def squeezed(text: str) -> str:
    """Letters and digits alone: `3) Invoice No.` and `3)INVOICE NO` are one."""
    return "".join(words_in(text))


def runs_in(phrase: Phrase, text: str) -> Iterator[Run]:
    """Where the text stands in the phrase, from the beginning of a word or sign to the end of one."""
    wanted = squeezed(text)
    if wanted not in squeezed(phrase.text):
        return
    tokens = [(token, index) for index, word in enumerate(phrase.words) for token in tokens_of(word.text)]
    for start in range(len(tokens)):
        held = ""
        for token, index in tokens[start:]:
            held += token.text
            if held == wanted:
                yield Run(phrase, tokens[start][1], index, phrase.words[index].text[token.end :])
                break
            if not wanted.startswith(held):
                break


def is_in(row: Row, text: str) -> bool:
    """Whether the text stands on that line, be it in one cell or over several."""
    return any(_runs_on(row, text))


def is_named(row: Row, text: str) -> bool:
    """The same, but no name that only an address on the net holds: `www.mycompany.com` does not say `My company`."""
    return any(_ON_THE_NET.search(text) or not run.is_on_the_net for run in _runs_on(row, text))


def _runs_on(row: Row, text: str) -> Iterator[Run]:
    words = [word for phrase in row.phrases for word in phrase.words]
    return runs_in(phrase_of(words, row.page, row.number), text)


def leads(phrase: Phrase, text: str) -> Run | None:
    """The run that the phrase begins with."""
    return next((run for run in runs_in(phrase, text) if run.first == 0), None)

"""Pages that are nearly right: words dropped, moved, doubled, exchanged, figures changed. Same seed, same page."""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from fakturo.convert.layout.sheet import Sheet, sheet_of
from fakturo.convert.page import Box, PageContent, PageHead, Ruling, Word

Words = list[Word]
_DIGIT = re.compile(r"\d")
FARTHEST = 200.0
"""Points that a word is moved."""
MOST_CHANGES = 12


def words_of(sheet: Sheet) -> Words:
    return [word for row in sheet.rows for phrase in row.phrases for word in phrase.words]


def mutated(sheets: Sequence[Sheet], chance: random.Random) -> list[Sheet]:
    """The same pages with some changes on each, of a few kinds."""
    return [_changed(sheet, chance) for sheet in sheets]


def _changed(sheet: Sheet, chance: random.Random) -> Sheet:
    words = words_of(sheet)
    for change in chance.choices(CHANGES, k=chance.randint(1, MOST_CHANGES)):
        if words:
            change(words, chance)
    return _sheet(sheet, words)


def _sheet(like: Sheet, words: Words) -> Sheet:
    box = Box(0, 0, like.width, like.height)
    head = PageHead(like.number, like.width, like.height, 0, box, box)
    rulings = (Ruling(rule) for rule in (*like.rules.horizontal, *like.rules.vertical))
    return sheet_of(PageContent(head, iter(words), rulings, iter(()), like.notes))


def _drop(words: Words, chance: random.Random) -> None:
    del words[chance.randrange(len(words))]


def _drop_a_line(words: Words, chance: random.Random) -> None:
    line = chance.choice(words).box
    words[:] = [word for word in words if word.box.y1 < line.y0 or word.box.y0 > line.y1]


def _keep_a_part(words: Words, chance: random.Random) -> None:
    first = chance.randrange(len(words))
    words[:] = words[first : first + chance.randint(1, len(words))]


def _move(words: Words, chance: random.Random) -> None:
    place = chance.randrange(len(words))
    x, y = chance.uniform(-FARTHEST, FARTHEST), chance.uniform(-FARTHEST, FARTHEST)
    words[place] = _at(words[place], x, y)


def _double(words: Words, chance: random.Random) -> None:
    word = chance.choice(words)
    words.append(_at(word, chance.uniform(-FARTHEST, FARTHEST), chance.choice([0.0, 12.0, -12.0])))


def _double_a_line(words: Words, chance: random.Random) -> None:
    line = chance.choice(words).box
    words += [_at(word, 0, line.height) for word in words if word.box.y0 < line.y1 and line.y0 < word.box.y1]


def _exchange(words: Words, chance: random.Random) -> None:
    one, other = chance.randrange(len(words)), chance.randrange(len(words))
    texts = words[one].text, words[other].text
    words[one], words[other] = words[one]._replace(text=texts[1]), words[other]._replace(text=texts[0])


def _change_a_digit(words: Words, chance: random.Random) -> None:
    figures = [place for place, word in enumerate(words) if _DIGIT.search(word.text)]
    if figures:
        place = chance.choice(figures)
        digits = [match.start() for match in _DIGIT.finditer(words[place].text)]
        at, text = chance.choice(digits), words[place].text
        words[place] = words[place]._replace(text=f"{text[:at]}{chance.randint(0, 9)}{text[at + 1 :]}")


def _change_a_sign(words: Words, chance: random.Random) -> None:
    figures = [place for place, word in enumerate(words) if _DIGIT.search(word.text)]
    if figures:
        place = chance.choice(figures)
        text = words[place].text
        shapes: Sequence[str] = (
            f"-{text}",
            f"({text})",
            f"{text}%",
            f"{text}-",
            text.replace(",", "."),
            f"{text}.00",
            "0",
        )
        words[place] = words[place]._replace(text=chance.choice(shapes))


def _tear(words: Words, chance: random.Random) -> None:
    place = chance.randrange(len(words))
    word = words[place]
    if len(word.text) > 1:
        at = chance.randrange(1, len(word.text))
        middle = word.box.x0 + word.box.width * at / len(word.text)
        words[place] = word._replace(text=word.text[:at], box=word.box._replace(x1=middle))
        words.append(word._replace(text=word.text[at:], box=word.box._replace(x0=middle)))


def _enlarge(words: Words, chance: random.Random) -> None:
    place = chance.randrange(len(words))
    words[place] = words[place]._replace(size=words[place].size * chance.choice([0.3, 2, 5]), bold=True)


def _at(word: Word, x: float, y: float) -> Word:
    return word._replace(box=Box(word.box.x0 + x, word.box.y0 + y, word.box.x1 + x, word.box.y1 + y))


CHANGES: Sequence[Callable[[Words, random.Random], None]] = (
    _drop,
    _drop_a_line,
    _keep_a_part,
    _move,
    _double,
    _double_a_line,
    _exchange,
    _change_a_digit,
    _change_a_sign,
    _tear,
    _enlarge,
)


def mutations(papers: Sequence[Sequence[Sheet]], count: int, seed: int) -> Iterator[tuple[int, list[Sheet]]]:
    """So many pages, of every paper in turn, with the number that makes each again; long ones lose their middle."""
    for number in range(count):
        sheets = papers[number % len(papers)]
        shown = sheets if len(sheets) <= MOST_PAGES else [*sheets[: MOST_PAGES - 1], sheets[-1]]
        yield number, mutated([replace(sheet) for sheet in shown], random.Random(f"{seed}/{number}"))


MOST_PAGES = 4

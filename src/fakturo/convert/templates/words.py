"""A vendor's words on the page replaced by words that the reader knows, so that it needs no second way of reading.

Only the reading of the numbers sees the result; what is shown of an item are the words as they are printed.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TypeVar

from fakturo.convert.layout.sheet import Phrase, Row, Sheet, phrase_of
from fakturo.convert.page import Box
from fakturo.convert.solve.sums.labels import Means, meanings, says_something
from fakturo.convert.solve.table.heads import Role
from fakturo.convert.templates.template import Template
from fakturo.convert.templates.texts import Run, leads, runs_in, squeezed
from fakturo.convert.vocabulary import languages, terms

T = TypeVar("T")

SILENT = "·"
"""Stands where a word was that shall say nothing."""
THING = "thing"
"""Stands where the words of an item were: it means nothing else."""
SHORTEST_WORD = 3
MOST_LINES = 4
"""A head wraps over at most so many lines."""
_RATE = re.compile(r"\d{1,2}(?:[.,]\d{1,4})?\s?%")


@dataclass(frozen=True, slots=True)
class KnownPage:
    """The rows of a document, as printed and in known words; the two are of one length."""

    printed: Sequence[Row]
    known: Sequence[Row]
    heads: Sequence[tuple[tuple[int, int], Role | None]] = ()
    """Heads that the template named: page and row, and what they head."""
    labels: Sequence[tuple[int, Box]] = ()
    """Labels of totals that the template named: page and place."""


def in_known_words(sheets: Sequence[Sheet], template: Template) -> KnownPage:
    rows = [row for sheet in sheets for row in sheet.rows if not _is_ignored(row, template.ignored_rows)]
    draft = _Draft([_as_item(row) if _begins(row, template.item_rows) else row for row in rows])
    heads = list(_translate_heads(draft, template))
    labels = list(_translate_labels(draft, template))
    return KnownPage(rows, draft.known(), heads, labels)


def _is_ignored(row: Row, texts: Sequence[str]) -> bool:
    return any(leads(phrase, text) for text in texts for phrase in row.phrases)


def _begins(row: Row, texts: Sequence[str]) -> bool:
    return bool(row.phrases) and any(leads(row.phrases[0], text) for text in texts)


def _as_item(row: Row) -> Row:
    """Its words name a thing and no sum; figures, and what may stand between them, stay."""
    first, *others = row.phrases
    words = [word if _counts(word.text) else word._replace(text=THING) for word in first.words]
    first = first._replace(text=" ".join(word.text for word in words), words=words)
    return row._replace(phrases=[first, *others])


def _counts(word: str) -> bool:
    return any(map(str.isdigit, word)) or len(word) < SHORTEST_WORD


@dataclass(frozen=True, slots=True)
class _Draft:
    """Rows, and the words to put into them; no printed word is replaced twice."""

    rows: Sequence[Row]
    edits: dict[tuple[int, int], list[tuple[Run, str]]] = field(default_factory=dict)
    """By the numbers of row and phrase."""

    def replace(self, index: int, run: Run, word: str) -> bool:
        """False if another, longer text has these words already."""
        place = index, next(n for n, phrase in enumerate(self.rows[index].phrases) if phrase is run.phrase)
        edits = self.edits.setdefault(place, [])
        if any(run.first <= other.last and other.first <= run.last for other, _ in edits):
            return False
        edits.append((run, word))
        return True

    def known(self) -> list[Row]:
        rows = list(self.rows)
        for (index, number), edits in self.edits.items():
            phrases = list(rows[index].phrases)
            phrases[number] = _edited(phrases[number], edits)
            rows[index] = rows[index]._replace(phrases=phrases)
        return rows


def _edited(phrase: Phrase, edits: Sequence[tuple[Run, str]]) -> Phrase:
    """A rate among the replaced words stays, since the tax is checked by it."""
    words = list(phrase.words)
    for run, word in sorted(edits, key=lambda edit: -edit[0].first):
        replaced = words[run.first : run.last + 1]
        rate = _RATE.search(" ".join(each.text for each in replaced))
        kept = [replaced[-1]._replace(text=rate[0])] if rate else []
        words[run.first : run.last + 1] = [replaced[0]._replace(text=word, box=run.box), *kept]
    return phrase_of(words, phrase.page, phrase.row)._replace(box=phrase.box)


def _translate_heads(draft: _Draft, template: Template) -> Iterator[tuple[tuple[int, int], Role | None]]:
    for text, role in _longest_first(template.columns):
        word = column_word(role) if role else SILENT
        for index, row in enumerate(draft.rows):
            for run, lower in [*_in_one_line(row, text), *_wrapped(draft.rows, index, text)]:
                if draft.replace(index, run, word):
                    for place, below in lower:
                        draft.replace(place, below, SILENT)
                    yield (row.page, row.number), role


def _in_one_line(row: Row, text: str) -> Iterator[tuple[Run, list[tuple[int, Run]]]]:
    for phrase in row.phrases:
        for run in runs_in(phrase, text):
            yield run, []


def _wrapped(rows: Sequence[Row], index: int, text: str) -> Iterator[tuple[Run, list[tuple[int, Run]]]]:
    """A head that wraps over lines: each line of it is a phrase below the one before."""
    wanted = squeezed(text)
    for phrase in rows[index].phrases:
        held, above, lower = squeezed(phrase.text), phrase, []
        for place in range(index + 1, min(index + MOST_LINES, len(rows))):
            if not held or held == wanted or not wanted.startswith(held):
                break
            below = next((other for other in rows[place].phrases if _is_below(above, other)), None)
            if below is None:
                break
            held, above = held + squeezed(below.text), below
            lower.append((place, _whole(below)))
        if lower and held == wanted:
            yield _whole(phrase), lower


def _is_below(above: Phrase, below: Phrase) -> bool:
    near = below.box.y0 - above.box.y1 <= above.size
    return above.page == below.page and near and min(above.box.x1, below.box.x1) > max(above.box.x0, below.box.x0)


def _whole(phrase: Phrase) -> Run:
    return Run(phrase, 0, len(phrase.words) - 1, "")


def _translate_labels(draft: _Draft, template: Template) -> Iterator[tuple[int, Box]]:
    printed: dict[Means, list[str]] = {}
    for text, means in _longest_first(template.totals):
        for index, row in enumerate(draft.rows):
            for run in (run for phrase in row.phrases if (run := leads(phrase, text))):
                whole, names = _whole_label(run), printed.setdefault(means, [])
                if draft.replace(index, whole, _kept_apart(label_word(means), squeezed(whole.text), names)):
                    yield row.page, run.box


def _kept_apart(word: str, name: str, known: list[str]) -> str:
    """`Less 1st account` and `Less 2nd account` are two, though both are of one sum: equal sums under one name are
    one that is printed twice."""
    if name not in known:
        known.append(name)
    return f"{word} {SILENT * known.index(name)}".rstrip()


def _whole_label(run: Run) -> Run:
    """With what follows up to the figure: `Less 1st account of 2 May, net` is what its beginning says, and no net."""
    words = run.phrase.words
    last = max((place for place, word in enumerate(words) if says_something(word.text)), default=run.last)
    return run._replace(last=max(run.last, last))


def _longest_first(entries: Mapping[str, T]) -> list[tuple[str, T]]:
    return sorted(entries.items(), key=lambda entry: -len(squeezed(entry[0])))


@cache
def column_word(role: Role) -> str:
    """A head that means this role and nothing else, in any language."""
    known = terms("columns")
    return next(word for word in _words("columns", role) if known.meanings(word) == {role.value})


@cache
def label_word(means: Means) -> str:
    return next(word for word in _words("totals", means) if meanings(word) == (means,))


def _words(section: str, meaning: str) -> Iterator[str]:
    for language in sorted(languages(), key=lambda language: language != "en"):
        yield from languages()[language].get(section, {}).get(meaning, [])

"""Labels that nobody has listed, made of parts: `<invoice> <number>` is any word for one before any for the other.

In a pattern, `<part>` stands for each of the words that [parts] has under this name, words in `[…]` may be missing, and
`+` makes one word of two or leaves them apart: `<invoice>+<number>` is Rechnungsnummer as well as Rechnungs-Nr.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

Words = tuple[str, ...]
Parts = Mapping[str, Sequence[Words]]
Step = str | tuple[int, str]
"""A word, or any word of a language's part."""
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_PLUS = re.compile(r"\s*\+\s*")


@dataclass(slots=True)
class _Node:
    """Where a pattern has got to."""

    steps: "dict[Step, _Node]" = field(default_factory=dict)
    meanings: list[str] = field(default_factory=list)
    ways: "dict[str, list[tuple[Words, _Node]]]" = field(default_factory=dict)
    """Its steps by the first of the words that make them, each worked out when it is first asked for."""


NO_WAYS: list[tuple[Words, _Node]] = []


class Patterns:
    """The patterns of all languages for one section."""

    def __init__(self) -> None:
        self._root = _Node()
        self._forms: dict[str, dict[Words, list[Step]]] = {}
        """By their first word: the words of parts, and the parts that hold them."""
        self._languages = 0

    def add(self, parts: Parts, patterns: Mapping[str, Sequence[str]]) -> None:
        """One language's."""
        self._languages += 1
        known: set[str] = set()
        for meaning, those in patterns.items():
            for pattern in those:
                for pieces in paths(pattern):
                    self._add_path(pieces, meaning)
                    known.update(pieces)
        for piece in known:
            if "<" in piece:
                for words in spelt_out(piece, parts):
                    step = (self._languages, piece)
                    self._forms.setdefault(words[0], {}).setdefault(words, []).append(step)

    def _add_path(self, pieces: Sequence[str], meaning: str) -> None:
        node = self._root
        for piece in pieces:
            node = node.steps.setdefault((self._languages, piece) if "<" in piece else piece.replace("+", ""), _Node())
        if meaning not in node.meanings:
            node.meanings.append(meaning)

    @property
    def first_words(self) -> frozenset[str]:
        """All that some pattern begins with: most words begin nothing."""
        listed = {step for step in self._root.steps if isinstance(step, str)}
        return frozenset(listed.union(filter(self.begins, self._forms)))

    def longest(self, words: Words, index: int) -> tuple[int, list[str]]:
        """How many of the words from this place on the longest pattern covers, and what it means."""
        end, meanings = self._reached(self._root, words, index)
        return (end - index, meanings) if meanings else (0, [])

    def _reached(self, node: _Node, words: Words, index: int) -> tuple[int, list[str]]:
        best = (index, node.meanings) if node.meanings else (0, [])
        if index == len(words) or not node.steps:
            return best
        for child, after in self._next(node, words, index):
            further = self._reached(child, words, after)
            if further[0] > best[0]:
                best = further
            elif further[0] == best[0] > 0 and further[1] != best[1]:
                best = (best[0], list(dict.fromkeys(best[1] + further[1])))
        return best

    def _next(self, node: _Node, words: Words, index: int) -> list[tuple[_Node, int]]:
        found = []
        for form, child in self._ways(node, words[index]):
            after = index + len(form)
            if len(form) == 1 or words[index:after] == form:
                found.append((child, after))
        return found

    def _ways(self, node: _Node, word: str) -> list[tuple[Words, _Node]]:
        ways = node.ways.get(word)
        if ways is None:
            known, forms = node.steps, self._forms.get(word)
            if forms is None and word not in known:
                return NO_WAYS  # of words that nobody has listed nothing is kept
            ways = node.ways[word] = [((word,), known[word])] if word in known else []
            ways += [(form, known[step]) for form, steps in (forms or {}).items() for step in steps if step in known]
        return ways

    def begins(self, word: str) -> bool:
        return word in self._root.steps or any(
            step in self._root.steps for steps in self._forms.get(word, {}).values() for step in steps
        )


def paths(pattern: str) -> Iterator[list[str]]:
    """The ways to write a pattern, as pieces: with and without what may be missing, glued and apart."""
    for plain in _variants(_PLUS.sub("+", pattern)):
        groups = [_glued(group.split("+")) for group in plain.split()]
        for chosen in product(*groups):
            yield [piece for pieces in chosen for piece in pieces]


def _variants(pattern: str) -> Iterator[str]:
    optional = _OPTIONAL.search(pattern)
    if optional is None:
        yield pattern
        return
    before, after = pattern[: optional.start()], pattern[optional.end() :]
    yield from _variants(before + after)
    yield from _variants(before + optional[1] + after)


def _glued(pieces: Sequence[str]) -> list[list[str]]:
    """`a+b+c` is `abc`, `ab c`, `a bc` and `a b c`."""
    if len(pieces) == 1:
        return [[pieces[0]]]
    rest = _glued(pieces[1:])
    return [[pieces[0], *other] for other in rest] + [[f"{pieces[0]}+{other[0]}", *other[1:]] for other in rest]


def spelt_out(piece: str, parts: Parts) -> Iterator[Words]:
    """The words that a part, or several in one word, may be."""
    choices = [parts[name[1:-1]] if name.startswith("<") else [(name,)] for name in piece.split("+")]
    for chosen in product(*choices):
        whole = list(chosen[0])
        for words in chosen[1:]:
            whole[-1] += words[0]
            whole += words[1:]
        yield tuple(whole)

"""Where in a TOML text a key stands. The parser of the standard library does not say."""

import re
from collections.abc import Iterator

_SECTION = re.compile(r"\s*\[([^\[\]]+)\]\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*((?:[\w-]+|"(?:\\.|[^"\\])*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"(?:\\.|[^"\\])*"|'[^']*'))*)\s*=""")
_PART = re.compile(r"""[\w-]+|"((?:\\.|[^"\\])*)"|'([^']*)'""")


def line_of(text: str, path: tuple[str, ...]) -> int | None:
    """The line of the key, or of the nearest that holds it; None for the file as a whole."""
    places = list(_places(text))
    while path:
        for line, place in places:
            if place[: len(path)] == path:
                return line
        path = path[:-1]
    return None


def _places(text: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Lines that begin a section or a key, with the path to it."""
    section: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if heading := _SECTION.match(line):
            section = _parts(heading[1])
            yield number, section
        elif key := _KEY.match(line):
            yield number, (*section, *_parts(key[1]))


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(part[1] or part[2] or part[0] for part in _PART.finditer(dotted))

"""Patterns that a template may use: simple ones, whose search ends soon on any text.

Only single signs may be repeated, never groups, and only a few times without limit. So the work grows with a small
power of the text's length, and the texts are short (anchors.LONGEST_TEXT).
"""

import re

LONGEST_PATTERN = 120
MOST_REPEATS = 2
"""Signs like `*` and `+`; with three, the worst texts took seconds."""
MOST_OPTIONAL = 2
"""Signs like `?`, each of which may double the work."""
_ATOM = re.compile(r"\\[dDwWsSbB]|\\[^a-zA-Z0-9]|\[\^?(?:\\.|[^\[\]\\&~|]|-)+\]|[^\\()\[\]|*+?{}]")
_REPEAT = re.compile(r"(?:[*+?]|\{\d{1,2}(?:,\d{0,2})?\})\??")
_GROUP_END = re.compile(r"\)(?P<repeat>[*+?{])?")


class BadPattern(ValueError):
    """The text is a sentence for the template's author."""


def simple_pattern(text: str, *, groups: int) -> re.Pattern[str]:
    """The pattern, compiled to ignore case, if it is simple and has so many groups."""
    if len(text) > LONGEST_PATTERN:
        raise BadPattern(f"It is longer than {LONGEST_PATTERN} characters.")
    _check_simple(text)
    try:
        compiled = re.compile(text, re.IGNORECASE)
    except re.error as error:
        raise BadPattern(f"It is no valid pattern: {error.msg}.") from None
    if compiled.groups != groups:
        wanted = "exactly one group ( ) around the value" if groups else "no group ( )"
        raise BadPattern(f"It must have {wanted}.")
    if compiled.search(""):
        raise BadPattern("It fits an empty text, and so everything.")
    return compiled


def _check_simple(text: str) -> None:
    at = repeats = optional = 0
    while at < len(text):
        sign = text[at]
        if sign == "(":
            if text.startswith("(?", at):
                raise BadPattern("Only plain groups ( ) are allowed, nothing that begins with (?.")
            at += 1
        elif sign == ")":
            end = _GROUP_END.match(text, at)
            if end and end["repeat"]:
                raise BadPattern("A group can't be repeated: only single signs can, as in \\d+.")
            at += 1
        elif sign == "|":
            at += 1
        else:
            at, repeat = _past_atom(text, at)
            repeats += _is_open(repeat)
            optional += repeat[:1] == "?"
    if repeats > MOST_REPEATS:
        raise BadPattern(f"It has more than {MOST_REPEATS} repeats like * and +.")
    if optional > MOST_OPTIONAL:
        raise BadPattern(f"It has more than {MOST_OPTIONAL} optional signs, like x?.")


def _past_atom(text: str, at: int) -> tuple[int, str]:
    """Where the next atom begins, and the sign of repetition behind this one."""
    atom = _ATOM.match(text, at)
    if atom is None:
        raise BadPattern(f"It is not simple enough at {text[at : at + 8]!r}.")
    repeat = _REPEAT.match(text, atom.end())
    return (repeat.end(), repeat[0]) if repeat else (atom.end(), "")


def _is_open(repeat: str) -> bool:
    """Not a fixed number of times; `{2,4}` counts, too."""
    return repeat[:1] in {"*", "+"} or "," in repeat

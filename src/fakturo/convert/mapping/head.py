"""What `<m:mapping>` says about the mapping itself."""

import re
from collections.abc import Callable
from collections.abc import Mapping as Table
from dataclasses import dataclass
from typing import NamedTuple

from fakturo.convert.mapping.source import Attribute, Tag
from fakturo.convert.mistakes import hint
from fakturo.convert.targets.target import Target

KEYS = ("name", "version", "target", "pipeline", "title", "explanation")
PIPELINES = ("gateway",)
"""Those that a worker runs: jobs of another would wait for ever."""
LONGEST = {"title": 60, "explanation": 200}
HIGHEST_VERSION = 999_999
_NAME = re.compile(r"[a-z][a-z0-9_]{0,59}")

Wrong = Callable[[int, str], None]
"""Takes the line of a mistake and a sentence about it."""


class Head(NamedTuple):
    name: str
    version: int
    target: str
    pipeline: str
    title: str
    explanation: str


def read_head(tag: Tag, targets: Table[str, Target], wrong: Wrong) -> Head:
    given = {attribute.name: attribute for attribute in tag.attributes}
    misspelt = ""
    for name, attribute in given.items():
        if name not in KEYS:
            meant = hint(name, KEYS)
            misspelt += meant
            wrong(attribute.line, f"There is no {name!r} in <m:mapping>. {meant}")
    for name in KEYS:
        if name not in given and repr(name) not in misspelt:
            wrong(tag.line, f'<m:mapping> has no {name}: write {name}="…".')
    reader = _Reader(given, wrong)
    return Head(
        name=reader.name(),
        version=reader.version(),
        target=reader.one_of("target", targets),
        pipeline=reader.one_of("pipeline", PIPELINES),
        title=reader.words("title"),
        explanation=reader.words("explanation"),
    )


@dataclass(frozen=True, slots=True)
class _Reader:
    given: Table[str, Attribute]
    wrong: Wrong

    def name(self) -> str:
        name = self.given.get("name")
        if name and not _NAME.fullmatch(name.value):
            should = "should be of small letters, digits and underscores, like my_invoice_v1"
            self.wrong(name.line, f"The name {name.value[:80]!r} {should}.")
        return name.value if name else ""

    def version(self) -> int:
        version = self.given.get("version")
        if version is None:
            return 0
        text = version.value
        if text.isascii() and text.isdigit() and len(text) <= len(str(HIGHEST_VERSION)) and text[0] != "0":
            return int(text)
        self.wrong(version.line, f"The version is a whole number from 1 to {HIGHEST_VERSION}, not {text[:80]!r}.")
        return 0

    def one_of(self, key: str, known: Table[str, Target] | tuple[str, ...]) -> str:
        chosen = self.given.get(key)
        if chosen and chosen.value not in known:
            self.wrong(chosen.line, f"There is no {key} {chosen.value[:80]!r}. {hint(chosen.value, known)}")
        return chosen.value if chosen else ""

    def words(self, key: str) -> str:
        given = self.given.get(key)
        if given is None:
            return ""
        words = " ".join(given.value.split())
        if not words:
            self.wrong(given.line, f"The {key} is empty: say in a few words what the mapping is for.")
        if len(words) > LONGEST[key]:
            self.wrong(given.line, f"The {key} is longer than {LONGEST[key]} characters.")
        return words

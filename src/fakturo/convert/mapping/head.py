"""What `<m:mapping>` says about the mapping itself."""

import re
from collections.abc import Callable
from collections.abc import Mapping as Table
from dataclasses import dataclass
from typing import NamedTuple

from fakturo.convert.llm.catalog import prompts, schemas
from fakturo.convert.mapping.model import GATEWAY, LLM, Asks
from fakturo.convert.mapping.source import Attribute, Tag
from fakturo.convert.mistakes import hint
from fakturo.convert.targets.target import Target

KEYS = ("name", "version", "target", "pipeline", "title", "explanation")
ASKED = ("prompt", "schema", "model")
"""What a mapping of the pipeline `llm` says besides."""
PIPELINES = (GATEWAY, LLM)
"""Those that a worker runs: jobs of another would wait for ever."""
LONGEST = {"title": 60, "explanation": 200, "model": 100}
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
    asks: Asks | None


def read_head(tag: Tag, targets: Table[str, Target], wrong: Wrong) -> Head:
    given = {attribute.name: attribute for attribute in tag.attributes}
    is_llm = "pipeline" in given and given["pipeline"].value == LLM
    keys = (*KEYS, *ASKED) if is_llm else KEYS
    misspelt = ""
    for name, attribute in given.items():
        if name not in keys:
            meant = hint(name, keys)
            misspelt += meant
            wrong(attribute.line, f"There is no {name!r} in <m:mapping>. {meant}")
    for name in keys:
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
        asks=reader.asks() if is_llm else None,
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

    def asks(self) -> Asks:
        return Asks(self.one_of("prompt", prompts()), self.one_of("schema", schemas()), self.words("model"))

    def one_of(self, key: str, known: Table[str, object] | tuple[str, ...]) -> str:
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

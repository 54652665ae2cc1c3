"""Commands as README and docs print them: in blocks of code, and in sentences."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))
FENCE = re.compile(r"^\s*```")
INDENTED = re.compile(r"^ {4,}(?=\S)")
IN_A_SENTENCE = re.compile(r"`((?:fakturo|scripts/\w+) [^`]+)`")
CRON = re.compile(r"^(?:[\d*/,-]+ +){5}")
SUBSTITUTED = re.compile(r"\$\([^)]*\)")
SETTING = re.compile(r"^[A-Z][A-Z0-9_]*=")
PROGRAM = re.compile(r"^(?:\S*/)?fakturo$|^scripts/\w+$")


@dataclass(frozen=True)
class Printed:
    page: str
    line: int
    text: str
    whole: bool
    """As a line to type, rather than a part of a sentence."""

    @property
    def settings(self) -> list[str]:
        """Names of those that are set in front of it, or exported."""
        return [word.partition("=")[0] for word in self._words if SETTING.match(word)]

    @property
    def command(self) -> list[str]:
        """Program and arguments; empty if it is not one of ours."""
        words = [word for word in self._words if not SETTING.match(word)]
        return words if words and PROGRAM.match(words[0]) else []

    @property
    def is_cron(self) -> bool:
        return bool(CRON.match(self.text))

    @property
    def _words(self) -> list[str]:
        line = SUBSTITUTED.sub("VALUE", CRON.sub("", self.text).removeprefix("export ").removesuffix("\\"))
        return shlex.split(line.replace("[", "").replace("]", ""), comments=True)


def printed_commands() -> Iterator[Printed]:
    for page in PAGES:
        for number, line, is_code in _lines(page):
            if not is_code:
                yield from (Printed(page.name, number, found, whole=False) for found in IN_A_SENTENCE.findall(line))
                continue
            first = CRON.sub("", line).removeprefix("export ").partition(" ")[0]
            if PROGRAM.match(first) or SETTING.match(first):
                yield Printed(page.name, number, line, whole=True)


def code_in(page: Path, section: str) -> list[str]:
    """The lines of code below that heading."""
    lines = list(_lines(page))
    begin = next(at for at, (_, line, is_code) in enumerate(lines) if line == f"## {section}" and not is_code)
    end = next((at for at in range(begin + 1, len(lines)) if lines[at][1].startswith("## ")), len(lines))
    return [line for _, line, is_code in lines[begin:end] if is_code]


def _lines(page: Path) -> Iterator[tuple[int, str, bool]]:
    """Each with its number, and whether it is code."""
    fenced = False
    for number, line in enumerate(page.read_text("utf-8").splitlines(), 1):
        if FENCE.match(line):
            fenced = not fenced
        else:
            yield number, line.strip(), fenced or bool(INDENTED.match(line))

"""Keeps the page's languages whole: every sentence that it can say is translated in `src/fakturo/web/locales/*.po`.

python scripts/words.py            fails, and names sentences, if one is missing, not translated, or no longer said
python scripts/words.py --write    adds the missing ones, to be translated, and takes out those that nobody says
"""
# ruff: noqa: INP001

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

import fakturo
from fakturo.convert.mapping import shipped
from fakturo.convert.read import pdf
from fakturo.domain.disk import DISK_FULL, NEARLY_FULL
from fakturo.domain.errors import ERRORS
from fakturo.web.health import DISK_FILLS_UP
from fakturo.web.page.languages import LOCALES, script_texts
from fakturo.web.schemas import KEPT

SOURCE = Path(fakturo.__file__).parent
ROOMS = ("page", "admin", "accounts")
PAGES, TEMPLATES = tuple(SOURCE / "web" / room for room in ROOMS), SOURCE / "web" / "templates"
KEYWORDS = {"mark": None, "say": None, "gettext": None, "_": None, "ngettext": (1, 2)}
COMMAND = ".venv/bin/python scripts/words.py --write"
REASONS = {"UnreadablePdf", "TooMuchToRead"}


@cache
def sentences() -> dict[str, str | None]:
    """All of them in English; those that are counted with their other form."""
    found: dict[str, str | None] = {}
    for text in (*_of_code(), *_of_templates()):
        one, *others = text if isinstance(text, tuple) else (text,)
        found[one] = found.get(one) or next(iter(others), None)
    return found | {text: found.get(text) for text in (*script_texts(), *_of_other_rooms())}


def _of_code() -> Iterator[str | tuple[str, ...]]:
    for file in sorted(file for room in PAGES for file in room.glob("*.py")):
        with file.open("rb") as source:
            yield from (text for _, text, _, _ in extract("python", source, KEYWORDS))


def _of_templates() -> Iterator[str | tuple[str, ...]]:
    for file in sorted(TEMPLATES.glob("*.html")):
        options = {"trim_blocks": "true", "lstrip_blocks": "true"}
        for _, _, text, _ in babel_extract(BytesIO(file.read_bytes()), list(KEYWORDS), [], options):
            yield tuple(filter(None, text if isinstance(text, tuple) else (text,)))


def _of_other_rooms() -> Iterator[str]:
    """What others say in English, and the page in the reader's language."""
    for spec in ERRORS.values():
        yield from filter(None, (spec.final_text, spec.waiting_text))
    for mapping in shipped().latest():
        yield from (mapping.title, mapping.explanation)
    yield from (*pdf._REASONS.values(), pdf._DAMAGED, DISK_FULL, NEARLY_FULL, DISK_FILLS_UP, KEPT)  # noqa: SLF001
    for file in sorted((SOURCE / "convert").rglob("*.py")):
        yield from _reasons_in(ast.parse(file.read_text("utf-8")))


def _reasons_in(tree: ast.AST) -> Iterator[str]:
    """Why a PDF can't be converted, where that is one fixed sentence."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in REASONS:
            fixed = [each.value for each in node.args if isinstance(each, ast.Constant)]
            yield from (each for each in fixed if isinstance(each, str))


def catalogue(file: Path) -> Catalog:
    with file.open("rb") as source:
        return read_po(source, locale=file.stem)


def mistakes(file: Path) -> list[str]:
    wanted, known = sentences(), {_original(message): message for message in catalogue(file) if message.id}
    missing = [f"{file.name} lacks: {text}" for text in wanted if text not in known]
    empty = [f"{file.name} does not translate: {text}" for text, each in known.items() if not all(_forms(each))]
    spare = [f"{file.name} translates what nobody says: {text}" for text in known if text not in wanted]
    odd = [f"{file.name} drops a part of: {text}" for text, each in known.items() if _drops(text, each)]
    return [*missing, *empty, *spare, *odd]


def _original(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))


def _drops(original: str, message: Message) -> bool:
    """Whether a value that is filled in is missing, or is called otherwise."""
    return any(form and _holes(form) != _holes(original) for form in _forms(message))


def _holes(text: str) -> set[str]:
    """Where values are filled in."""
    return set(re.findall(r"\{\w+\}|%\(\w+\)s", text))


def write(file: Path) -> None:
    before = catalogue(file)
    known = {_original(message): _forms(message) for message in before if message.id}
    after = Catalog(locale=file.stem, fuzzy=False)
    after.mime_headers = [("Plural-Forms", before.plural_forms)]
    for text, many in sorted(sentences().items()):
        forms = known.get(text, ("",))
        if many:
            after.add((text, many), forms)
        else:
            after.add(text, forms[0])
    content = BytesIO()
    write_po(content, after, width=0, omit_header=True)  # Babel's own head would have the time of day in it
    about = (
        "Content-Type: text/plain; charset=utf-8",
        f"Language: {file.stem}",
        f"Plural-Forms: {before.plural_forms}",
    )
    head = "".join(f'"{line}\\n"\n' for line in about)
    file.write_text(f'msgid ""\nmsgstr ""\n{head}\n{content.getvalue().decode()}', "utf-8")


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--write"]):
        sys.stderr.write(f"{__doc__}\n")
        return 2
    files = sorted(LOCALES.glob("*.po"))
    if arguments:
        for file in files:
            write(file)
    found = [mistake for file in files for mistake in mistakes(file)]
    for mistake in found:
        sys.stderr.write(f"{mistake}\n")
    if found:
        sys.stderr.write(f"Translate them in {LOCALES.relative_to(Path.cwd())}. New ones are added by: {COMMAND}\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

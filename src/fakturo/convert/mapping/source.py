"""A mapping's file as a tree of tags that know on which line each of their attributes stands.

Read by expat, which tells where a tag begins; a reader that says where it ends would lead people to the wrong line.
A DTD ends the reading at once, so that there are no entities to expand and nothing to fetch.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from fakturo.convert.mistakes import BadFile, Mistake

LONGEST_FILE = 200_000
DEEPEST = 40
MOST_TAGS = 3000
_ATTRIBUTE = re.compile(rb"""([^\s=/>"'<]+)\s*=\s*("[^"]*"|'[^']*')""")
_SEPARATOR = "\x1f"
"""A sign that no XML can hold."""
_TAG_NAME = re.compile(rb"</?([^\s/>]+)")


class BadMapping(BadFile):
    """A mapping that can't be used."""


@dataclass(frozen=True, slots=True)
class Attribute:
    name: str
    """As written, with its prefix."""
    namespace: str | None
    local: str
    value: str
    line: int
    raw: str = ""

    def line_at(self, column: int) -> int:
        """Of a sign in the value, which may go over several lines."""
        return self.line + self.raw[:column].count("\n")

    @property
    def tag(self) -> str:
        return f"{{{self.namespace}}}{self.local}" if self.namespace else self.local


@dataclass(slots=True)
class Tag:
    name: str
    namespace: str | None
    local: str
    line: int
    attributes: list[Attribute]
    prefixes: dict[str | None, str]
    """Namespaces that are declared here."""
    children: "list[Tag]" = field(default_factory=list)
    texts: list[tuple[int, str]] = field(default_factory=list)
    """What stands between the tags, with its line."""

    @property
    def tag(self) -> str:
        return f"{{{self.namespace}}}{self.local}" if self.namespace else self.local

    @property
    def text(self) -> str:
        return " ".join("".join(text for _, text in self.texts).split())

    @property
    def text_line(self) -> int:
        return next((line for line, text in self.texts if text.strip()), self.line)


def read_tags(text: str, file: str) -> Tag:
    """The outermost tag. Raises BadMapping at the first thing that is not well-formed."""
    if len(text) > LONGEST_FILE:
        raise BadMapping([Mistake(file, None, f"The file is longer than {LONGEST_FILE} characters.")])
    return _Reader(file, text).read()


class _Reader:
    def __init__(self, file: str, text: str) -> None:
        self._file = file
        self._data = text.removeprefix("\ufeff").replace("\r\n", "\n").encode()
        self._parser = expat.ParserCreate("utf-8", namespace_separator=_SEPARATOR)
        self._parser.namespace_prefixes = True
        self._parser.ordered_attributes = True
        self._open: list[Tag] = []
        self._outermost: Tag | None = None
        self._prefixes: dict[str | None, str] = {}
        self._count = 0

    def read(self) -> Tag:
        parser = self._parser
        parser.StartElementHandler = self._start
        parser.EndElementHandler = lambda _: self._open.pop()
        parser.CharacterDataHandler = self._note_text
        parser.StartNamespaceDeclHandler = self._note_prefix
        parser.StartDoctypeDeclHandler = self._refuse_doctype
        parser.ProcessingInstructionHandler = self._refuse_instruction
        try:
            parser.Parse(self._data, True)
        except expat.ExpatError as error:
            raise self._bad(error.lineno, self._in_words(error)) from None
        assert self._outermost is not None
        return self._outermost

    def _bad(self, line: int, text: str) -> BadMapping:
        return BadMapping([Mistake(self._file, line, text)])

    def _start(self, name: str, given: list[str]) -> None:
        line = self._parser.CurrentLineNumber
        self._count += 1
        if len(self._open) >= DEEPEST:
            raise self._bad(line, f"Elements are nested more than {DEEPEST} deep.")
        if self._count > MOST_TAGS:
            raise self._bad(line, f"There are more than {MOST_TAGS} elements.")
        written = list(self._written_attributes(line))
        attributes = [
            Attribute(*_split(attribute), value, at, raw)
            for attribute, value, (at, raw) in zip(given[::2], given[1::2], written, strict=True)
        ]
        tag = Tag(*_split(name), line, attributes, self._prefixes)
        self._prefixes = {}
        if self._open:
            self._open[-1].children.append(tag)
        else:
            self._outermost = tag
        self._open.append(tag)

    def _written_attributes(self, line: int) -> Iterator[tuple[int, str]]:
        """Line and text of each attribute of the tag that begins here, but for declarations of namespaces."""
        at = self._parser.CurrentByteIndex
        position = _TAG_NAME.match(self._data, at).end()  # type: ignore[union-attr]  # expat says that a tag is here
        while found := _ATTRIBUTE.match(self._data, _after_blanks(self._data, position)):
            position = found.end()
            if not found[1].startswith(b"xmlns"):
                begins = line + self._data.count(b"\n", at, found.start())
                yield begins, found[2][1:-1].decode()

    def _note_prefix(self, prefix: str | None, namespace: str) -> None:
        self._prefixes[prefix] = namespace

    def _note_text(self, text: str) -> None:
        if self._open:
            line = self._parser.CurrentLineNumber
            lead = text[: len(text) - len(text.lstrip())]
            self._open[-1].texts.append((line + lead.count("\n"), text))

    def _refuse_doctype(self, *_: object) -> None:
        text = "Leave out <!DOCTYPE …>: a mapping has neither a DTD nor entities of its own."
        raise self._bad(self._parser.CurrentLineNumber, text)

    def _refuse_instruction(self, target: str, _: str) -> None:
        raise self._bad(self._parser.CurrentLineNumber, f"Leave out <?{target} …?>: it can't be part of a mapping.")

    def _in_words(self, error: expat.ExpatError) -> str:
        codes = expat.errors.codes
        if error.code == codes[expat.errors.XML_ERROR_TAG_MISMATCH]:
            closing = _TAG_NAME.match(self._data, self._parser.ErrorByteIndex - 2) or _TAG_NAME.search(
                self._data, self._data.rfind(b"</", 0, self._parser.ErrorByteIndex + 2)
            )
            name = closing[1].decode() if closing else "…"
            opened = self._open[-1]
            return f"</{name}> closes nothing: <{opened.name}> of line {opened.line} is still open."
        if error.code == codes[expat.errors.XML_ERROR_UNBOUND_PREFIX]:
            return self._undeclared()
        if error.code == codes[expat.errors.XML_ERROR_NO_ELEMENTS] and self._open:
            opened = self._open[-1]
            return f"The file ends before <{opened.name}> of line {opened.line} is closed."
        return f"This is not well-formed XML: {_PLAIN.get(error.code, 'something is missing here or too much')}."

    def _undeclared(self) -> str:
        at = self._data.rfind(b"<", 0, self._parser.ErrorByteIndex + 1)
        rest = self._data[at : self._data.find(b">", at) + 1].decode("utf-8", "replace")
        known = {"xml", "xmlns", *(p for tag in self._open for p in tag.prefixes if p), *filter(None, self._prefixes)}
        names = re.findall(r"[<\s/]([\w.-]+):[\w.-]+", rest)
        prefix = next((each for each in names if each not in known), "")
        return f'The prefix {prefix!r} is not declared: write xmlns:{prefix}="…" on <m:mapping>.'


_PLAIN = {
    expat.errors.codes[message]: text
    for message, text in (
        (
            expat.errors.XML_ERROR_INVALID_TOKEN,
            "a quotation mark or a bracket is missing, or < or & stands in a text (write &lt; and &amp;)",
        ),
        (expat.errors.XML_ERROR_SYNTAX, "something stands before <m:mapping>, which begins the file"),
        (expat.errors.XML_ERROR_DUPLICATE_ATTRIBUTE, "an attribute stands here twice"),
        (expat.errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT, "something stands after </m:mapping>, which ends the file"),
        (expat.errors.XML_ERROR_NO_ELEMENTS, "there is no element in it"),
        (expat.errors.XML_ERROR_UNCLOSED_TOKEN, "a tag or a quotation mark that begins here is not closed"),
        (
            expat.errors.XML_ERROR_UNDEFINED_ENTITY,
            "only &lt; &gt; &amp; &quot; and &apos; are known, and numbers like &#233;",
        ),
    )
}


def _after_blanks(data: bytes, position: int) -> int:
    while data[position : position + 1].isspace():
        position += 1
    return position


def _split(name: str) -> tuple[str, str | None, str]:
    """As written, namespace and local name; expat gives namespace, local name and prefix, as far as there are any."""
    namespace, local, prefix, *_ = (*name.split(_SEPARATOR), "", "") if _SEPARATOR in name else ("", name, "")
    return f"{prefix}:{local}" if prefix else local, namespace or None, local

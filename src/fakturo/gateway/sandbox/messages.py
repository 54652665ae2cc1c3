"""Every message between the gateway, the sandbox parent and the children.

On the wire a message is a line of JSON: its class under `is`, its fields by name, and under `files` how many open files
come with it. A child that a document has taken over may write anything, so a line is read strictly: an unknown class, a
missing or further field, or a value of another type is no message.
"""

import json
from dataclasses import dataclass
from types import UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

JsonValue = Any
"""A field that is JSON of its own: whoever reads it checks it."""


# ---------------------------------------------------------------- gateway to sandbox parent, and back


@dataclass(frozen=True, slots=True)
class StartParser:
    """With the child's socket."""

    process: int


@dataclass(frozen=True, slots=True)
class StartJudge:
    """With the judge's socket."""

    process: int
    rules: str


@dataclass(frozen=True, slots=True)
class StartReader:
    """With the socket of one who reads pictures of pages."""

    process: int


@dataclass(frozen=True, slots=True)
class StartProgram:
    """With its standard input and output."""

    process: int
    command: tuple[str, ...]


Start = StartParser | StartJudge | StartReader | StartProgram


@dataclass(frozen=True, slots=True)
class Kill:
    process: int


@dataclass(frozen=True, slots=True)
class RenewLimits:
    """Before a further document of one that stays."""

    process: int


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process came to its end; the signal, or the exit code."""

    process: int
    signal: int | None
    code: int | None
    peak_kb: int
    cpu_seconds: float


# ---------------------------------------------------------------- child to gateway, before it is given anything


@dataclass(frozen=True, slots=True)
class Ready:
    pass


@dataclass(frozen=True, slots=True)
class Unconfined:
    """A wall could not be built: this child gets no document."""

    reason: str


# ---------------------------------------------------------------- gateway to parser: one task, with the document and
#                                                                  a file for each result


@dataclass(frozen=True, slots=True)
class Convert:
    """`POST /process`, also without HTTP."""

    source: str
    results: tuple[str, ...]
    """Media types; the invoice's first."""
    mapping: str | None
    pretty: bool = False
    ignore_embedded: bool = False
    replace: bool = False
    """An invoice that the PDF carries already, where one is put into it."""
    explain: bool = False
    """The invoice's JSON says how its fields were decided."""
    templates: tuple[str, ...] = ()
    """Of the sender, for this document: they go before those that the gateway has."""
    reading: str | None = None
    """What a language model has read in the document, as JSON: see convert/llm."""


@dataclass(frozen=True, slots=True)
class TryTemplate:
    """What the first template changes on the document."""


@dataclass(frozen=True, slots=True)
class Teach:
    """Learn from the document and its right values; see convert/teach."""

    truth: str
    """An invoice's JSON."""
    name: str | None
    """Of the template, if somebody chose one."""
    templates: tuple[str, ...] = ()
    """Of the sender."""


@dataclass(frozen=True, slots=True)
class RenderPage:
    page: int
    width: int
    dpi: int | None = None
    """Dots per inch, instead of a width in pixels."""


@dataclass(frozen=True, slots=True)
class ReadWords:
    page: int
    region: tuple[float, ...] | None
    read: str
    """`text`, `ocr`, or `auto`: as the page is read for a conversion."""


@dataclass(frozen=True, slots=True)
class ListPages:
    """How many pages there are, and how large."""


@dataclass(frozen=True, slots=True)
class ExtractPages:
    """A PDF of these pages alone."""

    pages: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Validate:
    """XML from anywhere."""


Task = Convert | TryTemplate | Teach | RenderPage | ReadWords | ListPages | ExtractPages | Validate


# ---------------------------------------------------------------- parser to gateway: how it goes, then one last word


@dataclass(frozen=True, slots=True)
class AtPage:
    number: int


@dataclass(frozen=True, slots=True)
class Crashed:
    """Where in our code; the child ends over it."""

    place: str


@dataclass(frozen=True, slots=True)
class Done:
    stages: tuple[str, ...]
    verdict: str | None = None
    """On the invoices, if the document was read for them; or `review`, where a page could not be read."""
    issues: int = 0
    reason: str | None = None
    """The first of the issues."""
    notes: tuple[str, ...] = ()
    used_much: bool = False
    """Its child should get no other document."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Why the document can't be converted, for its sender."""

    reason: str


@dataclass(frozen=True, slots=True)
class Exceeded:
    """Of what the document wants more than one may have, for its sender."""

    reason: str


@dataclass(frozen=True, slots=True)
class DiskFull:
    """There is no room for the result, which is nobody's fault who sent a document."""


LastWord = Done | Refused | Exceeded | DiskFull


# ---------------------------------------------------------------- a parser's questions and their answers


@dataclass(frozen=True, slots=True)
class LookUp:
    """Who is meant; see gateway/directory.py."""

    question: JsonValue


@dataclass(frozen=True, slots=True)
class Found:
    answer: JsonValue


@dataclass(frozen=True, slots=True)
class Recognise:
    """A page's picture; see gateway/ocr.py."""

    dpi: int


@dataclass(frozen=True, slots=True)
class Judge:
    """An XML by rules; see gateway/judges.py."""

    rules: str


@dataclass(frozen=True, slots=True)
class WriteHere:
    """With a file for what the question is about, and one for the answer."""


@dataclass(frozen=True, slots=True)
class Written:
    """What the question is about lies in its file."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer lies in its file."""

    cpu_seconds: float
    """What the assistant has used since it was started."""


@dataclass(frozen=True, slots=True)
class Unavailable:
    """Why there is no answer."""

    reason: str


Message = (
    Start | Kill | RenewLimits | Ended | Ready | Unconfined
    | Task | AtPage | Crashed | LastWord
    | LookUp | Found | Recognise | Judge | WriteHere | Written | Answered | Unavailable
)  # fmt: skip

_CLASSES: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(Message)}
_FIELDS = {name: get_type_hints(kind) for name, kind in _CLASSES.items()}


# ---------------------------------------------------------------- as lines


class Line(NamedTuple):
    message: Message
    files: int
    """How many come with it."""


def encoded(message: Message, files: int = 0) -> bytes:
    name = type(message).__name__
    line = {"is": name, "files": files, **{field: getattr(message, field) for field in _FIELDS[name]}}
    return json.dumps(line, separators=(",", ":")).encode() + b"\n"


def decoded(line: bytes) -> Line | None:
    """None for what is no message."""
    try:
        values = json.loads(line)
        name, files = values.pop("is"), values.pop("files")
        kinds = _FIELDS[name]
        if values.keys() != kinds.keys():
            return None
        fields = {field: _checked(values[field], kind) for field, kind in kinds.items()}
        return Line(_CLASSES[name](**fields), _checked(files, int))
    except (ValueError, RecursionError, AttributeError, LookupError, TypeError):
        return None


def _checked(value: Any, wanted: Any) -> Any:
    """The value as the field wants it. Raises TypeError."""
    origin = get_origin(wanted)
    if wanted is Any or type(value) is wanted:
        return value
    if wanted is float and type(value) is int:
        return float(value)
    if origin in {Union, UnionType}:  # a type, or nothing
        return None if value is None else _checked(value, get_args(wanted)[0])
    if origin is tuple and isinstance(value, list):
        return tuple(_checked(each, get_args(wanted)[0]) for each in value)
    raise TypeError

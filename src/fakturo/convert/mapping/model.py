"""A mapping, as its file says it: elements, and what goes into each."""

from dataclasses import dataclass, field

from fakturo.convert.mapping.expressions import Expression, Path
from fakturo.convert.mapping.formats import Write

LAYOUT, REPORT = "layout", "report"
GATEWAY, LLM = "gateway", "llm"


@dataclass(frozen=True, slots=True)
class Asks:
    """What a language model is asked with. docs/llm.md."""

    prompt: str
    schema: str
    """Both by their versions, as `invoice_v1`."""
    model: str
    """By its name at the server, or `default`: the one that the settings name."""


@dataclass(frozen=True, slots=True)
class Each:
    """The element comes once for every member of a list, under this name."""

    name: str
    over: Path


@dataclass(frozen=True, slots=True)
class Computed:
    """A value and how it is written."""

    expression: Expression
    write: Write = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Element:
    tag: str
    """With its namespace, as {namespace}name."""
    line: int
    prefixes: dict[str | None, str]
    """Namespaces that begin here."""
    attributes: dict[str, str]
    """Those that are always the same."""
    computed: dict[str, Computed]
    """Attributes that are made from values."""
    each: Each | None = None
    lets: tuple[tuple[str, Expression], ...] = ()
    condition: Expression | None = None
    value: Computed | None = None
    text: str | None = None
    """What always stands in it."""
    omit_empty: bool = False
    """Left out if nothing is in it; otherwise an empty element is written."""
    children: "tuple[Element, ...]" = ()


@dataclass(frozen=True, slots=True)
class Mapping:
    name: str
    version: int
    target: str
    pipeline: str
    title: str
    explanation: str
    asks: Asks | None = None
    """Of the pipeline `llm` alone."""
    root: Element | None = None
    """None if the target writes its XML by itself, as it reads."""
    otherwise: tuple[Element, ...] = ()
    """Instead of it when its condition does not hold: the next one whose own does, or the last."""

    @property
    def is_of_invoices(self) -> bool:
        """Made from the invoice, which is judged; a layout shows what is printed, whatever it means, and a report is a
        model's words on any document."""
        return self.target not in {LAYOUT, REPORT}

    @property
    def has_document(self) -> bool:
        """JSON beside its XML: the invoice, or the report."""
        return self.target != LAYOUT

    @property
    def is_read_by_model(self) -> bool:
        return self.pipeline == LLM

    @property
    def full_name(self) -> str:
        return f"{self.name}@{self.version}"

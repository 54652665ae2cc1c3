"""A mapping, as its file says it: elements, and what goes into each."""

from dataclasses import dataclass, field

from fakturo.convert.mapping.expressions import Expression, Path
from fakturo.convert.mapping.formats import Write

LAYOUT = "layout"


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
    root: Element | None = None
    """None if the target writes its XML by itself, as it reads."""
    otherwise: tuple[Element, ...] = ()
    """Instead of it when its condition does not hold: the next one whose own does, or the last."""

    @property
    def is_of_invoices(self) -> bool:
        """Made from the invoice, which is judged; a layout shows what is printed, whatever it means."""
        return self.target != LAYOUT

    @property
    def full_name(self) -> str:
        return f"{self.name}@{self.version}"

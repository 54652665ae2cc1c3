"""An invoice that a PDF carries already: what it is, and what of it ours does not hold."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pikepdf
from lxml import etree

from fakturo.convert.embedded.reader import USUAL_NAMES
from fakturo.convert.targets.en16931.forms import Rules, form_of
from fakturo.convert.targets.en16931.terms import called, line_number
from fakturo.convert.validate.source import Unreadable, parse

MOST_NAMED = 6
_UNREADABLE = "XML that can't be read as an invoice"


@dataclass(frozen=True, slots=True)
class Existing:
    name: str
    kind: str
    """For people."""
    lost: Sequence[str] = ()
    """Fields that ours does not hold."""
    lines_lost: int = 0
    comparable: bool = True

    @property
    def kept(self) -> str:
        why = f"The PDF carries {self._what} already, which was kept: nothing was put into it."
        return f"{why} {self._loss('would lose', 'To put ours in its place (--replace)')}"

    @property
    def replaced(self) -> str:
        return f"The PDF carried {self._what} already, which was replaced. {self._loss('lost', 'That')}"

    @property
    def _what(self) -> str:
        return f"{self.name} ({self.kind})"

    def _loss(self, verb: str, what: str) -> str:
        if not self.comparable:
            return f"{what} {verb} nobody can say what."
        lines = [f"{self.lines_lost} lines"] if self.lines_lost else []
        fields = [f"the {field}" for field in self.lost[:MOST_NAMED]]
        more = [f"{len(self.lost) - MOST_NAMED} more fields"] if len(self.lost) > MOST_NAMED else []
        named = [*lines, *fields, *more]
        return f"{what} {verb} {_listed(named)}." if named else f"{what} {verb} no field."


def existing_in(pdf: pikepdf.Pdf, ours: bytes) -> Existing | None:
    """The one under the best name."""
    names = sorted((name for name in pdf.attachments if name.lower() in USUAL_NAMES), key=_rank)
    if not names:
        return None
    return _compared(names[0], pdf.attachments[names[0]].get_file().read_bytes(), ours)


def _compared(name: str, theirs: bytes, ours: bytes) -> Existing:
    shown = "".join(filter(str.isprintable, name))[:80]
    try:
        old, new = parse(theirs).root, parse(ours).root
    except Unreadable:
        return Existing(shown, _UNREADABLE, comparable=False)
    form = form_of(old)
    if form is None or form.rules is Rules.ZUGFERD_1:
        return Existing(shown, form.name if form else _UNREADABLE, comparable=False)
    held = set(_fields(new))
    lost = [field for field in dict.fromkeys(_fields(old)) if field not in held]
    return Existing(shown, form.name, lost, max(_lines(old) - _lines(new), 0))


def _fields(root: etree._Element) -> Iterator[str]:
    """What is said in it, by the names of fields."""
    for element in root.iter("{*}*"):
        if not len(element) and (element.text or "").strip():
            yield called(element, root)


def _lines(root: etree._Element) -> int:
    return len({line_number(element) for element in root.iter("{*}*")} - {None})


def _rank(name: str) -> int:
    return USUAL_NAMES.index(name.lower())


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]

"""Which templates there are, and which of them fits a document."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from fakturo.convert.errors import ConversionError
from fakturo.convert.header.dates.written import Order
from fakturo.convert.invoice import Issue
from fakturo.convert.layout.sheet import Row, Sheet
from fakturo.convert.mistakes import Mistake, hint
from fakturo.convert.templates.anchors import LONGEST_TEXT, read_amounts, read_date, read_text
from fakturo.convert.templates.parse import BadTemplate, parse_template
from fakturo.convert.templates.template import EVERYWHERE, GENERIC, Anchor, Fingerprint, Place, Template
from fakturo.convert.templates.texts import is_named

PLACES = {Place.TOP: (0.0, 1 / 3), Place.BOTTOM: (2 / 3, 1.0)}
"""Parts of the page's height."""
GIVEN = "a template of yours"


class UnknownTemplate(LookupError):
    """The text is for the person who asked for it."""


class UnusableTemplate(ConversionError):
    """One that came with a document can't be read; the text says why, for its sender."""


@dataclass(frozen=True, slots=True)
class TemplateFile:
    file: str
    text: str
    template: Template

    @classmethod
    def parse(cls, file: str, text: str) -> "TemplateFile":
        return cls(file, text, parse_template(text, file))


@dataclass(frozen=True, slots=True)
class Templates:
    files: tuple[TemplateFile, ...] = ()
    forced: bool = False
    """The first is used, whether it fits or not."""

    def choose(self, sheets: Sequence[Sheet]) -> tuple[Template, list[Issue]]:
        """The most specific template that fits; none, with an issue, if several fit alike.

        A vendor may have two layouts: one that misses nothing goes before one that does.
        """
        if self.forced:
            return self.files[0].template, []
        fitting = [each.template for each in self.files if fits(each.template.fingerprint, sheets)]
        if len(fitting) > 1:
            fitting = [template for template in fitting if finds_all(template, sheets)] or fitting
        best = max((template.fingerprint.specificity for template in fitting), default=None)
        chosen = [template for template in fitting if template.fingerprint.specificity == best]
        if len(chosen) > 1:
            names = " and ".join(repr(template.name) for template in chosen[:2])
            text = f"The templates {names} fit alike, so neither was used: give one a longer fingerprint."
            return GENERIC, [Issue("TEMPLATE_AMBIGUOUS", None, text, sheets[0].number)]
        return (chosen[0] if chosen else GENERIC), []

    def named(self, name: str) -> TemplateFile:
        for each in self.files:
            if each.template.name == name:
                return each
        names = [each.template.name for each in self.files]
        text = f"There is no template {name[:80]!r}. {hint(name, names)} For a file of your own, name its path."
        raise UnknownTemplate(text)


NO_TEMPLATES = Templates()


def fits(fingerprint: Fingerprint, sheets: Sequence[Sheet]) -> bool:
    """Whether everything in the fingerprint is on the first page. Long invoices have their foot on the last: some of it
    may stand there, unless the fingerprint says where."""
    rows = _rows_at(sheets[0], fingerprint.place)
    foot = sheets[-1].rows if len(sheets) > 1 and fingerprint.place is None else []
    wanted = [*fingerprint.texts, *([fingerprint.tax_id] if fingerprint.tax_id else [])]
    first = [text for text in wanted if any(is_named(row, text) for row in rows)]
    later = [text for text in wanted if text not in first]
    if (wanted and not first) or not all(any(is_named(row, text) for row in foot) for text in later):
        return False
    pattern = fingerprint.pattern
    return pattern is None or any(pattern.search(row.text[:LONGEST_TEXT]) for row in rows)


def finds_all(template: Template, sheets: Sequence[Sheet]) -> bool:
    """Whether what every invoice has stands where the template says."""
    return all(_is_found(field, places, sheets) for field, places in template.anchors.items() if field in EVERYWHERE)


def _is_found(field: str, places: Sequence[Anchor], sheets: Sequence[Sheet]) -> bool:
    if field.startswith("totals."):
        return bool(read_amounts(sheets, places))
    if field.endswith("date"):
        return read_date(sheets, places, Order.DAY_FIRST) is not None
    return read_text(sheets, places, field) is not None


def _rows_at(sheet: Sheet, place: Place | None) -> list[Row]:
    first, last = PLACES[place] if place else (0.0, 1.0)
    return [row for row in sheet.rows if first <= (row.box.y0 + row.box.y1) / 2 / max(sheet.height, 1) <= last]


@cache
def shipped() -> Templates:
    """Those that come with Fakturo."""
    folder = resources.files(__package__)
    files = sorted((each for each in folder.iterdir() if each.name.endswith(".toml")), key=lambda each: each.name)
    return Templates(tuple(TemplateFile.parse(each.name, each.read_text("utf-8")) for each in files))


def with_own(folder: Path | None) -> Templates:
    """The shipped ones and those of the operator's folder, which may replace a shipped one by its name."""
    own = [read_file(path) for path in sorted(folder.glob("*.toml"))] if folder else []
    by_name: dict[str, TemplateFile] = {}
    for each in own:
        if each.template.name in by_name:
            first = by_name[each.template.name].file
            text = f"The name {each.template.name!r} is taken by {first}: each template needs its own."
            raise BadTemplate([Mistake(each.file, 1, text)])
        by_name[each.template.name] = each
    kept = (each for each in shipped().files if each.template.name not in by_name)
    return Templates((*kept, *own))


def with_given(templates: Templates, texts: Sequence[str]) -> Templates:
    """With those that came with a document, each in the place of one of its name. Raises UnusableTemplate."""
    if not texts or templates.forced:
        return templates
    try:
        given = {each.template.name: each for each in (TemplateFile.parse(GIVEN, text) for text in texts)}
    except BadTemplate as mistakes:
        raise UnusableTemplate(str(mistakes)) from None
    return Templates((*(each for each in templates.files if each.template.name not in given), *given.values()))


def read_file(path: Path) -> TemplateFile:
    """Raises BadTemplate for one that can't be read, too."""
    try:
        return TemplateFile.parse(str(path), path.read_text("utf-8"))
    except UnicodeDecodeError:
        raise BadTemplate([Mistake(str(path), None, "The file is not text in UTF-8: save it as that.")]) from None
    except OSError as error:
        raise BadTemplate([Mistake(str(path), None, f"{error.strerror}.")]) from None


def from_texts(files: Iterable[tuple[str, str]], *, forced: bool) -> Templates:
    """As they were handed over by another process."""
    return Templates(tuple(TemplateFile.parse(file, text) for file, text in files), forced)

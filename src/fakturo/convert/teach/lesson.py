"""A lesson: one paper with its truth in, a template with what was learned out, and how to tell it.

lesson = teach(sheets, truth, templates)        # templates: those that a gateway would choose from
lesson.text                                     # the file to keep under lesson.name
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from fakturo.convert.errors import ConversionError
from fakturo.convert.invoice import Invoice
from fakturo.convert.layout.sheet import Sheet
from fakturo.convert.reader import parts_of, read_invoice
from fakturo.convert.teach.differences import Difference, differences
from fakturo.convert.teach.fingerprint import fingerprint_of
from fakturo.convert.teach.learn import IDENTITY, changing_texts, learn, right_values
from fakturo.convert.teach.pieces import Piece
from fakturo.convert.teach.pupil import Pupil, grade_of
from fakturo.convert.teach.standing import occurrences
from fakturo.convert.teach.sums import is_printed
from fakturo.convert.teach.truth import Truth
from fakturo.convert.templates.catalog import TemplateFile, Templates, finds_all, fits, shipped
from fakturo.convert.templates.names import IN_LINES, NAMES, at_start
from fakturo.convert.templates.template import GENERIC, ROWS, SINGLE, Fingerprint, Template
from fakturo.convert.templates.write import as_toml
from fakturo.convert.vocabulary import fold

LONGEST_NAME = 40
MOST_TOLD = 12
TAUGHT = "Taught from an invoice."


class CannotLearn(ConversionError):
    """The text says why nothing could be learned from this paper."""


@dataclass(frozen=True, slots=True)
class Lesson:
    name: str
    version: int
    text: str
    """Of the template's file."""
    merged_with: str | None
    """The title of the vendor's template that it was added to; None for a new one."""
    learned: Sequence[str]
    """In plain words, what this paper added."""
    unlearned: Sequence[str]
    """In plain words, what is still read wrong, and why."""
    left_out: Sequence[str]
    """Keys of the truth that are no part of an invoice."""
    before: str
    after: str
    """The verdicts."""
    doubts: Sequence[str]
    """Why it still goes to review, if it does."""
    wrong_before: int
    wrong_after: int


def teach(sheets: Sequence[Sheet], truth: Truth, templates: Templates, *, name: str | None = None) -> Lesson:
    """Learn from one paper. `templates` are all that a gateway chooses from: those of the same vendor are added to."""
    if not any(sheet.rows for sheet in sheets):
        raise CannotLearn("This PDF has no text that could be read, so that nothing can be learned from it.")
    part, known = _part_of(sheets, truth, templates)
    before = read_invoice(part, known)
    start = _start(part, truth, before, known, templates, name)
    pupil = Pupil(part, truth)
    template = learn(pupil, start)
    is_new = known is GENERIC or known.name != template.name
    if not is_new and template == start:
        template = known
    elif not is_new:
        template = replace(template, version=known.version + 1)
    after = pupil.read(template) if template is not known else before
    if _is_empty(after):
        raise CannotLearn(
            "Neither a number nor lines nor a total were found on it, even with what the truth says: is it an invoice, "
            "and the one that the truth is about?"
        )
    return Lesson(
        name=template.name,
        version=template.version,
        text=as_toml(template),
        merged_with=None if is_new else known.title,
        learned=[str(piece) for piece in pieces_of(template, GENERIC if is_new else known)],
        unlearned=[_why(difference, truth, part) for difference in differences(truth, after)],
        left_out=truth.left_out,
        before=before.verdict.value,
        after=after.verdict.value,
        doubts=[issue.message for issue in after.issues],
        wrong_before=len(differences(truth, before)),
        wrong_after=len(differences(truth, after)),
    )


def _is_empty(invoice: Invoice) -> bool:
    return not invoice.number and not invoice.items and invoice.totals.total is None


def _part_of(sheets: Sequence[Sheet], truth: Truth, templates: Templates) -> tuple[Sequence[Sheet], Template]:
    """The pages of the invoice that is meant, where a PDF holds several, and the template that is used for it today."""
    parts = [(part, templates.choose(part)[0]) for part in parts_of(sheets)]
    if len(parts) == 1:
        return parts[0]
    return min(parts, key=lambda part: grade_of(truth, read_invoice(*part)))


def _start(
    sheets: Sequence[Sheet], truth: Truth, before: Invoice, known: Template, templates: Templates, name: str | None
) -> Template:
    """The vendor's own template that is used today; a new one, with nothing but a fingerprint, for another layout."""
    is_shipped = known.name in {each.template.name for each in shipped().files}
    if known is not GENERIC and not is_shipped and finds_all(known, sheets):
        return known
    base = known if is_shipped else GENERIC
    right = right_values(truth, before)
    if not right.get("seller.name") and "seller.name" not in truth.values:
        raise CannotLearn(
            "It is not sure who wrote this invoice, and the truth does not say it. Give the truth a seller as it is "
            'printed: {"seller": {"name": "…"}}.'
        )
    fingerprint = fingerprint_of(sheets, right, changing_texts(truth))
    if fingerprint is None:
        raise CannotLearn(
            "The first page says nowhere who wrote it: neither the seller's name nor its tax id, domain, phone or "
            "account is printed. Give the truth a seller as it is printed, or write a template by hand."
        )
    title = name or _name_of(str(right.get("seller.name") or right.get("seller.tax_id") or "vendor"))
    taken = {each.template.name for each in templates.files}
    own = replace(fingerprint, texts=_told_apart(fingerprint, sheets, templates))
    seller = {part: right[f"seller.{part}"] for part in IDENTITY if right.get(f"seller.{part}")}
    return replace(base, name=_free(title, taken), version=1, explanation=TAUGHT, fingerprint=own, seller=seller)


def _told_apart(fingerprint: Fingerprint, sheets: Sequence[Sheet], templates: Templates) -> tuple[str, ...]:
    """With the texts of whatever fits this paper, too: so it is more specific than that."""
    others = [each.template.fingerprint for each in templates.files]
    fitting = [other for other in others if other.specificity >= fingerprint.specificity and fits(other, sheets)]
    return tuple(dict.fromkeys([*fingerprint.texts, *(text for other in fitting for text in other.texts)]))


def _name_of(seller: str) -> str:
    plain = re.sub(r"[^a-z0-9]+", "-", fold(seller)).strip("-")[:LONGEST_NAME].strip("-")
    return plain or "vendor"


def _free(name: str, taken: set[str]) -> str:
    """`kornblume`, or `kornblume-2` for another layout of the same vendor."""
    return next(free for number in range(1, len(taken) + 2) if (free := _numbered(name, number)) not in taken)


def _numbered(name: str, number: int) -> str:
    return name if number == 1 else f"{name}-{number}"


def pieces_of(template: Template, before: Template) -> list[Piece]:
    """What the one says and the other does not."""
    found = [
        Piece("single", key, getattr(template, key))
        for key in SINGLE.values()
        if getattr(template, key) and getattr(template, key) != getattr(before, key)
    ]
    for section in ("titles", "seller", "anchors", "confirmed", "columns", "totals"):
        old = getattr(before, section)
        entries = getattr(template, section).items()
        found += [Piece(section, key, value) for key, value in entries if key not in old or old[key] != value]
    for section in ROWS.values():
        known = getattr(before, section)
        found += [Piece(section, text, True) for text in getattr(template, section) if text not in known]
    return [*found, *(Piece("unread", field, True) for field in template.unread if field not in before.unread)]


def _why(difference: Difference, truth: Truth, sheets: Sequence[Sheet]) -> str:
    if difference.field == "items":
        return f"{at_start(difference.read or 'nothing')} were read, and it should be {difference.right}."
    read = "nothing" if difference.read is None else repr(difference.read)
    right = "empty" if difference.right is None else repr(difference.right)
    text = f"{at_start(_called(difference.field))} is read as {read}, and should be {right}."
    value, amount = truth.values.get(difference.field), truth.totals.get(difference.field.removeprefix("totals."))
    if value is not None and not any(True for _ in occurrences(sheets, value)):
        text += " That is nowhere on the page in one piece: is it what the page says?"
    elif amount and not is_printed(sheets, amount):
        text += " No such figure is printed on the page: is it what the page says?"
    return text


def _called(field: str) -> str:
    """`items.0.uom` is the unit of line 1."""
    section, _, rest = field.partition(".")
    number, _, name = rest.partition(".")
    return f"{IN_LINES[name]} of line {int(number) + 1}" if section == "items" else NAMES.get(field, field)


def with_lesson(templates: Templates, lesson: Lesson) -> Templates:
    """As a gateway has them once the lesson is kept; the taught one first."""
    taught = TemplateFile.parse(f"{lesson.name}.toml", lesson.text)
    return Templates((taught, *(each for each in templates.files if each.template.name != lesson.name)))

"""The search for the smallest template: read, add where the reading differs, take out what is not needed.

Nothing is believed that was not tried: a piece stays only if the engine reads this paper better with it. What the
engine reads right and surely by itself is left to it.
"""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from fakturo.convert.figures import Sign
from fakturo.convert.header.dates.written import Order, dates_in
from fakturo.convert.invoice import Invoice, Issue, Kind, Origin
from fakturo.convert.solve.table.heads import Role
from fakturo.convert.teach.columns import NUMBERS, column_pieces, share_pieces
from fakturo.convert.teach.differences import differences, value_of
from fakturo.convert.teach.pieces import Piece
from fakturo.convert.teach.pupil import Pupil
from fakturo.convert.teach.standing import anchors_for, confirming, occurrences, titles_of
from fakturo.convert.teach.sums import (
    ignored_pieces,
    item_pieces,
    mistaken_pieces,
    silent_pieces,
    spread_pieces,
    sum_pieces,
    total_anchors,
)
from fakturo.convert.teach.truth import Truth
from fakturo.convert.templates.anchors import tax_id_at
from fakturo.convert.templates.template import (
    ANCHORED,
    CONFIRMED,
    CONSTANTS,
    OPTIONAL,
    OTHER_NUMBER,
    UNREAD,
    Anchor,
    Template,
)
from fakturo.convert.templates.texts import squeezed
from fakturo.convert.vocabulary import terms

MOST_ROUNDS = 6
MOST_TRIED = 4
"""Places of one value that are tried."""
MOST_SPREAD = 6
"""Ways in which deductions may be put together that are tried."""
IDENTITY = ("name", "tax_id")
"""Of the seller: who is known need not be looked for, nor taken for the buyer."""
CHANGING = ("invoice.number", "invoice.po", "buyer.name", "buyer.tax_id")
"""What is another on each paper makes no label."""


def learn(pupil: Pupil, start: Template) -> Template:
    """The template with what this paper teaches. Start has its name, fingerprint and whatever is known already."""
    kept = tuple(field for field in start.unread if not _is_told(pupil.truth, field))
    template = _with_header(pupil, replace(start, unread=kept))
    template = _with_numbers(pupil, template)
    template = _with_header(pupil, template)  # what the sums say about the currency and the table counts for it
    template = _without_needless(pupil, template, start)
    return _with_unread(pupil, _with_confirmations(pupil, template))


def _with_unread(pupil: Pupil, template: Template) -> Template:
    """What is wrong even so stays in doubt on the next papers; what was, and is right now, does not."""
    wrong = [
        difference.field for difference in differences(pupil.truth, pupil.read(template)) if not difference.is_of_words
    ]
    unread = {_unread_as(field) for field in wrong} | set(template.unread)
    return replace(template, unread=tuple(field for field in UNREAD if field in unread))


def _unread_as(field: str) -> str:
    """Lines and sums as a whole."""
    section = field.partition(".")[0]
    return section if section in {"items", "totals"} else field


def _is_told(truth: Truth, field: str) -> bool:
    if field in {"items", "totals"}:
        return truth.items is not None if field == "items" else bool(truth.totals)
    return field in truth.values


# ---------------------------------------------------------------- the header


def _with_header(pupil: Pupil, template: Template) -> Template:
    for piece in _constants(pupil, template):
        template = piece.added_to(template)
    for name in _unsettled(pupil, template):
        template = _with_kind(pupil, template) if name == "kind" else _with_field(pupil, template, name)
    return template


def _with_kind(pupil: Pupil, template: Template) -> Template:
    """By its title; a credit note that has none may be known by the minus of its amounts."""
    titles = titles_of(pupil.sheets, pupil.read(template))
    right = pupil.truth.values["kind"]
    pieces = [Piece("titles", title, right) for title in titles[:MOST_TRIED]]
    minus = [Piece("single", "minus_credits", True)] if right is Kind.CREDIT_NOTE else []
    return _better(pupil, template, [[piece] for piece in (*pieces, *minus)])


def _constants(pupil: Pupil, template: Template) -> Iterator[Piece]:
    """The seller is known by the fingerprint: nobody need look for it."""
    for name in CONSTANTS:
        right = pupil.truth.values.get(f"seller.{name}")
        if right and (name in IDENTITY or _differs(pupil, template, f"seller.{name}")):
            yield Piece("seller", name, right)


def _unsettled(pupil: Pupil, template: Template) -> list[str]:
    """Fields that are read wrong or doubted, of those that are known."""
    invoice = pupil.read(template)
    wrong = {difference.field for difference in differences(pupil.truth, invoice)}
    doubted = {issue.field for issue in invoice.issues}
    known = (*ANCHORED, "invoice.currency", "kind")
    return [name for name in known if name in pupil.truth.values and name in wrong | doubted]


def _with_field(pupil: Pupil, template: Template, name: str) -> Template:
    right = pupil.truth.values[name]
    if name == "invoice.currency":
        return _better(pupil, template, [[Piece("single", "currency", right)]] if right else [])
    if right is None:
        never = [Piece("anchors", name, ())] if name in OPTIONAL else []
        pieces = _not_the_buyers(pupil, template) if name == "buyer.tax_id" else never
        return _better(pupil, template, [[piece] for piece in pieces])
    if name.startswith("seller."):
        return Piece("seller", name.removeprefix("seller."), right).added_to(template)
    orders = _orders(pupil, template, right)
    settled = _better(pupil, template, [[order] for order in orders])
    if name not in _unsettled(pupil, settled):
        return settled
    if name in CONFIRMED and name.endswith(".name") and not _differs(pupil, template, name):
        return _confirmed(pupil, template, name)
    order = orders[0].value if orders else template.date_order
    sellers = template.seller.get("tax_id") if name == "buyer.tax_id" else None
    anchors = _standing(pupil, name, order, sellers)
    return _better(pupil, template, [[*orders, Piece("anchors", name, (anchor,))] for anchor in anchors[:MOST_TRIED]])


def _standing(pupil: Pupil, name: str, order: Order | None, but: str | None = None) -> list[Anchor]:
    """Where the right value stands. If it is paid on the day of the invoice, a bare place may be the other day's."""
    values = pupil.truth.values
    anchors = anchors_for(pupil.sheets, name, values[name], order, changing_texts(pupil.truth), but)
    is_shared = sum(value == values[name] for value in values.values()) > 1
    return [anchor for anchor in anchors if anchor.label] if is_shared else anchors


def _not_the_buyers(pupil: Pupil, template: Template) -> Iterator[Piece]:
    """Where something stands that was taken for the buyer's tax id. Whether buyers have one, no single paper says."""
    invoice, changing = pupil.read(template), changing_texts(pupil.truth)
    doubts = [issue for issue in invoice.issues if issue.field == "buyer.tax_id"]
    numbers = [invoice.buyer.tax_id, *(tax_id_at(pupil.sheets, doubt.page, doubt.box) for doubt in doubts)]
    for number in filter(None, numbers):
        anchors = anchors_for(pupil.sheets, OTHER_NUMBER, number, None, changing)
        yield from (Piece("confirmed", OTHER_NUMBER, (anchor,)) for anchor in anchors[:MOST_TRIED])


def _confirmed(pupil: Pupil, template: Template, name: str) -> Template:
    """A name that is read right and doubted all the same: its places confirm it, and read nothing by themselves, since
    any text there would be a name."""
    places = _standing(pupil, name, template.date_order)[:MOST_TRIED]
    return _better(pupil, template, [[Piece("confirmed", name, tuple(places))]] if places else [])


def _orders(pupil: Pupil, template: Template, right: Any) -> list[Piece]:
    """Whether day or month comes first, where this day is printed so that it tells."""
    if not isinstance(right, dt.date) or template.date_order:
        return []
    for place in occurrences(pupil.sheets, right):
        for match in dates_in(place.phrase.text, compact=True):
            if right in {match.day_first, match.month_first} and match.day_first != match.month_first:
                order = Order.DAY_FIRST if match.day_first == right else Order.MONTH_FIRST
                return [Piece("single", "date_order", order)]
    return []


def changing_texts(truth: Truth) -> list[str]:
    return [str(truth.values[name]) for name in CHANGING if truth.values.get(name)]


def _differs(pupil: Pupil, template: Template, name: str) -> bool:
    return any(difference.field == name for difference in differences(pupil.truth, pupil.read(template)))


# ---------------------------------------------------------------- lines and sums


def _with_numbers(pupil: Pupil, template: Template) -> Template:
    """A doubt that falls silent while the numbers stay wrong is none that was settled."""
    says_nothing = pupil.truth.items is None and not pupil.truth.totals
    if says_nothing or not _number_trouble(pupil, template):
        return template
    taught = _searched(pupil, template)
    is_nearer = pupil.grade(taught).wrong < pupil.grade(template).wrong
    return taught if is_nearer or _has_right_numbers(pupil, taught) else template


def _searched(pupil: Pupil, template: Template) -> Template:
    columns = _columns(pupil)
    sums = sum_pieces(pupil.sheets, pupil.truth)
    signs = [Piece("single", "decimal_sign", sign) for sign in Sign]
    first_sums = list({piece.key: piece for piece in reversed(sums)}.values())
    spread = spread_pieces(pupil.sheets, pupil.truth)[:MOST_SPREAD]
    sets = [columns, first_sums, [*columns, *first_sums], *spread, *([*first_sums, *parts] for parts in spread)]
    sets.append(share_pieces(pupil.sheets, pupil.truth.items or ()))
    singles = [[piece] for piece in (*columns, *sums, *signs)]
    for _ in range(MOST_ROUNDS):
        invoice = pupil.read(template)
        found = (silent_pieces, ignored_pieces, mistaken_pieces)
        late = [piece for pieces in found for piece in pieces(pupil.sheets, pupil.truth, invoice)]
        late += _confirming(pupil.truth) if _has_right_numbers(pupil, template) else ()
        missing = [
            [*items, *parts]
            for items in item_pieces(pupil.sheets, pupil.truth, invoice)
            for parts in ([], first_sums, *spread)
        ]
        better = _better(pupil, template, [*missing, *sets, *singles, *([piece] for piece in late)])
        if better is template or not _number_trouble(pupil, better):
            return better
        template = better
    return template


def _confirming(truth: Truth) -> Iterator[Piece]:
    """What a right reading may still be doubted for, if the truth speaks of it."""
    if truth.items is not None:
        yield Piece("single", "headless", True)
    if truth.totals.get("tax"):
        yield Piece("single", "prices_with_tax", True)


def _columns(pupil: Pupil) -> list[Piece]:
    return column_pieces(pupil.sheets, pupil.truth.items or ())


def _number_trouble(pupil: Pupil, template: Template) -> bool:
    invoice = pupil.read(template)
    wrong = any(difference.is_of_numbers for difference in differences(pupil.truth, invoice))
    return wrong or any(map(_is_about_numbers, invoice.issues))


def _has_right_numbers(pupil: Pupil, template: Template) -> bool:
    found = differences(pupil.truth, pupil.read(template))
    return not any(difference.is_of_numbers and not difference.is_of_words for difference in found)


def _is_about_numbers(issue: Issue) -> bool:
    return (issue.field or "totals").startswith(("totals", "items"))


# ---------------------------------------------------------------- what keeps the next paper safe


def _with_confirmations(pupil: Pupil, template: Template) -> Template:
    """Where total, names and what is read by itself stand: they change nothing here, and settle doubts on the next."""
    if _has_right_numbers(pupil, template):
        template = _with_confirmed_numbers(pupil, template)
    for piece in _orders(pupil, template, pupil.truth.values.get("invoice.date")):
        template = _better(pupil, template, [[piece]], equal=True)
    wrong = {difference.field for difference in differences(pupil.truth, pupil.read(template))}
    for name in CONFIRMED:
        if pupil.truth.values.get(name) is None or name in wrong or name in template.anchors:
            continue
        places = confirming(_standing(pupil, name, template.date_order), name, pupil.sheets[0].height)
        template = Piece("confirmed", name, tuple(places)).added_to(template) if places else template
    return template


def _with_confirmed_numbers(pupil: Pupil, template: Template) -> Template:
    anchors = total_anchors(pupil.sheets, pupil.truth) if pupil.truth.totals.get("total") else []
    template = _better(
        pupil, template, [[Piece("anchors", "totals.total", (anchor,))] for anchor in anchors], equal=True
    )
    naming = [piece for piece in _columns(pupil) if piece.value is Role.DESCRIPTION]
    heads = [[piece] for piece in naming if _is_head(pupil, piece.added_to(template), Role.DESCRIPTION)]
    has_head = bool(heads) or _is_headed(pupil, template)
    template = _with_number_columns(pupil, _better(pupil, template, heads, equal=True))
    for piece in _shown_by(pupil.truth, has_head=has_head):
        template = _better(pupil, template, [[piece]], equal=True)
    return template


def _with_number_columns(pupil: Pupil, template: Template) -> Template:
    """Quantity, price and amount are below these heads, though the figures of the next paper may fit otherwise, too."""
    for piece in _columns(pupil):
        if piece.value in NUMBERS.values() and _is_head(pupil, piece.added_to(template), piece.value):
            template = _better(pupil, template, [[piece]], equal=True)
    return template


def _is_headed(pupil: Pupil, template: Template) -> bool:
    """A word above the items says what stands below it."""
    return bool(template.columns) or any(
        piece.value in terms("columns").meanings(piece.key) for piece in _columns(pupil)
    )


def _shown_by(truth: Truth, *, has_head: bool) -> Iterator[Piece]:
    """What this paper shows of lines and tax, and the next may be doubted for."""
    items, totals = truth.items, truth.totals
    if items and all(item.get("qty") is not None for item in items):
        yield Piece("single", "counted", True)
    amounts: list[Any] = [item.get("amount") for item in items or ()]
    if items and not has_head:
        yield Piece("single", "headless", True)
    if amounts and totals.get("tax") and None not in amounts and sum(amounts) == totals.get("total"):
        yield Piece("single", "prices_with_tax", True)


def _is_head(pupil: Pupil, template: Template, role: Role) -> bool:
    """What the lines have of this was read from below it."""
    evidence = pupil.read(template).fields.get(f"items.0.{role.value}")
    return evidence is not None and evidence.source is Origin.TEMPLATE


# ---------------------------------------------------------------- trying


def _better(pupil: Pupil, template: Template, sets: Iterable[Sequence[Piece]], *, equal: bool = False) -> Template:
    """With the set of pieces that brings the reading nearest to what is right; as it is, if none does.

    With `equal`, the first that does no harm will do.
    """
    best, grade = template, pupil.grade(template)
    for pieces in sets:
        tried = template
        for piece in pieces:
            tried = piece.added_to(tried)
        if pupil.is_tired or tried == template:
            continue
        got = pupil.grade(tried)
        if got < grade or (equal and best is template and got == grade):
            best, grade = tried, got
        if equal and best is not template:
            return best
        if not any(grade):
            return best
    return best


def _without_needless(pupil: Pupil, template: Template, start: Template) -> Template:
    """One part after the other is left out, as long as the paper is read as well and as surely."""
    kept = {part for part, _ in start.parts()} | {f"seller.{name}" for name in IDENTITY}
    for part, _ in list(template.parts()):
        fewer = dict(template.parts()).get(part)
        if part in kept or fewer is None:
            continue
        if pupil.grade(fewer) <= pupil.grade(template):
            template = fewer
    return template


def right_values(truth: Truth, invoice: Invoice) -> dict[str, Any]:
    """What is known to be right, and for the rest what was read without a doubt, and is known to be nothing else."""
    doubted = {issue.field for issue in invoice.issues}
    known = {squeezed(str(value)) for value in truth.values.values() if value}
    read = {name: value for name in ANCHORED if name not in doubted and (value := value_of(invoice, name))}
    return {name: value for name, value in read.items() if squeezed(str(value)) not in known} | dict(truth.values)

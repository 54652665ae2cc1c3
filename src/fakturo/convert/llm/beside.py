"""A model's reading beside the engine's. Each is a witness for the other; neither is believed against the page.

For the fields that weights decide, a model's word is one more piece of evidence: it multiplies the odds of the
candidate that it names. Lines and sums have their arithmetic; there, two readers either agree or a person looks.
"""

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any, NamedTuple

from fakturo.convert.embedded.fields import as_text, in_words
from fakturo.convert.header.dates.written import DateMatch, Order
from fakturo.convert.header.number.shape import code_key
from fakturo.convert.invoice import Evidence, Invoice, Issue, Severity
from fakturo.convert.llm.printed import NOWHERE, shown
from fakturo.convert.templates.header import same_name
from fakturo.convert.verdict import SURE, with_verdict
from fakturo.convert.weigh.decide import VETOED, Weighed

ODDS = 9.0
"""By how much a model's word raises the odds of what it names. Set by hand, and low: the smallest of models speak here,
too. Once labelled papers have been read by a model worth having, it is fitted like the other weights."""
DOUBT, MISSING = "_DOUBTFUL", "_MISSING"
SAME_SAID = "A language model reads the same."
NUMBERS = ("items", "totals")


class Field(NamedTuple):
    weighed: str
    """As the weights call it."""
    code: str
    path: str


WEIGHED = (
    Field("number", "NUMBER", "invoice.number"),
    Field("date", "DATE", "invoice.date"),
    Field("due", "DUE_DATE", "invoice.due_date"),
    Field("seller", "SELLER", "seller.name"),
    Field("buyer", "BUYER", "buyer.name"),
)
PLAIN = (
    Field("", "CURRENCY", "invoice.currency"),
    Field("", "SELLER_TAX_ID", "seller.tax_id"),
    Field("", "BUYER_TAX_ID", "buyer.tax_id"),
    Field("", "TOTAL", "totals.total"),
)


# ---------------------------------------------------------------- the engine has read it, and asks


def seconded(engine: Invoice, model: Invoice) -> Invoice:
    """The engine's invoice: surer where the model agrees, with both readings told where it does not."""
    for field in WEIGHED:
        theirs = value_at(model, field.path)
        if theirs is not None and is_printed(model, field.path):
            engine = _weighed_anew(engine, field, theirs)
    for field in PLAIN:
        mine, theirs = value_at(engine, field.path), value_at(model, field.path)
        if theirs is None or not is_printed(model, field.path) or mine is None:
            continue
        engine = _settled(engine, field.path) if _same(mine, theirs) else _more(engine, _two(field, mine, theirs))
    if engine.items and _amounts(engine) == _amounts(model) and _same(engine.totals.total, model.totals.total):
        for path in [issue.field for issue in engine.issues if issue.field]:
            if path.partition(".")[0] in NUMBERS and _agree_at(path, engine, model):
                engine = _settled(engine, path)
    return with_verdict(engine, engine.issues)


def _agree_at(path: str, engine: Invoice, model: Invoice) -> bool:
    """Lines as a whole are the same by now; of a single value in them, each has to say the same."""
    *room, name = path.split(".")
    if room in ([], ["items"]):
        return True
    mine, theirs = (getattr(_room_of(each, room), name) for each in (engine, model))
    return theirs is not None and is_printed(model, path) and _same(mine, theirs)


def _room_of(invoice: Invoice, room: Sequence[str]) -> Any:
    return invoice.totals if room == ["totals"] else invoice.items[int(room[1])]


def _weighed_anew(engine: Invoice, field: Field, theirs: Any) -> Invoice:
    mine = value_at(engine, field.path)
    shares, named = shares_with(engine, field, theirs)
    if mine is not None and _same(mine, theirs):
        return _surer(engine, field.path, shares[named]) if named is not None and shares[named] >= SURE else engine
    if mine is None and named is not None and shares[named] >= SURE:
        return _taken(engine, field, theirs)
    chosen = engine.weighed.get(field.weighed)
    still_sure = mine is not None and chosen and chosen.chosen is not None and shares[chosen.chosen] >= SURE
    severity = Severity.WARNING if still_sure or (mine is None and field.code == "DUE_DATE") else Severity.ERROR
    return _more(engine, _two(field, mine, theirs, severity))


def _taken(engine: Invoice, field: Field, value: Any) -> Invoice:
    """What the engine did not dare to take, and would now."""
    issues = [
        replace(issue, severity=Severity.WARNING, message=f"{issue.message} A language model reads {_told(value)}.")
        if issue.field == field.path and issue.code.endswith(MISSING)
        else issue
        for issue in engine.issues
    ]
    return replace(with_value(engine, field.path, value), issues=issues)


def _surer(engine: Invoice, path: str, probability: float) -> Invoice:
    evidence = engine.fields.get(path)
    fields = {**engine.fields, path: _raised(evidence, probability)} if evidence else engine.fields
    return _settled(replace(engine, fields=fields), path)


def _raised(evidence: Evidence, probability: float) -> Evidence:
    return replace(evidence, confidence=max(evidence.confidence, round(probability, 2)))


def _settled(invoice: Invoice, path: str) -> Invoice:
    """Doubts about it that two readers share no longer are worth knowing, and no reason for review."""
    issues = [
        replace(issue, severity=Severity.WARNING, message=f"{issue.message} {SAME_SAID}")
        if _is_about(issue, path) and issue.code.endswith(DOUBT) and issue.severity is Severity.ERROR
        else issue
        for issue in invoice.issues
    ]
    return replace(invoice, issues=issues)


# ---------------------------------------------------------------- the model has read it, and is checked


def checked(model: Invoice, engine: Invoice) -> Invoice:
    """The model's invoice, with an issue for everything that the page, as the engine reads it, does not bear out."""
    fields, issues = dict(model.fields), [issue for issue in engine.issues if issue.code == "PAGE_UNREAD"]
    for field in (*WEIGHED, *PLAIN):
        theirs, mine = value_at(model, field.path), value_at(engine, field.path)
        if theirs is None or not is_printed(model, field.path):
            continue  # said already
        probability = _probability(engine, field, theirs)
        if probability >= SURE:
            fields[field.path] = _raised(fields[field.path], probability)
        elif field.path != "totals.total" or mine is not None:
            issues.append(_borne_out_by_nobody(field, mine, theirs))
    issues += _about_lines(model, engine)
    if model.kind is not engine.kind:
        text = f"A language model takes it for {_in_words(model)}, and the page for {_in_words(engine)}."
        issues.append(Issue("KIND_DOUBTFUL", None, text))
    return with_verdict(replace(model, fields=fields), [*model.issues, *issues])


def _probability(engine: Invoice, field: Field, value: Any) -> float:
    mine = value_at(engine, field.path)
    if field.weighed in engine.weighed:
        shares, named = shares_with(engine, field, value)
        return 0.0 if named is None else shares[named]
    doubted = any(_is_about(issue, field.path) and issue.severity is Severity.ERROR for issue in engine.issues)
    return 1.0 if mine is not None and _same(mine, value) and not doubted else 0.0


def _borne_out_by_nobody(field: Field, mine: Any, theirs: Any) -> Issue:
    if mine is not None and not _same(mine, theirs):
        return _two(field, mine, theirs)
    text = f"A language model reads {_told(theirs)} as the {in_words(field.path)}; nothing on the page says so clearly."
    return Issue(f"{field.code}{DOUBT}", field.path, text)


def _about_lines(model: Invoice, engine: Invoice) -> list[Issue]:
    """The engine's lines, where it has any, are proved by the page; the model's, where each closes by itself."""
    if engine.items:
        if _amounts(engine) == _amounts(model):
            return []
        text = "A language model and the page give different lines: their amounts are not the same."
        return [Issue("READINGS_DIFFER", "items", text)]
    if model.items and all(item.qty and item.unit_price and item.worth == item.amount for item in model.items):
        return []
    text = "Only a language model reads these lines, and quantity times price does not prove each of them."
    return [Issue("ITEMS_DOUBTFUL", "items", text)] if model.items else []


def _in_words(invoice: Invoice) -> str:
    return invoice.kind.value.replace("_", " ")


# ---------------------------------------------------------------- both


def shares_with(engine: Invoice, field: Field, value: Any) -> tuple[Sequence[float], int | None]:
    """The candidates' probabilities once the model has named one, and which one that is; None: none of them."""
    weighed: Weighed[Any] | None = engine.weighed.get(field.weighed)
    if weighed is None:
        return (), None
    shares = _as_decided(weighed)
    matches = _MATCHES.get(field.weighed, same_name)
    named = next((at for at, one in enumerate(weighed.candidates) if matches(one.value, value)), None)
    if weighed.chosen is not None and _same(value_at(engine, field.path), value):
        named = weighed.chosen
    if named is None:
        return shares, None
    if _is_vetoed(weighed) and named == weighed.chosen:
        return shares, named
    raised = [share * (ODDS if at == named else 1.0) for at, share in enumerate(shares)]
    whole = sum(raised)
    return [share / whole for share in raised], named


def _as_decided(weighed: Weighed[Any]) -> list[float]:
    """The shares, with that of the chosen one as fields that must fit each other have made it."""
    taken = len(weighed.candidates) if weighed.chosen is None else weighed.chosen
    others = sum(share for at, share in enumerate(weighed.shares) if at != taken) or 1.0
    left = 1 - weighed.probability
    return [weighed.probability if at == taken else left * share / others for at, share in enumerate(weighed.shares)]


def _is_vetoed(weighed: Weighed[Any]) -> bool:
    return weighed.chosen is not None and weighed.probability <= VETOED < weighed.shares[weighed.chosen]


def _is_that_day(match: DateMatch, day: dt.date) -> bool:
    return day in {match.by(order) for order in Order}


_MATCHES: dict[str, Callable[[Any, Any], bool]] = {
    "number": lambda one, other: code_key(one) == code_key(other),
    "date": _is_that_day,
    "due": _is_that_day,
}


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, str) and isinstance(other, str):
        return code_key(one) == code_key(other)
    return bool(one == other)


def _two(field: Field, mine: Any, theirs: Any, severity: Severity = Severity.ERROR) -> Issue:
    read = f"the page gives {_told(mine)}" if mine is not None else "the page does not say so clearly"
    text = f"A language model reads {_told(theirs)} as the {in_words(field.path)}; {read}."
    return Issue("READINGS_DIFFER", field.path, text, severity=severity)


def _told(value: Any) -> str:
    return shown(as_text(value))


def _more(invoice: Invoice, issue: Issue) -> Invoice:
    return replace(invoice, issues=[*invoice.issues, issue])


def _is_about(issue: Issue, path: str) -> bool:
    return issue.field is not None and (issue.field == path or issue.field.startswith(f"{path}."))


def _amounts(invoice: Invoice) -> list[Decimal | None]:
    return [item.amount for item in invoice.items]


def is_printed(invoice: Invoice, path: str) -> bool:
    evidence = invoice.fields.get(path)
    return evidence is not None and evidence.confidence > NOWHERE


def value_at(invoice: Invoice, path: str) -> Any:
    room, _, name = path.partition(".")
    return getattr(invoice if room == "invoice" else getattr(invoice, room), name)


def with_value(invoice: Invoice, path: str, value: Any) -> Invoice:
    room, _, name = path.partition(".")
    if room == "invoice":
        return replace(invoice, **{name: value})
    return replace(invoice, **{room: replace(getattr(invoice, room), **{name: value})})

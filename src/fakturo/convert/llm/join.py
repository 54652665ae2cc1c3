"""The two readings of one document put together, invoice by invoice."""

from collections.abc import Sequence

from fakturo.convert.embedded.printed import Printed
from fakturo.convert.header.number.shape import code_key
from fakturo.convert.invoice import Invoice, Issue
from fakturo.convert.json_checks import judged
from fakturo.convert.layout.sheet import Sheet
from fakturo.convert.llm.beside import checked, seconded
from fakturo.convert.llm.printed import placed
from fakturo.convert.verdict import with_more


def of_model(model: Sequence[Invoice], engine: Sequence[Invoice], sheets: Sequence[Sheet]) -> list[Invoice]:
    """The model's invoices, as far as page, arithmetic and engine bear them out."""
    printed = Printed(sheets)
    pairs = _pairs([placed(one, printed) for one in model], engine)
    whole = [checked(judged(one), other) for one, other in pairs]
    if len(model) == len(engine):
        return whole
    text = f"A language model finds {len(model)} invoices here, and the page looks like {len(engine)}."
    return [with_more(one, after=[Issue("SPLIT_DOUBTFUL", None, text)]) for one in whole]


def of_engine(engine: Sequence[Invoice], model: Sequence[Invoice], sheets: Sequence[Sheet]) -> list[Invoice]:
    """The engine's invoices, each heard with the model's word on it. Of another number of invoices it says nothing."""
    if len(model) != len(engine):
        return list(engine)
    printed = Printed(sheets)
    return [seconded(one, other) for one, other in _pairs(engine, [placed(each, printed) for each in model])]


def _pairs(ones: Sequence[Invoice], others: Sequence[Invoice]) -> list[tuple[Invoice, Invoice]]:
    """By their numbers, or else by their order; one too many stands beside the last."""
    by_number = {code_key(other.number): other for other in others if other.number}
    return [
        (one, by_number.get(code_key(one.number or "")) or others[min(at, len(others) - 1)])
        for at, one in enumerate(ones)
    ]

"""The header of a document as weights decide it: what the rules chose is one witness among others."""

from collections.abc import Sequence
from dataclasses import replace

from fakturo.convert.header.dates import Order
from fakturo.convert.header.money import Money
from fakturo.convert.header.reader import Header, Ruled, habits_of, header_of, read_by_rules, ruled_header
from fakturo.convert.header.scene import TableArea
from fakturo.convert.invoice import Kind
from fakturo.convert.layout.sheet import Sheet
from fakturo.convert.weigh.codes import told_number, weigh_number
from fakturo.convert.weigh.days import order_of, told_days, weigh_days
from fakturo.convert.weigh.names import told_parties, weigh_names


def weighed_header(
    sheets: Sequence[Sheet], *, table: TableArea | None, money: Money | None, date_order: Order | None
) -> Header:
    ruled = read_by_rules(sheets, table=table, money=money, date_order=date_order)
    return ruled.guard.run(lambda: _weighed(ruled), None, what="What the weights decide") or ruled_header(ruled)


def _weighed(ruled: Ruled) -> Header:
    """Evidence comes from what the rules see, so that no field's weights depend on another's."""
    scene, order = ruled.scene, ruled.date_order
    names = weigh_names(ruled.bill)
    days = weigh_days(scene, ruled.dates, ruled.number, order or order_of(scene, ruled.dates))
    code = weigh_number(scene, ruled.number, sure=not ruled.number_issues)
    number, doubts = told_number(code)
    if ruled.kind.value is Kind.CREDIT_NOTE:  # it names the corrected invoice, too, and few papers have taught that
        number, doubts = ruled.number, ruled.number_issues
    parties = told_parties(ruled.bill, names)
    habits = habits_of(scene, ruled.claims, parties, ruled.money, ruled.tongues)
    dates = told_days(scene, ruled.dates, days, habits, order)
    return replace(header_of(ruled, number, doubts, parties, dates), weighed={**names, **days, "number": code})

"""The columns as a template names them: which reading of the table is meant."""

from collections.abc import Sequence

from fakturo.convert.solve.solution import Solution
from fakturo.convert.solve.table.heads import Role
from fakturo.convert.templates.words import KnownPage


def by_columns(solutions: Sequence[Solution], page: KnownPage) -> list[Solution]:
    """Where the best reading takes the columns for what the template says, those that take them otherwise are no
    rivals."""
    if not named_numbers(page, solutions[0]) or not is_as_named(page, solutions[0]):
        return list(solutions)
    return [one for one in solutions if is_as_named(page, one)]


def named_roles(page: KnownPage, best: Solution) -> frozenset[Role]:
    """Columns of the item table whose head the template named."""
    if best.table is None or best.table.head is None:
        return frozenset()
    rows = page.known[best.table.head.first : best.table.head.last + 1]
    places = {(row.page, row.number) for row in rows}
    return frozenset(role for place, role in page.heads if role and place in places)


def named_numbers(page: KnownPage, solution: Solution) -> frozenset[Role]:
    return named_roles(page, solution) & {Role.QTY, Role.UNIT_PRICE, Role.AMOUNT}


def is_as_named(page: KnownPage, solution: Solution) -> bool:
    """Quantity, price and amount are read from the columns that the template calls so."""
    table = solution.table
    if table is None:
        return False
    places = {Role.QTY: table.roles.qty, Role.UNIT_PRICE: table.roles.price, Role.AMOUNT: table.roles.amount}
    columns = [(role, places[role]) for role in named_numbers(page, solution)]
    return all(place is not None and role in table.columns[place].roles for role, place in columns)

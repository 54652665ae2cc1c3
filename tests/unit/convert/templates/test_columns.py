"""Readings of a table that take its columns for something else than a template says are no rivals."""

from fakturo.convert.solve.numbers import numbers_of
from fakturo.convert.solve.solution import solve
from fakturo.convert.templates.columns import by_columns, is_as_named
from fakturo.convert.templates.words import in_known_words
from tests.unit.convert.templates.vendor import WHOLE, page, template

NAMED = '"Blurf" = "description"\n"Zall" = "qty"\n"Jeplix" = "unit_price"\n"Wumm" = "amount"\n'


def test_only_readings_with_the_named_columns_are_left() -> None:
    known = in_known_words(page(), template())
    solutions = solve(numbers_of(known.known))
    assert [is_as_named(known, one) for one in solutions] == [True, False, False]
    assert by_columns(solutions, known) == solutions[:1]


def test_where_no_column_is_named_all_stay() -> None:
    known = in_known_words(page(), template(WHOLE, (NAMED, "")))
    solutions = solve(numbers_of(known.known))
    assert len(solutions) > 1
    assert by_columns(solutions, known) == solutions


def test_where_the_best_reading_is_of_another_mind_the_doubt_stays() -> None:
    known = in_known_words(page(), template())
    solutions = solve(numbers_of(known.known))[::-1]
    assert by_columns(solutions, known) == solutions

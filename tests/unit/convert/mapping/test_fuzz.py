"""Whatever stands in a mapping's file, it is read or refused; and what is read can be filled in."""

import decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from fakturo.convert.mapping import BadMapping
from fakturo.convert.mapping.evaluate import evaluate
from fakturo.convert.mapping.expressions import parse_expression
from fakturo.convert.mapping.kinds import members
from fakturo.convert.mapping.parse import parse_mapping
from fakturo.convert.mapping.scope import Scope
from fakturo.convert.mapping.syntax import BadExpression
from tests.unit.convert.mapping.test_language import BILLS
from tests.unit.convert.mapping.toy import HEAD, TARGETS, Values

TOKENS = (
    *(
        "seller",
        "seller.name",
        "seller.tax_id",
        "invoices",
        "invoices.lines.price",
        "invoices.date",
        "notes",
        "x",
        "x.qty",
    ),
    *(
        "0",
        "1",
        "2.5",
        "1e9",
        "'a'",
        "'",
        "None",
        "True",
        "(",
        ")",
        ",",
        "[",
        "]",
        "{",
        ".",
        "**",
        "//",
        ":=",
        "lambda:",
    ),
    *(
        "+",
        "-",
        "*",
        "/",
        "<",
        "==",
        "!=",
        "in",
        "not",
        "and",
        "or",
        "if",
        "else",
        "for x in",
        "is",
        "await",
        "f'{'",
        "\\",
    ),
    *(
        "round(",
        "sum(",
        "join(",
        "first(",
        "count(",
        "text(",
        "max(",
        "digits(",
        "any(",
        "__import__(",
        "\n",
        "é",
        "\u2028",
    ),
)
WHOLE = f"""{HEAD}
<x:R xmlns:x="urn:x" m:empty="omit">
  <A m:each="b in invoices" m:let-n="count(b.lines)" m:attr-k="n">words &amp; signs</A>
  <!-- a comment -->
  <B m:if="seller.tax_id and not notes" m:value="round(sum(invoices.lines.price) * 11 / 12, 2)" m:format="0.00"/>
</x:R></m:mapping>"""


@settings(max_examples=150)
@given(st.lists(st.sampled_from(TOKENS), max_size=14))
def test_an_expression_is_refused_or_computed(tokens: list[str]) -> None:
    try:
        expression = parse_expression(" ".join(tokens), members(Values))
    except BadExpression as refused:
        assert str(refused)  # noqa: PT017
        return
    try:
        expression.run(Scope.of(BILLS))
    except decimal.DecimalException:
        return


@settings(max_examples=150)
@given(st.data())
def test_a_file_with_a_slip_is_refused_or_filled_in(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(WHOLE) - 1))
    until = at + data.draw(st.integers(0, 12))
    text = WHOLE[:at] + data.draw(st.text(max_size=3) | st.sampled_from(TOKENS)) + WHOLE[until:]
    try:
        mapping = parse_mapping(text, "slip.xml", TARGETS)
    except BadMapping as refused:
        assert refused.mistakes  # noqa: PT017
        return
    if mapping.root is not None:
        evaluate(mapping, BILLS)

"""Every mistake in a template is a sentence with its line; a good one says what it says."""

import pytest

from fakturo.convert.figures import Sign
from fakturo.convert.header.dates.written import Order
from fakturo.convert.solve.sums.labels import Means
from fakturo.convert.solve.table.heads import Role
from fakturo.convert.templates.parse import BadTemplate, parse_template
from fakturo.convert.templates.template import Place, Where
from tests.unit.convert.templates.vendor import FINGERPRINT, WHOLE, template


def mistakes(text: str) -> list[str]:
    with pytest.raises(BadTemplate) as raised:
        parse_template(text, "a.toml")
    return str(raised.value).splitlines()


def test_a_whole_template_is_read() -> None:
    read = template(WHOLE, ('"Merkmal"]', '"Merkmal"]\nplace = "top"'), ('"Wumm" = "amount"', '"Wumm" = "other"'))
    assert (read.title, read.fingerprint.texts, read.fingerprint.place) == (
        "kornblume@3",
        ("Kornblume Handel", "Merkmal"),
        Place.TOP,
    )
    assert (read.decimal_sign, read.date_order, read.currency) == (Sign.POINT, Order.MONTH_FIRST, "EUR")
    assert {field: anchor.value for field, (anchor,) in read.anchors.items()} == {
        "invoice.number": Where.RIGHT,
        "invoice.date": Where.RIGHT,
    }
    assert read.columns["Zall"] is Role.QTY
    assert read.columns["Wumm"] is None
    assert read.totals["Abgift"] is Means.TAX
    assert read.ignored_rows == ("Behelf",)


@pytest.mark.parametrize(
    ("added", "line", "sentence"),
    [
        ('[colums]\n"a" = "qty"', 4, "There is no 'colums'. Did you mean 'columns'?"),
        ('[locale]\ndecimals = ","', 5, "There is no 'decimals' in [locale]. Did you mean 'decimal'?"),
        ("[locale]\n\ndecimal = 3", 6, "decimal should be a text in quotation marks, not a number."),
        ('[locale]\ndates = "day"', 5, "dates can't be 'day'. There are: day first, month first."),
        ('[locale]\ncurrency = "Euro"', 5, "'Euro' is no currency: write its code of three letters, like EUR."),
        ("[locale]\nversion = 2", 5, "'version' belongs above the first [section]."),
        ('[totals]\n"x1" = "totl"', 5, "'totl' is unknown here. Did you mean 'total'?"),
        ('[columns]\nA.b = "qty"', 5, "Put the text that begins with 'A' in quotation marks."),
        ('[columns]\n"--" = "qty"', 5, "The text has neither letters nor digits."),
        ('[rows]\nignore = "Sum"', 5, 'ignore should be a list of texts, like ["one", "two"], not a text.'),
        ('[seller]\ncountry = "Germany"', 5, "country should be a code of two capital letters, like DE."),
        ('[anchors]\nnumbr = { label = "x" }', 5, "There is no 'numbr' in [anchors]. Did you mean 'number'?"),
        ("[anchors]\nnumber = {}", 5, "number needs either a label, or a pattern, or a place with at."),
        (
            "[anchors]\nnumber = { at = [60] }",
            5,
            "at should be two numbers like [60, 142.5]: points from the left and from the top.",
        ),
        (
            '[anchors]\nnumber = "none"',
            5,
            'number should be like { label = "Invoice no.", value = "right" }, not a text.',
        ),
        ('[anchors.date]\nlabel = "x"\nvalue = "bellow"', 6, "value can't be 'bellow'. Did you mean 'below'?"),
        (
            "[anchors]\nbuyer.name = { pattern = 'To \\w+' }",
            5,
            "The pattern 'To \\\\w+' can't be used. It must have exactly one group ( ) around the value.",
        ),
        ("[anchors\n", 4, "This is not valid TOML at column 9: expected ']' at the end of a table declaration."),
    ],
)
def test_a_mistake_is_named_with_its_line(added: str, line: int, sentence: str) -> None:
    assert mistakes(FINGERPRINT + added) == [f"a.toml, line {line}: {sentence}"]


def test_a_template_needs_a_name_and_a_fingerprint() -> None:
    assert mistakes("version = 1") == [
        'a.toml: A template needs a name: write name = "my-vendor" on the first line.',
        "a.toml: A template needs a [fingerprint]: texts that are on every invoice of this vendor.",
    ]
    assert mistakes('name = "a"\n[fingerprint]\ntexts = ["No"]') == [
        "a.toml, line 3: So short a fingerprint fits the papers of others, too."
    ]


def test_all_mistakes_are_named_at_once_in_the_order_of_the_file() -> None:
    text = 'name = "Big Name"\nversion = 0\n[fingerprint]\nplace = "left"\n'
    assert [line.split(":")[0] for line in mistakes(text)] == [f"a.toml, line {n}" for n in (1, 2, 3, 4)]

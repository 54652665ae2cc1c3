"""What a mapping says is what comes out, and each element knows what it was made from."""

import datetime as dt
import io
from decimal import Decimal

import pytest
from lxml import etree

from fakturo.convert.mapping.evaluate import Filled, evaluate
from fakturo.convert.mapping.kinds import paths
from fakturo.convert.mapping.origins import PrintedAs, printed_as
from fakturo.convert.targets.xml import write
from tests.unit.convert.mapping.toy import Bill, Line, Party, Sort, Values, toy_mapping

BILLS = Values(
    seller=Party("Toko Maju", "01.234"),
    invoices=(
        Bill(
            number="A-1",
            date=dt.date(2026, 3, 9),
            buyer=Party("Budi"),
            lines=(
                Line("Lamp", Decimal("25000.50"), Decimal(40)),
                Line("Work", Decimal("0.125"), Decimal(1), Sort.SERVICE),
                Line(None, None),
            ),
            pages=2,
        ),
        Bill(number="A-2", lines=(Line("Wire", Decimal(7), Decimal(3)),), paid=True),
    ),
    notes=("first", "second"),
)


def filled(body: str, values: Values = BILLS) -> Filled:
    return evaluate(toy_mapping(body), values)


def xml(body: str, values: Values = BILLS) -> str:
    return etree.tostring(filled(body, values).root, encoding="unicode")


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("seller.name", "Toko Maju"),
        ("'constant'", "constant"),
        ("1.50", "1.50"),
        ("2 + 3 * 4 - 6 / 4", "12.5"),
        ("-(1 - 3)", "2"),
        ("0.1 + 0.2", "0.3"),
        ("1 - 1.00", "0.00"),
        ("0 * -1", "0"),
        ("round(2.345, 2)", "2.35"),
        ("round(-2.345, 2)", "-2.35"),
        ("round(2.5)", "3"),
        ("round(120000000 * 11 / 12, 2)", "110000000.00"),
        ("round(42179870.68 * 11 / 12, 2)", "38664881.46"),
        ("abs(-3)", "3"),
        ("digits(seller.tax_id)", "01234"),
        ("upper(seller.name)", "TOKO MAJU"),
        ("text(1.50)", "1.50"),
        ("text(1.5, '0.00')", "1.50"),
        ("text(max(invoices.date), 'YYYYMMDD')", "20260309"),
        ("join(' / ', seller.name, None, 'x', '')", "Toko Maju / x"),
        ("join(', ', notes)", "first, second"),
        ("first(notes)", "first"),
        ("count(invoices)", "2"),
        ("sum(invoices.pages)", "3"),
        ("sum(invoices.lines.price)", "25007.625"),
        ("sum(l.price * l.qty for l in invoices.lines)", "1000041.125"),
        ("count(l.name for l in invoices.lines if l.sort == 'service')", "1"),
        ("max(l.price for l in invoices.lines)", "25000.50"),
        ("min(3, 2, 5)", "2"),
        ("max(invoices.date)", "2026-03-09"),
        ("any(invoices.paid)", "true"),
        ("seller.tax_id or 'none'", "01.234"),
        ("None or 'none'", "none"),
        ("seller.name and 'known'", "known"),
        ("'yes' if seller.name == 'Toko Maju' else 'no'", "yes"),
        ("'yes' if seller.name in ('a', 'b') else 'no'", "no"),
        ("'yes' if seller.name not in ('a', 'b') else 'no'", "yes"),
        ("'yes' if not seller.tax_id or 2 &lt; 1 else 'no'", "no"),
        ("1 == 1.0", "true"),
        ("2 >= 2 and 1 != 2", "true"),
    ],
)
def test_an_expression_gives(expression: str, expected: str) -> None:
    assert xml(f'<R><A m:value="{expression}"/></R>') == f"<R><A>{expected}</A></R>"


@pytest.mark.parametrize(
    ("picture", "value", "expected"),
    [
        ("trimmed", "25000.50", "25000.5"),
        ("trimmed", "1000.00", "1000"),
        ("trimmed", "1000", "1000"),
        ("trimmed", "0.00", "0"),
        ("0", "2.5", "3"),
        ("0.00", "2", "2.00"),
        ("0.00", "2.345", "2.35"),
        ("0.##", "2.3", "2.3"),
        ("0.##", "2.345", "2.35"),
        ("0.##", "100", "100"),
        ("0.0#", "2", "2.0"),
        ("0.00", "-0.001", "0.00"),
        ("date", "b.date", "2026-03-09"),
        ("YYYYMMDD", "b.date", "20260309"),
        ("DD.MM.YYYY", "b.date", "09.03.2026"),
        ("MMYYYY", "b.date", "032026"),
    ],
)
def test_a_format_is_a_picture_of_what_is_written(picture: str, value: str, expected: str) -> None:
    made = filled(f'<R><B m:each="b in invoices"><A m:value="{value}" m:format="{picture}"/></B></R>').root
    assert made.findtext("B/A") == expected


def test_a_value_that_is_not_there_makes_what_is_computed_from_it_empty() -> None:
    body = """<R><B m:each="b in invoices"><L m:each="l in b.lines"><P m:value="l.price * 2"/>
      <C m:value="'more' if l.price > 1 else 'less'"/></L></B></R>"""
    lines = filled(body).root.findall("B/L")
    assert [line.findtext("P") for line in lines] == ["50001.00", "0.250", "", "14"]
    assert [line.findtext("C") for line in lines] == ["more", "less", "less", "more"]


def test_of_what_is_compared_what_is_not_known_does_not_count() -> None:
    body = (
        '<R><L m:each="l in invoices.lines" m:attr-least="min(l.price, l.qty)" m:attr-most="max(l.price, l.qty)"/></R>'
    )
    lines = filled(body).root.findall("L")
    assert [(line.get("least"), line.get("most")) for line in lines][1:3] == [("0.125", "1"), ("1", "1")]


def test_an_element_is_repeated_left_out_or_kept_empty_as_it_says() -> None:
    body = """<R>
      <B m:each="b in invoices" m:if="b.date">
        <Date m:value="b.date"/><Tax m:value="b.buyer.tax_id"/><Tax2 m:value="b.buyer.tax_id" m:empty="omit"/>
      </B></R>"""
    assert xml(body) == "<R><B><Date>2026-03-09</Date><Tax/></B></R>"


def test_what_omits_the_empty_omits_whatever_is_empty_inside_and_then_itself() -> None:
    body = """<R m:empty="omit"><Outer><Inner><Tax m:value="b"/></Inner></Outer>
      <Kept m:empty="keep"><Gone m:empty="omit" m:value="b"/></Kept><Flag/></R>"""
    body = body.replace('"b"', '"seller.tax_id"')
    assert xml(body, Values(seller=Party("x", None))) == "<R><Kept/></R>"
    whole = "<R><Outer><Inner><Tax>1</Tax></Inner></Outer><Kept><Gone>1</Gone></Kept></R>"
    assert xml(body, Values(seller=Party("x", "1"))) == whole, "and keeps what holds nothing but others"


def test_names_of_lets_hold_inside_the_element_and_build_on_each_other() -> None:
    body = """<R><B m:each="b in invoices" m:let-one="count(b.lines)" m:let-two="one * 2" m:attr-n="two">
      <C m:let-three="two + 1"><D m:value="one + two + three"/></C></B></R>"""
    assert xml(body) == '<R><B n="6"><C><D>16</D></C></B><B n="2"><C><D>6</D></C></B></R>'


def test_constants_attributes_and_namespaces_come_out_as_they_went_in() -> None:
    body = """<x:R xmlns:x="urn:x" xmlns="urn:plain" x:fixed="a &amp; b"><!-- dropped -->
      <Text>  some   words </Text><x:T m:attr-gone="seller.tax_id" m:attr-k="seller.name">&lt;</x:T></x:R>"""
    assert xml(body, Values(Party("n", None))) == (
        '<x:R xmlns:x="urn:x" xmlns="urn:plain" x:fixed="a &amp; b"><Text>some words</Text><x:T k="n">&lt;</x:T></x:R>'
    )


def test_of_several_outermost_elements_the_first_that_is_wanted_is_made() -> None:
    body = '<A m:if="seller.tax_id"><X/></A><B m:if="notes"/><C m:value="seller.name"/>'
    assert xml(body, BILLS) == "<A><X/></A>"
    assert xml(body, Values(notes=("x",))) == "<B/>"
    assert xml(body, Values()) == "<C>Acme</C>"


def test_names_that_are_joined_with_themselves_stay_bounded() -> None:
    lets = "".join(f" m:let-n{each + 1}=\"join('', {', '.join([f'n{each}'] * 19)})\"" for each in range(8))
    made = filled(f'<R><A m:let-n0="seller.name"{lets} m:value="n8"/></R>')
    assert len(made.root.findtext("A") or "") == 4000


def test_a_namespace_may_be_declared_on_the_mapping_itself() -> None:
    head = (
        '<m:mapping xmlns:m="urn:fakturo:mapping:1" xmlns:c="urn:c" name="a" version="1" target="toy" '
        'pipeline="gateway" title="a" explanation="a">'
    )
    made = evaluate(toy_mapping("<c:R><c:S/></c:R>", head), BILLS).root
    assert etree.tostring(made) == b'<c:R xmlns:c="urn:c"><c:S/></c:R>'


def test_each_element_knows_the_values_that_it_was_made_from() -> None:
    body = """<R><S m:value="seller.tax_id"/><B m:each="b in invoices">
      <L m:each="l in b.lines" m:let-base="l.price * l.qty"><Base m:value="round(base, 2)" m:attr-of="l.name"/></L>
      <Sum m:value="sum(b.lines.qty)"/><Fixed>1</Fixed></B></R>"""
    made = filled(body)
    by_tag = {f"{each.tag}{each.text or ''}": paths for each, paths in made.sources.items()}
    assert by_tag["S01.234"] == ("seller.tax_id",)
    assert by_tag["Base1000020.00"] == ("invoices.0.lines.0.name", "invoices.0.lines.0.price", "invoices.0.lines.0.qty")
    assert by_tag["Base21.00"] == ("invoices.1.lines.0.name", "invoices.1.lines.0.price", "invoices.1.lines.0.qty")
    assert by_tag["Sum3"] == ("invoices.1.lines.0.qty",)
    assert by_tag["Fixed1"] == ()
    assert made.sources[made.root.findall("B")[1]] == ("invoices.1",)


@pytest.mark.parametrize(
    ("path", "invoice", "field"),
    [
        ("invoices.1.number", 1, "invoice.number"),
        ("invoices.0.lines.2.price", 0, "items.2.unit_price"),
        ("invoices.0.lines.2.sort", 0, "items.2"),
        ("invoices.0.lines.2", 0, "items.2"),
        ("invoices.3.buyer.tax_id", 3, "buyer.tax_id"),
        ("invoices.3", 3, None),
        ("invoices.0.pages", 0, None),
        ("notes.1", 0, None),
    ],
)
def test_a_path_leads_to_the_field_on_the_paper(path: str, invoice: int, field: str | None) -> None:
    assert printed_as(Values, path) == PrintedAs(invoice, field)


def test_what_cannot_be_computed_is_empty_and_told() -> None:
    made = filled('<R><A m:each="b in invoices" m:value="1 / (b.pages - 2)"/></R>')
    assert [each.text for each in made.root] == [None, "-1"]
    (finding,) = made.findings
    assert finding.code == "CANNOT_COMPUTE"
    assert "1 / (b.pages - 2) divides by zero, or is too large" in finding.message
    assert finding.element is made.root[0]


def test_a_number_beyond_all_bounds_is_told_too() -> None:
    values = Values(invoices=(Bill(lines=(Line("x", Decimal("1e40"), Decimal("1e40")),)),))
    made = filled('<R><A m:value="round(sum(l.price * l.qty for l in invoices.lines), 2)"/></R>', values)
    assert [each.code for each in made.findings] == ["CANNOT_COMPUTE"]


def test_text_is_made_safe_and_bounded() -> None:
    made = filled('<R><A m:value="seller.name"/></R>', Values(Party("a\x00\x0bb\ud800\n c\ufffe\U0001f600 <&>")))
    assert made.root.findtext("A") == "ab c\U0001f600 <&>"
    long = filled('<R><A m:value="seller.name"/></R>', Values(Party("x" * 4001)))
    assert len(long.root.findtext("A") or "") == 4000
    assert [each.code for each in long.findings] == ["TEXT_CUT"]
    assert filled('<R><A m:value="seller.name"/></R>', Values(Party("x" * 4000))).findings == []


def test_the_file_has_one_element_per_line_and_the_same_bytes_every_time() -> None:
    made = filled('<R><A m:value="seller.name"/><B/><C>é</C></R>')
    one, other = io.BytesIO(), io.BytesIO()
    write(made.root, one, pretty=True, comment="draft: a--b")
    write(made.root, other, pretty=True, comment="draft: a--b")
    expected = (
        '<?xml version="1.0" encoding="utf-8"?>\n<!-- draft: a-b -->\n'
        "<R>\n  <A>Toko Maju</A>\n  <B/>\n  <C>é</C>\n</R>\n"
    )
    assert one.getvalue().decode() == other.getvalue().decode() == expected
    plain = io.BytesIO()
    write(made.root, plain)
    assert plain.getvalue().decode().endswith("?>\n<R><A>Toko Maju</A><B/><C>é</C></R>\n")


def test_all_paths_of_a_target_can_be_told() -> None:
    known = {path: str(kind) for path, kind in paths(Values)}
    assert known["invoices.*.lines.*.price"] == "a number"
    assert known["invoices.*.lines.*.sort"] == "one of 'goods', 'service'"
    assert known["notes"] == "a list, each a text"


def test_of_several_outermost_elements_the_first_is_made_whose_condition_holds() -> None:
    mapping = toy_mapping('<Taxed m:if="seller.tax_id"><A/></Taxed><Untaxed><B/></Untaxed>')
    assert etree.tostring(evaluate(mapping, Values(seller=Party(tax_id="1"))).root) == b"<Taxed><A/></Taxed>"
    assert etree.tostring(evaluate(mapping, Values()).root) == b"<Untaxed><B/></Untaxed>"

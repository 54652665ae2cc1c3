"""Every mistake in a mapping's file is refused with its line and a sentence that leads on."""

import re
from pathlib import Path

import pytest

from fakturo.convert.mapping import BadMapping
from fakturo.convert.mapping.catalog import MappingFile, Mappings, read_file
from fakturo.convert.mapping.parse import parse_mapping
from tests.unit.convert.mapping.toy import TARGETS

HEAD = """<m:mapping xmlns:m="urn:fakturo:mapping:1"
           name="toy_v1"
           version="1"
           target="toy"
           pipeline="gateway"
           title="Toy"
           explanation="For tests.">
"""
"""Seven lines; what follows begins on the eighth."""


def body(text: str) -> str:
    return f"{HEAD}<Root>\n{text}\n</Root>\n</m:mapping>\n"


def head(old: str, new: str) -> str:
    assert old in HEAD
    return f"{HEAD.replace(old, new)}<Root/>\n</m:mapping>\n"


MISTAKES = {
    # name: (file, line, words that the message must hold)
    "nothing at all": ("", 1, "not well-formed XML: there is no element"),
    "no XML": ("name = 'toy_v1'\n", 1, "not well-formed XML"),
    "another XML": ("<Invoice/>", 1, "<Invoice> is no mapping. A mapping begins with <m:mapping xmlns:m="),
    "a newer language": (head("mapping:1", "mapping:2"), 1, "'urn:fakturo:mapping:2' is unknown"),
    "unclosed element": (body("<A>\n<B>\n</A>"), 11, "</A> closes nothing: <B> of line 10 is still open"),
    "the end is missing": (f"{HEAD}<Root>\n", 9, "The file ends before <Root> of line 8 is closed"),
    "two roots in the file": (body("") + "<m:mapping/>", 12, "something stands after </m:mapping>"),
    "missing quotation mark": (body('<A>\n<B m:value="seller.name/>\n</A>'), 11, "quotation mark"),
    "attribute without value": (body("<A m:value/>"), 9, "not well-formed XML"),
    "an attribute twice": (body('<A x="1"\n x="2"/>'), 10, "an attribute stands here twice"),
    "a bare ampersand": (body("<A>a & b</A>"), 9, "write &lt; and &amp;"),
    "an unknown entity": (body("<A>&nbsp;</A>"), 9, "only &lt; &gt; &amp;"),
    "an undeclared prefix": (body("<A/>\n<cbc:ID/>"), 10, "The prefix 'cbc' is not declared: write xmlns:cbc="),
    "an undeclared prefix of an attribute": (body('<A xsi:nil="true"/>'), 9, "The prefix 'xsi' is not declared"),
    "no address for a namespace": (body('<A xmlns:x="5 urn"/>'), 9, "xmlns:x can't be '5 urn'"),
    "a DTD": ('<!DOCTYPE a [<!ENTITY b "c">]>\n' + body(""), 1, "neither a DTD nor entities"),
    "a processing instruction": (body("<?php x?>"), 9, "Leave out <?php"),
    "too long": (" " * 200_001, None, "longer than 200000 characters"),
    "too deep": (body("<a>" * 60 + "</a>" * 60), 9, "more than 40 deep"),
    "too many elements": (body("<a/>" * 4000), 9, "more than 3000 elements"),
    "no name": (head('name="toy_v1"', ""), 1, 'has no name: write name="…"'),
    "a bad name": (head("toy_v1", "Toy V1"), 2, "small letters, digits and underscores"),
    "no version": (head('version="1"', ""), 1, "has no version"),
    "a bad version": (head('version="1"', 'version="1.2"'), 3, "a whole number from 1 to"),
    "no target": (head('target="toy"', ""), 1, "has no target"),
    "an unknown target": (head('"toy"', '"toi"'), 4, "There is no target 'toi'. Did you mean 'toy'?"),
    "no pipeline": (head('pipeline="gateway"', ""), 1, "has no pipeline"),
    "an unknown pipeline": (head("gateway", "gatway"), 5, "Did you mean 'gateway'?"),
    "no title": (head('title="Toy"', ""), 1, "has no title"),
    "an empty title": (head('title="Toy"', 'title=" "'), 6, "The title is empty"),
    "a long title": (head('title="Toy"', f'title="{"x" * 61}"'), 6, "longer than 60"),
    "no explanation": (head('explanation="For tests."', ""), 1, "has no explanation"),
    "an unknown attribute of the mapping": (head("title=", "titel="), 6, "no 'titel' in <m:mapping>. Did you mean"),
    "no element": (f"{HEAD}</m:mapping>", 1, "There is nothing in <m:mapping>"),
    "two elements": (f"{HEAD}<A/>\n<B/>\n</m:mapping>", 9, "one outermost element, <A> here: move <B> into it"),
    "text outside": (f"{HEAD}<A/>\nwords\n</m:mapping>", 9, "The text 'words' stands outside"),
    "elements in a layout": (head('"toy"', '"layout"'), 8, "'layout' makes its XML by itself"),
    "an unknown m: attribute": (body('<A\n m:valu="seller.name"/>'), 10, "There is no m:valu. Did you mean 'value'?"),
    "an unknown m: element": (body("<m:for/>"), 9, "There is no element <m:for>"),
    "an attribute as element": (body("<m:if/>"), 9, "m:if is an attribute, not an element"),
    "m:else as attribute": (body('<A m:else="1"/>'), 9, "There is no m:else: write a second element"),
    "m:else as element": (body("<m:else/>"), 9, "There is no m:else"),
    "m:let without a name": (body('<A m:let="1"/>'), 9, 'Write a name after it: m:let-name="…"'),
    "m:attr without a name": (body('<A m:attr-="1"/>'), 9, "Write the attribute's name after m:attr-"),
    "an unknown path": (body('<A\n k="1"\n m:value="seler.name"/>'), 11, "no 'seler' here. Did you mean 'seller'?"),
    "an unknown member": (body('<A m:value="seller.nane"/>'), 9, "no 'nane' in seller. Did you mean 'name'?"),
    "a member without its group": (
        body('<A m:each="bill in invoices">\n<B m:value="number"/>\n</A>'), 10, "Did you mean 'bill.number'?",
    ),
    "a path into a text": (body('<A m:value="seller.name.first"/>'), 9, "seller.name is a text, so that there is no"),
    "a path into a list": (body('<A m:value="invoices.number"/>'), 9, "invoices.number is a list: repeat an element"),
    "a whole group": (body('<A m:value="seller"/>'), 9, "seller is a group of values, of which one must be named"),
    "a list as attribute": (body('<A m:attr-n="notes"/>'), 9, "notes is a list"),
    "each over a text": (body('<A m:each="x in seller.name"/>'), 9, "seller.name is not a list but a text"),
    "each over a computation": (body('<A m:each="x in first(invoices)"/>'), 9, "named by its path"),
    "each without in": (body('<A m:each="invoices"/>'), 9, 'Write m:each="item in items"'),
    "each at the root": (f'{HEAD}<R\n m:each="b in invoices"/></m:mapping>', 9, "outermost element is always there"),
    "if at the root": (f'{HEAD}<R m:if="seller.tax_id"/></m:mapping>', 8, "outermost element is always there"),
    "each with a taken name": (body('<A m:each="seller in invoices"/>'), 9, "'seller' means something else here"),
    "arithmetic on text": (body('<A m:value="seller.name * 2"/>'), 9, "seller.name is a text: only numbers"),
    "adding texts": (body("""<A m:value="'a' + seller.name"/>"""), 9, "Put texts together with join("),
    "arithmetic on a list": (body('<A m:value="invoices.pages + 1"/>'), 9, "invoices.pages is a list: take sum("),
    "an unknown function": (body('<A m:value="rund(1.5, 2)"/>'), 9, "no function 'rund'. Did you mean 'round'?"),
    "too few arguments": (body('<A m:value="upper()"/>'), 9, "upper is written upper(text)"),
    "too many arguments": (body('<A m:value="upper(seller.name, 2)"/>'), 9, "upper is written upper(text)"),
    "an argument by name": (body('<A m:value="round(1.5, places=1)"/>'), 9, "round is written round(number, places)"),
    "an argument of another kind": (body('<A m:value="digits(5)"/>'), 9, "digits(text) can't take a number"),
    "a sum of texts": (body('<A m:value="sum(notes)"/>'), 9, "wants a list of which each is a number, not a text"),
    "a sum of one": (body('<A m:value="sum(5)"/>'), 9, "sum(list) wants a list, not a number"),
    "joining numbers": (body("""<A m:value="join(' ', 5)"/>"""), 9, "text(…) makes a text of a number"),
    "a format that shows something else": (body("""<A m:value="text(1, 'date')"/>"""), 9, "is for a date"),
    "a computed format": (body('<A m:value="text(1, seller.name)"/>'), 9, "The format in text(value, format)"),
    "computed places": (body('<A m:value="round(1.5, count(notes))"/>'), 9, "a whole number from 0 to 10"),
    "a function as value": (body('<A m:value="upper"/>'), 9, "upper is a function: write upper(text)"),
    "an unknown format": (body('<A m:value="1"\n m:format="trimed"/>'), 10, "'trimed'. Did you mean 'trimmed'?"),
    "a date's format on a number": (body('<A m:value="1" m:format="date"/>'), 9, "but the value is a number"),
    "a number's format on a text": (body('<A m:value="seller.name" m:format="0.00"/>'), 9, "is for a number"),
    "a format without value": (body('<A m:format="date"/>'), 9, "there is no m:value"),
    "an unknown m:empty": (body('<A m:empty="drop"/>'), 9, "m:empty is 'omit'"),
    "value and text": (body('<A m:value="1">\ntwo</A>'), 10, "<A> has a value and the text 'two'"),
    "value and elements": (body('<A m:value="1">\n<B/></A>'), 10, "has a value and elements inside"),
    "text between elements": (body("<A><B/>\nwords<B/></A>"), 10, "The text 'words' stands between elements"),
    "a let that shadows": (body('<A\n m:let-seller="1"\n m:value="2"/>'), 10, "'seller' means something else here"),
    "a let named as a function": (body('<A m:let-sum="1" m:value="2"/>'), 9, "'sum' is a function"),
    "a let that no one uses": (body('<A\n m:let-base="1"\n m:value="2"/>'), 10, "'base' is used nowhere in <A>"),
    "a bad name of a let": (body('<A m:let-a.b="1" m:value="2"/>'), 9, "letters, digits and underscores"),
    "comparing text and number": (body('<A m:if="seller.name == 1"/>'), 9, "compares a text with a number"),
    "comparing with no choice": (
        body("""<A m:if="first(first(invoices).lines).sort == 'x'"/>"""), 9, "can't be part of an expression",
    ),
    "an impossible choice": (
        body("""<A m:each="b in invoices"><B m:each="l in b.lines"\n m:if="l.sort == 'good'"/></A>"""),
        10, "It is never 'good'. Did you mean 'goods'?",
    ),
    "in without brackets": (body('<A m:if="seller.name in seller.tax_id"/>'), 9, "After 'in' write the values"),
    "a chain of comparisons": (body('<A m:if="1 &lt; 2 &lt; 3"/>'), 9, "Compare two values at a time"),
    "is instead of ==": (body('<A m:if="seller.name is None"/>'), 9, "Compare with =="),
    "= instead of ==": (body("""<A m:if="seller.name = 'x'"/>"""), 9, "Write == to compare"),
    "two kinds of result": (body("""<A m:value="1 if seller.name else 'x'"/>"""), 9, "a number and sometimes a text"),
    "two kinds of fallback": (body('<A m:value="seller.name or 1"/>'), 9, "sometimes a text and sometimes a number"),
    "division by zero": (body('<A m:value="1 / 0"/>'), 9, "This divides by zero"),
    "a power": (body('<A m:value="9 ** 9"/>'), 9, "only + - * / to compute with"),
    "an exponent": (body('<A m:value="1e9"/>'), 9, "Write the number 1e9 with digits and a point only"),
    "a call of a member": (body('<A m:value="seller.name.upper()"/>'), 9, "Only functions can be called"),
    "square brackets": (body('<A m:value="notes[0]"/>'), 9, "There are no square brackets: first(list)"),
    "a lambda": (body('<A m:value="(lambda: 1)"/>'), 9, "can't be part of an expression"),
    "a formatted string": (body("""<A m:value="f'{seller}'"/>"""), 9, "can't be part of an expression"),
    "an import": (body("""<A m:value="__import__('os')"/>"""), 9, "There is no function '__import__'"),
    "dunder attributes": (body('<A m:value="seller.__class__"/>'), 9, "There is no '__class__' in seller"),
    "a walrus": (body('<A m:value="(x := 1)"/>'), 9, "can't be part of an expression"),
    "an open text": (body("""<A m:value="join(', seller.name)"/>"""), 9, "A quotation mark is missing"),
    "an open bracket": (body('<A m:value="round(1.5"/>'), 9, "The brackets in 'round(1.5' don't match"),
    "half an expression": (body('<A m:value="1 +"/>'), 9, "is no expression"),
    "an empty expression": (body('<A m:value=" "/>'), 9, "There is nothing between the quotation marks"),
    "a long expression": (body(f'<A m:value="{"1+" * 400}1"/>'), 9, "longer than 600 characters"),
    "a deep expression": (body(f'<A m:value="{"-" * 60}1"/>'), 9, "nested too deeply"),
    "a mistake in the third line of an expression": (
        body('<A m:value="sum(\n  line.price for line\n  in invoices.linse)"/>'), 11, "Did you mean 'lines'?",
    ),
    "a list where a value should be": (body('<A m:value="x for x in notes"/>'), 9, "makes a list: take sum("),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named_by_line_and_in_plain_words(mistake: str) -> None:
    text, line, words = MISTAKES[mistake]
    with pytest.raises(BadMapping) as refused:
        parse_mapping(text, "mine.xml", TARGETS)
    (told,) = refused.value.mistakes
    assert words in told.text
    assert told.line == line
    assert str(told).startswith(f"mine.xml, line {line}: " if line else "mine.xml: ")


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told_as_a_sentence(mistake: str) -> None:
    text, _, _ = MISTAKES[mistake]
    with pytest.raises(BadMapping) as refused:
        parse_mapping(text, "mine.xml", TARGETS)
    (told,) = refused.value.mistakes
    assert told.text.endswith((".", "?"))
    assert len(told.text) < 300
    assert not re.search(r"Error|Traceback|object at|<class|ast\.|syntax", told.text)


def test_all_mistakes_are_told_at_once_in_their_order() -> None:
    text = body('<A m:value="x"/>\n<B m:each="y in seller"><C m:value="y.z"/></B>\n<C m:fi="1"/>')
    with pytest.raises(BadMapping) as refused:
        parse_mapping(text, "mine.xml", TARGETS)
    # what follows from an each that is wrong is not told as well
    assert [mistake.line for mistake in refused.value.mistakes] == [9, 10, 11]


def test_two_files_of_one_name_and_version_are_refused() -> None:
    text = HEAD.replace('"toy"', '"layout"').replace(">", "/>")
    one, other = MappingFile.parse("one.xml", text), MappingFile.parse("other.xml", text)
    with pytest.raises(
        BadMapping, match=re.escape("other.xml, line 3: toy_v1@1 is in one.xml already: raise the version")
    ):
        Mappings((one, other))


def test_a_file_that_is_no_text_or_is_not_there_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadMapping, match="The file is not text in UTF-8"):
        read_file(path)
    with pytest.raises(BadMapping, match="No such file"):
        read_file(tmp_path / "b.xml")

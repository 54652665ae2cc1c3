"""Many TaxInvoiceBulk files as one: what is read, what is refused, and that nothing changes on the way."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakturo.convert.invoice import Party
from fakturo.convert.merge import BulkReader, CannotMerge, Merger, Plan, Survey
from tests.support.bulks import NET, OTHER_SELLER, SELLER, Sale, bulk, net_bulk
from tests.unit.convert.targets.coretax.shop import PLAIN, produced_bytes

A, B, C = (Sale(f"INV/2026/000{number}") for number in (1, 2, 3))


def survey(files: Iterable[bytes], *, step: int = 4096) -> Survey:
    found = Survey()
    for number, content in enumerate(files):
        reading = found.begin(f"{number}.xml")
        for start in range(0, len(content), step):
            reading.feed(content[start : start + step])
        reading.end()
    return found


def merge(
    files: Sequence[bytes], *, limit: int = 1000, include_drafts: bool = False, step: int = 4096
) -> tuple[Plan, list[bytes]]:
    plan = survey(files, step=step).plan(limit=limit, include_drafts=include_drafts)
    merger, parts = Merger(plan), [b""] * plan.parts
    for content in files:
        reader = BulkReader()
        for start in range(0, len(content), step):
            for piece in merger.add(reader.feed(content[start : start + step])):
                parts[piece.part] += piece.text
        for piece in merger.add(reader.close()):
            parts[piece.part] += piece.text
    end = merger.end()
    parts[end.part] += end.text
    return plan, parts


def refusal(*files: bytes, include_drafts: bool = False) -> str:
    with pytest.raises(CannotMerge) as caught:
        survey(files).plan(limit=1000, include_drafts=include_drafts)
    return str(caught.value)


def test_invoices_keep_their_order_and_every_byte_of_a_file_in_our_form() -> None:
    plan, (merged,) = merge([bulk(A, B), bulk(C)])
    assert merged == bulk(A, B, C)
    assert (plan.seller, plan.invoices, plan.parts, plan.is_draft) == (SELLER, 3, 1, False)
    assert list(plan.warnings()) == []


@pytest.mark.parametrize(
    "other",
    [net_bulk(C), bulk(C, indent="\t"), bulk(C, indent="", line_end=""), bulk(C, root="")],
    ids=["of .NET", "tabs", "one line", "bare"],
)
def test_all_forms_in_use_come_out_as_one(other: bytes) -> None:
    _, (merged,) = merge([bulk(A), other])
    assert merged == bulk(A, C)


def test_utf_16_is_read_too() -> None:
    text = bulk(A).decode().replace('encoding="utf-8"', 'encoding="utf-16"')
    assert merge([text.encode("utf-16")])[1] == [bulk(A)]


@given(
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1, max_size=50),
    st.integers(1, 70),
)
def test_texts_come_through_unchanged_however_the_file_is_cut(text: str, step: int) -> None:
    if {"\ufffe", "\uffff"} & set(text):
        return
    awkward = Sale(f"<&>\"'{text}", buyer=text, goods=[f"]]>{text}", "Kabel 2×1,5 mm²"])
    _, (merged,) = merge([bulk(A), net_bulk(awkward)], step=step)
    assert merged == bulk(A, awkward)


def test_the_root_is_opened_as_in_the_first_file() -> None:
    assert merge([net_bulk(A), bulk(B)])[1] == [bulk(A, B, root=NET)]
    assert merge([bulk(A, root=""), bulk(B)])[1] == [bulk(A, B, root="")]


def test_a_carriage_return_in_a_text_stays_one() -> None:
    content = bulk(Sale(buyer="one@two")).replace(b"@", b"&#13;&#10;")
    assert merge([content])[1] == [content.replace(b"&#10;", b"\n")]


@pytest.mark.parametrize(("limit", "sizes"), [(1, [1] * 5), (2, [2, 2, 1]), (4, [4, 1]), (5, [5]), (1000, [5])])
def test_a_part_has_no_more_invoices_than_the_limit(limit: int, sizes: list[int]) -> None:
    sales = [Sale(f"INV-{number}") for number in range(5)]
    plan, parts = merge([bulk(*sales[:3]), bulk(*sales[3:])], limit=limit)
    assert plan.parts == len(parts) == len(sizes)
    left = iter(sales)
    assert parts == [bulk(*(next(left) for _ in range(size))) for size in sizes]


def test_the_same_files_give_the_same_bytes() -> None:
    files = [bulk(A), net_bulk(B, C)]
    assert merge(files)[1] == merge(files, step=7)[1]


def test_different_sellers_are_refused_and_named() -> None:
    files = [bulk(A), bulk(B, seller=OTHER_SELLER), bulk(C)]
    with pytest.raises(CannotMerge) as caught:
        survey(files).plan(limit=1000)
    assert caught.value.files[1] == f"is of seller {OTHER_SELLER}"
    assert str(caught.value).splitlines()[1:] == [f"0.xml, 2.xml: seller {SELLER}.", f"1.xml: seller {OTHER_SELLER}."]


NOT_BULK = {
    "empty": (b"", "is empty"),
    "text": (b"hello", "is not XML"),
    "cut off": (bulk(A)[:-30], "cut off"),
    "something behind": (bulk(A) + b"<x/>", "is not XML"),
    "another format": (b"<Invoice xmlns='urn:oasis'/>", "is no Coretax file: it does not begin with <TaxInvoiceBulk>"),
    "no seller": (bulk(A, seller=" "), "does not name its seller"),
    "no invoice": (bulk(), "holds no invoice"),
    "a list without invoices": (
        b"<TaxInvoiceBulk><TIN>1</TIN><ListOfTaxInvoice/></TaxInvoiceBulk>",
        "holds no invoice",
    ),
    "document type": (b"<!DOCTYPE TaxInvoiceBulk [<!ENTITY x 'y'>]>" + bulk(A)[39:], "document type of its own"),
    "external": (b"<!DOCTYPE TaxInvoiceBulk SYSTEM 'http://127.0.0.1:9/x'>" + bulk(A)[39:], "document type of its own"),
    "more in the head": (bulk(A).replace(b"</TIN>", b"</TIN><Note>x</Note>"), "has an element <Note>"),
    "no invoice in the list": (bulk(A).replace(b"<TaxInvoice>", b"<x/><TaxInvoice>"), "has an element <x>"),
    "a namespace": (bulk(A).replace(b"<TrxCode>", b"<TrxCode xmlns='x'>"), "has an element <TrxCode>"),
    "an attribute": (bulk(A).replace(b"<TrxCode>", b"<TrxCode a='1'>"), "has an attribute on <TrxCode>"),
    "text between": (bulk(A).replace(b"<TrxCode>", b"stray<TrxCode>"), "text beside the elements of <TaxInvoice>"),
    "too deep": (bulk(A).replace(b"<AddInfo/>", b"<a>" * 500 + b"</a>" * 500), "is not XML"),
    "another format, large": (b"<layout>" + b"<word/>" * 20_000 + b"</layout>", "is no Coretax file"),
    "wrapped": (b"<x>" + bulk(A)[39:] + b"</x>", "is no Coretax file"),
    "no list": (b"<TaxInvoiceBulk><TIN>1</TIN></TaxInvoiceBulk>", "has no <ListOfTaxInvoice>"),
    "the list first": (b"<TaxInvoiceBulk><ListOfTaxInvoice/><TIN>1</TIN></TaxInvoiceBulk>", "<ListOfTaxInvoice> where"),
    "more behind": (bulk(A).replace(b"</TaxInvoiceBulk>", b"<Note/></TaxInvoiceBulk>"), "has an element <Note>"),
    "more in the list": (bulk(A).replace(b"  </ListOfT", b"<Note/></ListOfT"), "has an element <Note>"),
    "text in the list": (bulk(A).replace(b"  </ListOfT", b"stray</ListOfT"), "text beside"),
    "text in the root": (bulk(A).replace(b"<TIN>", b"stray<TIN>"), "text beside the elements of <TaxInvoiceBulk>"),
    "an attribute of the root": (bulk(A, root="a='1'"), "has an attribute on <TaxInvoiceBulk>"),
    "an attribute above": (bulk(A).replace(b"<TIN>", b"<TIN a='1'>"), "has an attribute on <TIN>"),
    "elements in the number": (bulk(A, seller="<b>1</b>"), "has an element <b>"),
}


@pytest.mark.parametrize(("content", "sentence"), NOT_BULK.values(), ids=NOT_BULK)
def test_what_is_not_coretax_is_named(content: bytes, sentence: str) -> None:
    told = refusal(bulk(A), content)
    assert told.startswith("1.xml ")
    assert sentence in told


def test_all_that_is_wrong_is_told_at_once() -> None:
    told = refusal(b"", bulk(A), *[b"hello"] * 8)
    assert told.splitlines()[:2] == ["0.xml is empty.", "2.xml is not XML, or is damaged."]
    assert told.splitlines()[-1] == "4 more cannot be used either."


def test_entities_are_not_expanded_even_in_attributes() -> None:
    laughs = "".join(f"<!ENTITY x{n} '{f'&x{n - 1};' * 10}'>" for n in range(1, 12))
    content = f"<!DOCTYPE TaxInvoiceBulk [<!ENTITY x0 'ha'>{laughs}]><TaxInvoiceBulk a='&x11;'/>".encode()
    assert refusal(content).startswith("0.xml ")


def test_a_draft_is_refused_unless_told_and_leaves_its_mark() -> None:
    draft = bulk(B, mark="<!-- draft: the buyer is unknown -->")
    assert refusal(bulk(A), draft).startswith("1.xml is marked as draft")
    plan, (merged,) = merge([bulk(A), draft], include_drafts=True)
    assert plan.is_draft
    assert survey([merged]).files[0].is_draft
    assert merge([merged], include_drafts=True)[1] == [merged]


def test_a_comment_inside_is_no_mark_and_is_left_out() -> None:
    content = bulk(A).replace(b"<TrxCode>", b"<!-- draft of ours --><TrxCode>")
    assert merge([content])[1] == [bulk(A)]


def twice(first: Sale, second: Sale) -> list[str]:
    return list(survey([bulk(first), bulk(second)]).plan(limit=1000).warnings())


def test_an_invoice_that_is_there_twice_is_a_warning() -> None:
    other_goods = Sale(goods=["Something else"], buyer="Pt contoh jaya")
    assert twice(Sale(), other_goods) == ["Invoice INV/2026/0001 of 2026-03-09 seems to be there twice: 0.xml, 1.xml."]
    (within_one,) = survey([bulk(A, B, A)]).plan(limit=1000).warnings()
    assert within_one.endswith("seems to be there twice: 0.xml.")


@pytest.mark.parametrize(
    "other",
    [
        Sale("INV/2026/0002"),
        Sale(date="2026-03-10"),
        Sale(buyer_tin="0111111111111000"),
    ],
    ids=["reference", "date", "buyer"],
)
def test_another_reference_date_or_buyer_is_another_invoice(other: Sale) -> None:
    assert twice(Sale(), other) == []


def test_buyers_without_a_number_are_told_apart_by_document_and_name() -> None:
    nobody = "0000000000000000"
    one, other = (Sale(buyer_tin=nobody, buyer_number=number) for number in ("P123", "P124"))
    assert twice(one, other) == []
    assert len(twice(one, one)) == 1


def test_without_a_reference_only_the_very_same_is_a_duplicate() -> None:
    assert twice(Sale(""), Sale("", goods=["Something else"])) == []
    assert twice(Sale(""), Sale("")) == ["An invoice of 2026-03-09 seems to be there twice: 0.xml, 1.xml."]


@pytest.mark.parametrize("mapping", ["coretax_v1", "pt_simon_invoice_v1"])
def test_what_our_own_mappings_make_is_merged_as_if_it_had_been_made_at_once(mapping: str) -> None:
    invoices = [replace(PLAIN, number=f"INV-{number}") for number in range(3)]
    alone = [produced_bytes(invoice, mapping=mapping)[0] for invoice in invoices]
    together, _ = produced_bytes(invoices, mapping=mapping)
    assert [file.is_draft for file in survey(alone).files] == [False] * 3
    assert merge(alone)[1] == [together]


def test_our_own_drafts_are_known_as_such() -> None:
    stranger = replace(PLAIN, buyer=Party("PT Tidak Dikenal"))
    draft, _ = produced_bytes(stranger)
    assert survey([draft]).files[0].is_draft
    assert merge([draft], include_drafts=True)[0].is_draft


def test_nothing_to_merge_is_said() -> None:
    assert refusal() == "There is nothing to merge: name at least one file."

"""Names that could mislead: brands, notes, labels, and invoices that the buyer writes."""

from dataclasses import replace

import pytest

from fakturo.convert.header.parties.decision import is_no_name, may_be_a_slogan, may_be_the_line_below
from fakturo.convert.header.parties.legal_form import legal_name
from fakturo.convert.header.reader import Header, read_header
from fakturo.convert.header.scene import TableArea
from tests.support.drawn import drawn

GAP = " " * 40


def _names(header: Header) -> tuple[str | None, str | None]:
    seller, buyer = header.seller.name, header.buyer.name
    return seller.value if seller else None, buyer.value if buyer else None


def _codes(header: Header) -> set[str]:
    return {issue.code for issue in header.issues}


def test_who_writes_a_self_billed_invoice_is_the_buyer() -> None:
    header = read_header(
        drawn(
            """
            Scrapyard North LLP
            4 Dock Road
            Hull HU1 1AA
            VAT GB 333 4442 94

            SELF-BILLED INVOICE

            Supplier
            Tinker Metals Ltd
            2 High Street
            London N1 1AA
            """
        )
    )
    assert _names(header) == ("Tinker Metals Ltd", "Scrapyard North LLP")


def test_without_a_word_for_the_supplier_a_self_billed_invoice_is_in_doubt() -> None:
    header = read_header(
        drawn(
            """
            Buchhaus Lindau GmbH
            Weg 1
            10115 Berlin


            Herrn
            Max Muster
            Gasse 2
            10117 Berlin

            Gutschrift nach § 14 Abs. 2 Satz 2 UStG
            """
        )
    )
    assert {"SELLER_DOUBTFUL", "BUYER_DOUBTFUL"} <= _codes(header)


def test_a_column_of_labels_holds_no_name() -> None:
    header = read_header(
        drawn(
            """
            Abc Comercial S.A.
            Camino 12

            Cliente        Araucano SpA
            Q.R.S.         76.971.611-6
            Rubro          Panadería
            """
        )
    )
    assert _names(header)[1] == "Araucano SpA"


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Abc S. de R.L. de C.V.", "Abc S. de R.L. de C.V."),
        ("Abc & Sons Q.E.", "Abc & Sons Q.E."),
        ("Abc Ltd. Sti.", "Abc Ltd. Sti."),
    ],
)
def test_a_name_is_not_cut_inside_its_legal_form(line: str, name: str) -> None:
    assert legal_name(line) == name


@pytest.mark.parametrize(
    ("line", "name"), [("C6634 Abc Tools Ltd", "Abc Tools Ltd"), ("Toolworks -123390", "Toolworks")]
)
def test_a_customers_number_is_no_part_of_its_name(line: str, name: str) -> None:
    page = f"""
    Scrapyard North LLP
    4 Dock Road
    Hull HU1 1AA

    Customer: {line}
    """
    assert _names(read_header(drawn(page)))[1] == name


def test_a_second_label_after_a_stroke_is_no_name() -> None:
    header = read_header(
        drawn(
            """
            Customer / Full title
            Abc Tools Ltd
            2 High Street
            London N1 1AA
            """
        )
    )
    assert _names(header)[1] == "Abc Tools Ltd"


@pytest.mark.parametrize(
    ("third", "doubted"),
    [
        ("", False),
        ("Bearer\nTamsin Ferrow\n4 Mill Lane\nLeeds LS1 1AA", True),
        ("Def Seiki Corporation\n4 Mill Lane\nLeeds LS1 1AA", False),
    ],
)
def test_who_gets_the_goods_is_the_buyer_unless_somebody_else_may_be(third: str, *, doubted: bool) -> None:
    page = """Exporter
Abc Tools Ltd
2 High Street
London N1 1AA

Consignee
Def Seiki Corporation
9 Dock Road
Hull HU1 1AA
"""
    header = read_header(drawn(f"{page}\n{third}"))
    assert _names(header) == ("Abc Tools Ltd", "Def Seiki Corporation")
    assert ("BUYER_DOUBTFUL" in _codes(header)) is doubted


@pytest.mark.parametrize("label", ["Buyer: ", ""])
def test_a_company_may_bill_its_daughter_if_labels_call_both_so(label: str) -> None:
    page = f"""
        Seller: Abc Tools Trading Ltd
        2 High Street
        London N1 1AA

        {label}Abc Tools Ltd
        9 Dock Road
        Hull HU1 1AA
        """
    header = read_header(drawn(page))
    assert _names(header) == ("Abc Tools Trading Ltd", "Abc Tools Ltd")
    doubted = {"SELLER_DOUBTFUL", "BUYER_DOUBTFUL"} <= _codes(header)  # one may be the other in short
    assert doubted is not bool(label)


def test_an_address_is_one_partys() -> None:
    page = """
        To:   Tamsin Ferrow
              Waldhorner Chaussee
              Hamburg Nord
              22111 Hamburg
        """
    seller, buyer = _names(read_header(drawn(page)))
    assert (seller, buyer) == (None, "Tamsin Ferrow")


def test_a_name_that_is_printed_again_below_stands_where_it_is_printed_first() -> None:
    header = read_header(
        drawn(
            """
            Bill to:
            Tal GmbH
            Weg 1
            10115 Berlin

            Description      Amount
            Work             100.00
            Total            100.00

            Bill to: Tal GmbH
            """
        ),
        table=TableArea(1, 100, 1, 140),
    )
    facts = header.weighed["buyer"].best.evidence
    assert "before table" in facts
    assert not facts & {"after table", "foot"}


def test_a_name_that_is_cut_off_is_the_one_that_it_begins() -> None:
    page = """
        Abc Tools Ltd
        2 High Street
        London N1 1AA

        Ferrow Supplies and Ser
        9 Dock Road
        Hull HU1 1AA

        Bill to: Ferrow Supplies and Services Ltd
        9 Dock Road
        Hull HU1 1AA
        """
    header = read_header(drawn(page))
    assert _names(header)[1] == "Ferrow Supplies and Services Ltd"
    assert "Ferrow Supplies and Ser" not in {one.value for one in header.weighed["buyer"].candidates}


def test_a_bank_that_no_label_calls_the_buyer_is_never_surely_one() -> None:
    page = "^Abc Tools Ltd\n2 High Street\nLondon N1 1AA\n\nFirst Harbour Bank plc\n9 Dock Road\nHull HU1 1AA\n"
    header = read_header(drawn(page))
    assert _names(header)[1] in {None, "First Harbour Bank plc"}
    assert {"BUYER_DOUBTFUL", "BUYER_MISSING"} & _codes(header)


def test_a_name_before_its_mail_address_is_whole() -> None:
    page = "Abc Tools Ltd\n2 High Street\nLondon N1 1AA\n\nBill to:\nTamsin Ferrow <tamsin@ferrow.example>\nHull\n"
    assert _names(read_header(drawn(page)))[1] == "Tamsin Ferrow"


def test_the_label_of_a_list_of_fields_is_no_name() -> None:
    page = """
        Seller                         Buyer
        VAT no.: GB 123 4567 89        VAT no.: GB 987 6543 21
        Name: North, South and East    Name: Abc Tools Ltd
        """
    header = read_header(drawn(page))
    assert _names(header) == ("North, South and East", "Abc Tools Ltd")
    assert not {"Seller", "Buyer"} & {one.value for one in header.weighed["seller"].candidates}


@pytest.mark.parametrize(("facts", "doubted"), [({"called seller"}, True), ({"called seller", "legal form"}, False)])
def test_a_company_that_a_label_calls_the_seller_is_no_slogan(facts: set[str], *, doubted: bool) -> None:
    weighed = read_header(drawn("Seller: Abc Tools Ltd\n2 High Street\nLondon N1 1AA\n")).weighed["seller"]
    barely = replace(weighed, candidates=[weighed.best._replace(evidence=frozenset(facts))], chosen=0, probability=0.8)
    assert may_be_a_slogan(barely) is doubted


@pytest.mark.parametrize(
    ("facts", "doubted"),
    [
        ({"below is person"}, True),
        ({"below is company"}, True),
        ({"below is street"}, False),
        ({"below is person", "called buyer"}, False),
        ({"below is person", "legal form"}, False),
        ({"below is person", "called buyer", "person"}, True),
    ],
)
def test_what_stands_over_a_name_may_be_its_label(facts: set[str], *, doubted: bool) -> None:
    weighed = read_header(drawn("Customer: Abc Tools Ltd\n2 High Street\nLondon N1 1AA\n")).weighed["buyer"]
    barely = replace(weighed, candidates=[weighed.best._replace(evidence=frozenset(facts))], chosen=0, probability=0.8)
    assert may_be_the_line_below(barely) is doubted
    assert not may_be_the_line_below(replace(barely, probability=0.95))


def test_the_name_of_a_tax_offices_system_is_a_title() -> None:
    page = "^Krajowy System e-Faktur\n\nSprzedawca\nNazwa: Yard i Syn\n\nNabywca\nNazwa: Abc Sp. z o.o.\n"
    header = read_header(drawn(page))
    assert not any(one.value.startswith("Krajowy") for one in header.weighed["seller"].candidates)


@pytest.mark.parametrize("quoted", ["«Ferrow»", "„Ferrow“", "<<FERROW>>"])
def test_a_name_in_quotation_marks_ends_with_them(quoted: str) -> None:
    page = f"Abc Tools Ltd\n2 High Street\nLondon N1 1AA\n\nBuyer:\nAO {quoted} Main Road, 7\n188508 Gorelovo\n"
    assert _names(read_header(drawn(page)))[1] == f"AO {quoted}"


@pytest.mark.parametrize(
    ("line", "name"),
    [("Payable in 30 days. E. & O.E.", None), ("SARL La Mésange au capital de 10 000 €", "SARL La Mésange")],
)
def test_what_follows_or_resembles_a_name_is_no_part_of_it(line: str, name: str | None) -> None:
    assert legal_name(line) == name


@pytest.mark.parametrize(
    ("page", "seller"),
    [
        ("^TOURMAGNE\nTOURMAGNE MATIERES PREMIERES\nLot 3\n35991 SAINT-BRIEUL", "TOURMAGNE MATIERES PREMIERES"),
        ("^LOKANTARA TBK\nPT. Lokantara Tbk\nJl. Raya 5\nSurabaya 60264", "PT. Lokantara Tbk"),
        ("^Prof Mei Yard\nConsultant\n1 Dock Road\nHull HU1 1AA", "Prof Mei Yard"),
        ("^9934-6376 Québec inc. (Yard)\n756 rue Principale\nVal-Dormant QC H9P 5T2", "9934-6376 Québec inc. (Yard)"),
        (f"^Yard Goods Ltd\n{GAP}Knockadoon\n{GAP}Main Street\n{GAP}Dublin 4", "Yard Goods Ltd"),
        ("Diterbitkan oleh: PT Yard Pers - Jl. Raya No. 19, Surabaya 60247", "PT Yard Pers"),
    ],
)
def test_the_whole_name_is_the_sellers(page: str, seller: str) -> None:
    header = read_header(drawn(f"{page}\n\nBill to:\nTal GmbH\nWeg 1\n10115 Berlin\n"))
    assert _names(header)[0] == seller


def test_lines_with_prices_are_no_address() -> None:
    page = "^Berg GmbH\n80331 München\n\nMax Muster\nGasse 2\n10117 Berlin\n\n"
    right = "\n".join(f"{'':40}{line}" for line in ("Honorar Berlin", "2 Std. 350,00 €", "7008 VV Gebühr"))
    assert _names(read_header(drawn(page + right)))[1] == "Max Muster"


def test_an_address_without_a_name_beside_the_letterhead_is_its_own() -> None:
    page = """
                                        7 Dock Road
    Yardcole Foods Ltd                  Hull HU1 1AA
                                        Tel: 01482 871346

    Kirkbrigg Farm Ltd
    Attn: Tamsin Ferrow
    2 High Street
    London N1 1AA
    """
    header = read_header(drawn(page))
    assert _names(header) == ("Yardcole Foods Ltd", "Kirkbrigg Farm Ltd")


def test_stars_part_a_senders_line_and_whom_a_debt_is_sold_to_sells_nothing() -> None:
    page = """
    ^yardcolenet


    Yardcole Hosting GmbH * Markt 8 * 10129 Berlin
    Max Muster
    Gasse 2
    10117 Berlin




    This debt has been assigned to Larkmoor Finance Ltd, HRB 5566
    """
    header = read_header(drawn(page))
    assert _names(header) == ("Yardcole Hosting GmbH", "Max Muster")


def test_a_panel_beside_the_table_is_read() -> None:
    page = """
    From                 Invoice INV-096
    Yardcole Design Ltd  Date: 17 July 2025
    1 Dock Road
    Hull HU1 1AA
                         Service           Qty      Rate     Total
    Billed to            Podcast editing   2        50.00    100.00
    Tamsin Ferrow        Brand workshop    1        50.00    50.00
    2 High Street        Landing page      1        10.00    10.00
    London N1 1AA        Hosting           1        10.00    10.00
                                                    Total    170.00
    """
    assert _names(read_header(drawn(page)))[1] == "Tamsin Ferrow"


@pytest.mark.parametrize(
    ("facts", "doubted"),
    [({"street"}, True), ({"no name"}, True), ({"no name", "legal form"}, False), ({"person"}, False)],
)
def test_what_is_no_name_is_never_sure_whatever_calls_it_so(facts: set[str], *, doubted: bool) -> None:
    weighed = read_header(drawn("Customer: Abc Tools Ltd\n2 High Street\nLondon N1 1AA\n")).weighed["buyer"]
    best = weighed.best._replace(evidence=frozenset(facts | {"called buyer"}))
    assert is_no_name(replace(weighed, candidates=[best], chosen=0, probability=0.95)) is doubted

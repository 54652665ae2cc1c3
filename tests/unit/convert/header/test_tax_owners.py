"""Whose tax number is whose."""

import pytest

from fakturo.convert.header.reader import Header, read_header
from fakturo.convert.header.scene import TableArea
from tests.support.drawn import drawn

TABLE = """
Description            Qty       Price      Amount
Work                   2         50.00      100.00
Total                                       100.00
"""


def header_of(head: str, foot: str = "") -> Header:
    return read_header(drawn(f"{head}\n{TABLE}\n\n{foot}\n"))


def ids_of(header: Header) -> tuple[str | None, str | None]:
    seller, buyer = header.seller.tax_id, header.buyer.tax_id
    return seller.value if seller else None, buyer.value if buyer else None


def doubts_of(header: Header) -> set[str]:
    return {issue.code for issue in header.issues if "TAX_ID" in issue.code}


LETTER = """Harrow Lane Supplies Ltd
12 Mill Road
Leeds LS1 4AB



Bill to:
Brightwater Foods Ltd
4 Quay Street
Bristol BS1 2CD



{data}
"""
FOOT = "Harrow Lane Supplies Ltd. VAT no. GB 434 0312 94"


def test_an_account_is_no_tax_number_however_it_is_spaced() -> None:
    foot = "Bank: PL 75 8738 4262 4249 5917 7871 2918"
    header = header_of(LETTER.format(data="Invoice no: 17\nDate: 3 May 2024"), foot)
    assert ids_of(header) == (None, None)


@pytest.mark.parametrize("number", ["SI-1143-2024", "INV-GB-62198429-2024-471", "FR20242715466"])
def test_the_invoices_own_number_is_no_tax_number(number: str) -> None:
    header = header_of(LETTER.format(data=f"Invoice no: {number}\nDate: 3 May 2024"), FOOT)
    assert ids_of(header) == ("GB434031294", None)
    assert not doubts_of(header)


def test_what_follows_a_number_is_no_part_of_it() -> None:
    foot = "Capital 15 000 - Zorp GB 434 0312 94 - Register 4711"
    header = header_of(LETTER.format(data="Invoice no: 17\nDate: 3 May 2024"), foot)
    assert ids_of(header) == ("GB434031294", None)


def test_a_legal_form_does_not_say_yours() -> None:
    head = """Hofsteen Holding B.V.
Marconiweg 43
3098 WP Rotteveen

Factuur aan:
Jansen Bouw
Kade 3
1011 AB Amsterdam

Factuurnummer: 17
Factuurdatum: 03-05-2024"""
    header = header_of(head, "Hofsteen Holding B.V. Btw-nummer NL006522836B01")
    assert ids_of(header) == ("NL006522836B01", None)


def test_beside_the_sellers_the_one_among_the_documents_data_is_the_buyers() -> None:
    data = """Invoice no.       Date            Account           VAT no.
17                3 May 2024      C06569            GB 123 4567 82"""
    header = header_of(LETTER.format(data=data), FOOT)
    assert ids_of(header) == ("GB434031294", "GB123456782")
    assert not doubts_of(header)


def test_a_single_one_beside_the_customers_number_is_doubted() -> None:
    data = """Invoice no.       Date            Customer no.      VAT no.
17                3 May 2024      C06569            GB 123 4567 82"""
    header = header_of(LETTER.format(data=data))
    assert ids_of(header) == ("GB123456782", None)
    assert doubts_of(header) == {"SELLER_TAX_ID_DOUBTFUL"}


def test_a_single_one_behind_another_companys_name_is_doubted() -> None:
    foot = "Printed with software of Ledgerworks Ltd. VAT no. GB 434 0312 94"
    header = header_of(LETTER.format(data="Invoice no: 17\nDate: 3 May 2024"), foot)
    assert doubts_of(header) == {"SELLER_TAX_ID_DOUBTFUL"}


@pytest.mark.parametrize(("name", "country"), [("Ledgerworks Ltd.", None), ("Harrow Lane Supplies Ltd.", "IE")])
def test_a_doubtful_one_tells_no_country(name: str, country: str | None) -> None:
    letter = LETTER.replace("Leeds LS1 4AB", "Leeds").format(data="Invoice no: 17\nDate: 3 May 2024")
    header = header_of(letter, f"{name} VAT no. IE6388047V")
    found = header.seller.country
    assert (found and found.value) == country


def test_a_single_one_beside_the_buyers_address_is_doubted() -> None:
    page = """Harrow Lane Supplies Ltd
30-12 Mill Road
Leeds LS1 4AB

Invoice no: 17
Date: 3 May 2024



Bill to:
Brightwater Foods Ltd
4 Quay Street                                     VAT no.: GB 434 0312 94
Bristol BS1 2CD
"""
    header = header_of(page)
    assert doubts_of(header) & {"SELLER_TAX_ID_DOUBTFUL", "BUYER_TAX_ID_DOUBTFUL"}


@pytest.mark.parametrize(("town", "doubts"), [("", {"SELLER_TAX_ID_DOUBTFUL"}), ("810176 Braila, Romania", set())])
def test_a_single_one_of_the_buyers_country_needs_a_seller_who_is_at_home_there(town: str, doubts: set[str]) -> None:
    head = f"""Harrow Lane Supplies
Str. Plopilor 4
{town}

                                                  Bill to:
                                                  Tesatorie Nordul
                                                  Str. Vadeni 16
                                                  810176 Braila
VAT no.: RO17378052                               Romania

Invoice no: 17
Date: 3 May 2024"""
    header = header_of(head)
    assert ids_of(header) == ("RO17378052", None)
    assert doubts_of(header) == doubts


def test_a_name_behind_the_number_says_nothing() -> None:
    foot = "VAT no. GB 434 0312 94, director: Ann Brightwater Foods"
    header = header_of(LETTER.format(data="Invoice no: 17\nDate: 3 May 2024"), foot)
    assert ids_of(header) == ("GB434031294", None)


def test_under_the_labels_of_an_address_a_number_is_the_addressees() -> None:
    head = """Harrow Lane Supplies Ltd           Tax Registration No.: 951-196-298



Messrs.:        Brightwater Foods Ltd          Invoice No:    1915
Address:        4 Quay Street                  Date:          7 March 2026
                Bristol BS1 2CD                Terms:         Cheque
Tax Reg. No.: 645-833-617"""
    header = header_of(head)
    assert ids_of(header) == ("951-196-298", "645-833-617")
    assert not doubts_of(header)


def test_in_a_row_of_a_form_the_number_before_the_name_is_its() -> None:
    head = """Distribuidora Carancho S.R.L.
CUIT: 33536714329
Fecha de emisión: 06/04/2024
Factura nro: 00008415



CUIT: 33162646139        Razón Social: La Tranquera S.A.
Condición: IVA           Domicilio: Av. Rivadavia 2813, Buenos Aires"""
    assert ids_of(header_of(head)) == ("33536714329", "33162646139")


def test_who_gets_the_goods_is_neither_party() -> None:
    head = """Sahyadri Traders Private Limited
6 Tower Road
Haryana 122032
GSTIN: 06HAFXS1126E1Z4

Bill to:                             Ship to:
Deccan Bloom Private Limited         Konkan Stores Private Limited
1 Cyber Road                         8 Ghat Road
Haryana 122073                       Pune 411001
GSTIN: 06VKNEN4173H1Z9               GSTIN: 27RMBRB7799S1Z3

Invoice no: 17
Date: 3 May 2024"""
    header = header_of(head)
    assert ids_of(header) == ("06HAFXS1126E1Z4", "06VKNEN4173H1Z9")
    assert not doubts_of(header)


def test_a_buyer_who_writes_the_invoice_has_its_own_number_in_the_letterhead() -> None:
    head = """Thistledown LLP
Unit 14, Tannery Road, Wincanton BA3 1UE, VAT GB835822886
SELF-BILLED INVOICE

Supplier
Fernyhough Wholesale Limited
7 Corn Exchange
Stokesay SY7 4LW

Your VAT no: GB 126 6618 45
Invoice no: 883967
Date: 1 January 2026"""
    header = header_of(head, "Issued by Thistledown LLP under a self-billing agreement.")
    assert ids_of(header) == ("GB126661845", "GB835822886")


def test_the_foot_of_a_page_counts_though_the_table_goes_on_overleaf() -> None:
    head = LETTER.format(data="Invoice no: 17\nDate: 3 May 2024")
    rows = "\n".join(f"Work {number}                2         50.00      100.00" for number in range(10, 46))
    first, second = f"{head}\nDescription            Qty       Price      Amount\n{rows}\n\n{FOOT}", rows
    header = read_header(drawn(first, second), table=TableArea(1, 290, 2, 500))
    assert ids_of(header) == ("GB434031294", None)


PLAIN = LETTER.format(data="Invoice no: 17\nDate: 3 May 2024")
BERLIN = """Tal Maschinenbau GmbH
Hauptstr. 4
10115 Berlin



Rechnung an:
{buyer}



Rechnung Nr. 17
Datum: 03.05.2024
{data}
"""


@pytest.mark.parametrize(
    ("data", "foot"),
    [
        ("", "Assigned to Nordfactor Bank AG, 20457 Hamburg, VAT no. DE118714567"),
        ("Transporter VAT no: GB 999 9999 73", ""),
    ],
)
def test_who_carries_or_collects_is_neither_party(data: str, foot: str) -> None:
    head = LETTER.replace("Leeds LS1 4AB", "Leeds LS1 4AB\nVAT no. GB 434 0312 94")
    header = header_of(head.format(data=f"Invoice no: 17\nDate: 3 May 2024\n{data}"), foot)
    assert ids_of(header) == ("GB434031294", None)
    assert not doubts_of(header)


def test_a_german_tax_offices_number_is_its_owners_alone() -> None:
    head = BERLIN.format(
        buyer="Berg Handel GmbH\nRingweg 9\n80331 München", data="Kundennummer: 4711\nSteuernummer: 21/117/42634"
    )
    header = header_of(head, "USt-IdNr. DE811907980")
    assert ids_of(header) == ("DE811907980", None)
    assert not doubts_of(header)


def test_the_buyers_country_has_its_number_wherever_that_stands() -> None:
    head = BERLIN.format(buyer="Alp Handel GmbH\nRingweg 9\n1010 Wien\nÖsterreich", data="")
    foot = "Steuerfreie Lieferung an ATU12345675\n\n\n\n\n\nTal Maschinenbau GmbH, USt-IdNr. DE811907980"
    header = header_of(head, foot)
    assert ids_of(header) == ("DE811907980", "ATU12345675")
    assert not doubts_of(header)


def test_in_the_row_of_a_partys_label_a_number_is_the_partys() -> None:
    head = """Dodavatel:                             Faktura č. 17
Kovarna s.r.o.                         Datum vystavení: 18.10.2024
Nádražní 21                            Objednávka: 627
119 00 Praha
                                       Odběratel:  IČ: 82777131     DIČ: CZ82777131
DIČ: CZ25977521                                       Lipnice s.r.o.
                                                      Nádražní 15
                                                      605 00 Brno
"""
    assert ids_of(header_of(head)) == ("CZ25977521", "CZ82777131")


def test_of_two_numbers_the_kind_counts_that_both_have() -> None:
    head = """Kelapa Emas Berhad
No. 83, Jalan Perusahaan, 47126 Petaling

Supplier TIN: C27582261230
Supplier SST ID: B16-6219-84198714
Buyer TIN: C12886856410
Buyer Name: Gemilang Jaya Sdn. Bhd.
Invoice no: 17
Date: 3 May 2024"""
    header = header_of(head)
    assert ids_of(header) == ("C27582261230", "C12886856410")
    assert not doubts_of(header)


@pytest.mark.parametrize(
    ("number", "country"), [("20283973283", "PE"), ("1791255597001", "EC"), ("80012345-6", "PY"), ("1234", None)]
)
def test_what_several_countries_call_theirs_is_told_by_its_shape(number: str, country: str | None) -> None:
    head = f"""Pacífico Norte
R.U.C. N° {number}

Cliente:
Tambo Grande

Factura no: 17
Fecha: 03/05/2024"""
    header = header_of(head)
    assert (header.seller.country.value if header.seller.country else None) == country


ITEMS = """
Description            Qty       Price      Amount
Work                   2         50.00      100.00
Total                                       £100.00
"""


def test_columns_of_two_parties_may_hold_numbers_of_two_lengths() -> None:
    page = """
        Tax Invoice 17                 Date: 3 May 2024

                       Seller                    Buyer
        Name           North Signs Ltd           Belforte S.r.l.
        VAT number     GB 123 4567 89            88-4412-99317
        Address        1 High Street             Via Roma 3
        """
    header = read_header(drawn(page + ITEMS))
    assert ids_of(header) == ("GB123456789", "88441299317")


def test_a_partys_label_before_the_numbers_of_a_row_owns_them() -> None:
    page = """
        North Signs Ltd
        1 High Street
        Leeds LS1 4AB

        Invoice 17     Date: 3 May 2024

                                   Customer:    Reg. no. 4411    VAT no. GB 987 6543 21
                                                South Cafe Ltd
                                                2 Low Street
                                                York YO1 7HH
        """
    header = read_header(drawn(page + ITEMS + "\nNorth Signs Ltd  VAT no. GB 123 4567 89"))
    assert ids_of(header) == ("GB123456789", "GB987654321")
    assert not doubts_of(header)


def test_a_number_of_who_gets_the_goods_is_nobodys() -> None:
    page = """
        North Signs Ltd
        1 High Street
        Leeds LS1 4AB
        VAT no. GB 123 4567 89

        Deliver to:
        West Stores Ltd
        7 Mid Street
        Hull HU1 2AA
        VAT no. GB 555 1234 11

        Bill to:
        South Cafe Ltd
        2 Low Street
        York YO1 7HH
        VAT no. GB 987 6543 21

        Invoice 17     Date: 3 May 2024
        """
    header = read_header(drawn(page + ITEMS))
    assert ids_of(header) == ("GB123456789", "GB987654321")
    assert not doubts_of(header)


@pytest.mark.parametrize("label", ["VAT no.", "Supplier VAT no."])
def test_on_a_self_billed_invoice_the_letterheads_number_is_the_buyers(label: str) -> None:
    page = f"""
        North Metals Ltd
        1 High Street, Leeds LS1 4AB   VAT GB 123 4567 89

        SELF-BILLED INVOICE 17         Date: 3 May 2024

        Supplier
        South Scrap Ltd
        2 Low Street
        York YO1 7HH
        {label} GB 987 6543 21
        """
    header = read_header(drawn(page + ITEMS))
    assert ids_of(header) == ("GB987654321", "GB123456789")
    assert not doubts_of(header)


def test_a_number_listed_beside_the_customers_is_the_customers_where_the_foot_has_the_sellers() -> None:
    page = """
        Papelera S.A.U.

        Nuria Cansino
        Calle Mayor 3
        08015 Barcelona

        Invoice number:    289-KF24
        Invoice date:      3 May 2024
        NIF:               65875338R
        Customer number:   15611396
        """
    foot = "\nPapelera S.A.U., Calle Real 9, 08052 Barcelona. C.I.F. A22126872."
    header = read_header(drawn(page + ITEMS + foot))
    assert ids_of(header) == ("A22126872", "65875338R")
    alone = read_header(drawn(page + ITEMS + "\nPapelera S.A.U., Calle Real 9, 08052 Barcelona."))
    assert ids_of(alone) == ("65875338R", None)


def test_the_number_of_a_document_is_no_tax_number() -> None:
    page = "North Signs Ltd\n1 High Street\nLeeds LS1 4AB\n\nInvoice: SI-7111-2024\nRef: INV-GB-27452139-2024-439\n"
    assert ids_of(read_header(drawn(page + ITEMS))) == (None, None)


def test_a_number_may_have_two_names() -> None:
    page = "North Signs Ltd\n1 High Street\nLeeds LS1 4AB\nVAT no. and X.Y. 88441299\n\nInvoice 17\nDate: 3 May 2024\n"
    assert ids_of(read_header(drawn(page + ITEMS)))[0] == "88441299"


@pytest.mark.parametrize("heading", ["Your data", "Customer:"])
def test_a_heading_above_a_list_says_whose_numbers_stand_in_it(heading: str) -> None:
    data = f"{heading}\n Register: 17 4471\n VAT no. GB 980 7806 84"
    header = header_of(LETTER.format(data=data), FOOT)
    assert ids_of(header) == ("GB434031294", "GB980780684")
    assert not doubts_of(header)


VIETNAMESE = """CÔNG TY TNHH GIẤY SÔNG HỒNG
Mã số thuế (Tax code): {sellers}
Số 5 Phố Mới, Hà Nội



Đơn vị mua hàng: CÔNG TY TNHH NƯỚC TRONG
Mã số thuế (Tax code): 2500111222
Địa chỉ: Khu công nghiệp Bình An



Số: 00000017
Ngày 03 tháng 05 năm 2024
"""
PRINTED_WITH = [
    "Phát hành bởi phần mềm Hoá Đơn Xanh - Công ty Cổ phần Hoá Đơn Xanh - MST 0109998887",
    "(Khởi tạo từ Phần mềm HĐX - Công ty TNHH Hoá đơn điện tử HĐX - MST: 0109998887- SĐT : 0901 80 16 18)",
    "(Tổ chức cung cấp giải pháp: Công ty CP Hoá Đơn Xanh, MST: 0109998887, www.hoadonxanh.example)",
]


@pytest.mark.parametrize("foot", PRINTED_WITH)
@pytest.mark.parametrize("sellers", ["2400333444", "2 4 0 0 3 3 3 4 4 4"])
def test_the_number_of_whose_software_printed_it_is_nobodys(sellers: str, foot: str) -> None:
    header = header_of(VIETNAMESE.format(sellers=sellers), foot)
    assert ids_of(header) == ("2400333444", "2500111222")
    assert not doubts_of(header)


def test_a_label_left_empty_has_no_value_above_it() -> None:
    data = "Customer no: 1747\nInvoice no: 17\n\n33781174131\nCustomer Tax Id:"
    assert ids_of(header_of(LETTER.format(data=data), FOOT)) == ("GB434031294", None)


def test_the_unions_own_number_has_its_letters() -> None:
    header = header_of(LETTER.format(data="Invoice no: 17"), "Harrow Lane Supplies Ltd. EU OSS VAT EU372041333")
    assert ids_of(header) == ("EU372041333", None)


def test_a_persons_number_does_not_hide_a_companys_that_may_be_the_sellers() -> None:
    """Of the better kind, but nothing says whose it is."""
    head = """Moinho Azul Ltda, Rua do Bosque 238, CPF: 765.865.078-12



Destinatário:
Padaria do Largo Ltda
Rua Nova 4



Fatura no: 17                                81.583.054/0001-29
"""
    assert "SELLER_TAX_ID_DOUBTFUL" in doubts_of(header_of(head))

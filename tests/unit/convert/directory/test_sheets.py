"""CSV files as people write them: what is taken, what is refused and how that is told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakturo.convert.directory.lists import GOODS, PARTIES, UNITS
from fakturo.convert.directory.match import GoodsEntry, UnitAlias
from fakturo.convert.directory.question import GoodsRecord, Record, Role
from fakturo.convert.directory.sheets import Reading, read_sheet, write_sheet

TIN = "0012345674012000"
MAJU = Record("PT Maju Jaya", tin=TIN)


def parties(*lines: str) -> Reading[Record]:
    return read_sheet(PARTIES, "\n".join(lines).encode())


def told(reading: Reading[Record]) -> list[str]:
    return [str(mistake) for mistake in reading.mistakes]


@pytest.mark.parametrize(
    "data",
    [
        b"name,tin\nPT Maju Jaya,01.234.567.4-012.000\n",
        b"\xef\xbb\xbfname,tin\r\nPT Maju Jaya,0012345674012000\r\n",
        b"Nama;NPWP;Catatan\nPT Maju Jaya;012345674012000;x\n",
        b"NPWP 16\tDisplay Name\n0012345674012000\tPT  Maju\xc2\xa0Jaya \n",
        b'"name","tin"\n"PT Maju\nJaya","0012345674012000"\n\n,,\n',
    ],
)
def test_spreadsheets_of_all_kinds_are_read(data: bytes) -> None:
    reading = read_sheet(PARTIES, data)
    assert reading.mistakes == []
    assert reading.values == [MAJU]


def test_all_of_a_party_is_read() -> None:
    reading = parties(
        "name,role,aliases,npwp,idtku,jenis dokumen,nomor dokumen,negara,alamat,e-mail,kode transaksi,cap fasilitas",
        f'PT Maju Jaya,pembeli,Maju|Maju Jaya Group,{TIN},000003,NPWP,-,id,"Jl. Melati 1, Kota",a@b.example,7,TD.01101',
        "Jane Roe,,,,,paspor,X123456,SGP,,,,",
        "PT Penjual,seller,,0023456783012000,0023456783012000000000,,,,,,4,",
    )
    assert reading.mistakes == []
    assert reading.values == [
        Record(
            "PT Maju Jaya",
            Role.BUYER,
            ("Maju", "Maju Jaya Group"),
            TIN,
            TIN + "000003",
            address="Jl. Melati 1, Kota",
            email="a@b.example",
            transaction_code="07",
            facility="01",
        ),
        Record("Jane Roe", document_type="Passport", document_number="X123456", country="SGP"),
        Record(
            "PT Penjual", Role.SELLER, tin="0023456783012000", nitku="0023456783012000000000", transaction_code="04"
        ),
    ]


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (f",{TIN},,,,,,,", "the name is missing."),
        (f"PT.,{TIN},,,,,,,", "the name 'PT.' says nothing."),
        ("PT A,,,,,,,,", "the NPWP is missing; for somebody without one, give another document type and its number."),
        ("PT A,12345,,,,,,,", "the NPWP '12345' should have 15 or 16 digits."),
        (
            "PT A,1.23457E+15,,,,,,,",
            "the NPWP 1.23457E+15 was rounded by a spreadsheet: format its column as text, and write it again.",
        ),
        (f"PT A,{TIN},12345,,,,,,", "the NITKU '12345' has not 22 digits."),
        (
            f"PT A,{TIN},0099999999012000000000,,,,,,",
            f"the NITKU '0099999999012000000000' does not begin with the NPWP {TIN}.",
        ),
        (f"PT A,{TIN},,Rekening,,,,,", "the document type 'Rekening' is none of TIN, National ID, Passport, Other ID."),
        ("PT A,,,Passport,,,,,", "the document number is missing: that of the Passport."),
        (
            f"PT A,{TIN},,NIK,3171,,,,",
            "with the document type National ID, there is no NPWP: leave it out, or the type.",
        ),
        (f"PT A,{TIN},,,,Jawa,,,", "the country 'JAWA' is not a code of three letters, like IDN."),
        (f"PT A,{TIN},,,,,nobody,,", "the e-mail 'nobody' is no address."),
        (f"PT A,{TIN},,,,,,11,", "the transaction code '11' is none of 01 to 10."),
        (f"PT A,{TIN},,,,,,07,x", "the facility 'x' is not two digits, like 01."),
        (f"PT A,{TIN},,,,,,04,01", "a facility goes only with the transaction codes 07 and 08."),
        (f"=HYPERLINK(1),{TIN},,,,,,,", "the name begins with '=', which spreadsheets take for a formula."),
        (f"{'A' * 256},{TIN},,,,,,,", "the name is longer than 255 characters."),
        (f"PT A,{TIN},,,,,,,,surplus", "The row has more cells than there are headings."),
        (
            ",12,,,,Jawa,,,",
            (
                "the name is missing; the NPWP '12' should have 15 or 16 digits; "
                "the country 'JAWA' is not a code of three letters, like IDN."
            ),
        ),
    ],
)
def test_a_bad_row_is_named_by_its_line_and_reason(row: str, reason: str) -> None:
    head = "name,tin,nitku,document_type,document_number,country,email,transaction_code,facility"
    reading = parties(head, f"PT Maju Jaya,{TIN}", "", row, "PT Lain,0023456783012000")
    assert told(reading) == [f"line 4: {reason}"]
    assert [each.value.name for each in reading.rows] == ["PT Maju Jaya", "PT Lain"]
    assert [each.line for each in reading.rows] == [2, 5]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "There is no column 'name'"),
        (b"nme,tin\nx,y", "There is no column 'name'"),
        (b"name,nama,tin\nx,y,z", "Two columns mean 'name'"),
        (b"name,tin\n\xff\xfe,1", "line 2: This is not UTF-8 text. Save the file as"),
        (b"name,tin\nx\0,1", "This is no text file."),
        (b'name,tin\n"PT Maju,1\n', "line 2: The row cannot be read"),
    ],
)
def test_a_file_that_is_no_list_is_refused_as_a_whole(data: bytes, reason: str) -> None:
    reading = read_sheet(PARTIES, data)
    assert not reading.rows
    assert reason in str(reading.mistakes[0])


def test_the_same_name_twice_is_a_mistake_and_the_same_number_a_doubt() -> None:
    reading = parties(
        "name,aliases,tin,role",
        f"PT Maju Jaya,Maju,{TIN},",
        "maju jaya pt.,,0023456783012000,",
        "PT Lain,MAJU,0023456783012000,",
        f"PT Tiga,,{TIN},",
        f"PT Maju Jaya,,{TIN},seller",
    )
    assert told(reading) == [
        "line 3: the name is the same as in line 2.",
        "line 4: an alias is the same as in line 2.",
    ]
    assert [str(doubt) for doubt in reading.doubts] == ["line 5: the NPWP and NITKU is the same as in line 2."]


def test_doubts_are_told_and_change_nothing() -> None:
    reading = parties(
        "name,tin,country,transaction code,quality,adress",
        "PT A,0012345675012000,IND,08,blue,x",
        "PT B,0023456783012000",
    )
    assert len(reading.rows) == 2
    assert [str(doubt) for doubt in reading.doubts] == [
        "line 1: The column 'quality' is not known and is left out.",
        "line 1: The column 'adress' is not known and is left out. Did you mean 'address'?",
        "line 2: the NPWP 0012345675012000 may be wrong: its check digit does not fit; a digit may be mistyped.",
        "line 2: the country IND is India; Indonesia is IDN.",
        "line 2: transaction code 08 wants a facility, too.",
    ]


def test_units_and_goods_have_their_own_lists() -> None:
    units = read_sheet(UNITS, b"satuan;kode\nPCS;um0021\nbuah;UM.0021\npcs.;UM.0022\nrim;21\n;UM.0001\nkg;\n")
    assert units.values == [UnitAlias("PCS", "UM.0021"), UnitAlias("buah", "UM.0021")]
    assert [str(mistake) for mistake in units.mistakes] == [
        "line 4: the alias is the same as in line 2.",
        "line 5: the code '21' is not like UM.0021.",
        "line 6: the alias is missing: the unit as invoices print it.",
        "line 7: the code is missing.",
    ]
    goods = read_sheet(
        GOODS,
        b"hs code,sku,words,type,unit\n8536,SW-1,,,UM.0021\n950100,,repair work,jasa,\n"
        b"85,x,,,\n8536,,,,\n8536,sw-1,,,\n",
    )
    assert goods.values == [
        GoodsEntry("SW-1", None, GoodsRecord("A", "853600", "UM.0021")),
        GoodsEntry(None, "repair work", GoodsRecord("B", "950100")),
    ]
    assert [str(mistake) for mistake in goods.mistakes] == [
        "line 4: the code '85' has not four or six digits.",
        "line 5: both SKU and words are missing: give one of them.",
        "line 6: the SKU is the same as in line 2.",
    ]


WORDS = st.text(alphabet=st.characters(categories=["L", "N"]), min_size=1, max_size=12)
TEXTS = st.lists(WORDS, min_size=1, max_size=4).map(", ".join)


@given(
    st.lists(
        st.builds(
            lambda name, aliases, address, facility: Record(
                f"PT {name}",
                aliases=tuple(dict.fromkeys(aliases)),
                tin=TIN,
                nitku=TIN + "000001",
                address=address,
                transaction_code="07" if facility else None,
                facility=facility,
            ),
            TEXTS,
            st.lists(WORDS, max_size=3),
            st.one_of(st.none(), TEXTS),
            st.one_of(st.none(), st.sampled_from(["01", "09"])),
        ),
        max_size=4,
    )
)
def test_what_is_written_is_read_again(records: list[Record]) -> None:
    first = read_sheet(PARTIES, "".join(write_sheet(PARTIES, records)).encode())
    again = read_sheet(PARTIES, "".join(write_sheet(PARTIES, first.values)).encode())
    assert again.mistakes == []
    assert again.values == first.values
    assert len(first.rows) + len(first.mistakes) == len(records)

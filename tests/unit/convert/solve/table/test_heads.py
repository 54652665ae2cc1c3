import pytest

from fakturo.convert.solve.table.heads import Head, Role, find_heads
from tests.support.sheets import rows_from


def head_of(text: str) -> Head:
    return find_heads(rows_from(text))[0]


@pytest.mark.parametrize(
    "line",
    [
        "Qty    Description          Unit price     Amount",
        "Menge    Bezeichnung        Einzelpreis    Gesamtpreis",
        "Quantité    Désignation     P.U. HT        Montant HT",
        "Aantal    Omschrijving      Prijs          Bedrag",
        "Cantidad    Descripción     Precio         Importe",
        "Quantità    Descrizione     Prezzo         Importo",
        "Kuantitas    Nama Barang    Harga Satuan   Jumlah Harga",
    ],
)
def test_the_head_is_known_in_seven_languages(line: str) -> None:
    roles = [cell.roles for cell in head_of(line).cells]
    assert Role.QTY in roles[0]
    assert Role.DESCRIPTION in roles[1]
    assert Role.UNIT_PRICE in roles[2]
    assert Role.AMOUNT in roles[3]


def test_a_head_may_wrap_over_rows() -> None:
    head = head_of("""
        Our           Article        Quantity   Price per   Amount
        art. no.      description               unit        EUR
        1001          Chair          2          10.00       20.00
    """)
    assert (head.first, head.last) == (0, 1)
    assert head.cells[0].text == "Our art. no."


def test_words_of_two_columns_that_stand_close_are_two_cells() -> None:
    head = head_of("Qty Description                Price          Amount")
    assert [cell.text for cell in head.cells] == ["Qty", "Description", "Price", "Amount"]


def test_article_beside_a_description_is_a_code() -> None:
    head = head_of("Artikel    Omschrijving         Prijs   Aantal   Bedrag")
    assert head.cells[0].roles == {Role.SKU}


def test_a_sentence_with_such_words_is_no_head() -> None:
    assert not find_heads(rows_from("Please pay the total amount of this invoice within the description of our terms"))


def test_a_row_with_an_amount_in_a_cell_of_its_own_is_no_head() -> None:
    rows = rows_from("""
        Kopi Bubuk             1      Rp48.000      Rp48.000
    """)
    assert not find_heads(rows)


def test_cells_of_money_are_no_head() -> None:
    assert find_heads(rows_from("Support   September   20   hr   $ 15   $ 30   $ 330")) == []

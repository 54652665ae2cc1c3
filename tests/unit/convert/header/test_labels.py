"""Labels in phrases: what they announce."""

import pytest

from fakturo.convert.header.labels.marks import marks_of


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("3)INVOICE NO.", "invoice_number"),
        ("Tax Invoice No", "invoice_number"),
        ("Handelsrechnung Nr.", "invoice_number"),
        ("Rechnungs-Nr.", "invoice_number"),
        ("Rechnungsnummer / Invoice number", "invoice_number"),
        ("N° de facture :", "invoice_number"),
        ("Original Invoice No", "other_number"),
        ("Ursprungsbeleg-Nr", "other_number"),
        ("Docket No.", "other_number"),
        ("Wareneingangsnummer", "other_number"),
        ("Customer PO No", "po"),
        ("Date", "date"),
        ("Invoice Date", "invoice_date"),
        ("Date facture", "invoice_date"),
        ("Delivery note date", "other_date"),
        ("Date of arrival", "other_date"),
        ("Vertrags-Datum", "other_date"),
        ("Mahndatum", "other_date"),
        ("Date d'échéance", "due_date"),
        ("No. of packages", "other_number"),
        ("Bill To", "buyer"),
    ],
)
def test_a_label_means_what_its_head_says(text: str, meaning: str) -> None:
    assert marks_of(text)[0].meanings == {meaning}


def test_one_phrase_may_hold_several_labels_with_their_values() -> None:
    number, date = marks_of("Invoice No: 17 Date: 3 May 2024")
    assert (number.rest.strip(" :"), date.rest.strip(" :")) == ("17", "3 May 2024")


def test_a_date_after_the_invoice_number_is_the_invoices() -> None:
    assert [mark.meanings for mark in marks_of("Rechnung Nr. 12 vom 03.05.2024")] == [
        {"invoice_number"},
        {"invoice_date"},
    ]
    assert marks_of("Lieferschein 12 vom 03.05.2024")[-1].meanings == {"other_date"}


@pytest.mark.parametrize(
    "text", ["PO-998", "PO445", "YL1SX4N9-0009", "invoice_17", "000231/A", "Obchod Praha a.s.", "A-2024/033"]
)
def test_values_that_look_like_labels_are_none(text: str) -> None:
    assert marks_of(text) == ()


def test_a_code_in_brackets_behind_a_label_is_not_its_value() -> None:
    assert marks_of("Kepada Yth. [R0729]")[0].alone

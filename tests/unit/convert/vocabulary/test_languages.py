"""Languages are data: each file has every section, and what it says is found on paper."""

import datetime as dt
import subprocess
import sys
from pathlib import Path

import pytest

from fakturo.convert.header.dates.written import dates_in
from fakturo.convert.header.places import country_named
from fakturo.convert.vocabulary import languages, months, terms

SECTIONS = {
    "titles": {"invoice", "credit_note", "correction", "other"},
    "labels": {"invoice_number", "invoice_date", "date", "due_date", "seller", "buyer", "tax_id", "currency"},
    "payment": {"pay", "until", "early"},
    "terms": {"days", "received", "without"},
    "columns": {"description", "qty", "unit_price", "amount"},
    "totals": {"subtotal", "tax", "total", "payable", "discount", "charges", "prepaid", "rounding"},
    "tax": {"included", "excluded"},
    "dates": {"order"},
}
WANTED = {
    *("af", "bg", "bn", "ca", "cs", "da", "de", "el", "en", "es", "et", "eu", "fi", "fr", "hi", "hr", "hu", "id", "is"),
    *("it", "ja", "ko", "lt", "lv", "mk", "ms", "nl", "pl", "pt", "ro", "ru", "sk", "sl", "sq", "sr", "sv"),
    *("th", "tr", "uk", "vi", "zh"),
}
REPOSITORY = Path(__file__).parents[4]


def test_there_is_a_file_for_each_language() -> None:
    assert set(languages()) >= WANTED


@pytest.mark.parametrize("language", sorted(WANTED))
def test_a_language_has_every_section(language: str) -> None:
    sections = languages()[language]
    missing = {name: needed - sections.get(name, {}).keys() for name, needed in SECTIONS.items()}
    assert not any(missing.values()), missing
    assert all(words for name in SECTIONS for words in sections[name].values())
    assert sections["dates"]["order"] in {"day_first", "year_first", "either"}


@pytest.mark.parametrize(
    ("section", "text", "meaning"),
    [
        ("labels", "发票号码：12345678", "invoice_number"),
        ("labels", "请于到期日前付款", "due_date"),
        ("labels", "請求書番号INV-0012", "invoice_number"),
        ("labels", "เลขที่ใบแจ้งหนี้ INV-0012", "invoice_number"),
        ("labels", "วันครบกำหนดชำระ31/01/2026", "due_date"),
        ("labels", "চালান নং ১২৩", "invoice_number"),
        ("labels", "Рахунок на оплату № 125", "invoice_number"),
        ("labels", "Срок оплаты: 31.01.2026", "due_date"),
        ("labels", "Mã số thuế: 0101234567", "tax_id"),
        ("totals", "ご請求金額 ¥12,000", "payable"),
        ("totals", "价税合计（小写）", "total"),
        ("totals", "Всього до сплати", "payable"),
        ("totals", "Сума за плащане", "payable"),
        ("totals", "Kopā apmaksai", "payable"),
        ("totals", "Suma be PVM", "subtotal"),
        ("labels", "사 업 자 등 록 번 호", "tax_id"),
        ("labels", "전자세금계산서승인번호 2025-12", "invoice_number"),
        ("labels", "Ημερομηνία έκδοσης: 14/05/2025", "invoice_date"),
        ("labels", "Splatná dňa: 23.06.2025", "due_date"),
        ("labels", "चालान संख्या: 17", "invoice_number"),
        ("totals", "Preostali iznos za plaćanje", "payable"),
        ("totals", "Tasumisele kuulub", "payable"),
        ("totals", "Skupaj brez DDV", "subtotal"),
        ("totals", "合 计 金 额", "subtotal"),
    ],
)
def test_terms_are_found_with_spaces_and_without(section: str, text: str, meaning: str) -> None:
    assert meaning in terms(section).meanings(text)


def test_a_longer_term_wins_where_nothing_parts_the_words() -> None:
    [match] = terms("labels").find("发票号码")
    assert (match.meaning, match.start, match.end) == ("invoice_number", 0, 4)


def test_a_wide_colon_belongs_to_its_label() -> None:
    text = "发票号码：12345678"
    [match] = terms("labels").find(text)
    assert text[match.end :] == "12345678"
    assert terms("labels").meanings("发票：日期") == {"date"}  # nothing goes on behind it
    assert terms("labels").meanings("发票日期") == {"invoice_date"}


@pytest.mark.parametrize(
    ("text", "found"), [("3個", True), ("台", True), ("人工費", False), ("日本語", False), ("3 kg", True)]
)
def test_a_unit_in_a_longer_run_of_letters_is_none(text: str, *, found: bool) -> None:
    assert bool(terms("units").find(text)) is found


@pytest.mark.parametrize(
    "text",
    [
        "9 березня 2026",
        "9 марта 2026 г.",
        "2026 m. kovo 9 d.",
        "9 март 2026",
        "9 মার্চ 2026",
        "9 Μαρτίου 2026",
        "9. ožujka 2026",
        "9. märts 2026",
    ],
)
def test_months_of_every_language_are_known(text: str) -> None:
    [date] = dates_in(text.replace(" m.", ""))
    assert date.day_first == dt.date(2026, 3, 9)


def test_months_of_papers_that_cldr_does_not_have() -> None:
    assert (months()["mrz"], months()["sett"], months()["nopember"]) == (3, 9, 11)


@pytest.mark.parametrize(
    ("name", "country"), [("Німеччина", "DE"), ("Vokietija", "DE"), ("德国", "DE"), ("Magyarország", "HU")]
)
def test_countries_are_known_in_every_language(name: str, country: str) -> None:
    assert country_named(name) == country


def test_names_from_cldr_are_what_the_script_writes() -> None:
    pytest.importorskip("babel")
    subprocess.run([sys.executable, REPOSITORY / "scripts" / "cldr.py", "--check"], check=True)

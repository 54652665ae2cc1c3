import pytest

from fakturo.convert.header.language import languages_of


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("de", ["Rechnungsnummer 17", "Zahlbar bis 3. Mai"]),
        ("th", ["ใบกำกับภาษี", "ราคาต่อหน่วย"]),
        ("ko", ["세금계산서", "공급가액 1,000"]),
        ("ja", ["請求書番号 17", "株式会社タイル", "お支払期限"]),
        ("zh", ["发票号码 17", "价税合计"]),
    ],
)
def test_a_page_is_written_in_the_language_of_its_words_or_letters(language: str, texts: list[str]) -> None:
    assert languages_of(texts) == [language]


def test_a_single_letter_for_money_tells_no_language() -> None:
    assert languages_of(["Invoice amount 1,000円", "Discount 200円", "Balance due 800円", "฿ 5", "฿ 6"]) == ["en"]


def test_a_name_in_other_letters_is_only_a_trace() -> None:
    texts = ["Amount", "Balance", "Shipping charges", "Remittance", "Terms", "Purchase", "Carried forward"]
    assert languages_of([*texts, "上海 宁波"]) == ["en"]
    assert languages_of([*texts, "上海 宁波 苏州"]) == ["en", "zh"]

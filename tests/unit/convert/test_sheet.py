from fakturo.convert.page import Box, Source
from tests.support.sheets import LEADING, sheet_from, words_from


def test_words_that_stand_together_are_a_phrase_and_a_gap_parts_two() -> None:
    (row,) = sheet_from("Invoice number   4711").rows
    assert [phrase.text for phrase in row.phrases] == ["Invoice number", "4711"]


def test_a_ruled_line_between_two_words_parts_them() -> None:
    ruling = Box(41, 40, 41, 80)
    (row,) = sheet_from("Quantity 5", rulings=[ruling]).rows
    assert [phrase.text for phrase in row.phrases] == ["Quantity", "5"]


def test_rows_of_a_turned_scan_follow_its_slope() -> None:
    text = """
        Two chairs of oak for the meeting room with cushions   1.00   20.00
        One table of oak for the meeting room with a drawer    2.00   40.00
    """
    words = words_from(text, source=Source.OCR, slope=0.02)
    assert len(sheet_from("", words=words).rows) == 2


def test_short_lines_tell_the_slope_as_well_and_columns_beside_each_other_do_not_hide_it() -> None:
    text = """
        Party                                                     Amount due
        Oak and sons                                                      12
        Steep lane 5                                                    1.00
    """
    words = words_from(text, source=Source.OCR, slope=-0.045)
    words.sort(key=lambda word: word.box.x0 < 250)  # as recognised, by height: cells on the right come first
    assert len(sheet_from("", words=words).rows) == 3


def test_text_of_the_file_itself_is_taken_as_level() -> None:
    words = words_from("one two three four five six seven eight nine ten eleven twelve", slope=LEADING / 300)
    assert len(sheet_from("", words=words).rows) > 1


def test_two_amounts_whose_columns_touch_are_two_words() -> None:
    (row,) = sheet_from("1300.00600.00  1,234.56  10.2024  1,169,43").rows
    assert [word.text for phrase in row.phrases for word in phrase.words] == [
        "1300.00",
        "600.00",
        "1,234.56",
        "10.2024",
        "1,169,43",
    ]


def test_cells_that_touch_are_parted_and_dots_that_lead_to_a_value_left_out() -> None:
    (row,) = sheet_from("0,2621%  12.0%:5.16  Total:48.16  8.875%  9.9750%  10:30  .........Sep  ........").rows
    assert [word.text for phrase in row.phrases for word in phrase.words] == [
        *("0,26", "21%", "12.0%:", "5.16", "Total:", "48.16", "8.875%", "9.9750%", "10:30", "Sep"),
    ]


def test_a_day_or_a_code_that_touches_a_name_stands_for_itself_and_lines_of_signs_for_nothing() -> None:
    (row,) = sheet_from("2016-04-03Lamp  4123456000014Sugar extra  12345678AB  --------  ====  -5").rows
    assert [phrase.text for phrase in row.phrases] == [
        *("2016-04-03", "Lamp", "4123456000014", "Sugar extra", "12345678AB", "-5"),
    ]

from fakturo.convert.layout.lines import MAX_WORDS_IN_LINE, blocks_of, lines_of
from fakturo.convert.page import Box, Word


def word(text: str, x: float, y: float, *, size: float = 10, angle: int = 0) -> Word:
    width, height = 6 * len(text), size
    box = Box(x, y, x + width, y + height) if angle % 180 == 0 else Box(x, y, x + height, y + width)
    return Word(text, box, size, angle=angle)


def texts(words: list[Word]) -> list[list[str]]:
    return [[word.text for word in line.words] for line in lines_of(words)]


def test_words_on_one_baseline_are_a_line() -> None:
    assert texts([word("a", 0, 0), word("b", 10, 1), word("c", 0, 12)]) == [["a", "b"], ["c"]]


def test_a_wide_gap_parts_cells() -> None:
    assert texts([word("item", 0, 0), word("9.50", 200, 0)]) == [["item"], ["9.50"]]


def test_right_to_left_keeps_the_order_of_the_file() -> None:
    assert texts([word("first", 100, 0), word("second", 60, 0), word("third", 28, 0)]) == [["first", "second", "third"]]


def test_upward_text_is_a_line_of_its_own() -> None:
    assert texts([word("up", 0, 100, angle=90), word("ward", 0, 70, angle=90), word("not", 12, 70)]) == [
        ["up", "ward"],
        ["not"],
    ]


def test_lines_close_below_each_other_are_a_block() -> None:
    words = [word("one", 0, 0), word("two", 0, 12), word("far", 0, 60), word("HEAD", 0, 75, size=20)]
    blocks = list(blocks_of(lines_of(words)))
    assert [len(block.lines) for block in blocks] == [2, 1, 1]
    assert blocks[0].box == Box(0, 0, 18, 22)


def test_no_line_grows_without_end() -> None:
    words = [word("x", 7 * n, 0) for n in range(MAX_WORDS_IN_LINE + 1)]
    assert [len(line.words) for line in lines_of(words)] == [MAX_WORDS_IN_LINE, 1]

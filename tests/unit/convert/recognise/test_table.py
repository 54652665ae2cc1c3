"""Pictures become words: by networks that come with a package, with nothing fetched and no thread started."""

import threading
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from fakturo.convert.engine import pages_of
from fakturo.convert.read.ocr import Recognised, page_of_table
from fakturo.convert.read.picture import pgm
from fakturo.convert.recognise import models
from fakturo.convert.recognise.lines import Line
from fakturo.convert.recognise.models import Models
from fakturo.convert.recognise.table import table_of
from tests.support.pdfs import Page, Text, page_picture, pdf_of_pages

LINES = ["Rechnung Nr. 4711", "Müller & Söhne, Größe", "Total 1.250,00 EUR"]


@pytest.fixture(scope="module")
def loaded() -> Models:
    return models.load()


@pytest.fixture(scope="module")
def picture() -> np.ndarray:
    page = Page([Text(line, 72, 60 + 40 * n, size=16) for n, line in enumerate(LINES)], size=(400, 250))
    drawn = page_picture(pdf_of_pages([page]), dpi=150)
    return np.frombuffer(b"".join(drawn.rows), np.uint8).reshape(drawn.height, drawn.width)


@pytest.fixture(scope="module")
def upright(picture: np.ndarray, loaded: Models) -> Recognised:
    return page(picture, loaded)


def words(picture: np.ndarray, loaded: Models) -> list[str]:
    return [word.text for word in page(picture, loaded).words]


def page(picture: np.ndarray, loaded: Models) -> Recognised:
    height, width = picture.shape
    return page_of_table(table_of(b"P5 %d %d 255\n" % (width, height) + picture.tobytes(), loaded), 1)


def test_the_networks_are_part_of_what_is_installed() -> None:
    assert models.are_installed()


def test_words_are_read_with_their_accents_and_marks(upright: Recognised) -> None:
    assert [word.text for word in upright.words] == " ".join(LINES).split()


def test_a_page_that_lies_askew_is_read_as_well(picture: np.ndarray, loaded: Models) -> None:
    height, width = picture.shape
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), 3, 1)
    askew = cv2.warpAffine(picture, turn, (width, height), borderValue=(255,))
    assert words(askew.astype(np.uint8), loaded) == " ".join(LINES).split()


@pytest.mark.parametrize("turned", [90, 180, 270])
def test_a_page_that_lies_sideways_or_on_its_head_is_turned_and_read(
    turned: int, picture: np.ndarray, upright: Recognised, loaded: Models
) -> None:
    wrong = page(np.rot90(picture, turned // 90), loaded)
    assert (upright.turned, wrong.turned) == (0, turned)
    assert [word.text for word in wrong.words] == " ".join(LINES).split()
    for word, same in zip(wrong.words, upright.words, strict=True):
        assert word.box == pytest.approx(same.box, abs=8)


@pytest.mark.parametrize("askew", [0.0, 1.0])
def test_cells_with_a_ruled_line_between_them_are_read_apart(askew: float, loaded: Models) -> None:
    texts = [Text(text, x, 60 + 24 * n) for n in range(4) for text, x in (("Chair", 40), ("100", 72), ("4711", 94.5))]
    lines = b"0.7 w 70 80 m 70 165 l 92.5 80 m 92.5 165 l 30 80 m 130 80 l S"
    drawn = page_picture(pdf_of_pages([Page(texts, size=(200, 200), extra_content=lines)]), dpi=300)
    picture = np.frombuffer(b"".join(drawn.rows), np.uint8).reshape(drawn.height, drawn.width)
    turn = cv2.getRotationMatrix2D((drawn.width / 2, drawn.height / 2), askew, 1)
    read = page(cv2.warpAffine(picture, turn, picture.shape[::-1], borderValue=(255,)).astype(np.uint8), loaded)
    assert Counter(word.text for word in read.words) == {"Chair": 4, "100": 4, "4711": 4}
    upright = {round(ruling.box.x0 * 72 / 300, -1) for ruling in read.rulings if ruling.box.height > ruling.box.width}
    level = [ruling.box for ruling in read.rulings if ruling.box.width > ruling.box.height]
    assert upright == {70, 90}
    assert [round(box.width * 72 / 300, -1) for box in level] == [100]


def drawn(texts: list[Text], extra: bytes = b"", size: tuple[float, float] = (300, 200)) -> np.ndarray:
    picture = page_picture(pdf_of_pages([Page(texts, size=size, extra_content=extra)]), dpi=300)
    return np.frombuffer(b"".join(picture.rows), np.uint8).reshape(picture.height, picture.width)


def test_words_stand_where_they_do_in_the_files_own_text(loaded: Models) -> None:
    texts = [Text(f"Rechnung Nr. 47{n} fällig 22 222,00 zum 1.", 20, 40 + 30 * n, size=9) for n in range(4)]
    pdf = pdf_of_pages([Page(texts, size=(300, 200))])
    own = [word for content in pages_of(pdf) for word in content.words]
    read = page_of_table(table_of(pgm(page_picture(pdf, dpi=300)), loaded), 72 / 300).words
    assert [word.text for word in read] == [word.text for word in own]
    for word, same in zip(read, own, strict=True):
        assert (word.box.x0, word.box.x1) == pytest.approx((same.box.x0, same.box.x1), abs=1.5)
        assert sum(word.box[1::2]) / 2 == pytest.approx(sum(same.box[1::2]) / 2, abs=2)
        assert word.box.height == pytest.approx(same.box.height, rel=0.25)


def test_white_letters_on_a_dark_bar_are_not_parted(loaded: Models) -> None:
    head = [Text("Description", 20, 57), Text("Quantity", 120, 57), Text("Unit Price", 200, 57)]
    picture = drawn([*head, Text("Garden chair", 20, 90), Text("12", 120, 90)]).copy()
    picture[160:300] = 255 - picture[160:300]
    assert sorted(words(picture, loaded)) == ["12", "Description", "Garden", "Price", "Quantity", "Unit", "chair"]


def test_a_ruling_that_touches_a_word_is_no_letter_of_it(loaded: Models) -> None:
    texts = [Text("EXW", 40, 60 + 20 * n) for n in range(5)] + [Text("940340", 90, 60 + 20 * n) for n in range(5)]
    ruled = b"0.8 w 65.6 40 m 65.6 165 l 38.5 40 m 38.5 165 l S"
    assert Counter(words(drawn(texts, ruled), loaded)) == {"EXW": 5, "940340": 5}


def test_a_digit_that_stands_alone_is_not_overlooked(loaded: Models) -> None:
    texts = [
        Text(text, x, 60 + 12 * n, size=7)
        for n in range(1, 8)
        for text, x in ((f"1{n}.02.2021", 30), ("Dr. med. Meier", 90), (str(n), 180), ("879.00", 220))
    ]
    read = words(drawn(texts, size=(595, 842)), loaded)
    assert [word for word in read if len(word) == 1] == list("1234567")


def test_the_same_picture_gives_the_same_words_and_confidences(
    picture: np.ndarray, upright: Recognised, loaded: Models
) -> None:
    assert page(picture, loaded) == upright


def test_an_empty_page_has_no_words(loaded: Models) -> None:
    assert words(np.full((100, 80), 255, np.uint8), loaded) == []


def test_reading_starts_no_thread(picture: np.ndarray, loaded: Models) -> None:
    words(picture, loaded)
    before = threads()
    words(picture, models.load())
    assert threads() == before


def threads() -> int:
    tasks = Path("/proc/self/task")
    return len(list(tasks.iterdir())) if tasks.is_dir() else threading.active_count()


def test_points_of_a_slanted_line() -> None:
    level, upright = Line(50, 20, 100, 10, 0), Line(50, 20, 100, 10, 90)
    assert level.at(0, 0) == (0, 15)
    assert level.at(100, 10) == (100, 25)
    assert upright.at(0, 0) == pytest.approx((55, -30))

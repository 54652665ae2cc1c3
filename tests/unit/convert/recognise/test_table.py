"""Pictures become words: by networks that come with a package, with nothing fetched and no thread started."""

import threading
from pathlib import Path

import cv2
import numpy as np
import pytest

from fakturo.convert.read.ocr import words_of_table
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


def words(picture: np.ndarray, loaded: Models) -> list[str]:
    height, width = picture.shape
    table = table_of(b"P5 %d %d 255\n" % (width, height) + picture.tobytes(), loaded)
    return [word.text for word in words_of_table(table, 1)]


def test_the_networks_are_part_of_what_is_installed() -> None:
    assert models.are_installed()


def test_words_are_read_with_their_accents_and_marks(picture: np.ndarray, loaded: Models) -> None:
    assert words(picture, loaded) == " ".join(LINES).split()


def test_a_page_that_lies_askew_is_read_as_well(picture: np.ndarray, loaded: Models) -> None:
    height, width = picture.shape
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), 3, 1)
    askew = cv2.warpAffine(picture, turn, (width, height), borderValue=(255,))
    assert words(askew.astype(np.uint8), loaded) == " ".join(LINES).split()


def test_the_same_picture_gives_the_same_words_and_confidences(picture: np.ndarray, loaded: Models) -> None:
    height, width = picture.shape
    pgm = b"P5 %d %d 255\n" % (width, height) + picture.tobytes()
    assert table_of(pgm, loaded) == table_of(pgm, loaded)


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

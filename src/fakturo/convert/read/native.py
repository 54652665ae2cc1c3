"""PDFium's functions for words and strokes, with plain numbers for handles, each asked of many things at once.

A page takes thousands of questions, and Python needs longer to ask one than PDFium to answer it. So each is asked of
all words or strokes of a page in a row: by `loops.c`, where a compiler was at hand when we were installed, otherwise
one by one, with the same answers. Python's lock is kept, since giving it away takes longer than most answers.
"""

import ctypes
import struct
from array import array
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from ctypes import c_double, c_int, c_size_t, c_ulong
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import pypdfium2.raw as pdfium

Handle = Any
"""A pointer that PDFium gave us and wants back."""

Address = int
"""Of something inside PDFium; 0 is none."""

Function = Callable[..., Any]

LIBRARY = Path(__file__).with_name("loops.so")
_ADDRESS_BYTES = 8


def address_of(handle: Any) -> Address:
    return ctypes.addressof(handle.contents)


def _load() -> ctypes.PyDLL | None:
    try:
        return ctypes.PyDLL(str(LIBRARY)) if ctypes.sizeof(c_size_t) == _ADDRESS_BYTES else None
    except OSError:
        return None


loops = _load()
"""None: there was no compiler."""


def _loop(name: str, arguments: int) -> Function | None:
    address = ctypes.cast(getattr(loops, name), ctypes.c_void_p).value if loops else None
    return ctypes.PYFUNCTYPE(None, *[c_size_t] * arguments)(address) if address else None


def _at(answers: "array[Any]") -> Address:
    return answers.buffer_info()[0]


class Question:
    def __init__(self, function: Any, result: Any, *arguments: Any) -> None:
        address = ctypes.cast(function, ctypes.c_void_p).value
        assert address
        self.address = address
        self.ask: Function = ctypes.PYFUNCTYPE(result, *arguments)(address)
        """It, of one thing."""


_LOOPS = {c_int: ("numbers", "i", 4), c_size_t: ("addresses", "Q", _ADDRESS_BYTES), c_double: ("sizes", "d", 8)}
"""By what is answered: how its loop is called, what an array of answers holds, and in how many bytes."""


class OfParts(Question):
    """About parts of a whole by their index, such as characters of a page."""

    def __init__(self, function: Any, result: Any = c_int, index: Any = c_int) -> None:
        super().__init__(function, result, c_size_t, index)
        name, self._code, self._size = _LOOPS[result]
        self._loop = _loop(f"{name}_of_parts", 5) if index is c_int else None
        self._all_parts = _loop("all_parts", 5)

    def of(self, whole: Address, parts: Sequence[int]) -> "array[Any]":
        if self._loop is None:
            return array(self._code, [*map(self.ask, repeat(whole), parts)])
        wanted, answers = array("i", parts), array(self._code, bytes(self._size * len(parts)))
        self._loop(self.address, whole, _at(wanted), len(parts), _at(answers))
        return answers

    def of_all(self, wholes: Sequence[Address], counts: Sequence[int]) -> "array[Any]":
        """About the first so many parts of each."""
        if self._all_parts is None:
            return array(self._code, [*chain.from_iterable(map(self.of, wholes, map(range, counts)))])
        items, numbers = array("Q", wholes), array("i", counts)
        assert min(numbers, default=0) >= 0, "answers would be written where there is no room"
        answers = array("Q", bytes(_ADDRESS_BYTES * sum(numbers)))
        self._all_parts(self.address, _at(items), _at(numbers), len(items), _at(answers))
        return answers


class OfItems(Question):
    """About objects of a page, or strokes."""

    def __init__(self, function: Any, result: Any = c_int) -> None:
        super().__init__(function, result, c_size_t)
        name, self._code, self._size = _LOOPS[result]
        self._loop = _loop(f"{name}_of_items", 4)

    def of(self, items: Sequence[Address]) -> "array[Any]":
        if self._loop is None:
            return array(self._code, [*map(self.ask, items)])
        wanted, answers = array("Q", items), array(self._code, bytes(self._size * len(items)))
        self._loop(self.address, _at(wanted), len(items), _at(answers))
        return answers


class WrittenOfParts(Question):
    """As `OfParts`, of what is answered into memory."""

    def __init__(self, function: Any, layout: str) -> None:
        super().__init__(function, c_int, c_size_t, c_int, c_size_t)
        self._layout = struct.Struct(layout)
        self._loop = _loop("written_of_parts", 6)

    def of(self, whole: Address, parts: Sequence[int]) -> Iterator[tuple[float, ...]]:
        size = self._layout.size
        answers = array("B", bytes(size * len(parts)))
        if self._loop is not None:
            wanted = array("i", parts)
            self._loop(self.address, whole, _at(wanted), len(parts), _at(answers), size)
        else:
            _exhaust(map(self.ask, repeat(whole), parts, _places(answers, size)))
        return self._layout.iter_unpack(answers)


_IN_PLACES = {1: "ones", 2: "pairs", 4: "fours"}


class WrittenOfItems(Question):
    """As `OfItems`, of what is answered into memory, in one place or into several beside each other."""

    def __init__(self, function: Any, layout: str, places: int = 1) -> None:
        super().__init__(function, c_int, c_size_t, *[c_size_t] * places)
        self._layout, self._places = struct.Struct(layout), places
        self._loop = _loop(f"{_IN_PLACES[places]}_of_items", 5)

    def of(self, items: Sequence[Address]) -> Iterator[tuple[Any, ...]]:
        size = self._layout.size
        answers = array("B", bytes(size * len(items)))
        if self._loop is not None:
            wanted = array("Q", items)
            self._loop(self.address, _at(wanted), len(items), _at(answers), size)
        else:
            apart = size // self._places
            _exhaust(map(self.ask, items, *(_places(answers, size, apart * at) for at in range(self._places))))
        return self._layout.iter_unpack(answers)


def _places(answers: "array[Any]", size: int, shift: int = 0) -> range:
    first = _at(answers)
    return range(first + shift, first + len(answers), size)


_exhaust = deque[Any](maxlen=0).extend


loose_box = WrittenOfParts(pdfium.FPDFText_GetLooseCharBox, "4f")
"""Left, top, right and bottom."""
is_generated = OfParts(pdfium.FPDFText_IsGenerated)
has_map_error = OfParts(pdfium.FPDFText_HasUnicodeMapError)
text_object = OfParts(pdfium.FPDFText_GetTextObject, c_size_t)
char_matrix = WrittenOfParts(pdfium.FPDFText_GetMatrix, "4f8x")
"""Without where it stands."""
font_size = OfParts(pdfium.FPDFText_GetFontSize, c_double)
render_mode = OfItems(pdfium.FPDFTextObj_GetTextRenderMode)
font_of = OfItems(pdfium.FPDFTextObj_GetFont, c_size_t)
font_name = Question(pdfium.FPDFFont_GetBaseFontName, c_size_t, c_size_t, ctypes.c_void_p, c_size_t).ask
font_flags = Question(pdfium.FPDFFont_GetFlags, c_int, c_size_t).ask
font_weight = Question(pdfium.FPDFFont_GetWeight, c_int, c_size_t).ask

count_page_objects = OfItems(pdfium.FPDFPage_CountObjects)
count_form_objects = OfItems(pdfium.FPDFFormObj_CountObjects)
page_object = OfParts(pdfium.FPDFPage_GetObject, c_size_t)
form_object = OfParts(pdfium.FPDFFormObj_GetObject, c_size_t, index=c_ulong)
object_type = OfItems(pdfium.FPDFPageObj_GetType)
object_matrix = WrittenOfItems(pdfium.FPDFPageObj_GetMatrix, "6f")
object_bounds = WrittenOfItems(pdfium.FPDFPageObj_GetBounds, "4f", places=4)
"""Left, bottom, right and top."""
draw_mode = WrittenOfItems(pdfium.FPDFPath_GetDrawMode, "2i", places=2)
"""Whether it is filled, and whether stroked."""
count_segments = OfItems(pdfium.FPDFPath_CountSegments)
path_segment = OfParts(pdfium.FPDFPath_GetPathSegment, c_size_t)
segment_point = WrittenOfItems(pdfium.FPDFPathSegment_GetPoint, "2f", places=2)
segment_type = OfItems(pdfium.FPDFPathSegment_GetType)
segment_closes = OfItems(pdfium.FPDFPathSegment_GetClose)

"""Several papers of one made-up vendor: the same seller, words and looks, with other buyers, days, lines and sums.

A family draws everything from one random source, so the source itself has to tell what is a vendor's own. It looks at
who asks: the line of the family that makes the seller, the first company that is made up, and a choice between texts
or of a habit that is made once a paper belong to the vendor; whatever is asked for again and again, and every number,
belongs to the paper.
"""

import linecache
import sys
from collections import Counter
from collections.abc import MutableSequence, Sequence
from random import Random
from types import FrameType
from typing import Any, TypeVar

from tests.generator.registry import DEV, Drawn, families

T = TypeVar("T")

COMPANY_MAKERS = frozenset({"_company", "_firm", "firm", "_settle", "_moved"})
NAME_MAKERS = frozenset({"companies", "firms", "populate", "settle"})
"""They pick the names of all parties at once, the seller's first."""
FAMILIES = ("/families/", "/heldback/")
Place = tuple[Any, ...]


class VendorRandom(Random):
    """A random source with two streams: the vendor's, and the paper's."""

    def __init__(self, vendor: str, paper: str, asked_twice: frozenset[Place] = frozenset()) -> None:
        super().__init__(0)
        self._vendor_name, self._paper = vendor, Random(paper)
        self._asked_twice = asked_twice
        self.asked: Counter[Place] = Counter()
        self._first_company: dict[str, FrameType] = {}
        self._places: dict[Place, Random] = {}

    def random(self) -> float:
        return self._stream(sys._getframe(1), "random", is_habit=True).random()

    def choice(self, seq: Sequence[T]) -> T:  # type: ignore[override]
        options = tuple(seq)
        is_text = not any(isinstance(one, int | float) or hasattr(one, "as_tuple") for one in options)
        return self._stream(sys._getframe(1), repr(options), is_habit=is_text).choice(options)

    def choices(self, *given: Any, **named: Any) -> list[Any]:
        return self._stream(sys._getframe(1), "choices", is_habit=False).choices(*given, **named)

    def sample(self, population: Sequence[T], k: int, **_: Any) -> list[T]:
        frame = sys._getframe(1)
        if frame.f_code.co_name not in NAME_MAKERS:
            return self._stream(frame, "sample", is_habit=False).sample(list(population), k)
        seller = self._own((frame.f_code.co_name,)).choice(list(population))
        return [seller, *self._paper.sample([one for one in population if one != seller], k - 1)]

    def shuffle(self, x: MutableSequence[Any]) -> None:
        self._stream(sys._getframe(1), "shuffle", is_habit=False).shuffle(x)

    def randint(self, a: int, b: int) -> int:
        return self._stream(sys._getframe(1), "randint", is_habit=False).randint(a, b)

    def randrange(self, *given: int) -> int:  # type: ignore[override]
        return self._stream(sys._getframe(1), "randrange", is_habit=False).randrange(*given)

    def uniform(self, a: float, b: float) -> float:
        return self._stream(sys._getframe(1), "uniform", is_habit=False).uniform(a, b)

    def _stream(self, frame: FrameType, what: str, *, is_habit: bool) -> Random:
        place = (frame.f_code.co_filename, frame.f_lineno, what)
        self.asked[place] += 1
        if self._makes_seller(frame):
            return self._own((*place, "seller"))
        return self._own(place) if is_habit and place not in self._asked_twice else self._paper

    def _own(self, place: Place) -> Random:
        """The same place asks the vendor's stream for the same things, whatever other places do."""
        name = tuple(str(part).rpartition("/")[2] for part in place)
        return self._places.setdefault(place, Random(f"{self._vendor_name}/{name}"))

    def _makes_seller(self, frame: FrameType | None) -> bool:
        while frame is not None and frame.f_code.co_filename != __file__:
            name, file = frame.f_code.co_name, frame.f_code.co_filename
            if name in COMPANY_MAKERS:
                return self._first_company.setdefault(name, frame) is frame
            if any(folder in file for folder in FAMILIES):
                line = linecache.getline(file, frame.f_lineno)
                if "seller =" in line:
                    return "buyer" not in line
            frame = frame.f_back
        return False


def draw_of_vendor(name: str, vendor: int, paper: int, group: str = DEV) -> Drawn:
    """The same three give the same bytes."""
    family = families(group)[name]
    first = VendorRandom(f"{name}/{vendor}", f"{name}/{vendor}/0")
    family(first)
    twice = frozenset(place for place, count in first.asked.items() if count > 1)
    return family(VendorRandom(f"{name}/{vendor}", f"{name}/{vendor}/{paper}", twice))

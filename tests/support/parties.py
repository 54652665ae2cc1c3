"""Made-up parties, as many as wanted, among them sisters that must not be taken for each other."""

import random
from collections.abc import Iterator

from fakturo.convert.directory.question import Record, Role

SYLLABLES = "ma ju se jah tera in do kar ya ber sa sum re je ki ba di pu tra nu san war na lo ka".split()  # noqa: SIM905


def tin_of(number: int) -> str:
    """A number whose check digit fits."""
    proper = f"{number:08}"
    check = next(digit for digit in range(10) if _luhn(f"{proper}{digit}") % 10 == 0)
    return f"0{proper}{check}012000"


def _luhn(digits: str) -> int:
    doubled = (sum(divmod(2 * int(digit), 10)) for digit in digits[-2::-2])
    return sum(map(int, digits[-1::-2])) + sum(doubled)


def made_up_parties(count: int, seed: int = 7) -> Iterator[Record]:
    chance = random.Random(seed)
    seen: set[str] = set()
    while len(seen) < count:
        words = ["".join(chance.choices(SYLLABLES, k=chance.randint(2, 4))) for _ in range(chance.randint(2, 4))]
        name = f"{chance.choice(['PT', 'PT', 'PT', 'CV', 'UD'])} {' '.join(words).title()}"
        if name not in seen:
            seen.add(name)
            yield Record(name, Role.BUYER, tin=tin_of(len(seen)), address=f"Jl. {words[0].title()} {len(seen)}, Kota")

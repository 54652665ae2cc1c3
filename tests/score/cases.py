"""What is scored: a PDF with its truths, wherever it comes from."""

from collections.abc import Iterator
from dataclasses import dataclass

from tests.generator.registry import Truth, draw, families


@dataclass(frozen=True)
class Case:
    name: str
    family: str
    """The layout or collection it belongs to."""
    pdf: bytes
    truths: tuple[Truth, ...]

    @property
    def is_scan(self) -> bool:
        return any("scan" in truth.get("tags", ()) for truth in self.truths)


def generated(group: str, count: int, seed: int, only: tuple[str, ...] = ()) -> Iterator[Case]:
    """`count` invoices of each family, with seeds from `seed` on."""
    for family in families(group):
        if only and family not in only:
            continue
        for at in range(seed, seed + count):
            drawn = draw(family, at, group)
            yield Case(f"{family}-{at}", family, drawn.pdf, drawn.truths)

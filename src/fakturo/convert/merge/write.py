"""The merged file, or files, piece by piece as the invoices come."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from xml.sax.saxutils import escape

from fakturo.convert.merge.bulk import LIST, ROOT, SELLER, Invoice
from fakturo.convert.merge.plan import Plan
from fakturo.convert.targets.xml import DECLARATION

DRAFT_MARK = b"<!-- draft: some of these invoices should be looked at before they are handed in -->\n"
END = f"  </{LIST}>\n</{ROOT}>\n".encode()


@dataclass(frozen=True, slots=True)
class Piece:
    part: int
    """Which of the files it belongs to, from 0; never less than that of the piece before."""
    text: bytes


class Merger:
    """Given all invoices in their order; the pieces of each part, joined, are a whole file."""

    def __init__(self, plan: Plan) -> None:
        self._head = _head(plan)
        self._limit = plan.limit
        self._count = 0

    def add(self, invoices: Iterable[Invoice]) -> Iterator[Piece]:
        for invoice in invoices:
            part, place = divmod(self._count, self._limit)
            if place == 0 and part > 0:
                yield Piece(part - 1, END)
            yield Piece(part, self._head + invoice.xml if place == 0 else invoice.xml)
            self._count += 1

    def end(self) -> Piece:
        assert self._count
        return Piece((self._count - 1) // self._limit, END)


def _head(plan: Plan) -> bytes:
    before = DECLARATION + (DRAFT_MARK if plan.is_draft else b"")
    return before + plan.root + f"\n  <{SELLER}>{escape(plan.seller)}</{SELLER}>\n  <{LIST}>\n".encode()

"""Who writes an owner's invoices: asked on the page, kept in the owner's own directory."""

from collections.abc import Sequence

from fakturo.convert.directory.cells import BadRow, Cells
from fakturo.convert.directory.lists import read_party
from fakturo.convert.directory.question import Record, Role
from fakturo.directory.rows import new_party
from fakturo.domain.job import Owner
from fakturo.store.directory import SHARED, Directory, PartyRow
from fakturo.web.page.deps import BadSeller, Seller

KEPT = ("address", "email", "transaction_code", "facility")
"""What an import may have said of the seller, and the page does not ask for."""


class OwnSellers:
    def __init__(self, directory: Directory, of_settings: Sequence[Record]) -> None:
        self._directory = directory
        self._of_settings = of_settings

    def of_settings(self) -> Seller | None:
        return next((Seller(each.name, each.tin, each.nitku) for each in self._of_settings), None)

    async def own(self, owner: Owner) -> Seller | None:
        return _seller(await self._own_row(owner))

    async def known(self, owner: Owner) -> Seller | None:
        rows = await self._directory.sellers([owner.key, SHARED], 1)
        return self.of_settings() or _seller(rows[0] if rows else None)

    async def save(self, owner: Owner, seller: Seller) -> Seller:
        before = await self._own_row(owner)
        kept = {name: getattr(before, name) for name in KEPT} if before else {}
        asked = {"name": seller.name, "tin": seller.tin, "nitku": seller.nitku, "role": Role.SELLER.value}
        try:
            record = read_party(Cells(kept | asked))
        except BadRow as bad:
            raise BadSeller(bad.sentence) from None
        await self._directory.save_seller(owner.key, new_party(record), instead_of=before)
        return Seller(record.name, record.tin, record.nitku)

    async def _own_row(self, owner: Owner) -> PartyRow | None:
        """None also if there are several: then somebody has imported them, and none is to be replaced by another."""
        rows = await self._directory.sellers([owner.key], 2)
        return rows[0] if len(rows) == 1 else None


def _seller(row: PartyRow | None) -> Seller | None:
    return Seller(row.name, row.tin, row.nitku) if row else None

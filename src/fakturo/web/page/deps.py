"""What the pages need beyond the API, made in wiring."""

from dataclasses import dataclass
from typing import Protocol

from fakturo.domain.job import Owner
from fakturo.store.session_links import SessionLinks


class BadSeller(Exception):
    """Cannot be kept; the text says why."""


@dataclass(frozen=True, slots=True)
class Seller:
    name: str
    tin: str | None
    nitku: str | None


class Sellers(Protocol):
    """Who writes an owner's invoices."""

    def of_settings(self) -> Seller | None:
        """The one that is set up for everybody."""

    async def own(self, owner: Owner) -> Seller | None: ...

    async def known(self, owner: Owner) -> Seller | None:
        """The owner's own, or everybody's."""

    async def save(self, owner: Owner, seller: Seller) -> Seller:
        """Raises BadSeller."""


@dataclass(frozen=True, slots=True)
class PageDeps:
    sellers: Sellers
    links: SessionLinks
    public_url: str
    pdf_days: str
    xml_days: str

    @property
    def secure(self) -> bool:
        return self.public_url.startswith("https:")

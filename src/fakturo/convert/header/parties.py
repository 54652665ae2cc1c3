"""Seller and buyer."""

from collections.abc import Sequence
from dataclasses import dataclass

from fakturo.convert.header.claims import Claim
from fakturo.convert.header.scene import Scene
from fakturo.convert.invoice import Issue, Reading


@dataclass(frozen=True, slots=True)
class PartyReadings:
    name: Reading[str] | None = None
    tax_id: Reading[str] | None = None
    address: Reading[str] | None = None
    country: Reading[str] | None = None


def read_parties(scene: Scene, claims: Sequence[Claim]) -> tuple[PartyReadings, PartyReadings, list[Issue]]:
    return PartyReadings(), PartyReadings(), []

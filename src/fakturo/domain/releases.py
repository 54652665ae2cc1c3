"""Which version of a mapping an upload gets: the highest that is there, not withdrawn, and enabled for its owner.

A version that nobody has said anything about is enabled for all. A new one can be tried first by some owners, or by a
share of them, and be withdrawn everywhere at once; uploads then get the one before it.

A share is one of owners, not of files: somebody who hands in forty invoices gets forty results of one kind, today and
tomorrow. Whoever is in a share of 10 % is in one of 20 %, too, so that a release that widens moves nobody back.
"""

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import dataclass

ALL_PERCENT = 100


@dataclass(frozen=True, slots=True)
class Release:
    """What an operator has said about one version of a mapping."""

    mapping: str
    version: int
    share_percent: int = ALL_PERCENT
    """Of all owners; those below are enabled besides."""
    owners: Collection[str] = ()
    withdrawn: bool = False

    def includes(self, owner_key: str) -> bool:
        if self.withdrawn:
            return False
        return owner_key in self.owners or _place(owner_key, self.mapping, self.version) < self.share_percent

    def in_words(self) -> str:
        if self.withdrawn:
            return "withdrawn"
        named = f"{len(self.owners)} named owner{'' if len(self.owners) == 1 else 's'}" if self.owners else ""
        if self.share_percent == ALL_PERCENT:
            return "for all"
        share = f"{self.share_percent} % of owners" if self.share_percent or not named else ""
        return f"for {' and '.join(filter(None, (share, named)))}"


def version_for(owner_key: str, mapping: str, versions: Iterable[int], releases: Iterable[Release]) -> int | None:
    """None if there is none that the owner may have."""
    said = {release.version: release for release in releases if release.mapping == mapping}
    enabled = (version for version in versions if version not in said or said[version].includes(owner_key))
    return max(enabled, default=None)


def _place(owner_key: str, mapping: str, version: int) -> int:
    """Where an owner stands among a hundred, for good: another mapping or version shuffles them anew, so that it is not
    always the same people who try what is new."""
    digest = hashlib.sha256(f"{owner_key}\n{mapping}@{version}".encode()).digest()
    return int.from_bytes(digest[:8]) % 100

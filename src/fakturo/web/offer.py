"""The mappings that an owner may choose among today, each in the version that an upload would get.

What operators have said is read anew for each upload: it is a handful of rows, and a version that was withdrawn is gone
with the very next file.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from fakturo.convert.mapping import Mapping, Mappings, UnknownMapping
from fakturo.domain.job import Owner
from fakturo.domain.releases import Release, version_for
from fakturo.store.releases import Releases


@dataclass(frozen=True, slots=True)
class Offer:
    mappings: Mappings
    releases: Releases

    async def pick(self, name: str, owner: Owner) -> Mapping:
        """The version of that mapping for this owner; UnknownMapping says why there is none."""
        known = self.mappings.find(name)
        picked = self._version(known.name, owner, await self.releases.all())
        if picked is None:
            raise UnknownMapping(
                f"The mapping {known.name!r} was withdrawn. Choose another, or ask your administrator."
            )
        return picked

    async def all_for(self, owner: Owner) -> Sequence[Mapping]:
        releases = await self.releases.all()
        return [picked for name in self.mappings.names if (picked := self._version(name, owner, releases))]

    def _version(self, name: str, owner: Owner, releases: Sequence[Release]) -> Mapping | None:
        version = version_for(owner.key, name, self.mappings.versions(name), releases)
        return None if version is None else self.mappings.find(name, version)

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

NO_MODEL = (
    "The mapping {name!r} is read by a language model, and none is set up here. "
    "Choose another, or ask your administrator."
)


@dataclass(frozen=True, slots=True)
class Offer:
    mappings: Mappings
    releases: Releases
    has_model: bool = False
    """Whether a language model is there for mappings that are read by one."""

    async def pick(self, name: str, owner: Owner) -> Mapping:
        return self.pick_among(await self.releases.all(), name, owner)

    def pick_among(self, releases: Sequence[Release], name: str, owner: Owner) -> Mapping:
        """The version of that mapping for this owner; UnknownMapping says why there is none."""
        known = self.mappings.find(name)
        if known.is_read_by_model and not self.has_model:
            raise UnknownMapping(NO_MODEL.format(name=known.name))
        picked = self._version(known.name, owner, releases)
        if picked is None:
            raise UnknownMapping(
                f"The mapping {known.name!r} was withdrawn. Choose another, or ask your administrator."
            )
        return picked

    async def all_for(self, owner: Owner) -> Sequence[Mapping]:
        releases = await self.releases.all()
        picked = (self._version(name, owner, releases) for name in self.mappings.names)
        return [each for each in picked if each and (self.has_model or not each.is_read_by_model)]

    def _version(self, name: str, owner: Owner, releases: Sequence[Release]) -> Mapping | None:
        version = version_for(owner.key, name, self.mappings.versions(name), releases)
        return None if version is None else self.mappings.find(name, version)

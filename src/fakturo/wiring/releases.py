"""`fakturo mappings enable` and `withdraw`: which versions are for whom, in the database that all processes read."""

import contextlib
from collections.abc import AsyncIterator, Collection, Sequence

from fakturo.convert.mapping import Mapping, Mappings, UnknownMapping
from fakturo.domain.errors import CannotRun
from fakturo.domain.releases import Release
from fakturo.settings import Settings
from fakturo.store.releases import Releases
from fakturo.wiring.mappings import all_mappings
from fakturo.wiring.storage import open_database


async def enable(settings: Settings, wanted: str, *, share_percent: int | None, owners: Sequence[str]) -> str:
    """For all, unless a share or owners are named: then for these alone."""
    mapping = _version(all_mappings(settings), wanted)
    share = share_percent if share_percent is not None else 0 if owners else 100
    release = Release(mapping.name, mapping.version, share, tuple(dict.fromkeys(owners)))
    async with _releases(settings) as releases:
        await releases.enable(release)
    return f"{mapping.full_name} is enabled {release.in_words()}, from the next upload on."


async def withdraw(settings: Settings, wanted: str) -> list[str]:
    mappings = all_mappings(settings)
    mapping = _version(mappings, wanted)
    async with _releases(settings) as releases:
        waiting = await releases.withdraw(mapping.name, mapping.version)
        said = await releases.all()
    lines = [f"{mapping.full_name} is withdrawn, from the next upload on."]
    if waiting:
        lines.append(f"{waiting} waiting job(s) of it will fail and say so; asked for again, they get another version.")
    if left := _left(mappings, mapping.name, said):
        lines.append(f"Left of {mapping.name}: {', '.join(left)}.")
    else:
        lines.append(f"No version of {mapping.name} is left: uploads that ask for it are refused, and say so.")
    return lines


async def release_states(settings: Settings) -> dict[str, str]:
    """What was said of which version, in words; CannotRun without a database of this version."""
    async with _releases(settings) as releases:
        return {f"{each.mapping}@{each.version}": each.in_words() for each in await releases.all()}


def _left(mappings: Mappings, name: str, said: Collection[Release]) -> list[str]:
    """With whom each is for: after a withdrawal, one that is for few may be all that is left."""
    words = {each.version: each.in_words() for each in said if each.mapping == name}
    versions = sorted(mappings.versions(name), reverse=True)
    states = {version: words.get(version, "for all") for version in versions}
    return [f"version {version} ({state})" for version, state in states.items() if state != "withdrawn"]


def _version(mappings: Mappings, wanted: str) -> Mapping:
    """One that is there: a typing mistake must not pass as a withdrawal."""
    if "@" not in wanted:
        raise CannotRun(f"Say which version: {wanted}@1, for example. `fakturo mappings list` names them.")
    try:
        return mappings.find_wanted(wanted)
    except UnknownMapping as error:
        raise CannotRun(str(error)) from None


@contextlib.asynccontextmanager
async def _releases(settings: Settings) -> AsyncIterator[Releases]:
    async with open_database(settings, name="mappings") as pool:
        yield Releases(pool)

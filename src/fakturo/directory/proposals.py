"""What a corrected invoice says and the directory does not know yet: proposed in words, kept once it is confirmed."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from fakturo.convert.directory.learned import learned_from
from fakturo.directory.own import NotKept, OwnDirectory


class Proposal(NamedTuple):
    id: str
    says: str
    keep: Callable[[], Awaitable[bool]]
    """Whether it is in the directory now."""


async def proposals(directory: OwnDirectory, owner: str, document: Mapping[str, Any]) -> AsyncIterator[Proposal]:
    """Names of units and codes of goods that somebody decided, and another name of a party known by its number."""
    learned = learned_from(document)
    for unit in learned.units:
        values = {"alias": unit.alias, "code": unit.code}
        if await directory.would_be_new("units", owner, values):
            keep = partial(_saved, directory, "units", owner, values)
            yield Proposal(f"unit {unit.alias}", f"The unit '{unit.alias}' is {unit.code}.", keep)
    for goods in learned.goods:
        name = goods.sku or goods.words
        article = {"sku": goods.sku, "words": goods.words, "opt": goods.record.opt, "code": goods.record.code}
        if await directory.would_be_new("goods", owner, article):
            keep = partial(_saved, directory, "goods", owner, article)
            yield Proposal(f"goods {name}", f"'{name}' has the code {goods.record.code}.", keep)
    for party in learned.parties:
        asked = party.role, party.name or "", party.tax_id
        if known := await directory.known_by_number(owner, *asked):
            keep = partial(_learned, directory, owner, *asked)
            yield Proposal(f"{party.role.value} {party.name}", f"'{party.name}' is another name of {known.name}.", keep)


async def _saved(directory: OwnDirectory, title: str, owner: str, values: Mapping[str, str | None]) -> bool:
    try:
        await directory.save(title, owner, dict(values))
    except NotKept:
        return False
    return True


async def _learned(directory: OwnDirectory, owner: str, *party: Any) -> bool:
    return await directory.learn_alias(owner, *party) is not None

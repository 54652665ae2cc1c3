"""`fakturo keys`: what an operator does with API keys."""

import contextlib
from collections.abc import AsyncIterator, Sequence
from datetime import datetime, timedelta

from fakturo.domain.errors import CannotRun
from fakturo.domain.job import Owner
from fakturo.domain.keys import ApiKey, KeyState, Scope
from fakturo.settings import Settings
from fakturo.store.keys import MOST_KEYS, Keys, NewKey
from fakturo.wiring.storage import open_database


async def create(
    settings: Settings,
    name: str,
    *,
    owner: str | None,
    scopes: Sequence[Scope],
    days: int | None,
    requests_per_minute: int | None,
    uploads_per_minute: int | None,
) -> tuple[ApiKey, str]:
    """For an owner of its own, unless one is named."""
    new = NewKey(
        Owner.of_key(owner or f"key:{name}"),
        name,
        frozenset(scopes),
        by_operator=True,
        requests_per_minute=requests_per_minute,
        uploads_per_minute=uploads_per_minute,
        lasts=timedelta(days=days) if days else None,
    )
    async with _keys(settings) as keys:
        if owner is None and any(key.owner_key == new.owner.key for key in await keys.list()):
            raise CannotRun(
                f"There is a key called {name!r} already. Choose another name, or say --owner {new.owner.key}, "
                "if both should see the same jobs."
            )
        made = await keys.create(new)
    if made is None:
        raise CannotRun(f"{new.owner.key} has {MOST_KEYS} keys already. Revoke those that nobody needs.")
    return made


async def revoke(settings: Settings, text: str) -> ApiKey:
    async with _keys(settings) as keys:
        found = await keys.find(text)
        if len(found) != 1:
            raise CannotRun(f"There is no key {text!r}. `fakturo keys list` names them, by how they begin.")
        await keys.revoke(found[0].id)
    return found[0]


async def key_list(settings: Settings) -> list[str]:
    async with _keys(settings) as keys:
        found = await keys.list()
    width = max((len(key.name) for key in found), default=0)
    return [f"{key.prefix}  {key.name:{width}}  {in_words(key)}  for {key.owner_key}" for key in found]


def in_words(key: ApiKey) -> str:
    limits = [
        f"{limit} {what}/min"
        for limit, what in ((key.requests_per_minute, "requests"), (key.uploads_per_minute, "uploads"))
        if limit
    ]
    return "; ".join([_standing(key), "may " + " ".join(sorted(key.scopes)), f"used {_day(key.last_used_at)}", *limits])


def _standing(key: ApiKey) -> str:
    if key.state is KeyState.REVOKED:
        return f"revoked {_day(key.revoked_at)}"
    return (
        f"{'expired' if key.state is KeyState.EXPIRED else 'until'} {_day(key.expires_at)}"
        if key.expires_at
        else "active"
    )


def _day(moment: datetime | None) -> str:
    return f"{moment:%Y-%m-%d}" if moment else "never"


@contextlib.asynccontextmanager
async def _keys(settings: Settings) -> AsyncIterator[Keys]:
    async with open_database(settings, name="keys") as pool:
        yield Keys(pool)

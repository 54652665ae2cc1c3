"""`fakturo keys`: what programs show to be let in."""

import asyncio
import sys
from typing import Annotated

import typer

from fakturo.cli.options import DataDir, operators_settings
from fakturo.domain.keys import Scope

keys = typer.Typer(help="What programs show to be let in, and what each may do: docs/api.md.", no_args_is_help=True)
PerMinute = Annotated[int | None, typer.Option(min=1, show_default="as everybody")]


@keys.command("create")
def create_key(
    name: Annotated[str, typer.Argument(help="What it is for; with it, its owner is called key:NAME.")],
    scope: Annotated[
        list[Scope] | None,
        typer.Option(help="What it may do; may be named several times.", show_default="read, submit"),
    ] = None,
    expires_days: Annotated[int | None, typer.Option(min=1, max=3650, show_default="never")] = None,
    owner: Annotated[
        str | None, typer.Option(help="Whom it acts for: an owner's key, as jobs have it.", show_default="a new owner")
    ] = None,
    requests_per_minute: PerMinute = None,
    uploads_per_minute: PerMinute = None,
    data_dir: DataDir = None,
) -> None:
    """Make an API key. It is printed this once, alone on standard output."""
    from fakturo.wiring.keys import create, in_words

    work = create(
        operators_settings(data_dir, service="keys"),
        name,
        owner=owner,
        scopes=scope or [Scope.READ, Scope.SUBMIT],
        days=expires_days,
        requests_per_minute=requests_per_minute,
        uploads_per_minute=uploads_per_minute,
    )
    key, secret = asyncio.run(work)
    print(f"{key.name}: {in_words(key)}, for {key.owner_key}. Keep it: it is not shown again.", file=sys.stderr)
    print(secret)


@keys.command("list")
def list_keys(data_dir: DataDir = None) -> None:
    """Name all keys: how each begins, what it is for, what it may do, when it was used last, whom it acts for."""
    from fakturo.wiring.keys import key_list

    print("\n".join(asyncio.run(key_list(operators_settings(data_dir, service="keys")))) or "There are no API keys.")


@keys.command("revoke")
def revoke_key(
    key: Annotated[str, typer.Argument(help="How it begins (fk_…), as the list shows it.")], data_dir: DataDir = None
) -> None:
    """Refuse a key from now on, everywhere."""
    from fakturo.wiring.keys import revoke

    revoked = asyncio.run(revoke(operators_settings(data_dir, service="keys"), key))
    print(f"{revoked.prefix} ({revoked.name}) is refused from now on.")

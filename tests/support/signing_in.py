"""Signing in as a browser does it: to the provider, and back with what that says."""

import re

import httpx

from tests.integration.web.test_upload import pdf, upload
from tests.support.oidc import CLIENT_ID, CLIENT_SECRET, OidcProvider

ANA = {"sub": "ana", "name": "Ana Lestari"}


def settings_for(provider: OidcProvider, **more: object) -> dict[str, object]:
    return {
        "oidc_issuer": provider.url,
        "oidc_client_id": CLIENT_ID,
        "oidc_client_secret": CLIENT_SECRET,
        "public_url": "http://test",
        **more,
    }


async def to_provider(client: httpx.AsyncClient, return_to: str = "") -> str:
    """Begins: where the provider is asked."""
    begun = await client.get("/account/login", params={"return_to": return_to} if return_to else {})
    assert begun.status_code == 303, begun.text
    return begun.headers["location"]


async def at_provider(address: str) -> str:
    """What the provider sends the browser back with."""
    async with httpx.AsyncClient(trust_env=False) as browser:
        answer = await browser.get(address)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


async def sign_in(client: httpx.AsyncClient, return_to: str = "") -> httpx.Response:
    """The whole way, as a browser goes it; the last answer."""
    return await client.get(await at_provider(await to_provider(client, return_to)))


def plant(client: httpx.AsyncClient, name: str, value: str) -> None:
    """A cookie, as if we had set it."""
    client.cookies.set(name, value, domain="test.local", path="/")


async def who_is(client: httpx.AsyncClient) -> str | None:
    """Whom the page shows as signed in."""
    shown = re.search(r'href="/settings#account" title="([^"]*)"', (await client.get("/settings")).text)
    return shown[1] if shown else None


async def jobs_of(client: httpx.AsyncClient) -> set[str]:
    return {job["id"] for job in (await client.get("/api/jobs")).json()["jobs"]}


async def uploaded(client: httpx.AsyncClient, text: str) -> str:
    return str((await upload(client, pdf(text))).json()["job"]["id"])

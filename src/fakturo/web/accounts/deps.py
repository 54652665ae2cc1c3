"""What signing in needs, made in wiring; and what a provider of identities is to us."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from http import HTTPStatus
from typing import Any, Protocol

from fakturo.domain.accounts import RoleRules
from fakturo.store.accounts import Accounts
from fakturo.web.page.languages import mark

AWAY = mark("The service that people sign in with does not answer. Wait a moment and try again.")
NOT_TRUSTED = mark("What the sign-in service answered could not be trusted, so you are not signed in.")
BEGIN_AGAIN = mark("This sign-in took too long, or was begun in another browser. Begin again.")
DECLINED = mark("You were not let in there, so you are not signed in here.")


class SignInFailed(Exception):
    """Nobody was signed in: a sentence for the person, and a word for the log, which holds nothing of anybody."""

    def __init__(self, text: str, reason: str, *, status: int = HTTPStatus.FORBIDDEN) -> None:
        super().__init__(text)
        self.text, self.reason, self.status = text, reason, status

    @classmethod
    def away(cls, reason: str) -> "SignInFailed":
        return cls(AWAY, reason, status=HTTPStatus.SERVICE_UNAVAILABLE)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A sign-in that was begun, in the hands of the browser that began it."""

    state: str
    """Comes back with the answer: no other browser's answer is taken."""
    nonce: str
    """Stands in the ID token: none of another sign-in is taken."""
    verifier: str
    """Shows the provider that whoever fetches the token began the sign-in (PKCE)."""
    return_to: str


@dataclass(frozen=True, slots=True)
class Identity:
    """Who somebody is, as a provider has signed it."""

    subject: str
    claims: Mapping[str, Any]
    id_token: str


class Provider(Protocol):
    issuer: str

    async def address(self, attempt: Attempt) -> str:
        """Where the browser goes to sign in. Raises SignInFailed."""

    async def identity(self, attempt: Attempt, code: str, issuer: str | None) -> Identity:
        """Who came back with that code. Raises SignInFailed."""

    async def leave_address(self, id_token: str | None, back_to: str) -> str | None:
        """Where the browser goes to sign out there, too; None, if the provider has no such place."""


@dataclass(frozen=True, slots=True)
class AccountDeps:
    store: Accounts
    provider: Provider
    rules: RoleRules
    login_required: bool
    lasts: timedelta
    page_url: str

    @property
    def secure(self) -> bool:
        return self.page_url.startswith("https:")

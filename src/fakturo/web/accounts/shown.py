"""Who is signed in, as every page shows it."""

from dataclasses import dataclass
from urllib.parse import urlencode

from starlette.requests import Request

from fakturo.domain.accounts import Person, Role, own_path
from fakturo.web.deps import deps_of
from fakturo.web.guards.callers import caller_of


@dataclass(frozen=True, slots=True)
class ShownAccount:
    person: Person | None
    sign_in: str
    """Where somebody signs in, and comes back to this page from."""

    @property
    def is_admin(self) -> bool:
        return self.person is not None and Role.ADMIN in self.person.roles


def shown_account(request: Request) -> ShownAccount | None:
    """None: there are no accounts here."""
    if deps_of(request).accounts is None:
        return None
    return ShownAccount(caller_of(request).person, sign_in_address(request))


def sign_in_address(request: Request) -> str:
    query = f"?{request.url.query}" if request.url.query else ""
    here = own_path(f"{request.url.path}{query}") if request.method == "GET" else "/queue"
    return f"/account/login?{urlencode({'return_to': here})}"

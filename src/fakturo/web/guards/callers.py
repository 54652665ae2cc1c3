"""Who is asking, and by what: a session's cookie, an account, or an API key."""

from dataclasses import dataclass

from starlette.requests import Request

from fakturo.domain.accounts import Person
from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import Owner
from fakturo.domain.keys import KEY_BEGINS, ApiKey, KeyState, Scope
from fakturo.http.problems import Problem

CALLER = "fakturo.caller"
CHALLENGE = "WWW-Authenticate"
SHOWN_WRONGLY = "Show the API key as 'Authorization: Bearer fk_…', with the word Bearer before it."
WHY_NOT = {
    KeyState.REVOKED: "This API key was revoked. Use another one.",
    KeyState.EXPIRED: "This API key has expired. Use another one.",
}


@dataclass(frozen=True, slots=True)
class Caller:
    owner: Owner
    key: ApiKey | None = None
    """None: a session, which may do everything."""
    is_newcomer: bool = False
    """Came with nothing, and gets a session with this answer."""
    person: Person | None = None
    """Who is signed in."""

    @property
    def is_anonymous(self) -> bool:
        return self.key is None and self.person is None

    def require(self, scope: Scope) -> None:
        if self.key and scope not in self.key.scopes:
            raise Problem(
                ErrorCode.FORBIDDEN,
                f"This API key may not do that: it lacks the scope '{scope}'.",
                headers={CHALLENGE: f'Bearer error="insufficient_scope", scope="{scope}"'},
            )


def caller_of(request: Request) -> Caller:
    caller = request.scope[CALLER]
    assert isinstance(caller, Caller)
    return caller


def secret_shown(request: Request) -> str | None:
    """None if no key is shown. Other schemes than Bearer are between the browser and a proxy."""
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else None


def key_elsewhere(request: Request) -> bool:
    """Whoever forgot the word Bearer would hand files in as somebody new, and never see them again."""
    words = (*request.headers.get("authorization", "").split(), request.headers.get("x-api-key", ""))
    return any(word.startswith(KEY_BEGINS) for word in words)


def caller_with(key: ApiKey | None) -> Caller:
    """A key that is not good is refused. It never becomes a session of somebody new, who would wonder where all jobs
    are."""
    if key and key.state is KeyState.ACTIVE:
        return Caller(key.owner, key)
    detail = WHY_NOT[key.state] if key else "This API key is not known here. Check it, and the server's address."
    raise Problem(ErrorCode.UNAUTHORIZED, detail, headers={CHALLENGE: 'Bearer error="invalid_token"'})

"""What a browser keeps of a sign-in: while it lasts ten minutes, what it began with; and then who is signed in."""

import base64
import binascii
import json
import re
import secrets
from dataclasses import asdict, fields

from starlette.requests import Request
from starlette.responses import Response

from fakturo.web.accounts.deps import AccountDeps, Attempt
from fakturo.web.guards.sessions import ACCOUNT_COOKIE, RANDOM_BYTES

PREFIX = "fakturo_signin_"
"""And the beginning of the state: several tabs may sign in at once."""
MARK_LENGTH = 8
PLACE = "/account"
LASTS_SECONDS = 600
MOST_ATTEMPTS = 8
_STATE = re.compile(r"[A-Za-z0-9_-]{43}")


def new_attempt(return_to: str) -> Attempt:
    state, nonce, verifier = (secrets.token_urlsafe(RANDOM_BYTES) for _ in range(3))
    return Attempt(state, nonce, verifier, return_to)


def keep_attempt(request: Request, answer: Response, attempt: Attempt, *, secure: bool) -> None:
    """Nobody else needs to hold it: whoever could change this cookie could as well begin a sign-in."""
    earlier = [name for name in request.cookies if name.startswith(PREFIX)]
    for name in earlier if len(earlier) >= MOST_ATTEMPTS else ():
        answer.delete_cookie(name, path=PLACE)
    said = base64.urlsafe_b64encode(json.dumps(asdict(attempt)).encode()).decode()
    answer.set_cookie(
        PREFIX + attempt.state[:MARK_LENGTH],
        said,
        max_age=LASTS_SECONDS,
        path=PLACE,
        secure=secure,
        httponly=True,
        samesite="lax",
    )


def attempt_of(request: Request, state: str) -> Attempt | None:
    """None: this browser has not begun it, or too long ago."""
    if not _STATE.fullmatch(state):
        return None
    try:
        said = json.loads(base64.urlsafe_b64decode(request.cookies.get(PREFIX + state[:MARK_LENGTH], "")))
        attempt = Attempt(**{each.name: str(said[each.name]) for each in fields(Attempt)})
    except (ValueError, binascii.Error, KeyError, TypeError):
        return None
    return attempt if secrets.compare_digest(attempt.state, state) else None


def forget_attempt(answer: Response, state: str) -> None:
    answer.delete_cookie(PREFIX + state[:MARK_LENGTH], path=PLACE)


def keep_account(answer: Response, secret: str, accounts: AccountDeps) -> None:
    answer.set_cookie(
        ACCOUNT_COOKIE,
        secret,
        max_age=int(accounts.lasts.total_seconds()),
        path="/",
        secure=accounts.secure,
        httponly=True,
        samesite="lax",
    )


def forget_account(answer: Response) -> None:
    answer.delete_cookie(ACCOUNT_COOKIE, path="/")

"""Signing in and out. The provider asks who somebody is; the rest is ours: a new session, and what was there before."""

import secrets
from http import HTTPStatus
from typing import Annotated
from urllib.parse import urlencode

import structlog
from fastapi import APIRouter, Query, Request
from fastapi.responses import RedirectResponse, Response

from fakturo.domain.accounts import HOME, Person, Role, account_key, name_in, own_path
from fakturo.domain.errors import ErrorCode
from fakturo.http.problems import Problem
from fakturo.store.accounts import NewSession
from fakturo.web.accounts.cookies import (
    attempt_of,
    forget_account,
    forget_attempt,
    keep_account,
    keep_attempt,
    new_attempt,
)
from fakturo.web.accounts.deps import BEGIN_AGAIN, DECLINED, AccountDeps, Identity, SignInFailed
from fakturo.web.accounts.takeover import take_over
from fakturo.web.deps import deps_of
from fakturo.web.guards.callers import caller_of
from fakturo.web.guards.sessions import RANDOM_BYTES, account_secret
from fakturo.web.page.forms import fields_of
from fakturo.web.page.languages import mark
from fakturo.web.page.preferences import preferences_of
from fakturo.web.page.render import page
from fakturo.web.page.trouble import PageRoute

log = structlog.get_logger()

SIGNED_OUT = "/account/signed-out"
NOT_SIGNED_IN = mark("You are not signed in")
MAX_ANSWER = 4096

router = APIRouter(include_in_schema=False, route_class=PageRoute)


def accounts_of(request: Request) -> AccountDeps:
    """As if there were no such page, unless a provider is set up."""
    accounts = deps_of(request).accounts
    if accounts is None:
        raise Problem(ErrorCode.NOT_FOUND)
    return accounts


@router.get("/account/login")
async def sign_in(request: Request, return_to: Annotated[str, Query(max_length=MAX_ANSWER)] = "") -> Response:
    """A link, not a form: nothing changes here, and pages may not send forms elsewhere."""
    accounts, attempt = accounts_of(request), new_attempt(own_path(return_to))
    if caller_of(request).person:
        return _to(attempt.return_to)
    try:
        answer = _to(await accounts.provider.address(attempt))
    except SignInFailed as failed:
        return _failed(request, failed, attempt.return_to)
    keep_attempt(request, answer, attempt, secure=accounts.secure)
    return answer


@router.get("/account/callback")
async def come_back(
    request: Request,
    state: Annotated[str, Query(max_length=MAX_ANSWER)] = "",
    code: Annotated[str, Query(max_length=MAX_ANSWER)] = "",
    error: Annotated[str, Query(max_length=MAX_ANSWER)] = "",
    iss: Annotated[str | None, Query(max_length=MAX_ANSWER)] = None,
) -> Response:
    accounts, attempt = accounts_of(request), attempt_of(request, state)
    if attempt is None:
        return _failed(request, SignInFailed(BEGIN_AGAIN, "unknown state", status=HTTPStatus.BAD_REQUEST), HOME)
    if error or not code:
        answer = _failed(request, SignInFailed(DECLINED, "refused by the provider"), attempt.return_to)
    else:
        try:
            identity = await accounts.provider.identity(attempt, code, iss)
            answer = await _let_in(request, accounts, identity, own_path(attempt.return_to))
        except SignInFailed as failed:
            answer = _failed(request, failed, attempt.return_to)
    forget_attempt(answer, state)
    return answer


async def _let_in(request: Request, accounts: AccountDeps, identity: Identity, return_to: str) -> Response:
    """Under a secret that nobody has seen before; what this browser was signed in with until now is over."""
    issuer = accounts.provider.issuer
    roles = accounts.rules.roles_in(identity.claims)
    person = Person(account_key(issuer, identity.subject), name_in(identity.claims), roles)
    if (earlier := account_secret(request)) is not None:
        await accounts.store.sign_out(earlier)
    secret = secrets.token_urlsafe(RANDOM_BYTES)
    session = NewSession(person, issuer, identity.subject, identity.id_token, accounts.lasts)
    await accounts.store.sign_in(session, secret)
    taken = await take_over(request, person)
    if Role.ADMIN in roles:
        await deps_of(request).admin.operations.record(person.recorded_as, "login")
    log.info("signed_in", roles=sorted(roles), taken_jobs=taken.jobs if taken else 0)
    if await accounts.store.ways_in(person.owner):
        return_to = "/settings#ways-in"  # to be decided on before anything else
    elif taken and taken.jobs and return_to == HOME:
        return_to = f"{HOME}?{urlencode({'taken': taken.jobs})}"
    answer = _to(return_to)
    keep_account(answer, secret, accounts)
    return answer


@router.post("/account/logout")
async def sign_out(request: Request) -> Response:
    """The browser goes on to the provider by itself: an answer to a form may not send it elsewhere."""
    accounts, secret = accounts_of(request), account_secret(request)
    id_token = await accounts.store.sign_out(secret) if secret else None
    back_to = f"{accounts.page_url}{SIGNED_OUT}"
    onwards = await accounts.provider.leave_address(id_token, back_to) if id_token else None
    answer = page(request, "signed_out.html", onwards=onwards, account=None)
    forget_account(answer)
    return answer


@router.get(SIGNED_OUT)
async def signed_out(request: Request) -> Response:
    accounts_of(request)
    return page(request, "signed_out.html", onwards=None)


@router.post("/account/ways-in")
async def decide_on_ways_in(request: Request) -> Response:
    """What becomes of keys and webhooks of before: whoever has one could reach the account."""
    accounts, person = accounts_of(request), caller_of(request).person
    if person is None:
        raise Problem(ErrorCode.FORBIDDEN)
    if (await fields_of(request)).get("do") == "take":
        await accounts.store.take_ways_in(person.owner)
    else:
        await accounts.store.drop_ways_in(person.owner)
    return _to("/settings?saved=true")


def _failed(request: Request, failed: SignInFailed, return_to: str) -> Response:
    log.warning("sign_in_failed", reason=failed.reason)
    say = preferences_of(request).language.gettext
    return page(
        request,
        "trouble.html",
        failed.status,
        title=say(NOT_SIGNED_IN),
        text=say(failed.text),
        again=f"/account/login?{urlencode({'return_to': return_to})}",
        again_text=say("Try again"),
    )


def _to(where: str) -> Response:
    return RedirectResponse(where, HTTPStatus.SEE_OTHER, headers={"Cache-Control": "no-store"})

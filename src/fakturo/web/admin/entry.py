"""Who is let in: whoever shows the operators' token gets a cookie for some hours, signed with it. A new token ends them
all. And whoever is signed in as an admin."""

import base64
import binascii
import hashlib
import hmac
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from fakturo.domain.accounts import Role
from fakturo.domain.errors import ErrorCode
from fakturo.http.problems import Problem
from fakturo.web.admin.deps import AdminDeps
from fakturo.web.deps import deps_of
from fakturo.web.guards.callers import caller_of
from fakturo.web.page.forms import fields_of
from fakturo.web.page.languages import mark
from fakturo.web.page.preferences import preferences_of
from fakturo.web.page.render import page
from fakturo.web.page.trouble import PageRoute, not_here

COOKIE = "fakturo_operator"
LASTS_SECONDS = 8 * 3600
MAX_NAME = 100
WRONG = mark("That is not the token. It is what ADMIN_TOKEN is set to.")
SWITCHED_OFF = mark("The operators' page is off. Whoever runs this service switches it on by setting ADMIN_TOKEN.")


@dataclass(frozen=True, slots=True)
class Operator:
    name: str
    """As the person said, or as the account is called; every action is recorded with it."""
    by_account: bool = False


def sealed(operator: Operator, token: str, *, now: float) -> str:
    name = base64.urlsafe_b64encode(operator.name.encode()).decode()
    said = f"{int(now) + LASTS_SECONDS}.{name}"
    return f"{said}.{_signature(said, token)}"


def unsealed(cookie: str, token: str, *, now: float) -> Operator | None:
    """None: it is too old, or not one of ours."""
    said, _, signature = cookie.rpartition(".")
    if not hmac.compare_digest(signature.encode(), _signature(said, token).encode()):
        return None
    until, _, name = said.partition(".")
    try:
        return Operator(base64.urlsafe_b64decode(name).decode()) if int(until) > now else None
    except (ValueError, binascii.Error):
        return None


def _signature(said: str, token: str) -> str:
    return hmac.new(token.encode(), f"operator {said}".encode(), hashlib.sha256).hexdigest()


class SwitchedOff(Exception):
    """Neither a token nor a role is set: there is no such page, and it says why."""


def admin_of(request: Request) -> AdminDeps:
    admin = deps_of(request).admin
    if not admin.is_on:
        raise SwitchedOff
    return admin


def operator_of(request: Request) -> Operator | None:
    admin, person = admin_of(request), caller_of(request).person
    if person and Role.ADMIN in person.roles:
        return Operator(person.recorded_as, by_account=True)
    return unsealed(request.cookies.get(COOKIE, ""), admin.token, now=time.time()) if admin.token else None


class NotLetIn(Exception):
    """Asked for without the cookie: shown the door instead."""


def require_operator(request: Request) -> Operator:
    operator = operator_of(request)
    if operator is None:
        raise NotLetIn
    return operator


class AdminRoute(PageRoute):
    """Shows the door to whoever has not come in by it."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_or_ask(request: Request) -> Response:
            try:
                return await handle(request)
            except NotLetIn:
                return RedirectResponse("/admin/login", status_code=HTTPStatus.SEE_OTHER)
            except SwitchedOff:
                return not_here(request, text=SWITCHED_OFF)

        return handle_or_ask


router = APIRouter(include_in_schema=False, route_class=AdminRoute)


@router.get("/admin/login")
async def door(request: Request) -> Response:
    return _door(request, None)


@router.post("/admin/login")
async def come_in(request: Request) -> Response:
    admin, form = admin_of(request), await fields_of(request)
    if admin.token is None:
        raise Problem(ErrorCode.NOT_FOUND)
    if not hmac.compare_digest(form.get("token", "").encode(), admin.token.encode()):
        await deps_of(request).limiter.refuse_strangers(request)  # who tries many has to be slow about it
        problem = preferences_of(request).language.gettext(WRONG)
        return _door(request, problem, HTTPStatus.FORBIDDEN)
    operator = Operator(form.get("name", "")[:MAX_NAME] or "operator")
    answer = RedirectResponse("/admin", status_code=HTTPStatus.SEE_OTHER)
    answer.set_cookie(
        COOKIE,
        sealed(operator, admin.token, now=time.time()),
        max_age=LASTS_SECONDS,
        path="/admin",
        secure=admin.secure,
        httponly=True,
        samesite="strict",
    )
    await admin.operations.record(operator.name, "login")
    return answer


def _door(request: Request, problem: str | None, status: int = HTTPStatus.OK) -> Response:
    admin = admin_of(request)
    return page(
        request, "admin_login.html", status, problem=problem, by_token=admin.token is not None, by_role=admin.for_role
    )


@router.post("/admin/logout")
async def leave(request: Request) -> Response:
    admin_of(request)
    answer = RedirectResponse("/admin/login", status_code=HTTPStatus.SEE_OTHER)
    answer.delete_cookie(COOKIE, path="/admin")
    return answer

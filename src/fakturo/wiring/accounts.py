"""Signing in, from the settings: the provider, and which of its words mean which role."""

import importlib.util
from datetime import timedelta
from typing import TYPE_CHECKING

from fakturo.domain.accounts import RoleRules, complaint_about
from fakturo.domain.errors import CannotRun
from fakturo.settings import BadSetting, Settings, bad_value
from fakturo.store.accounts import Accounts
from fakturo.store.pool import Pool
from fakturo.store.signals import Tell
from fakturo.web.accounts.deps import AccountDeps

if TYPE_CHECKING:
    from fakturo.web.accounts.provider import OpenIdProvider

CALLBACK = "/account/callback"
PARTS = ("authlib", "httpx2")
NOT_INSTALLED = "OIDC_ISSUER is set, but what signs people in is not installed. Install fakturo[accounts], or unset it."
OF_THE_CLAIM = ("oidc_admin_role", "oidc_reviewer_role")
ONLY_WITH_ISSUER = ("oidc_client_id", "oidc_client_secret", "oidc_roles_claim", "oidc_login_required", *OF_THE_CLAIM)


def has_accounts(settings: Settings) -> bool:
    """Whether people sign in. What is only half set up stops the start: it would let in nobody, or everybody."""
    if settings.oidc_issuer is None:
        for name in ONLY_WITH_ISSUER:
            if value := getattr(settings, name):
                shown = "…" if name == "oidc_client_secret" else value
                raise BadSetting(bad_value(name, shown, "It has no effect without OIDC_ISSUER, which is not set"))
        return False
    _require_client(settings)
    _require_whole_roles(settings)
    if not all(importlib.util.find_spec(part) for part in PARTS):
        raise CannotRun(NOT_INSTALLED)
    return True


def _require_client(settings: Settings) -> None:
    assert settings.oidc_issuer
    if complaint := complaint_about(settings.oidc_issuer):
        raise BadSetting(bad_value("oidc_issuer", settings.oidc_issuer, complaint))
    if settings.oidc_client_id is None:
        raise BadSetting(bad_value("oidc_client_id", None, "OIDC_ISSUER is set, so it should name our client there"))
    if "openid" not in settings.oidc_scopes.split():
        raise BadSetting(bad_value("oidc_scopes", settings.oidc_scopes, "'openid' should be among them"))


def _require_whole_roles(settings: Settings) -> None:
    for role in OF_THE_CLAIM:
        if (value := getattr(settings, role)) is not None and settings.oidc_roles_claim is None:
            raise BadSetting(bad_value(role, value, "OIDC_ROLES_CLAIM should say which claim holds it"))
    if settings.oidc_roles_claim and all(getattr(settings, role) is None for role in OF_THE_CLAIM):
        reason = "Neither OIDC_ADMIN_ROLE nor OIDC_REVIEWER_ROLE says which of its values means what"
        raise BadSetting(bad_value("oidc_roles_claim", settings.oidc_roles_claim, reason))


def role_rules(settings: Settings) -> RoleRules:
    return RoleRules(settings.oidc_roles_claim, settings.oidc_admin_role, settings.oidc_reviewer_role)


def redirect_uri(settings: Settings) -> str:
    """To be registered with the provider."""
    return f"{settings.page_url.rstrip('/')}{CALLBACK}"


def account_provider(settings: Settings) -> "OpenIdProvider | None":
    if not has_accounts(settings):
        return None
    from fakturo.web.accounts.provider import OpenIdProvider  # loads much, for those who have one

    assert settings.oidc_issuer
    assert settings.oidc_client_id
    return OpenIdProvider(
        settings.oidc_issuer,
        settings.oidc_client_id,
        settings.oidc_client_secret,
        scopes=settings.oidc_scopes,
        redirect_uri=redirect_uri(settings),
        rules=role_rules(settings),
    )


def account_deps(settings: Settings, provider: "OpenIdProvider | None", pool: Pool, tell: Tell) -> AccountDeps | None:
    if provider is None:
        return None
    return AccountDeps(
        Accounts(pool, tell=tell),
        provider,
        role_rules(settings),
        login_required=settings.oidc_login_required,
        lasts=timedelta(hours=settings.oidc_session_hours),
        page_url=settings.page_url.rstrip("/"),
    )

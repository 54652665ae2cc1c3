"""Accounts of people whom an OpenID Connect provider knows: whose they are, what roles allow, where a sign-in leads."""

import hashlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from urllib.parse import urlsplit

from fakturo.domain.job import Owner
from fakturo.domain.keys import ApiKey

MAX_NAME = 100
MAX_SUBJECT = 255
"""As OpenID Connect limits it."""
HOME = "/queue"
LOOPBACK = {"127.0.0.1", "::1", "localhost"}
SIGNATURES = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
"""Those that only the provider can make. With HS256, whoever knows the client's secret could; `none` signs nothing."""
NEEDED = ("authorization_endpoint", "token_endpoint", "jwks_uri")


class Role(StrEnum):
    ADMIN = "admin"
    """Opens the operators' page; may review, too."""
    REVIEWER = "reviewer"
    """Saves and approves reviews."""


@dataclass(frozen=True, slots=True)
class RoleRules:
    """Which values of a claim mean which role. What nobody named is given to nobody, or, of reviews, to everybody."""

    claim: str | None = None
    admin: str | None = None
    reviewer: str | None = None

    def roles_in(self, claims: Mapping[str, Any]) -> frozenset[Role]:
        meant = {Role.ADMIN: self.admin, Role.REVIEWER: self.reviewer}
        said = set(_values(_at(claims, self.claim))) if self.claim else set()
        return frozenset(role for role, value in meant.items() if value is not None and value in said)

    def is_answered_by(self, claims: Mapping[str, Any]) -> bool:
        """Whether there is any need to look for roles elsewhere."""
        return self.claim is None or _at(claims, self.claim) is not None

    def let_review(self, roles: Collection[Role]) -> bool:
        return self.reviewer is None or Role.REVIEWER in roles or Role.ADMIN in roles


def _at(claims: Mapping[str, Any], name: str) -> Any:
    """By its own name, which may have dots in it as addresses have; or inside of others, as `realm_access.roles`."""
    if name in claims:
        return claims[name]
    first, dot, rest = name.partition(".")
    inner = claims.get(first)
    return _at(inner, rest) if dot and isinstance(inner, Mapping) else None


def _values(claim: Any) -> Iterator[str]:
    """One text, a list of them, or an object with one for each of its names: providers differ."""
    if isinstance(claim, str):
        yield claim
    elif isinstance(claim, list | Mapping):
        yield from (each for each in claim if isinstance(each, str))


@dataclass(frozen=True, slots=True)
class Person:
    """Who is signed in."""

    owner_key: str
    name: str
    roles: frozenset[Role] = frozenset()

    @property
    def owner(self) -> Owner:
        return Owner.of_key(self.owner_key)

    @property
    def recorded_as(self) -> str:
        """For a record that must not depend on what people call themselves."""
        mark = f" ({self.owner_key[:16]})"
        return self.name[: MAX_NAME - len(mark)] + mark


def account_key(issuer: str, subject: str) -> str:
    """The same at every sign-in, whatever becomes of names and addresses of e-mail. No issuer has a line break."""
    whose = f"{issuer}\n{subject}"
    return f"account:{hashlib.sha256(whose.encode()).hexdigest()}"


def name_in(claims: Mapping[str, Any]) -> str:
    """What people call themselves; the last of these is always there."""
    for claim in ("name", "preferred_username", "email", "sub"):
        words = " ".join(str(claims.get(claim) or "").split())
        printable = "".join(sign for sign in words if sign.isprintable())
        if printable:
            return printable[:MAX_NAME]
    return "?"


def may_review(rules: RoleRules, key: ApiKey | None, roles: Collection[Role]) -> bool:
    """Roles are those of whoever asks, or of whom the key belongs to. What an operator's key may do, its scopes say."""
    return (key is not None and key.by_operator) or rules.let_review(roles)


def own_path(wanted: str | None) -> str:
    """Where to go after signing in: a path of ours, or the queue. Browsers read `\\` as `/`, and skip tabs and breaks:
    such a path might lead to somebody else."""
    is_ours = wanted and wanted.startswith("/") and wanted.isprintable() and wanted.isascii() and "\\" not in wanted
    if not is_ours or not wanted or wanted.startswith(("//", "/account/")):
        return HOME
    return wanted


def complaint_about(issuer: str) -> str | None:
    """Why such an issuer is not to be trusted; None, if it may be."""
    parts = urlsplit(issuer)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        return "It should be the address of the provider, like https://login.example.com/realms/office"
    if parts.scheme == "http" and parts.hostname not in LOOPBACK:
        return "It should begin with https://, for whoever stands in between could sign in as anybody"
    if parts.query or parts.fragment:
        return "An issuer has neither ? nor #"
    return None


def trouble_in(metadata: Mapping[str, Any], issuer: str, *, has_secret: bool) -> str | None:
    """Why nobody can sign in with what the provider says of itself; None, if all is well."""
    return next(_troubles(metadata, issuer, has_secret=has_secret), None)


def _troubles(metadata: Mapping[str, Any], issuer: str, *, has_secret: bool) -> Iterator[str]:
    if (said := metadata.get("issuer")) != issuer:
        yield f"it calls itself {said!r}. OIDC_ISSUER must be exactly that, slashes included"
    if missing := [name for name in NEEDED if not isinstance(metadata.get(name), str)]:
        yield f"it does not say its {' and '.join(missing)}"
    if "code" not in metadata.get("response_types_supported", ["code"]):
        yield "it does not offer the authorization code flow (response type code)"
    if not signatures_of(metadata):
        yield f"it signs with none of {', '.join(SIGNATURES)}"
    if "S256" not in metadata.get("code_challenge_methods_supported", ["S256"]):
        yield "it does not take PKCE with S256"
    if client_authentication(metadata, has_secret=has_secret) is None:
        yield "it takes a client's secret in no way that we know"


def signatures_of(metadata: Mapping[str, Any]) -> list[str]:
    """Those of the provider's that count."""
    said = metadata.get("id_token_signing_alg_values_supported") or ["RS256"]
    return [each for each in said if each in SIGNATURES]


def client_authentication(metadata: Mapping[str, Any], *, has_secret: bool) -> str | None:
    """How to show the client's secret; None, if the provider takes none of our ways."""
    taken = metadata.get("token_endpoint_auth_methods_supported") or ["client_secret_basic"]
    if not has_secret:
        return "none"
    return next((each for each in ("client_secret_basic", "client_secret_post") if each in taken), None)

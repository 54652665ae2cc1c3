"""A small OpenID Connect provider that speaks the real protocol, and misbehaves when a test says so.

It lets in whoever `person` says, without asking. All the rest is as it should be: codes are used once, by the client
that they are for, with its secret and the verifier of its challenge (PKCE, S256).
"""

import base64
import contextlib
import hashlib
import hmac
import json
import secrets
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlencode

from joserfc import jwt
from joserfc.jwk import KeySet, RSAKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from tests.support.serving import serving

CLIENT_ID = "fakturo"
CLIENT_SECRET = "of tests & of nothing: else+%"  # noqa: S105  made up, with signs that have to be encoded
KEY_BITS = 2048


@dataclass
class OidcProvider:
    url: str = ""
    person: dict[str, Any] = field(default_factory=lambda: {"sub": "ana", "name": "Ana Lestari"})
    """The claims of whoever signs in next."""
    beside: dict[str, Any] = field(default_factory=dict)
    """What only userinfo tells of them."""
    misbehave: str = ""
    metadata: dict[str, Any] = field(default_factory=dict)
    """What it says of itself beside the usual."""
    redirect_uris: set[str] = field(default_factory=lambda: {"http://test/account/callback"})
    left: list[dict[str, str]] = field(default_factory=list)
    """Who signed out, and how."""
    asked: list[str] = field(default_factory=list)
    """Paths, in order."""
    key: RSAKey = field(default_factory=lambda: _new_key())  # noqa: PLW0108  it stands below
    _codes: dict[str, dict[str, Any]] = field(default_factory=dict)
    _tokens: dict[str, dict[str, Any]] = field(default_factory=dict)

    def rotate(self) -> None:
        """From now on it signs with another key."""
        self.key = _new_key()

    # ------------------------------------------------------------ what it answers

    async def discovery(self, request: Request) -> Response:
        self.asked.append(request.url.path)
        if self.misbehave == "discovery fails":
            return JSONResponse({"error": "sorry"}, 500)
        ways = {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "userinfo_endpoint": f"{self.url}/userinfo",
            "jwks_uri": f"{self.url}/jwks",
            "end_session_endpoint": f"{self.url}/leave",
            "response_types_supported": ["code"],
            "id_token_signing_alg_values_supported": ["RS256", "none", "HS256"],
            "token_endpoint_auth_methods_supported": ["client_secret_basic"],
            "code_challenge_methods_supported": ["S256"],
            "authorization_response_iss_parameter_supported": True,
        }
        return JSONResponse({name: value for name, value in (ways | self.metadata).items() if value is not None})

    async def jwks(self, request: Request) -> Response:
        self.asked.append(request.url.path)
        return JSONResponse(KeySet([self.key]).as_dict(private=False))

    async def authorize(self, request: Request) -> Response:
        asked = dict(request.query_params)
        is_known = asked.get("client_id") == CLIENT_ID and asked.get("redirect_uri") in self.redirect_uris
        if not is_known or asked.get("response_type") != "code" or "openid" not in asked.get("scope", "").split():
            return JSONResponse({"error": "invalid_request"}, 400)
        if asked.get("code_challenge_method") != "S256" or not asked.get("code_challenge"):
            return JSONResponse({"error": "invalid_request", "error_description": "PKCE is needed"}, 400)
        if self.misbehave == "nobody is let in":
            return _back(asked, {"error": "access_denied"})
        code = secrets.token_urlsafe(16)
        self._codes[code] = asked | {"person": dict(self.person), "beside": dict(self.beside)}
        issuer = "http://somebody.example" if self.misbehave == "another issuer answers" else self.url
        return _back(asked, {"code": code, "iss": issuer})

    async def token(self, request: Request) -> Response:
        form = {name: values[0] for name, values in parse_qs((await request.body()).decode()).items()}
        if not _is_client(request) or form.get("grant_type") != "authorization_code":
            return JSONResponse({"error": "invalid_client"}, 401)
        asked = self._codes.pop(form.get("code", ""), None)  # once
        if asked is None or not _proves(form.get("code_verifier", ""), asked["code_challenge"]):
            return JSONResponse({"error": "invalid_grant"}, 400)
        if form.get("redirect_uri") != asked["redirect_uri"]:
            return JSONResponse({"error": "invalid_grant"}, 400)
        access = secrets.token_urlsafe(16)
        self._tokens[access] = asked
        answer = {"access_token": access, "token_type": "Bearer", "expires_in": 60}
        if self.misbehave != "no ID token":
            answer["id_token"] = self._id_token(asked, access)
        return JSONResponse(answer)

    async def userinfo(self, request: Request) -> Response:
        self.asked.append(request.url.path)
        asked = self._tokens.get(request.headers.get("authorization", "").removeprefix("Bearer "))
        if asked is None:
            return JSONResponse({"error": "invalid_token"}, 401)
        subject = "somebody else" if self.misbehave == "userinfo of somebody else" else asked["person"]["sub"]
        return JSONResponse({"sub": subject, **asked["beside"]})

    async def leave(self, request: Request) -> Response:
        self.left.append(dict(request.query_params))
        return RedirectResponse(request.query_params["post_logout_redirect_uri"], 303)

    # ------------------------------------------------------------ what it signs

    def _id_token(self, asked: dict[str, Any], access: str) -> str:
        now = int(time.time())
        claims = {
            "iss": self.url,
            "aud": CLIENT_ID,
            "iat": now,
            "exp": now + 300,
            "nonce": asked["nonce"],
            "at_hash": _half_hash(access),
            **asked["person"],
        }
        header = {"alg": "RS256", "kid": self.key.kid or ""}
        match self.misbehave:
            case "unsigned":
                return _unsigned(claims)
            case "signed with the client's secret":
                return _by_secret(claims)
            case "signed by somebody else":
                return jwt.encode(header, claims, _new_key())
            case "payload exchanged":
                head, _, signature = jwt.encode(header, claims, self.key).split(".")
                return f"{head}.{_base64(_json(claims | {'sub': 'root'}))}.{signature}"
        changed, removed = MISBEHAVIOUR.get(self.misbehave, ({}, ()))
        claims |= {name: now + value if name in {"exp", "iat", "nbf"} else value for name, value in changed.items()}
        return jwt.encode(header, {name: value for name, value in claims.items() if name not in removed}, self.key)


MISBEHAVIOUR: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "wrong nonce": ({"nonce": "of another sign-in"}, ()),
    "no nonce": ({}, ("nonce",)),
    "wrong audience": ({"aud": "somebody-else"}, ()),
    "audience of several, for another": ({"aud": [CLIENT_ID, "other"], "azp": "other"}, ()),
    "no audience": ({}, ("aud",)),
    "expired": ({"exp": -3600, "iat": -7200}, ()),
    "no expiry": ({}, ("exp",)),
    "of tomorrow": ({"iat": 86_400, "nbf": 86_400, "exp": 90_000}, ()),
    "wrong issuer": ({"iss": "http://somebody.example"}, ()),
    "no subject": ({}, ("sub",)),
    "empty subject": ({"sub": ""}, ()),
    "subject that is no text": ({"sub": 7}, ()),
    "another access token": ({"at_hash": "AAAAAAAAAAAAAAAAAAAAAA"}, ()),
}
BAD_TOKENS = {
    "wrong nonce": "invalid_claim nonce",
    "no nonce": "missing_claim nonce",
    "wrong audience": "invalid_claim aud",
    "audience of several, for another": "invalid_claim azp",
    "no audience": "missing_claim aud",
    "expired": "expired_token exp",
    "no expiry": "missing_claim exp",
    "of tomorrow": "invalid_claim iat",
    "wrong issuer": "invalid_claim iss",
    "no subject": "missing_claim sub",
    "empty subject": "invalid_claim sub",
    "subject that is no text": "invalid_claim sub",
    "another access token": "invalid_claim at_hash",
    "unsigned": "unsupported_algorithm",
    "signed with the client's secret": "unsupported_algorithm",
    "signed by somebody else": "bad_signature",
    "payload exchanged": "bad_signature",
    "no ID token": "no ID token",
}
"""Each for a reason of its own."""


def _new_key() -> RSAKey:
    key = RSAKey.generate_key(KEY_BITS, auto_kid=True)
    assert isinstance(key, RSAKey)
    return key


def _back(asked: dict[str, Any], said: dict[str, str]) -> Response:
    query = urlencode(said | ({"state": asked["state"]} if "state" in asked else {}))
    return RedirectResponse(f"{asked['redirect_uri']}?{query}", 303)


def _is_client(request: Request) -> bool:
    """As RFC 6749 has it: both are encoded as in a form before they are put together."""
    shown = request.headers.get("authorization", "").removeprefix("Basic ")
    expected = urlencode({"": CLIENT_ID})[1:], urlencode({"": CLIENT_SECRET})[1:]
    plain = f"{CLIENT_ID}:{CLIENT_SECRET}"
    return base64.b64decode(shown).decode() in {":".join(expected), plain}


def _proves(verifier: str, challenge: str) -> bool:
    return _base64(hashlib.sha256(verifier.encode()).digest()) == challenge


def _half_hash(access: str) -> str:
    return _base64(hashlib.sha256(access.encode()).digest()[:16])


def _base64(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def _json(claims: dict[str, Any]) -> bytes:
    return json.dumps(claims).encode()


def _unsigned(claims: dict[str, Any]) -> str:
    return f"{_base64(_json({'alg': 'none'}))}.{_base64(_json(claims))}."


def _by_secret(claims: dict[str, Any]) -> str:
    """With a key that the client knows, too: its own secret."""
    said = f"{_base64(_json({'alg': 'HS256'}))}.{_base64(_json(claims))}"
    return f"{said}.{_base64(hmac.new(CLIENT_SECRET.encode(), said.encode(), hashlib.sha256).digest())}"


@contextlib.asynccontextmanager
async def oidc_provider() -> AsyncIterator[OidcProvider]:
    provider = OidcProvider()
    ways = {
        "/.well-known/openid-configuration": provider.discovery,
        "/jwks": provider.jwks,
        "/authorize": provider.authorize,
        "/token": provider.token,
        "/userinfo": provider.userinfo,
        "/leave": provider.leave,
    }
    routes = [Route(path, answer, methods=["GET", "POST"]) for path, answer in ways.items()]
    async with serving(Starlette(routes=routes)) as provider.url:
        yield provider

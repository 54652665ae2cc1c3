"""An OpenID Connect provider, asked by Authlib: the code flow with PKCE, and ID tokens that only it can have signed.

Loaded only where one is set up.
"""

import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

import httpx2
from authlib.integrations.base_client import OAuthError
from authlib.integrations.httpx_client import AsyncOAuth2Client
from authlib.oidc.core import CodeIDToken
from authlib.oidc.discovery import get_well_known_url
from joserfc import jwt
from joserfc.errors import BadSignatureError, InvalidKeyIdError, JoseError
from joserfc.jwk import KeySet
from joserfc.jws import JWSRegistry

from fakturo.domain.accounts import MAX_SUBJECT, RoleRules, client_authentication, signatures_of, trouble_in
from fakturo.web.accounts.deps import DECLINED, NOT_TRUSTED, Attempt, Identity, SignInFailed

TIMEOUT_SECONDS = 10.0
KEPT_SECONDS = 3600.0
"""For so long, what the provider said of itself is not asked again; its keys are, when one is missing."""
LEEWAY_SECONDS = 60
"""Clocks differ."""
KINDS_OF_KEYS = {"RSA", "EC", "OKP"}
Document = Mapping[str, Any]


class OpenIdProvider:
    def __init__(
        self,
        issuer: str,
        client_id: str,
        client_secret: str | None,
        *,
        scopes: str,
        redirect_uri: str,
        rules: RoleRules,
    ) -> None:
        self.issuer = issuer
        self._client_id = client_id
        self._secret = client_secret
        self._scopes = scopes
        self._redirect_uri = redirect_uri
        self._rules = rules
        self._tls = httpx2.create_ssl_context(trust_env=False)  # here, once: it takes longer than all else of a sign-in
        self._known: dict[str, tuple[float, Document]] = {}

    async def address(self, attempt: Attempt) -> str:
        metadata = await self.metadata()
        async with self._client(metadata) as client:
            url, _ = client.create_authorization_url(
                metadata["authorization_endpoint"],
                state=attempt.state,
                nonce=attempt.nonce,
                code_verifier=attempt.verifier,
            )
        return str(url)

    async def identity(self, attempt: Attempt, code: str, issuer: str | None) -> Identity:
        metadata = await self.metadata()
        is_told = metadata.get("authorization_response_iss_parameter_supported") is True
        if issuer != self.issuer and (issuer is not None or is_told):
            raise _not_trusted("answer of another issuer")
        async with self._client(metadata) as client:
            token = await client.fetch_token(
                metadata["token_endpoint"],
                grant_type="authorization_code",
                code=code,
                code_verifier=attempt.verifier,
                redirect_uri=self._redirect_uri,
            )
            id_token = token.get("id_token")
            if not isinstance(id_token, str):
                raise _not_trusted("no ID token")
            claims = await self._claims(id_token, attempt, token.get("access_token"), metadata)
            if not self._rules.is_answered_by(claims) or not claims.get("name"):
                claims = await self._more(client, metadata, claims)
        return Identity(claims["sub"], claims, id_token)

    async def leave_address(self, id_token: str | None, back_to: str) -> str | None:
        try:
            endpoint = (await self.metadata()).get("end_session_endpoint")
        except SignInFailed:
            return None  # signed out here in any case
        if not isinstance(endpoint, str):
            return None
        said = {"client_id": self._client_id, "post_logout_redirect_uri": back_to}
        said |= {"id_token_hint": id_token} if id_token else {}
        return f"{endpoint}{'&' if '?' in endpoint else '?'}{urlencode(said)}"

    async def metadata(self) -> Document:
        """What the provider says of itself. Raises SignInFailed."""
        found = await self._kept(get_well_known_url(self.issuer, external=True))
        if trouble := trouble_in(found, self.issuer, has_secret=self._secret is not None):
            self._known.clear()
            raise SignInFailed.away(trouble)
        return found

    async def _claims(
        self, id_token: str, attempt: Attempt, access_token: str | None, metadata: Document
    ) -> dict[str, Any]:
        """Signed by the provider, for us, just now, and for this very sign-in."""
        signed = await self._signed(id_token, metadata)
        claims = CodeIDToken(
            signed.claims,
            signed.header,
            {
                "iss": {"essential": True, "value": self.issuer},
                "aud": {"essential": True, "value": self._client_id},
                "exp": {"essential": True},
                "sub": {"essential": True},
                "nonce": {"essential": True, "value": attempt.nonce},
            },
            {"nonce": attempt.nonce, "client_id": self._client_id, "access_token": access_token},
        )
        claims.validate(leeway=LEEWAY_SECONDS)
        subject = claims["sub"]
        if not isinstance(subject, str) or not 1 <= len(subject) <= MAX_SUBJECT:
            raise _not_trusted("no subject")
        return dict(claims)

    async def _signed(self, id_token: str, metadata: Document) -> jwt.Token:
        registry = JWSRegistry(algorithms=signatures_of(metadata), strict_check_header=False)
        keys = _key_set(await self._kept(metadata["jwks_uri"]))
        try:
            return jwt.decode(id_token, keys, registry=registry)
        except (InvalidKeyIdError, BadSignatureError):  # it may have new keys
            self._known.pop(metadata["jwks_uri"], None)
            return jwt.decode(id_token, _key_set(await self._kept(metadata["jwks_uri"])), registry=registry)

    async def _more(self, client: AsyncOAuth2Client, metadata: Document, claims: dict[str, Any]) -> dict[str, Any]:
        """With what the provider tells beside the ID token, if that is about the same person."""
        endpoint = metadata.get("userinfo_endpoint")
        if not isinstance(endpoint, str):
            return claims
        more = _document(await client.request("GET", endpoint))
        if more.get("sub") != claims["sub"]:
            raise _not_trusted("userinfo of somebody else")
        return {**more, **claims}

    async def _kept(self, url: str) -> Document:
        kept_until, found = self._known.get(url, (0.0, None))
        if found is None or time.monotonic() >= kept_until:
            async with self._client({}) as client:
                found = _document(await client.request("GET", url, withhold_token=True))
            self._known[url] = time.monotonic() + KEPT_SECONDS, found
        return found

    @asynccontextmanager
    async def _client(self, metadata: Document) -> AsyncIterator[AsyncOAuth2Client]:
        """Whatever goes wrong with it becomes a failed sign-in, here and nowhere else."""
        client = AsyncOAuth2Client(
            self._client_id,
            self._secret,
            token_endpoint_auth_method=client_authentication(metadata, has_secret=self._secret is not None),
            scope=self._scopes,
            redirect_uri=self._redirect_uri,
            code_challenge_method="S256",
            leeway=0,  # an access token is used at once, however short it lasts
            timeout=TIMEOUT_SECONDS,
            trust_env=False,
            verify=self._tls,
        )
        try:
            async with client:
                yield client
        except httpx2.HTTPStatusError as error:
            raise SignInFailed.away(f"provider answers {error.response.status_code}") from error
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
            raise SignInFailed.away(type(error).__name__) from error
        except OAuthError as error:  # of the token endpoint: the code is old, used, or somebody else's
            raise SignInFailed(DECLINED, f"token refused: {error.error}") from error
        except (JoseError, ValueError) as error:
            raise _not_trusted(_reason(error)) from error


def _document(answer: httpx2.Response) -> Document:
    answer.raise_for_status()
    found = answer.json()
    if answer.status_code != HTTPStatus.OK or not isinstance(found, dict):
        raise ValueError("no JSON object")
    return found


def _key_set(found: Document) -> KeySet:
    """Those that sign, of kinds that we know."""
    keys = [key for key in found.get("keys") or () if key.get("kty") in KINDS_OF_KEYS and key.get("use") != "enc"]
    return KeySet.import_key_set({"keys": keys})


def _not_trusted(reason: str) -> SignInFailed:
    return SignInFailed(NOT_TRUSTED, reason)


def _reason(error: Exception) -> str:
    """Which claim or signature, never its value."""
    return f"{error.error} {getattr(error, 'claim', '')}".strip() if isinstance(error, JoseError) else "no JSON object"

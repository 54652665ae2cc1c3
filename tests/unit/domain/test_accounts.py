"""Accounts: who is who, what roles allow, where a sign-in leads, and whom to believe."""

from dataclasses import replace
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakturo.domain.accounts import (
    MAX_NAME,
    Person,
    Role,
    RoleRules,
    account_key,
    client_authentication,
    complaint_about,
    may_review,
    name_in,
    own_path,
    signatures_of,
    trouble_in,
)
from fakturo.domain.job import Owner
from tests.unit.web.test_session_cookie import KEY

ISSUER = "https://login.example.com/realms/office"
RULES = RoleRules("realm_access.roles", admin="ops", reviewer="books")
METADATA: dict[str, Any] = {
    "issuer": ISSUER,
    "authorization_endpoint": f"{ISSUER}/authorize",
    "token_endpoint": f"{ISSUER}/token",
    "jwks_uri": f"{ISSUER}/jwks",
}


def test_an_account_is_the_same_at_every_sign_in_and_another_for_anybody_else() -> None:
    assert account_key(ISSUER, "ana") == account_key(ISSUER, "ana")
    assert len({account_key(ISSUER, "ana"), account_key(ISSUER, "budi"), account_key(f"{ISSUER}2", "ana")}) == 3
    assert account_key("a", "bc") != account_key("ab", "c")
    owner = Owner.of_key(account_key(ISSUER, "ana"))
    assert (owner.key, owner.session_id) == (f"account:{owner.user_id}", None)


@pytest.mark.parametrize(
    ("claim", "claims"),
    [
        ("groups", {"groups": ["x", "books"]}),
        ("groups", {"groups": "books"}),
        ("realm_access.roles", {"realm_access": {"roles": ["books"]}}),
        ("https://example.com/roles", {"https://example.com/roles": ["books"]}),
        ("urn:roles", {"urn:roles": {"books": {"org": "1"}}}),
        ("a.b.c", {"a": {"b.c": ["books"]}}),
    ],
)
def test_roles_are_found_however_a_provider_tells_them(claim: str, claims: dict[str, Any]) -> None:
    assert RoleRules(claim, reviewer="books").roles_in(claims) == {Role.REVIEWER}
    assert RoleRules(claim, reviewer="books").is_answered_by(claims)


@pytest.mark.parametrize(
    "claims",
    [
        {},
        {"realm_access": None},
        {"realm_access": ["books"]},
        {"realm_access": {"roles": ["Books", "bookss", 7, None]}},
        {"realm_access": {"roles": "books ops"}},
        {"roles": ["books", "ops"]},
    ],
    ids=str,
)
def test_what_is_not_exactly_the_role_gives_none(claims: dict[str, Any]) -> None:
    assert RULES.roles_in(claims) == frozenset()


def test_a_role_that_nobody_named_is_nobodys() -> None:
    assert RoleRules("groups", reviewer="books").roles_in({"groups": ["admin", "None", "books"]}) == {Role.REVIEWER}
    assert RoleRules().roles_in({"groups": ["admin"]}) == frozenset()
    assert RoleRules().is_answered_by({})


@pytest.mark.parametrize(
    ("rules", "roles", "may"),
    [
        (RoleRules(), [], True),
        (RoleRules("groups", admin="ops"), [], True),
        (RULES, [], False),
        (RULES, [Role.REVIEWER], True),
        (RULES, [Role.ADMIN], True),
    ],
)
def test_reviews_are_for_reviewers_where_there_are_any(rules: RoleRules, roles: list[Role], may: bool) -> None:
    own_key = replace(KEY, by_operator=False)
    assert may_review(rules, None, roles) is may
    assert may_review(rules, own_key, roles) is may
    assert may_review(rules, KEY, roles), "an operator's key does what its scopes say"


@pytest.mark.parametrize(
    ("claims", "name"),
    [
        ({"sub": "7", "name": " Ana\n Lestari "}, "Ana Lestari"),
        ({"sub": "7", "name": "", "preferred_username": "ana"}, "ana"),
        ({"sub": "7", "email": "ana@example.com"}, "ana@example.com"),
        ({"sub": "7"}, "7"),
        ({"sub": "\x00"}, "?"),
        ({"sub": "7", "name": "A" * 300}, "A" * MAX_NAME),
        ({"sub": "7", "name": "Ana\u202eitsal"}, "Anaitsal"),
    ],
)
def test_people_are_called_by_what_is_known_of_them(claims: dict[str, Any], name: str) -> None:
    assert name_in(claims) == name


def test_a_record_tells_people_apart_who_have_one_name() -> None:
    one, other = (Person(account_key(ISSUER, who), "A" * MAX_NAME) for who in ("one", "other"))
    assert one.recorded_as != other.recorded_as
    assert len(one.recorded_as) <= MAX_NAME


@pytest.mark.parametrize("path", ["/queue", "/review/1?x=//y", "/parties?q=a%20b", "/admin/jobs?q=a:b"])
def test_a_path_of_ours_is_gone_back_to(path: str) -> None:
    assert own_path(path) == path


@pytest.mark.parametrize(
    "path",
    ["//evil.example", "///evil.example", "/\\evil.example", "/\t/evil.example", "https://evil.example", "x", "", None],
)
def test_what_is_no_path_of_ours_leads_to_the_queue(path: str | None) -> None:
    assert own_path(path) == "/queue"


@given(st.text(alphabet="/\\.:@?#ab\t\r\n \x00é", max_size=12))
def test_no_path_leads_to_anybody_else(path: str) -> None:
    """As a browser reads it: it takes backslashes for slashes, and does not see tabs and line breaks."""
    found = own_path(path)
    read = "".join(sign for sign in found.replace("\\", "/") if sign not in "\t\r\n")
    assert urlsplit(urljoin("https://fakturo.example/x", read)).netloc == "fakturo.example"
    assert found.startswith("/")
    assert found.isprintable()


@pytest.mark.parametrize(
    ("issuer", "trusted"),
    [
        (ISSUER, True),
        ("http://127.0.0.1:8080/realms/x", True),
        ("http://localhost:8080", True),
        ("http://login.example.com", False),
        ("http://127.0.0.1.evil.example", False),
        ("login.example.com", False),
        ("ftp://login.example.com", False),
        ("https://", False),
        (f"{ISSUER}?x=1", False),
        (f"{ISSUER}#x", False),
    ],
)
def test_an_issuer_is_an_address_that_nobody_else_can_answer_for(issuer: str, trusted: bool) -> None:
    assert (complaint_about(issuer) is None) is trusted


@pytest.mark.parametrize(
    ("changed", "word"),
    [
        ({"issuer": f"{ISSUER}/"}, "exactly"),
        ({"issuer": None}, "calls itself None"),
        ({"jwks_uri": None, "token_endpoint": 7}, "token_endpoint and jwks_uri"),
        ({"response_types_supported": ["id_token"]}, "code flow"),
        ({"id_token_signing_alg_values_supported": ["none", "HS256"]}, "signs with none"),
        ({"code_challenge_methods_supported": ["plain"]}, "PKCE"),
        ({"token_endpoint_auth_methods_supported": ["private_key_jwt"]}, "secret"),
    ],
)
def test_what_a_provider_lacks_is_named(changed: dict[str, Any], word: str) -> None:
    assert trouble_in(METADATA, ISSUER, has_secret=True) is None
    assert word in (trouble_in(METADATA | changed, ISSUER, has_secret=True) or "")


def test_only_signatures_count_that_nobody_but_the_provider_can_make() -> None:
    assert signatures_of({}) == ["RS256"]
    assert signatures_of({"id_token_signing_alg_values_supported": ["none", "HS256", "ES256", "RS256"]}) == [
        "ES256",
        "RS256",
    ]


@pytest.mark.parametrize(
    ("taken", "has_secret", "way"),
    [
        (None, True, "client_secret_basic"),
        (["client_secret_post", "client_secret_basic"], True, "client_secret_basic"),
        (["client_secret_post"], True, "client_secret_post"),
        (["private_key_jwt"], True, None),
        (["client_secret_basic"], False, "none"),
    ],
)
def test_a_secret_is_shown_as_the_provider_takes_it(taken: list[str] | None, has_secret: bool, way: str | None) -> None:
    metadata = {"token_endpoint_auth_methods_supported": taken} if taken else {}
    assert client_authentication(metadata, has_secret=has_secret) == way

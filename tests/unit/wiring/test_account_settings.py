"""Accounts that are only half set up stop the start, with a sentence that says what is missing."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from fakturo.domain.errors import CannotRun
from fakturo.settings import BadSetting, Settings, load
from fakturo.wiring.accounts import account_provider, has_accounts, redirect_uri

WHOLE: dict[str, Any] = {"oidc_issuer": "https://login.example.com", "oidc_client_id": "fakturo"}


def settings(**given: Any) -> Settings:
    return Settings.model_validate(given)


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ({"oidc_issuer": "https://login.example.com"}, "OIDC_CLIENT_ID"),
        ({"oidc_client_id": "fakturo"}, "OIDC_ISSUER"),
        ({"oidc_login_required": True}, "OIDC_ISSUER"),
        ({"oidc_admin_role": "ops"}, "OIDC_ISSUER"),
        (WHOLE | {"oidc_issuer": "http://login.example.com"}, "https://"),
        (WHOLE | {"oidc_issuer": "login.example.com"}, "address of the provider"),
        (WHOLE | {"oidc_scopes": "profile email"}, "'openid' should be among them"),
        (WHOLE | {"oidc_admin_role": "ops"}, "OIDC_ROLES_CLAIM"),
        (WHOLE | {"oidc_reviewer_role": "books"}, "OIDC_ROLES_CLAIM"),
        (WHOLE | {"oidc_roles_claim": "groups"}, "OIDC_ADMIN_ROLE"),
    ],
)
def test_half_a_configuration_is_refused(given: dict[str, Any], word: str) -> None:
    with pytest.raises(BadSetting, match=word):
        has_accounts(settings(**given))


def test_a_secret_without_an_issuer_is_refused_and_not_shown() -> None:
    with pytest.raises(BadSetting, match="OIDC_CLIENT_SECRET") as refused:
        has_accounts(settings(oidc_client_secret="top secret"))  # noqa: S106
    assert "top secret" not in str(refused.value)


def test_nothing_set_is_no_accounts_and_all_set_is() -> None:
    assert not has_accounts(settings())
    assert has_accounts(settings(**WHOLE))
    assert has_accounts(settings(**WHOLE, oidc_roles_claim="groups", oidc_admin_role="ops"))


def test_without_its_parts_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(CannotRun, match=r"fakturo\[accounts\]"):
        account_provider(settings(**WHOLE))


def test_the_secret_may_come_from_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret").write_text("from a file\n")
    monkeypatch.setenv("OIDC_CLIENT_SECRET_FILE", str(tmp_path / "secret"))
    assert load().oidc_client_secret == "from a file"  # noqa: S105


@pytest.mark.parametrize("public_url", ["https://fakturo.example", "https://fakturo.example/"])
def test_the_address_to_register_is_where_people_reach_the_page(public_url: str) -> None:
    assert redirect_uri(settings(**WHOLE, public_url=public_url)) == "https://fakturo.example/account/callback"

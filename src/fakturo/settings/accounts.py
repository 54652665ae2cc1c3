"""Accounts, where an operator wants them: who says who people are, and what their roles are called there."""

from pydantic import BaseModel, Field


class Accounts(BaseModel):
    oidc_issuer: str | None = Field(
        None,
        description="OpenID Connect provider that people sign in with (docs/accounts.md), exactly as it calls itself. "
        "Without it, there are no accounts: each browser has a session. Needs fakturo[accounts].",
    )
    oidc_client_id: str | None = Field(None, description="What Fakturo is called at that provider.")
    oidc_client_secret: str | None = Field(
        None, description="Secret of that client; none for a public one. Never logged.", repr=False
    )
    oidc_scopes: str = Field(
        "openid profile email", description="What is asked for at a sign-in, separated by blanks; `openid` among them."
    )
    oidc_roles_claim: str | None = Field(
        None,
        description="Claim that holds somebody's roles or groups, in the ID token or at the provider's userinfo; with "
        "dots where it is inside of another, as in `realm_access.roles`.",
    )
    oidc_admin_role: str | None = Field(
        None, description="Value of that claim that opens `/admin`, as `ADMIN_TOKEN` does."
    )
    oidc_reviewer_role: str | None = Field(
        None,
        description="Value of that claim that lets people save and approve reviews; admins may, too. Without it, "
        "everybody may.",
    )
    oidc_login_required: bool = Field(
        False, description="Nobody uses the pages without signing in, and the API only with a session or a key."
    )
    oidc_session_hours: float = Field(
        12,
        ge=0.1,
        le=24 * 30,
        description="Hours after which people sign in again. Changed roles count from the next sign-in on.",
    )

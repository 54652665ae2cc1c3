"""Accounts, where an operator wants them: signing in by OpenID Connect, and out again."""

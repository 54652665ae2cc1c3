"""What an API key looks like, and what is kept of it."""

import hashlib

import pytest

from fakturo.domain.job import Owner
from fakturo.domain.keys import RANDOM_BYTES, fingerprint, prefix_of, secret_of


def test_a_key_is_recognisable_and_shows_nothing_of_its_secret_half() -> None:
    secret = secret_of(bytes(range(RANDOM_BYTES)))
    prefix = prefix_of(secret)
    assert prefix == "fk_00010203"
    hidden = secret.removeprefix(f"{prefix}_")
    assert len(hidden) * 6 >= 256
    other = secret_of(bytes(range(4)) + bytes(32))
    assert prefix_of(other) == prefix
    assert fingerprint(other) != fingerprint(secret)


@pytest.mark.parametrize(
    "wrong", ["", "fk_", "fk_00010203_", "FK_00010203_" + "A" * 43, "fk_00010203_" + "A" * 42 + "%"]
)
def test_what_is_no_key_has_no_prefix(wrong: str) -> None:
    assert prefix_of(wrong) is None


def test_the_database_keeps_a_hash() -> None:
    assert fingerprint("fk_x") == hashlib.sha256(b"fk_x").hexdigest()


def test_an_owner_is_known_by_its_key_alone() -> None:
    assert Owner.of_key("session:abc") == Owner("session:abc", session_id="abc")
    assert Owner.of_key("key:books") == Owner("key:books")

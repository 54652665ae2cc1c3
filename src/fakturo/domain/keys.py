"""API keys: what one may do, and what it looks like.

fk_1f0c9a3e_Zk3…      `fk_1f0c9a3e` is shown in lists; the 256 random bits behind it only once, when the key is made
"""

import hashlib
import re
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from fakturo.domain.job import Owner

VISIBLE_BYTES, HIDDEN_BYTES = 4, 32
RANDOM_BYTES = VISIBLE_BYTES + HIDDEN_BYTES
KEY_BEGINS = "fk_"
_WELL_FORMED = re.compile(rf"({KEY_BEGINS}[0-9a-f]{{8}})_[A-Za-z0-9_-]{{43}}")


class Scope(StrEnum):
    READ = "read"
    """See jobs, fetch their files."""
    SUBMIT = "submit"
    """Hand PDFs in, ask for conversions again."""
    MANAGE = "manage"
    """Delete jobs, change settings of the owner."""
    KEYS = "keys"
    """Make and revoke keys; none that may do more than this one."""


class KeyState(StrEnum):
    ACTIVE = "active"
    EXPIRED = "expired"
    REVOKED = "revoked"


@dataclass(frozen=True, slots=True)
class ApiKey:
    id: UUID
    owner_key: str
    name: str
    prefix: str
    scopes: frozenset[Scope]
    by_operator: bool
    requests_per_minute: int | None
    """Its own limits; None: those of its owner."""
    uploads_per_minute: int | None
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    last_used_at: datetime | None
    state: KeyState

    @property
    def owner(self) -> Owner:
        return Owner.of_key(self.owner_key)


def secret_of(random: bytes) -> str:
    """A new key."""
    assert len(random) == RANDOM_BYTES
    hidden = urlsafe_b64encode(random[VISIBLE_BYTES:]).decode().rstrip("=")
    return f"{KEY_BEGINS}{random[:VISIBLE_BYTES].hex()}_{hidden}"


def prefix_of(secret: str) -> str | None:
    """What may be shown of it; None for what is no key of ours."""
    found = _WELL_FORMED.fullmatch(secret)
    return found[1] if found else None


def fingerprint(secret: str) -> str:
    """As the database keeps it. Slow hashes protect what people can remember; 256 random bits cannot be guessed,
    however fast each guess is, and every request needs this."""
    return hashlib.sha256(secret.encode()).hexdigest()

"""Webhooks: what they tell of, how they are signed (Standard Webhooks), when they are tried again, where they go."""

import base64
import hashlib
import hmac
import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from http import HTTPStatus
from urllib.parse import SplitResult, urlsplit

from fakturo.domain.addresses import Address, Network

TRIED_FOR = timedelta(days=1)
DELAYS = tuple(
    timedelta(seconds=seconds) for seconds in (5, 30, 120, 600, 1800, 3600, 2 * 3600, 4 * 3600, 6 * 3600, 9 * 3600)
)
"""Before the second attempt, the third …; the sum is a little less than a day."""
JITTER = 0.2
SECRET_BYTES = 32
SECRET_PREFIX = "whsec_"  # noqa: S105 it says what follows
MAX_URL_LENGTH = 2000

NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


class EventType(StrEnum):
    READY = "job.ready"
    NEEDS_REVIEW = "job.needs_review"
    FAILED = "job.failed"
    DELETED = "job.deleted"
    EXPIRED = "job.expired"


class DeliveryState(StrEnum):
    PENDING = "pending"
    DELIVERED = "delivered"
    FAILED = "failed"
    """Given up after a day."""
    DROPPED = "dropped"
    """What it was to tell is gone."""


class BadAddress(ValueError):
    """Nothing can be sent there; the text says why."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What came of sending once: a status, or why there was none."""

    status: int | None = None
    error: str | None = None
    retry_after: timedelta | None = None

    @property
    def arrived(self) -> bool:
        return self.status is not None and HTTPStatus.OK <= self.status < HTTPStatus.MULTIPLE_CHOICES

    @property
    def gone(self) -> bool:
        """The receiver says that it wants no more, ever."""
        return self.status == HTTPStatus.GONE


@dataclass(frozen=True, slots=True)
class Verdict:
    state: DeliveryState
    delay: timedelta = timedelta()


def judge(attempt: Attempt, *, number: int, age: timedelta, chance: float) -> Verdict:
    """Of the nth attempt, from 1; `chance` is between 0 and 1."""
    if attempt.arrived:
        return Verdict(DeliveryState.DELIVERED)
    delay = DELAYS[min(number, len(DELAYS)) - 1] * (1 + JITTER * (2 * chance - 1))
    if attempt.retry_after:
        delay = max(delay, min(attempt.retry_after, DELAYS[-1]))
    if attempt.gone or age + delay > TRIED_FOR:
        return Verdict(DeliveryState.FAILED)
    return Verdict(DeliveryState.PENDING, delay)


def secret_of(random: bytes) -> str:
    return SECRET_PREFIX + base64.b64encode(random).decode()


def signature_headers(event_id: str, timestamp: int, body: bytes, secrets: Sequence[str]) -> dict[str, str]:
    """One signature for each secret: while they are changed, either will do."""
    signed = f"{event_id}.{timestamp}.".encode() + body
    return {
        "webhook-id": event_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(f"v1,{_signature(secret, signed)}" for secret in secrets),
    }


def _signature(secret: str, signed: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(SECRET_PREFIX))
    return base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()


BY_OPERATOR = "The operator can allow a network of your own (WEBHOOK_ALLOWED_NETWORKS)"


@dataclass(frozen=True, slots=True)
class Reach:
    """Where webhooks may go: to public addresses by https, and to networks that the operator allows, by http, too."""

    allowed: tuple[Network, ...] = ()

    def check_url(self, url: str) -> None:
        """As far as one can tell without asking for the host's addresses."""
        parts = _parts_of(url)
        if parts.scheme not in {"https", "http"} or not parts.hostname:
            raise BadAddress("It should be an address like https://example.com/hooks")
        if parts.username is not None or parts.password is not None or parts.fragment:
            raise BadAddress("It should have no user, password or fragment")
        if parts.scheme == "http" and not self.allowed:
            raise BadAddress(f"It should begin with https://. {BY_OPERATOR}")
        try:
            parts.hostname.encode("idna")
        except UnicodeError:
            raise BadAddress("Its host is no name that a machine could have") from None
        if address := _literal(parts.hostname):
            self.check(address, scheme=parts.scheme)

    def check(self, address: Address, *, scheme: str) -> None:
        """The address that a connection will be made to."""
        if any(address in network for network in self.allowed if network.version == address.version):
            return
        if not is_public(address):
            raise BadAddress(f"This address is not public. {BY_OPERATOR}")
        if scheme != "https":
            raise BadAddress("It should begin with https://")


def is_public(address: Address) -> bool:
    """Not on this machine, in its network, or in one that an address of another kind stands for."""
    if isinstance(address, ipaddress.IPv6Address):
        if inner := _inside(address):
            return is_public(inner)
        if address.is_site_local:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def _inside(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    if address in NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)


def _parts_of(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        assert parts.port != 0
    except (ValueError, AssertionError):
        raise BadAddress("It should be an address like https://example.com/hooks") from None
    if len(url) > MAX_URL_LENGTH or not url.isascii() or any(sign.isspace() for sign in url):
        raise BadAddress(f"It should have at most {MAX_URL_LENGTH} plain characters, without spaces")
    return parts


def _literal(host: str) -> Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None

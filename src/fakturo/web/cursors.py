"""Where a reader of the list, or of changes, goes on: opaque to clients, and checked when they come back.

`next_cursor` goes on with a list that had more than one page. `next_since` begins with what changed meanwhile; it names
the first page's moment, so that nothing is missed that changed while the other pages were read.
"""

import base64
import binascii
import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Self
from uuid import UUID

from fakturo.domain.errors import ErrorCode
from fakturo.http.problems import Problem
from fakturo.store.jobs import Change, Place

EARLIEST_YEAR = 1970
LARGEST_XID = 2**64 - 1
PARTS = {"since": 3, "page": 5, "event": 4, "place": 3}


@dataclass(frozen=True, slots=True)
class Since:
    """A moment of the database, and of which life: after a restore, all earlier moments are void."""

    epoch: UUID
    xid: int

    def token(self) -> str:
        return _encode("since", str(self.epoch), self.xid)

    @classmethod
    def read(cls, token: str) -> Self:
        epoch, xid = _decode(token, "since", "since")
        return cls(_uuid(epoch, "since"), _xid(xid, "since"))


@dataclass(frozen=True, slots=True)
class NextPage:
    """Of a list, or of changes, and from which moment on to follow once all pages were read."""

    since: Since
    place: Place | Change

    def token(self) -> str:
        at = self.place.xid if isinstance(self.place, Change) else self.place.created_at.isoformat()
        return _encode("page", str(self.since.epoch), self.since.xid, at, str(self.place.id))

    @classmethod
    def read(cls, token: str) -> Self:
        epoch, xid, at, job_id = _decode(token, "page", "cursor")
        since, last = Since(_uuid(epoch, "cursor"), _xid(xid, "cursor")), _uuid(job_id, "cursor")
        if isinstance(at, str):
            return cls(since, Place(_moment(at, "cursor"), last))
        return cls(since, Change(_xid(at, "cursor"), last))


@dataclass(frozen=True, slots=True)
class Followed:
    """Up to which change somebody has followed."""

    epoch: UUID
    place: Change

    def token(self) -> str:
        return _encode("event", str(self.epoch), self.place.xid, str(self.place.id))

    def moved_to(self, xid: int) -> Self:
        """All before that transaction was seen; never back."""
        return replace(self, place=Change(xid)) if xid > self.place.xid else self


def read_followed(text: str, name: str) -> Followed:
    """An event's id, or what a list gave as `next_since`."""
    try:
        since = Since.read(text)
        return Followed(since.epoch, Change(since.xid))
    except Problem:
        epoch, xid, job_id = _decode(text, "event", name)
        return Followed(_uuid(epoch, name), Change(_xid(xid, name), _uuid(job_id, name)))


def write_place(place: Place) -> str:
    """Where a page of anything that is ordered by its time ended."""
    return _encode("place", place.created_at.isoformat(), str(place.id))


def read_place(token: str) -> Place:
    at, identity = _decode(token, "place", "cursor")
    return Place(_moment(str(at), "cursor"), _uuid(identity, "cursor"))


def read_since(text: str) -> Since | datetime:
    """A time, or what an answer gave as `next_since`."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return Since.read(text)
    if moment.tzinfo is None or moment.year < EARLIEST_YEAR:
        raise Problem(ErrorCode.INVALID_REQUEST, "'since' needs a date with its time zone, as in 2026-01-31T09:00:00Z.")
    return moment


def _encode(*parts: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(parts, separators=(",", ":")).encode()).rstrip(b"=").decode()


def _decode(token: str, kind: str, name: str) -> list[object]:
    try:
        parts: list[object] = list(json.loads(base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))))
        if parts[:1] == [kind] and len(parts) == PARTS[kind]:
            return parts[1:]
    except (ValueError, TypeError, RecursionError, binascii.Error):
        pass
    raise _not_ours(name)


def _uuid(value: object, name: str) -> UUID:
    try:
        return UUID(str(value))
    except ValueError:
        raise _not_ours(name) from None


def _xid(value: object, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= LARGEST_XID:
        raise _not_ours(name)
    return value


def _moment(value: str, name: str) -> datetime:
    try:
        return datetime.fromisoformat(value).astimezone(UTC)
    except (ValueError, OverflowError):
        raise _not_ours(name) from None


def _not_ours(name: str) -> Problem:
    return Problem(ErrorCode.INVALID_REQUEST, f"'{name}' is not one that this API gave out.")

"""Places that clients bring back: read as they were given out, and nothing else."""

import base64
from datetime import UTC, datetime
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakturo.http.problems import Problem
from fakturo.store.jobs import Change, Place
from fakturo.web.cursors import NextPage, Since, _encode, read_followed, read_since

xids = st.integers(0, 2**64 - 1)
moments = st.datetimes(datetime(1970, 1, 2), datetime(2200, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
places = st.builds(Place, moments, st.uuids()) | st.builds(Change, xids, st.uuids())


@given(st.builds(NextPage, st.builds(Since, st.uuids(), xids), places))
def test_a_place_comes_back_as_it_went_out(page: NextPage) -> None:
    assert NextPage.read(page.token()) == page
    assert read_since(page.since.token()) == page.since


@given(st.text(max_size=40) | st.binary(max_size=40).map(lambda raw: base64.urlsafe_b64encode(raw).decode()))
def test_anything_else_is_a_problem_and_no_error(text: str) -> None:
    with pytest.raises(Problem):
        NextPage.read(text)


def test_one_kind_is_not_taken_for_the_other() -> None:
    since = Since(UUID(int=1), 7)
    with pytest.raises(Problem):
        NextPage.read(since.token())
    with pytest.raises(Problem):
        Since.read(NextPage(since, Change(3)).token())


@pytest.mark.parametrize("xid", [True, None, "7", 7.0, -1, 2**64, [], 10**30])
def test_a_place_at_no_number_of_a_transaction_is_a_problem_and_no_error(xid: object) -> None:
    epoch, job = str(UUID(int=1)), str(UUID(int=2))
    with pytest.raises(Problem):
        Since.read(_encode("since", epoch, xid))
    with pytest.raises(Problem):
        NextPage.read(_encode("page", epoch, xid, 7, job))
    with pytest.raises(Problem):
        read_followed(_encode("event", epoch, xid, job), "since")

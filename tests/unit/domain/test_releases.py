"""Which version of a mapping an upload gets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakturo.domain.releases import Release, version_for

OWNERS = [f"session:{number}" for number in range(20_000)]


def chosen(owner: str, *releases: Release, versions: tuple[int, ...] = (1, 2)) -> int | None:
    return version_for(owner, "coretax_v1", versions, releases)


def about(version: int, **said: object) -> Release:
    return Release("coretax_v1", version, **said)  # type: ignore[arg-type]


def share_of(release: Release) -> set[str]:
    return {owner for owner in OWNERS if release.includes(owner)}


@pytest.mark.parametrize("versions", [(1, 2), (2, 1), (2,)])
def test_a_version_that_nobody_spoke_of_is_for_all_and_the_highest_wins(versions: tuple[int, ...]) -> None:
    assert chosen("anybody", versions=versions) == 2


def test_a_withdrawn_version_gives_way_to_the_one_before_it() -> None:
    assert chosen("anybody", about(2, withdrawn=True)) == 1
    assert chosen("anybody", about(1, withdrawn=True)) == 2


def test_without_any_version_left_there_is_none() -> None:
    assert chosen("anybody", about(1, withdrawn=True), about(2, withdrawn=True)) is None
    assert chosen("anybody", versions=()) is None


def test_withdrawn_is_withdrawn_for_those_who_were_named_too() -> None:
    assert chosen("alice", about(2, owners=["alice"], withdrawn=True)) == 1


def test_a_version_for_named_owners_is_for_no_others() -> None:
    release = about(2, share_percent=0, owners=["alice"])
    assert (chosen("alice", release), chosen("bob", release)) == (2, 1)


def test_what_is_said_of_another_mapping_or_version_does_not_count() -> None:
    assert chosen("anybody", Release("invoice_v1", 2, withdrawn=True), about(3, withdrawn=True)) == 2


@pytest.mark.parametrize("share", [0, 5, 50, 95, 100])
def test_a_share_is_about_that_share_of_owners(share: int) -> None:
    found = len(share_of(about(2, share_percent=share))) / len(OWNERS) * 100
    assert abs(found - share) < 1
    assert share not in {0, 100} or found == share


@given(st.text(), st.integers(0, 100), st.integers(0, 100))
def test_an_owner_stays_in_a_share_that_grows(owner: str, one: int, other: int) -> None:
    smaller, larger = sorted((one, other))
    if about(2, share_percent=smaller).includes(owner):
        assert about(2, share_percent=larger).includes(owner)


def test_it_is_not_always_the_same_owners_who_try_what_is_new() -> None:
    first, second = share_of(about(2, share_percent=10)), share_of(about(3, share_percent=10))
    assert len(first & second) < len(first) / 2


def test_where_an_owner_stands_does_not_change_between_releases_of_fakturo() -> None:
    """Otherwise an update would move owners from one version to the other."""
    places = [owner for owner in OWNERS[:40] if about(2, share_percent=10).includes(owner)]
    assert places == ["session:2", "session:9", "session:37"]


@pytest.mark.parametrize(
    ("release", "words"),
    [
        (about(1), "for all"),
        (about(1, owners=["a"]), "for all"),
        (about(1, share_percent=10), "for 10 % of owners"),
        (about(1, share_percent=0), "for 0 % of owners"),
        (about(1, share_percent=0, owners=["a"]), "for 1 named owner"),
        (about(1, share_percent=10, owners=["a", "b"]), "for 10 % of owners and 2 named owners"),
        (about(1, share_percent=10, withdrawn=True), "withdrawn"),
    ],
)
def test_a_release_in_words(release: Release, words: str) -> None:
    assert release.in_words() == words

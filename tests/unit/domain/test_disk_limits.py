"""When a disk is too full."""

import pytest

from fakturo.domain.disk import MEBIBYTE, DiskLimits, Limit, Pressure, Space

GB = 1024 * MEBIBYTE
LIMITS = DiskLimits(soft=Limit(2048, 10), hard=Limit(512, 5))
NONE, SOFT, HARD = Pressure


def pressure(*spaces: Space, before: Pressure = NONE, limits: DiskLimits = LIMITS) -> Pressure:
    return limits.pressure(spaces, before)


@pytest.mark.parametrize(
    ("total", "free", "expected"),
    [
        (500 * GB, 250 * GB, NONE),
        (500 * GB, 25 * GB, NONE),
        (500 * GB, 3 * GB, NONE),
        (500 * GB, 2 * GB - 1, SOFT),
        (500 * GB, GB // 2 - 1, HARD),
        (GB, GB // 5, NONE),
        (GB, GB // 11, SOFT),
        (GB, GB // 21, HARD),
        (2 * MEBIBYTE, MEBIBYTE, NONE),
        (2 * MEBIBYTE, 0, HARD),
    ],
)
def test_both_megabytes_and_percents_must_be_short(total: int, free: int, expected: Pressure) -> None:
    assert pressure(Space(total, free)) is expected


def test_the_worst_of_several_disks_counts_and_without_any_there_is_no_pressure() -> None:
    assert pressure(Space(GB, GB), Space(GB, 0), Space(GB, GB // 11)) is HARD
    assert pressure() is NONE


@pytest.mark.parametrize(("limit_mb", "level"), [(512, HARD), (2048, SOFT)])
def test_a_level_is_left_only_with_a_quarter_more_room_than_it_asks_for(limit_mb: int, level: Pressure) -> None:
    barely, amply = (Space(500 * GB, round(limit_mb * MEBIBYTE * share)) for share in (1.2, 1.25))
    assert pressure(barely, before=level) is level
    assert pressure(barely, before=NONE) < level
    assert pressure(amply, before=level) < level


def test_a_limit_of_nothing_is_never_reached() -> None:
    never = DiskLimits(soft=Limit(0, 10), hard=Limit(512, 0))
    assert pressure(Space(GB, 0), limits=never, before=HARD) is NONE


def test_who_comes_from_a_full_disk_is_warned_as_long_as_who_came_from_a_warning() -> None:
    room = Space(500 * GB, 2 * GB + 1)
    assert pressure(room) is NONE
    assert pressure(room, before=SOFT) is SOFT
    assert pressure(room, before=HARD) is SOFT

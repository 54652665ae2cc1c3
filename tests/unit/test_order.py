from types import SimpleNamespace
from typing import Any

from tests.support import order

HERE = "tests/unit/test_order.py"


def in_order(*names: str, **seconds: float) -> list[str]:
    items: list[Any] = [SimpleNamespace(nodeid=name) for name in names]
    order.longest_first(items, {f"{file}.py": took for file, took in seconds.items()})
    return [item.nodeid for item in items]


def test_the_longest_file_begins_and_its_tests_keep_their_order() -> None:
    assert in_order("a.py::1", "b.py::2", "b.py::1", "c.py::1", a=3, b=20, c=4) == [
        "b.py::2",
        "b.py::1",
        "c.py::1",
        "a.py::1",
    ]


def test_files_of_which_nothing_is_known_come_last_as_they_came() -> None:
    assert in_order("z.py::1", "y.py::1", "a.py::1", a=3) == ["a.py::1", "z.py::1", "y.py::1"]


def test_all_phases_of_all_tests_of_a_file_count() -> None:
    recorder = order.Recorder()
    for nodeid, took in [("a.py::1", 1.0), ("a.py::1", 2.0), ("b.py::1", 4.0), ("a.py::2[x::y]", 8.0)]:
        recorder.pytest_runtest_logreport(SimpleNamespace(nodeid=nodeid, duration=took))  # type: ignore[arg-type]
    assert recorder.seconds == {"a.py": 11.0, "b.py": 4.0}


def test_what_ran_is_known_anew_and_what_did_not_stays_unless_it_is_gone() -> None:
    here, other = HERE, "tests/conftest.py"
    before = {here: 30, other: 5, "tests/test_that_nobody_wrote.py": 9}
    assert order.updated(before, {here: 3.4}) == {other: 5, here: 3}
    assert order.updated(before, {here: 1.4}) == {other: 5}, "too short to matter"

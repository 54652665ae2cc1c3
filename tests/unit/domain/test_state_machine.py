"""The state machine is the one of the design, and the database and its SQL speak the same words."""

import re
from collections.abc import Iterator
from importlib import resources

from fakturo.domain.errors import JOB_CODES
from fakturo.domain.job import Status
from fakturo.domain.transitions import TRANSITIONS, Event
from fakturo.store.statements import statements

LEGAL = {
    (None, "uploaded"),
    ("uploaded", "queued"),
    ("uploaded", "failed"),
    ("queued", "processing"),
    ("processing", "complete"),
    ("processing", "failed"),
    ("processing", "queued"),
    ("failed", "queued"),
    ("complete", "queued"),
}


def test_a_job_moves_only_along_the_legal_ways() -> None:
    assert {(transition.source, transition.target) for transition in TRANSITIONS} == LEGAL


def test_every_transition_can_be_reached_from_a_new_upload() -> None:
    reached: set[Status | None] = {None}
    for _ in Status:
        reached |= {transition.target for transition in TRANSITIONS if transition.source in reached}
    assert reached == {None, *Status}
    assert all(transition.source in reached for transition in TRANSITIONS)


def test_transitions_have_names_of_their_own_and_say_why() -> None:
    assert len({transition.name for transition in TRANSITIONS}) == len(TRANSITIONS)
    assert all(transition.why for transition in TRANSITIONS)


# ---------------------------------------------------------------- the same words in SQL

MIGRATION = (resources.files("fakturo.store") / "migrations" / "0001_jobs.sql").read_text()
QUOTED = re.compile(r"'(\w+)'")
JSON_OBJECT = re.compile(r"jsonb_build_object\((?:[^()]|\([^()]*\))*\)")


def sql_files() -> Iterator[str]:
    folder = resources.files("fakturo.store") / "sql"
    return (file.name.removesuffix(".sql") for file in folder.iterdir() if file.name.endswith(".sql"))


def every_statement() -> list[str]:
    texts = [text.decode() for file in sql_files() for text in statements(file).values()]
    return [re.sub(r"%\((\w+)\)s", r":\1", text) for text in texts]


def allowed_by_check(column: str) -> set[str]:
    check = re.search(rf"CHECK \({column} IN\s*\(([^)]*)\)\)", MIGRATION)
    assert check, f"no such constraint on {column}"
    return set(QUOTED.findall(check[1]))


def events_written(statement: str) -> set[str]:
    _, *inserts = statement.split("INSERT INTO job_events")
    without_json = [JSON_OBJECT.sub("", insert) for insert in inserts]
    return {word for insert in without_json for word in QUOTED.findall(insert)}


def statuses_named(statement: str) -> set[str]:
    compared = re.findall(r"\bstatus(?: =| <>| IN| NOT IN) (\([^)]*\)|'\w+')", statement)
    return {word for words in compared for word in QUOTED.findall(words)}


def test_the_database_takes_exactly_the_statuses() -> None:
    assert allowed_by_check("status") == set(Status)


def test_the_database_takes_exactly_the_codes_that_a_job_may_have() -> None:
    assert allowed_by_check("error_code") == JOB_CODES


def test_the_sql_writes_exactly_the_known_events() -> None:
    written: set[str] = set().union(*map(events_written, every_statement()))
    assert written == set(Event)


def test_the_sql_names_no_status_that_does_not_exist() -> None:
    named: set[str] = set().union(*map(statuses_named, every_statement()))
    assert {Status.QUEUED, Status.PROCESSING, Status.COMPLETE, Status.FAILED} <= named <= set(Status)


def test_every_transition_has_an_event_of_which_the_sql_knows() -> None:
    assert {transition.event for transition in TRANSITIONS} <= set().union(*map(events_written, every_statement()))

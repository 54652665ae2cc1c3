"""An account takes over what a session had: all at once, and what both have stays as it should."""

from datetime import timedelta

import pytest

from fakturo.domain.accounts import Person, Role, account_key
from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import Job, Owner
from fakturo.domain.own_templates import MOST_BYTES_IN_USE
from fakturo.domain.transitions import Fail
from fakturo.store.accounts import Accounts, NewSession, Taken
from fakturo.store.pool import Pool
from fakturo.store.templates import NewVersion, TemplateVersions, TooMuch
from tests.support.databases import Clock, Rows
from tests.support.jobs import ALICE, jobs_of, queue_of, submit

ISSUER = "https://login.example.com"
ANA = Person(account_key(ISSUER, "ana"), "Ana")
HOUR = timedelta(hours=1)


@pytest.fixture
async def accounts(pool: Pool) -> Accounts:
    accounts = Accounts(pool)
    await accounts.sign_in(NewSession(ANA, ISSUER, "ana", "header.claims.signature", HOUR), "first")
    return accounts


async def owners(rows: Rows, *jobs: Job) -> list[str]:
    found = {row["id"]: row["owner_key"] for row in await rows.all("SELECT id, owner_key FROM jobs")}
    return [found[job.id] for job in jobs]


async def complete(rows: Rows, job: Job, **columns: object) -> None:
    """Without a worker; as it would be."""
    given = {"status": "complete", "result_path": f"results/{job.id}.xml", "completed_at": "2026-03-09"} | columns
    sets = ", ".join(f"{name} = %s" for name in given)
    await rows.all(f"UPDATE jobs SET {sets} WHERE id = %s", *given.values(), job.id)  # noqa: S608


async def test_a_session_is_found_by_its_secret_until_its_time_is_over(
    accounts: Accounts, clock: Clock, pool: Pool
) -> None:
    assert await accounts.person("first") == ANA
    assert await accounts.person("second") is None
    await clock.advance(HOUR + timedelta(seconds=1))
    assert await accounts.person("first") is None


async def test_signing_out_gives_the_token_back_once(accounts: Accounts) -> None:
    assert await accounts.sign_out("first") == "header.claims.signature"
    assert await accounts.sign_out("first") is None
    assert await accounts.person("first") is None


async def test_a_sign_in_brings_name_and_roles_up_to_date_everywhere(accounts: Accounts) -> None:
    later = Person(ANA.owner_key, "Ana Lestari", frozenset({Role.REVIEWER}))
    await accounts.sign_in(NewSession(later, ISSUER, "ana", "token", HOUR), "second")
    assert await accounts.person("first") == await accounts.person("second") == later
    assert await accounts.roles_of(ANA.owner) == {Role.REVIEWER}
    assert await accounts.roles_of(ALICE) == frozenset()


async def test_jobs_in_every_state_come_along_and_work_goes_on(accounts: Accounts, pool: Pool, rows: Rows) -> None:
    jobs, queue = jobs_of(pool), queue_of(pool)
    running, waiting = await submit(jobs, "running"), await submit(jobs, "waiting")
    done, gone = await submit(jobs, "done"), await submit(jobs, "gone")
    await complete(rows, done)
    await jobs.delete(ALICE, gone.id)
    (claimed,) = await queue.claim("gateway", 1)
    assert claimed.id == running.id
    assert await accounts.take_over(ALICE, ANA.owner) == Taken(3, 0, 0)
    assert await owners(rows, running, waiting, done, gone) == [ANA.owner_key] * 3 + [ALICE.key]
    assert await queue.settle(claimed, Fail(ErrorCode.GW_5XX, "Failed.", 502, {}), 1), "its worker still holds it"
    (next_one,) = await queue.claim("gateway", 1)
    assert (next_one.id, next_one.owner_key) == (waiting.id, ANA.owner_key)
    assert {job.id for job in (await jobs.list(ANA.owner, limit=9)).jobs} == {running.id, waiting.id, done.id}


async def test_of_a_file_that_both_have_the_one_stays_that_a_person_worked_on(
    accounts: Accounts, pool: Pool, rows: Rows
) -> None:
    jobs = jobs_of(pool)
    texts = ("neither", "session's", "account's", "both")
    theirs = {text: await submit(jobs, text, ANA.owner) for text in texts}
    mine = {text: await submit(jobs, text) for text in texts}
    for text in texts:
        await complete(rows, theirs[text], saved_by="ana" if text in {"account's", "both"} else None)
        await complete(rows, mine[text], review="approved" if text in {"session's", "both"} else "needed")
    assert (await accounts.take_over(ALICE, ANA.owner)).jobs == 1
    seen = {job.id for job in (await jobs.list(ANA.owner, limit=9)).jobs}
    assert seen == {theirs["neither"].id, mine["session's"].id, theirs["account's"].id, theirs["both"].id}
    assert await rows.events(theirs["session's"].id) == ["uploaded", "queued", "deleted"], "said, not lost in silence"


async def test_an_upload_key_that_both_used_is_let_go_of(accounts: Accounts, pool: Pool, rows: Rows) -> None:
    jobs = jobs_of(pool)
    theirs, mine, other = await submit(jobs, 1, ANA.owner), await submit(jobs, 2), await submit(jobs, 3)
    await rows.all("UPDATE jobs SET idempotency_key = 'k' WHERE id = ANY (%s)", [theirs.id, mine.id])
    await rows.all("UPDATE jobs SET idempotency_key = 'o' WHERE id = %s", other.id)
    await accounts.take_over(ALICE, ANA.owner)
    kept = {row["id"]: row["idempotency_key"] for row in await rows.all("SELECT id, idempotency_key FROM jobs")}
    assert kept == {theirs.id: "k", mine.id: None, other.id: "o"}


async def test_versions_of_a_template_that_both_have_are_all_kept_and_the_accounts_stays_in_use(
    accounts: Accounts, pool: Pool, rows: Rows
) -> None:
    store = TemplateVersions(pool)

    async def add(owner: Owner, name: str, version: int, text: str) -> None:
        body = f'name = "{name}"\nversion = {version}\n# {text}\n'
        assert await store.add(owner, NewVersion(name, version, body, "written", "page", switch_on=True))

    await add(ANA.owner, "shared", 1, "account 1")
    await add(ANA.owner, "shared", 2, "account 2")
    await add(ALICE, "shared", 1, "session 1")
    await add(ALICE, "alone", 1, "only here")
    assert (await accounts.take_over(ALICE, ANA.owner)).templates == 2
    versions = await store.versions(ANA.owner, "shared")
    assert [(each.version, each.active_version) for each in versions] == [(3, 2), (2, 2), (1, 2)]
    assert versions[0].text == 'name = "shared"\nversion = 3\n# session 1\n'
    assert [each.is_on for each in await store.versions(ANA.owner, "alone")] == [True]
    assert await store.newest(ALICE) == []


async def test_no_more_templates_are_switched_on_than_may_be_in_use_and_the_last_ones_come_first(
    accounts: Accounts, pool: Pool, clock: Clock
) -> None:
    store = TemplateVersions(pool)

    async def add(owner: Owner, name: str, *, version: int = 1, size: int = 60_000, on: bool = True) -> None:
        body = f'name = "{name}"\nversion = {version}\n'.ljust(size, "#")
        assert await store.add(owner, NewVersion(name, version, body, "written", "page", switch_on=on))
        await clock.advance(timedelta(seconds=1))

    for number in range(5):
        await add(ANA.owner, f"account-{number}")
    for number in range(5):
        await add(ALICE, f"session-{number}")
    await add(ALICE, "account-0", size=100)
    await add(ALICE, "off", size=100, on=False)
    assert (await accounts.take_over(ALICE, ANA.owner)).templates == 7
    in_use = {each.name for each in await store.newest(ANA.owner) if each.is_on or each.name == "account-0"}
    assert in_use == {*(f"account-{number}" for number in range(5)), "session-4", "session-3", "session-2"}
    used = await store.in_use(ANA.owner.key)
    assert sum(len(text.encode()) for text in used.texts) <= MOST_BYTES_IN_USE


async def test_who_has_more_templates_than_may_be_can_switch_them_off_and_no_more_on(
    accounts: Accounts, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = TemplateVersions(pool)
    for owner, name in ((ANA.owner, "a"), (ANA.owner, "b"), (ALICE, "c")):
        assert await store.add(owner, NewVersion(name, 1, f'name = "{name}"', "written", "page", switch_on=True))
    for module in ("accounts", "templates"):
        monkeypatch.setattr(f"fakturo.store.{module}.MOST_TEMPLATES", 2)
    await accounts.take_over(ALICE, ANA.owner)
    assert {each.name: each.is_on for each in await store.newest(ANA.owner)} == {"a": True, "b": True, "c": False}
    with pytest.raises(TooMuch):
        await store.switch(ANA.owner, "c", 1, by="page")
    assert await store.switch(ANA.owner, "a", None, by="page")
    assert await store.switch(ANA.owner, "c", 1, by="page")


async def test_the_directory_comes_along_and_what_the_account_says_wins(
    accounts: Accounts, pool: Pool, rows: Rows
) -> None:
    for owner in (ANA.owner_key, ALICE.key):
        await rows.all("INSERT INTO directories (owner_key) VALUES (%s)", owner)
    await _party(rows, ANA.owner_key, "seller", "pt ana")
    await _party(rows, ANA.owner_key, "buyer", "both", address="account")
    await _party(rows, ALICE.key, "seller", "pt alice")
    await _party(rows, ALICE.key, "buyer", "both", address="session")
    await _party(rows, ALICE.key, "buyer", "alone")
    for owner, key in ((ANA.owner_key, "both"), (ALICE.key, "both"), (ALICE.key, "alone")):
        await rows.all("INSERT INTO unit_aliases VALUES (%s, %s, %s, 'UM.0021')", owner, key, key)
        await rows.all(
            "INSERT INTO goods (owner_key, kind, key, text, opt, code) VALUES (%s, 'sku', %s, %s, 'A', '000000')",
            owner,
            key,
            key,
        )
    before = await rows.one("SELECT version FROM directories WHERE owner_key = %s", ANA.owner_key)
    assert (await accounts.take_over(ALICE, ANA.owner)).entries == 3
    parties = await rows.all("SELECT name_key, address FROM parties WHERE owner_key = %s ORDER BY 1", ANA.owner_key)
    assert [(each["name_key"], each["address"]) for each in parties] == [
        ("alone", None),
        ("both", "account"),
        ("pt ana", None),
    ]
    for table in ("unit_aliases", "goods"):
        found = await rows.all(f"SELECT key FROM {table} WHERE owner_key = %s ORDER BY 1", ANA.owner_key)  # noqa: S608
        assert [each["key"] for each in found] == ["alone", "both"]
    keys = await rows.all("SELECT key FROM party_keys WHERE owner_key = %s ORDER BY 1", ANA.owner_key)
    assert [each["key"] for each in keys] == ["alone", "both", "pt ana"], "and is found by its names"
    after = await rows.one("SELECT version FROM directories WHERE owner_key = %s", ANA.owner_key)
    assert before != after, "results of before are known to be of before"


async def _party(rows: Rows, owner: str, role: str, name: str, address: str | None = None) -> None:
    row = await rows.one(
        "INSERT INTO parties (owner_key, role, name, name_key, document_type, country, address) "
        "VALUES (%s, %s, %s, %s, 'TIN', 'IDN', %s) RETURNING id",
        owner,
        role,
        name,
        name,
        address,
    )
    await rows.all("INSERT INTO party_keys VALUES (%s, %s, 'name', %s, %s)", owner, role, name, row["id"])


async def test_a_release_that_names_the_session_names_the_account_too(
    accounts: Accounts, pool: Pool, rows: Rows
) -> None:
    await rows.all("INSERT INTO mapping_releases (mapping, version, owners) VALUES ('m', 1, %s)", [ALICE.key])
    for _ in range(2):
        await accounts.take_over(ALICE, ANA.owner)
    row = await rows.one("SELECT owners FROM mapping_releases")
    assert row["owners"] == [ALICE.key, ANA.owner_key]


async def test_a_takeover_that_fails_midway_has_changed_nothing(accounts: Accounts, pool: Pool, rows: Rows) -> None:
    job = await submit(jobs_of(pool), "whole")
    await rows.all("ALTER TABLE taken_sessions ADD CONSTRAINT broken CHECK (false)")
    with pytest.raises(Exception, match="broken"):
        await accounts.take_over(ALICE, ANA.owner)
    assert await owners(rows, job) == [ALICE.key]
    await rows.all("ALTER TABLE taken_sessions DROP CONSTRAINT broken")
    assert (await accounts.take_over(ALICE, ANA.owner)).jobs == 1


async def test_only_a_session_without_an_account_is_taken_over(accounts: Accounts) -> None:
    with pytest.raises(AssertionError):
        await accounts.take_over(ANA.owner, ANA.owner)


async def test_of_sessions_that_had_nothing_no_word_is_kept(accounts: Accounts, rows: Rows) -> None:
    assert not await accounts.take_over(ALICE, ANA.owner)
    assert await rows.all("SELECT session_key FROM taken_sessions") == []
    assert not await accounts.was_taken(ALICE)

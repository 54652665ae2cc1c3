"""Migrations and statements against real PostgreSQL."""

import asyncio
import re
from pathlib import Path

import psycopg
import pytest

import fakturo
from fakturo.store import migrate as migrate_module
from fakturo.store.migrate import SchemaProblem, migrate, migrations, require_current
from fakturo.store.statements import statements
from tests.support.databases import Rows, TestServer

SOURCE = Path(fakturo.__file__).parent
FILES = sorted(file.stem for file in (SOURCE / "store/sql").glob("*.sql"))
ALL = {f"{file}.{name}": sql for file in FILES for name, sql in statements(file).items()}


@pytest.mark.parametrize("name", ALL)
async def test_every_statement_prepares_and_says_what_it_is_for(name: str, shared_database: Rows) -> None:
    sql = ALL[name].decode()
    assert sql.startswith("-- "), "the line below the name says what the statement is for"
    parameters = list(dict.fromkeys(re.findall(r"%\((\w+)\)s", sql)))
    numbered = re.sub(r"%\((\w+)\)s", lambda match: f"${parameters.index(match[1]) + 1}", sql)
    async with await psycopg.AsyncConnection.connect(shared_database.url) as connection:
        await connection.execute(f"PREPARE statement AS {numbered}".encode())


def test_every_statement_is_used() -> None:
    for file in FILES:
        code = (SOURCE / "store" / f"{file}.py").read_text()
        unused = [name for name in statements(file) if f'"{name}"' not in code and not _is_composed(name, code)]
        assert unused == []


def _is_composed(name: str, code: str) -> bool:
    """Of those that are alike for each list, the code names the list in a hole."""
    return f'f"{name.rpartition("_")[0]}_{{' in code


def test_sql_lives_in_the_store_alone() -> None:
    sql = re.compile(r"\b(SELECT .+ FROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM)\b")
    outside = [
        str(file.relative_to(SOURCE))
        for file in SOURCE.rglob("*.py")
        if "store" not in file.relative_to(SOURCE).parts and sql.search(file.read_text())
    ]
    assert outside == []


async def test_ten_migrators_at_once_migrate_once(server: TestServer) -> None:
    await server.execute("CREATE DATABASE migrated_by_many")
    url = server.url("migrated_by_many")
    applied = await asyncio.gather(*(migrate(url) for _ in range(10)))
    assert max(applied, key=len) == [m.name for m in migrations()]
    assert sum(len(each) for each in applied) == len(migrations())
    await require_current(url)


async def test_an_empty_database_is_refused_with_the_command_that_helps(server: TestServer) -> None:
    await server.execute("CREATE DATABASE not_migrated")
    with pytest.raises(SchemaProblem, match="Run: fakturo migrate"):
        await require_current(server.url("not_migrated"))


async def test_a_migration_that_was_changed_afterwards_is_noticed(database_url: str, rows: Rows) -> None:
    await rows.all("UPDATE schema_migrations SET sha256 = 'x' WHERE version = 1")
    with pytest.raises(SchemaProblem, match="another build"):
        await require_current(database_url)


async def test_a_newer_database_is_fine_for_an_older_fakturo(database_url: str, rows: Rows) -> None:
    await rows.all("INSERT INTO schema_migrations (version, name, sha256) VALUES (9999, 'later.sql', 'x')")
    await require_current(database_url)


async def test_an_old_server_is_refused(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrate_module, "OLDEST_SUPPORTED_VERSION", 990000)
    with pytest.raises(SchemaProblem, match="needs 99 or newer"):
        await require_current(database_url)

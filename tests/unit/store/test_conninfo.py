"""Addresses of databases, as people write them, in the form that libpq understands."""

import pytest
from psycopg.conninfo import conninfo_to_dict

from fakturo.store.pool import conninfo


def understood(url: str) -> dict[str, object]:
    return dict(conninfo_to_dict(conninfo(url)))


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://me@db:5433/jobs",
        "postgres://me:pa%3Fss%40w%2Ford%26%3D@db/jobs",
        "postgresql:///jobs?host=%2Frun%2Fpostgresql&user=me",
        "postgresql://%2Frun%2Fpostgresql/jobs",
        "postgresql://one:5432,two:5433/jobs?target_session_attrs=read-write",
        "postgresql://[::1]:5432/jobs?sslmode=require&connect_timeout=3",
        "postgresql://db/jobs?password=a+b%20c%25&user=x%26y",
        "postgresql://db/jobs?options=-cstatement_timeout%3D5s%20-cwork_mem%3D1MB",
        "host=/run/postgresql dbname=jobs user=me",
        "host=db dbname=jobs password=what?schema=this",
        "dbname=jobs",
        "",
    ],
)
def test_an_address_that_libpq_understands_means_what_it_meant(url: str) -> None:
    assert understood(url) == conninfo_to_dict(url)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://me:p%40ss@db:5433/jobs?schema=public",
        "postgres://me:p%40ss@db:5433/jobs?schema=public&",
        "postgresql:///jobs?host=db&port=5433&schema=public&user=me&password=p%40ss",
    ],
)
def test_a_schema_becomes_the_search_path(url: str) -> None:
    assert understood(url) == {
        "host": "db",
        "port": "5433",
        "user": "me",
        "password": "p@ss",
        "dbname": "jobs",
        "options": "-csearch_path=public",
    }


def test_a_schema_and_other_options_hold_together() -> None:
    for query in ("schema=x&options=-cwork_mem%3D1MB", "options=-cwork_mem%3D1MB&schema=x"):
        assert understood(f"postgresql:///jobs?{query}")["options"] == "-cwork_mem=1MB -csearch_path=x"


@pytest.mark.parametrize(
    ("written", "option"),
    [
        ("tenant_7", "-csearch_path=tenant_7"),
        ("Tenant", '-csearch_path="Tenant"'),
        ("two%20words", '-csearch_path="two\\ words"'),
        ("a%22b", '-csearch_path="a""b"'),
        ("x%20-cfsync%3Doff", '-csearch_path="x\\ -cfsync=off"'),
    ],
)
def test_a_schema_is_one_name_whatever_it_contains(written: str, option: str) -> None:
    assert understood(f"postgresql:///jobs?schema={written}")["options"] == option


def test_a_schema_without_a_name_is_none() -> None:
    assert "options" not in understood("postgresql:///jobs?schema=")

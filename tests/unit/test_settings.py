"""Settings: what holds when nothing is set, and what is said when something is set wrongly."""

import os
from functools import cache
from pathlib import Path

import annotated_types
import platformdirs
import pytest

from fakturo.settings import BadSetting, Settings, environment_with, load, misspelt
from fakturo.settings.storage import default_data_dir
from fakturo.wiring.mappings import all_mappings


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.lower() in Settings.model_fields:
            monkeypatch.delenv(name)


@cache
def unset() -> Settings:
    """With none of them in the environment: each load reads every setting anew."""
    return load()


DEFAULTS = {
    "database_url": None,
    "database_direct_url": None,
    "database_pool_size": 10,
    "pg_bin_dir": None,
    "uploads_dir": None,
    "results_dir": None,
    "web_host": "127.0.0.1",
    "web_port": 3000,
    "public_url": None,
    "max_upload_mb": 50,
    "default_mapping": "pt_simon_invoice_v1",
    "gateway_url": None,
    "gateway_host": "127.0.0.1",
    "gateway_port": 8002,
    "gateway_timeout_ms": 180_000,
    "worker_concurrency": 3,
    "worker_lease_ttl_sec": 120,
    "worker_grace_sec": 25,
    "retry_policy": "gateway",
    "retry_max_attempts": 3,
    "retry_base_delay_ms": 5000,
    "retry_jitter_max_ms": 5000,
    "log_level": "info",
}


@pytest.mark.parametrize(("name", "default"), DEFAULTS.items())
def test_defaults_are_those_of_the_design(name: str, default: object) -> None:
    assert getattr(unset(), name) == default


@pytest.mark.parametrize("name", Settings.model_fields)
def test_every_setting_says_in_a_sentence_what_it_is_for(name: str) -> None:
    description = Settings.model_fields[name].description
    assert description
    assert description.endswith(".")


def test_data_is_kept_where_services_or_users_keep_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert default_data_dir() == Path("/var/lib/fakturo")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda name: f"/home/me/data/{name}")
    assert default_data_dir() == Path("/home/me/data/fakturo")


# ---------------------------------------------------------------- where values come from


def test_the_environment_is_read_and_the_command_line_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEB_PORT", "4000")
    monkeypatch.setenv("LOG_LEVEL", "DEBUG")
    assert (load().web_port, load().log_level) == (4000, "debug")
    assert load(web_port=5000).web_port == 5000
    assert load(web_port=None).web_port == 4000


@pytest.mark.parametrize("name", Settings.model_fields)
def test_a_setting_that_is_set_to_nothing_is_not_set(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name.upper(), "")
    given = load()
    assert given == unset()
    assert name not in given.model_fields_set


def test_a_mapping_may_be_named_as_older_clients_name_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEFAULT_MAPPING", "layout_v1.json")
    assert load().default_mapping == "layout_v1"


def test_what_depends_on_other_settings_follows_them() -> None:
    given = load(data_dir=Path("/data"), results_dir=Path("/fast"), database_url="postgresql:///a", web_host="::")
    assert given.areas == {
        "uploads": Path("/data/uploads"),
        "results": Path("/fast"),
        "archive": Path("/fast/archive"),
    }
    assert given.listen_url == "postgresql:///a"
    assert given.page_url == "http://[::1]:3000"
    assert load(gateway_port=9000).gateway_urls == ["http://127.0.0.1:9000"]
    assert load(gateway_url="http://a:1, http://b:2/").gateway_urls == ["http://a:1", "http://b:2"]
    assert load(database_direct_url="postgresql:///b", database_url="postgresql:///a").listen_url == "postgresql:///b"
    assert load(public_url="https://fakturo.example").page_url == "https://fakturo.example"


# ---------------------------------------------------------------- bad values


def reason(monkeypatch: pytest.MonkeyPatch, **values: str) -> str:
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(BadSetting) as bad:
        load()
    return str(bad.value)


def limits(name: str) -> tuple[float, float] | None:
    metadata = Settings.model_fields[name].metadata
    least = [each.ge for each in metadata if isinstance(each, annotated_types.Ge)]
    most = [each.le for each in metadata if isinstance(each, annotated_types.Le)]
    return (float(str(least[0])), float(str(most[0]))) if least and most else None


NUMBERS = [name for name, field in Settings.model_fields.items() if field.annotation in (int, float)]


@pytest.mark.parametrize("name", NUMBERS)
def test_every_number_has_limits_and_is_named_when_it_breaks_them(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bounds = limits(name)
    assert bounds, f"{name} has no limits"
    for value in (f"{bounds[0] - 1:.0f}", f"{bounds[1] + 1:.0f}", "many", "nan"):
        said = reason(monkeypatch, **{name.upper(): value})
        assert said.startswith(f"The setting {name.upper()} has the value '{value}', which is not valid: ")
        assert said.endswith(".")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("RETRY_POLICY", "never"),
        ("LOG_LEVEL", "loud"),
        ("GATEWAY_URL", "localhost:8002"),
        ("GATEWAY_URL", "http://"),
        ("PUBLIC_URL", "fakturo.example"),
        ("PUBLIC_URL", "ftp://fakturo.example"),
    ],
)
def test_a_value_that_cannot_be_used_is_named(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said = reason(monkeypatch, **{name: value})
    assert said.startswith(f"The setting {name} has the value {value!r}, which is not valid: ")
    assert "\n" not in said


def test_an_unknown_mapping_is_answered_with_the_one_that_was_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEFAULT_MAPPING", "layout_v2")
    with pytest.raises(BadSetting) as bad:
        all_mappings(load())
    assert str(bad.value) == (
        "The setting DEFAULT_MAPPING has the value 'layout_v2', which is not valid: "
        "There is no mapping 'layout_v2'. Did you mean 'layout_v1'?"
    )


def test_every_bad_value_is_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    said = reason(monkeypatch, WEB_PORT="x", LOG_LEVEL="loud").splitlines()
    assert [line.split()[2] for line in said] == ["WEB_PORT", "LOG_LEVEL"]


# ---------------------------------------------------------------- children


def test_a_child_gets_our_environment_and_what_we_were_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/bin")
    monkeypatch.setenv("GATEWAY_PORT", "9000")
    given = load(web_port=4000, data_dir=Path("/data"))
    environment = environment_with(given, database_url="postgresql:///jobs", gateway_port=9001, public_url=None)
    assert environment == dict(os.environ) | {
        "WEB_PORT": "4000",
        "DATA_DIR": "/data",
        "GATEWAY_PORT": "9001",
        "DATABASE_URL": "postgresql:///jobs",
    }


def test_a_child_reads_the_settings_that_we_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    given = load(web_port=4000, worker_lease_ttl_sec=1.5, log_level="debug", uploads_dir=Path("/data/u p"))
    for name, value in environment_with(given).items():
        monkeypatch.setenv(name, value)
    assert load() == given


def test_a_secret_that_will_not_do_is_named_and_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    said = reason(monkeypatch, ADMIN_TOKEN="too-short")  # noqa: S106
    assert "ADMIN_TOKEN" in said
    assert "too-short" not in said


def test_another_kind_of_database_is_refused_without_showing_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    said = reason(monkeypatch, DATABASE_URL="mysql://me:secret@db/jobs")
    assert "The setting DATABASE_URL has the value 'mysql://…', which is not valid" in said
    assert "like postgresql://user@host/database" in said
    assert "secret" not in said


@pytest.mark.parametrize("url", ["postgres://db/jobs", "postgresql:///jobs?host=/run", "host=/run dbname=jobs"])
def test_postgresql_is_named_in_any_of_its_ways(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    assert load().database_url == url


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [("GATEWAY_PROT", "GATEWAY_PORT"), ("WORKER_CONCURENCY", "WORKER_CONCURRENCY"), ("DATBASE_URL", "DATABASE_URL")],
)
def test_a_misspelt_setting_is_told(wrong: str, meant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(wrong, "1")
    assert f"{wrong} is no setting. Did you mean {meant}?" in misspelt()


def test_names_of_other_programs_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    others = ("PATH", "HOME", "LANG", "AWS_PROFILE", "AWS_SESSION_TOKEN", "AWS_DEFAULT_REGION", "PGHOST", "PGDATABASE")
    for name in (*others, "WEB_CONCURRENCY", "PORT", "HOST", "DATA", "DATABASE", "LOGLEVEL", "WEB_PORT"):
        monkeypatch.setenv(name, "x")
    assert not [told for told in misspelt() if told.split()[0] in {*others, "WEB_CONCURRENCY", "PORT", "WEB_PORT"}]

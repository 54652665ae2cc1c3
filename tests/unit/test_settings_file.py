"""Settings from a file and from files with secrets: the environment wins, and nothing is taken that is no setting."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fakturo import settings
from fakturo.settings.sources import BadSettingsFile


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    for name in settings.Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)
    yield
    settings.use_file(None)


def write(text: str, name: str = "fakturo.toml") -> Path:
    file = Path(name)
    file.write_text(text)
    return file


def test_a_file_in_the_directory_is_read_and_the_environment_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    write('web_port = 4000\nGATEWAY_PORT = 4001\nlog_level = "debug"')
    monkeypatch.setenv("GATEWAY_PORT", "5001")
    config = settings.load(log_level="error")
    assert (config.web_port, config.gateway_port, config.log_level) == (4000, 5001, "error")


def test_a_named_file_takes_its_place_and_must_exist() -> None:
    write("web_port = 4000")
    settings.use_file(write("web_port = 4100", "other.toml"))
    assert settings.load().web_port == 4100
    settings.use_file(Path("missing.toml"))
    with pytest.raises(BadSettingsFile, match=r"missing\.toml cannot be read: No such file"):
        settings.load()


def test_a_misspelt_name_is_refused_with_what_was_meant() -> None:
    write("web_prot = 4000\nnonsense_word = 1")
    with pytest.raises(BadSettingsFile) as refused:
        settings.load()
    assert "web_prot is no setting. Did you mean web_port?" in str(refused.value)
    assert "nonsense_word is no setting. docs/settings.md lists them all." in str(refused.value)


def test_a_file_that_is_no_toml_and_a_bad_value_are_named() -> None:
    write("web_port = ")
    with pytest.raises(BadSettingsFile, match="no TOML"):
        settings.load()
    write("web_port = 0")
    with pytest.raises(settings.BadSetting, match="WEB_PORT"):
        settings.load()


def test_secrets_come_from_files_that_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    write("a secret of twenty\n", "token")
    monkeypatch.setenv("METRICS_TOKEN_FILE", "token")
    assert settings.load().metrics_token == "a secret of twenty"  # noqa: S105
    monkeypatch.setenv("METRICS_TOKEN", "another of more than 16")
    assert settings.load().metrics_token == "another of more than 16"  # noqa: S105
    monkeypatch.setenv("GATEWAY_TOKEN_FILE", "nowhere")
    with pytest.raises(BadSettingsFile, match="GATEWAY_TOKEN_FILE names nowhere, which cannot be read"):
        settings.load()


def test_what_is_in_force_is_told_with_its_source_and_secrets_are_masked(monkeypatch: pytest.MonkeyPatch) -> None:
    write("web_port = 4000")
    write("postgresql://me:hush@db/x", "url")
    monkeypatch.setenv("DATABASE_URL_FILE", "url")
    monkeypatch.setenv("METRICS_TOKEN", "hush hush hush hush")
    told = {each.name: (each.value, each.source) for each in settings.explained()}
    assert told["WEB_PORT"] == ("4000", "fakturo.toml")
    assert told["GATEWAY_PORT"] == ("8002", "default")
    assert told["DATABASE_URL"] == ("postgresql://me:…@db/x", "DATABASE_URL_FILE")
    assert told["METRICS_TOKEN"] == ("…", "environment")
    assert "hush" not in str(told)

"""What a running `fakturo up` leaves for others to find it by, and what they make of leftovers."""

import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from fakturo.cli import app
from fakturo.domain.errors import CannotRun
from fakturo.settings import BadSetting, Settings, load
from fakturo.settings.storage import state_dir
from fakturo.wiring import running
from fakturo.wiring.running import all_running, announced, completed, told_otherwise
from fakturo.wiring.storage import open_blobs


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    return state_dir()


@pytest.fixture
def pids(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Each that is announced takes itself for another process."""
    numbers = iter(range(1, 100))
    monkeypatch.setattr(os, "getpid", lambda: next(numbers))
    return numbers


def test_the_only_one_that_runs_is_meant_if_nothing_is_said(tmp_path: Path) -> None:
    with announced(load(data_dir=tmp_path / "a", gateway_port=8111, worker_concurrency=7)):
        meant = completed(load())
        assert (meant.data_dir, meant.gateway_urls) == (tmp_path / "a", ["http://127.0.0.1:8111"])
        assert meant.worker_concurrency == load().worker_concurrency, "only where things are is told"
    assert completed(load()) == load()


def test_the_secret_of_a_bucket_is_in_no_file_and_asked_for(tmp_path: Path, place: Path) -> None:
    secret = {"aws_secret_access_key": "hush"}
    bucket = {"storage_url": "s3://bucket/files", "aws_access_key_id": "ours"}
    with announced(load(data_dir=tmp_path / "a", **bucket, **secret)):
        assert all("hush" not in file.read_text() for file in place.iterdir())
        with pytest.raises(BadSetting, match="AWS_SECRET_ACCESS_KEY is missing, to go with AWS_ACCESS_KEY_ID"):
            open_blobs(completed(load()))
        assert open_blobs(completed(load(**secret))).place("a").startswith("s3://bucket/files/")


def test_what_runs_with_other_settings_is_told_without_its_password(tmp_path: Path) -> None:
    assert list(told_otherwise(load())) == []
    address = "postgresql://me:secret@db/fakturo"
    with announced(load(data_dir=tmp_path / "a", web_port=3111, database_url=address)):
        (sentence,) = told_otherwise(load())
        assert sentence.startswith("`fakturo up` runs here with settings of its own: DATA_DIR = ")
        for part in (str(tmp_path / "a"), "WEB_PORT = 3111", "postgresql://me:…@db/fakturo"):
            assert part in sentence
        assert list(told_otherwise(load(data_dir=tmp_path / "a", web_port=3111, database_url=address))) == []


def test_config_show_tells_what_runs_on_standard_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with announced(load(data_dir=tmp_path / "a", web_port=3111)):
        for form in ([], ["--json"]):
            with pytest.raises(SystemExit) as end:
                app(["config", "show", *form])
            said, told = capsys.readouterr()
            assert end.value.code == 0
            assert "3111" not in said
            assert "WEB_PORT = 3111" in told


def test_what_is_named_here_wins(tmp_path: Path) -> None:
    with announced(load(data_dir=tmp_path / "a", gateway_port=8111, uploads_dir=tmp_path / "u")):
        assert completed(load(data_dir=tmp_path / "b")) == load(data_dir=tmp_path / "b")
        assert completed(load(database_url="postgresql:///x")) == load(database_url="postgresql:///x")
        meant = completed(load(data_dir=tmp_path / "a", gateway_port=9))
        assert (meant.gateway_port, meant.uploads_dir) == (9, tmp_path / "u")


def test_of_several_one_must_be_named_unless_it_is_on_the_usual_directory(
    tmp_path: Path, pids: Iterator[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as both:
        for name in "ab":
            both.enter_context(announced(load(data_dir=tmp_path / name)))
        with pytest.raises(CannotRun, match=f"{tmp_path}/a, {tmp_path}/b. Say which is meant with --data-dir"):
            completed(load())
        assert completed(load(data_dir=tmp_path / "b")).data_dir == tmp_path / "b"
        monkeypatch.setattr(running, "default_data_dir", lambda: tmp_path / "a")
        assert completed(load()) == load()


def test_a_leftover_of_one_that_was_killed_goes(place: Path) -> None:
    place.mkdir(mode=0o700)
    leftover = place / f"up-{socket.gethostname()}-4711.json"
    leftover.write_text('{"data_dir": "/gone"}')
    assert all_running() == []
    assert not leftover.exists()


def test_one_that_runs_on_another_machine_is_not_ours_though_we_share_a_home(tmp_path: Path, place: Path) -> None:
    with announced(load(data_dir=tmp_path)):
        (file,) = place.iterdir()
        file.rename(place / "up-elsewhere-4711.json")
        assert all_running() == []
    assert (place / "up-elsewhere-4711.json").exists(), "whether it is a leftover cannot be known here"


def test_nobody_else_can_read_it_or_put_another_in_its_place(tmp_path: Path, place: Path) -> None:
    with announced(load(data_dir=tmp_path, database_url="postgresql://me:secret@db/x", gateway_token="hidden")):  # noqa: S106
        (file,) = place.iterdir()
        assert file.stat().st_mode & 0o077 == 0
        assert "hidden" not in file.read_text()
        assert completed(load()).database_url == "postgresql://me:secret@db/x"
        os.chmod(place, 0o777)  # noqa: PTH101, S103
        assert all_running() == []


def test_without_a_place_for_it_nothing_is_left_and_it_runs_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(running, "state_dir", lambda: tmp_path / "file/place")
    with announced(load(data_dir=tmp_path)):
        assert all_running() == []

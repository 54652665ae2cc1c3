"""Real children, confined as always, ask the directory; whoever keeps it answers, or is away."""

import asyncio
import json
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from fakturo import processes
from fakturo.convert.directory.question import Answer, Question, Record, Role
from fakturo.convert.directory.shelf import Shelf
from fakturo.directory.database import DirectoryAway
from fakturo.directory.rows import new_party
from fakturo.gateway import directory as gateway_directory
from fakturo.gateway.directory import Asker
from fakturo.gateway.files.convert import Order, convert_files
from fakturo.gateway.files.one_file import SOME_FAILED
from fakturo.gateway.options import GatewayOptions
from fakturo.gateway.pool import ChildDied, Pool
from fakturo.gateway.sandbox import link
from fakturo.gateway.sandbox.messages import Convert
from fakturo.gateway.scratch import scratch_file
from fakturo.http.media_types import JSON, PDF
from fakturo.store.directory import SHARED, Directory
from fakturo.store.pool import Pool as Connections
from fakturo.wiring.directory import ShelfDirectory
from tests.support import asking_parent, warm
from tests.support.parties import tin_of
from tests.support.stack import clean_environment, free_port, until

ROOT = Path(__file__).parents[3]
TOKEN = "shown-by-the-worker"  # noqa: S105
TASK = Convert(PDF, (JSON,), None)
MAJU = Record("PT Maju Jaya Sentosa", tin=tin_of(1234567))
OWN = replace(MAJU, transaction_code="07", facility="01")


def asked(*names: str, **more: object) -> bytes:
    return json.dumps({"parties": [["buyer", name, None] for name in names], **more}).encode()


# ---------------------------------------------------------------- in this process


@pytest.fixture
def asking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "PARENT_MODULE", asking_parent.MODULE)


@asynccontextmanager
async def pool_with(directory: gateway_directory.Directory) -> AsyncIterator[Callable[[bytes], Any]]:
    async with Pool(GatewayOptions(children=1), directory).running() as pool:

        async def ask(file: bytes) -> dict[str, Any]:
            with scratch_file(None) as given, scratch_file(None) as result:
                given.write(file)
                given.flush()
                await pool.run(TASK, (given.fileno(), result.fileno()), asker=Asker("session:a"))
                result.seek(0)
                return dict(json.load(result))

        yield ask


async def test_a_child_asks_and_is_answered(asking: None) -> None:
    seller = Record("PT Penjual", Role.SELLER, tin=tin_of(9))
    async with pool_with(ShelfDirectory(Shelf([MAJU, seller]))) as ask:
        answer = await ask(asked("maju jaya sentosa PT", "PT Maju Jaya Sentossa", "PT Lain"))
    first, second, third = answer["parties"]
    assert first["record"]["tin"] == second["record"]["tin"] == MAJU.tin
    assert [len(each["candidates"]) for each in (first, second, third)] == [0, 1, 0]
    assert third["record"] is None
    assert [each["name"] for each in answer["own_sellers"]] == ["PT Penjual"]


async def test_an_answer_may_be_larger_than_a_socket_holds(asking: None) -> None:
    crowd = [
        Record(f"PT Gudang Garmen Sejahtera {number}", tin=tin_of(number), address="\N{GRINNING FACE}" * 500)
        for number in range(12)
    ]
    async with pool_with(ShelfDirectory(Shelf(crowd))) as ask:
        answer = await ask(asked(*(f"PT Gudang Garmen Sejahtera {letter}" for letter in "ABCDEFGHIJKLMNOP")))
    assert [len(each["candidates"]) for each in answer["parties"]] == [10] * 16
    assert {each["record"]["address"] if each["record"] else None for each in answer["parties"]} == {None}


class Silent:
    """Never answers; or is away."""

    def __init__(self, *, raises: bool) -> None:
        self.raises = raises
        self.owners: list[str | None] = []

    async def answer(self, owner: str | None, question: Question) -> Answer:  # noqa: ARG002
        self.owners.append(owner)
        if self.raises:
            raise DirectoryAway
        await asyncio.sleep(3600)
        raise AssertionError


@pytest.mark.parametrize("raises", [True, False])
async def test_a_directory_that_is_away_ends_the_conversion_and_nothing_else(
    asking: None, monkeypatch: pytest.MonkeyPatch, raises: bool
) -> None:
    monkeypatch.setattr(gateway_directory, "PATIENCE_SECONDS", 0.2)
    silent = Silent(raises=raises)
    async with pool_with(silent) as ask:
        for _ in range(3):
            with pytest.raises(DirectoryAway):
                async with asyncio.timeout(30):
                    await ask(asked("PT Maju"))
    assert silent.owners == ["session:a"] * 3


async def test_a_child_that_asks_nonsense_is_ended(asking: None) -> None:
    async with pool_with(ShelfDirectory(Shelf([MAJU]))) as ask:
        for nonsense in (None, 5, {"parties": [["king", "x", None]], "units": [], "goods": []}):
            with pytest.raises(ChildDied):
                await ask(asked(nonsense=nonsense))
        assert (await ask(asked(MAJU.name)))["parties"][0]["record"]["tin"] == MAJU.tin


async def test_without_a_server_an_absent_directory_is_a_sentence(
    asking: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.pdf"
    file.write_bytes(asked("PT Maju"))
    options = GatewayOptions(children=1)
    status = await convert_files(
        [file], Order("json"), out_dir=tmp_path / "out", options=options, directory=Silent(raises=True)
    )
    assert status == SOME_FAILED
    assert "The directory of parties cannot be reached." in capsys.readouterr().err
    assert not list((tmp_path / "out").iterdir())


# ---------------------------------------------------------------- over HTTP, as a process of its own


class Asking:
    def __init__(self, url: str) -> None:
        self.url = url

    async def post(self, *names: str, token: str | None = None, **fields: str) -> httpx.Response:
        headers = {"Accept": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
        files = {"file": ("a.pdf", asked(*names), "application/pdf")}
        async with httpx.AsyncClient(trust_env=False, timeout=60) as client:
            return await client.post(f"{self.url}/process", data=fields, files=files, headers=headers)


@asynccontextmanager
async def gateway_with(tmp_path: Path, **settings: object) -> AsyncIterator[Asking]:
    port = free_port()
    environment = clean_environment(gateway_port=port, gateway_children=1, **settings)
    with (tmp_path / "gateway.log").open("ab") as log:
        process = warm.start_async(["tests.support.asking_gateway"], environment=environment, output=log)
    gateway = Asking(f"http://127.0.0.1:{port}")

    async def answers() -> bool:
        assert process.returncode is None, (tmp_path / "gateway.log").read_text()
        with suppress(httpx.HTTPError):
            async with httpx.AsyncClient(trust_env=False) as client:
                return (await client.get(f"{gateway.url}/health")).status_code == 200
        return False

    try:
        await until(answers, what="the gateway's start")
        yield gateway
    finally:
        await processes.stop(process, (signal.SIGTERM, 10))


def codes(answer: httpx.Response) -> list[str | None]:
    """The transaction codes of the parties found: by them, the test knows whose entry it was."""
    assert answer.status_code == 200, answer.text
    return [each["record"] and each["record"]["transaction_code"] for each in answer.json()["parties"]]


async def test_an_owners_directory_is_for_those_who_show_the_token(
    database_url: str, pool: Connections, tmp_path: Path
) -> None:
    store = Directory(pool)
    await store.save_parties(SHARED, [new_party(replace(MAJU, transaction_code="04"))])
    await store.save_parties("session:a", [new_party(OWN)])
    async with gateway_with(tmp_path, database_url=database_url, gateway_token=TOKEN) as gateway:
        assert codes(await gateway.post(MAJU.name, owner="session:a", token=TOKEN)) == ["07"]
        assert codes(await gateway.post(MAJU.name, owner="session:b", token=TOKEN)) == ["04"]
        assert codes(await gateway.post(MAJU.name, token=TOKEN)) == ["04"]
        assert codes(await gateway.post(MAJU.name)) == [None]
        for refused in (
            await gateway.post(MAJU.name, owner="session:a"),
            await gateway.post(MAJU.name, owner="session:a", token="wrong"),  # noqa: S106
            await gateway.post(MAJU.name, token="wrong"),  # noqa: S106
        ):
            assert refused.status_code == 401
            assert refused.headers["content-type"] == "application/problem+json"
            assert refused.headers["www-authenticate"] == "Bearer"
            assert refused.json()["code"] == "FORBIDDEN"
            assert "GATEWAY_TOKEN" in refused.json()["detail"]
            assert TOKEN not in refused.text
    assert TOKEN not in (tmp_path / "gateway.log").read_text()


async def test_files_are_a_directory_for_a_gateway_alone(tmp_path: Path) -> None:
    (tmp_path / "parties.csv").write_text(f"nama;npwp;kode transaksi\n{MAJU.name};{MAJU.tin};04\n")
    (tmp_path / "units.csv").write_text("alias,code\npcs,UM.0021\n")
    seller = {"seller_name": "PT Penjual Utama", "seller_tin": "01.234.567.4-012.000", "seller_nitku": "000002"}
    nowhere = f"postgresql://127.0.0.1:{free_port()}/x"
    known = {"directory_dir": tmp_path, "database_url": nowhere, **seller}
    async with gateway_with(tmp_path, **known, gateway_token=TOKEN) as gateway:
        answer = await gateway.post(MAJU.name, owner="session:a", token=TOKEN)
        assert codes(answer) == ["04"]
        (own,) = answer.json()["own_sellers"]
        assert (own["tin"], own["nitku"]) == ("0012345674012000", "0012345674012000000002")
    async with gateway_with(tmp_path, **known) as open_to_all:
        answer = await open_to_all.post(MAJU.name, owner="session:a")
        assert codes(answer) == [None]
        assert answer.json()["own_sellers"] == []


async def test_a_database_that_is_away_is_a_problem_to_try_again(tmp_path: Path) -> None:
    nowhere = f"postgresql://127.0.0.1:{free_port()}/x"
    async with gateway_with(tmp_path, database_url=nowhere, gateway_token=TOKEN) as gateway:
        answer = await gateway.post(MAJU.name, token=TOKEN)
        assert answer.status_code == 503
        assert answer.headers["retry-after"] == "30"
        body = answer.json()
        assert (body["code"], body["retryable"]) == ("PAUSED", True)
        assert MAJU.name not in (tmp_path / "gateway.log").read_text()


@pytest.fixture(autouse=True)
def root_in_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sandbox parents find the tests' module where we do."""
    monkeypatch.syspath_prepend(str(ROOT))

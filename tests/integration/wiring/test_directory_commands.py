"""`fakturo parties`, `units`, `goods` and what `doctor` says of them, as people run them."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from fakturo.cli import app
from fakturo.convert.directory.lists import GOODS, PARTIES, UNITS
from fakturo.convert.directory.sheets import read_sheet
from fakturo.domain.errors import CannotRun
from fakturo.settings import BadSetting, load
from fakturo.up import services
from fakturo.wiring.directory import own_sellers, shelf
from tests.support.databases import Rows

SAMPLE = Path(__file__).parents[3] / "docs" / "sample"
TIN = "0012345674012000"
Run = Callable[..., Awaitable[tuple[int, str]]]


@pytest.fixture
def run(database_url: str, tmp_path: Path) -> Run:
    """A command, with its status and all that it says."""
    environment = {"DATABASE_URL": database_url, "DATA_DIR": str(tmp_path / "data")}

    async def run(*words: str) -> tuple[int, str]:
        result = await asyncio.to_thread(CliRunner().invoke, app, words, env=environment)
        if isinstance(result.exception, CannotRun):
            return 1, f"{result.output}{result.exception}"
        return result.exit_code, result.output

    return run


async def test_a_list_goes_in_and_comes_out_again(run: Run, rows: Rows, tmp_path: Path) -> None:
    _, before = await run("doctor")
    assert "no buyer is known. Run: fakturo parties import" in before
    assert "nobody is known to write invoices" in before
    status, said = await run("parties", "import", str(SAMPLE / "parties.csv"))
    assert (status, said) == (0, "Parties: 4 new, 0 changed, 0 as before, 0 removed.\n")
    out = tmp_path / "out.csv"
    status, said = await run("parties", "export", str(out))
    assert (status, said) == (0, f"Parties: 4 row(s) in {out}.\n")
    given, taken = (read_sheet(PARTIES, file.read_bytes()) for file in (SAMPLE / "parties.csv", out))
    assert taken.mistakes == []
    assert {record.name: record for record in taken.values} == {record.name: record for record in given.values}
    status, said = await run("parties", "export", str(out))
    assert status == 1
    assert "would be replaced" in said
    status, said = await run("parties", "import", str(out), "--replace")
    assert (status, said) == (0, "Parties: 0 new, 0 changed, 4 as before, 0 removed.\n")
    _, after = await run("doctor")
    assert "✓ directory: 3 buyer(s), 0 name(s) of units, 0 article(s) in the database" in after
    assert "✓ seller: 1 in the directory" in after


async def test_one_bad_row_stops_an_import_unless_it_is_to_be_skipped(run: Run, rows: Rows, tmp_path: Path) -> None:
    file = tmp_path / "parties.csv"
    file.write_text(f"name,aliases,tin\nPT Maju,Maju,{TIN}\nPT Salah,,12\nPT Lain,,0023456783012000\n")
    status, said = await run("parties", "import", str(file), "--owner", "session:a")
    assert status == 1
    assert "line 3: the NPWP '12' should have 15 or 16 digits." in said
    assert f"Nothing was imported from {file}. Mend them, or say --skip-bad." in said
    assert await rows.all("SELECT 1 FROM parties") == []
    status, said = await run("parties", "import", str(file), "--skip-bad", "--owner", "session:a")
    assert status == 0
    assert "Parties: 2 new" in said
    assert {row["owner_key"] for row in await rows.all("SELECT owner_key FROM parties")} == {"session:a"}
    file.write_text(f"name,aliases,tin\nPT Baru,MAJU,{TIN}\n")
    status, said = await run("parties", "import", str(file), "--owner", "session:a")
    assert status == 1
    assert "line 2: one of its names is also one of 'PT Maju', which is in the directory already." in said


async def test_units_and_goods_have_the_same_verbs(run: Run) -> None:
    for title, count in (("units", 3), ("goods", 3)):
        status, said = await run(title, "import", str(SAMPLE / f"{title}.csv"))
        assert (status, said) == (0, f"{title.capitalize()}: {count} new, 0 changed, 0 as before, 0 removed.\n")
        status, said = await run(title, "export", "-")
        assert not Path("-").exists()
        assert (status, said) == await run(title, "export")
        read = read_sheet(UNITS, said.encode()).rows if title == "units" else read_sheet(GOODS, said.encode()).rows
        assert len(read) == count


def test_a_folder_with_a_mistake_is_refused_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(CannotRun, match=r"none of parties\.csv, units\.csv, goods\.csv"):
        shelf(tmp_path, [])
    (tmp_path / "parties.csv").write_text("name,tin\nPT Maju,12\n")
    with pytest.raises(CannotRun, match=r"parties\.csv, line 2: the NPWP '12' should have 15 or 16 digits"):
        shelf(tmp_path, [])
    assert shelf(SAMPLE, []).counts == {"buyers": 3, "sellers": 1, "units": 3, "goods": 3}


def test_the_settings_name_one_seller() -> None:
    assert own_sellers(load()) == []
    (seller,) = own_sellers(load(seller_name="PT Penjual", seller_tin="01.234.567.4-012.000", seller_nitku="000001"))
    assert (seller.tin, seller.nitku) == (TIN, f"{TIN}000001")
    with pytest.raises(BadSetting, match="SELLER_NAME is missing"):
        own_sellers(load(seller_tin=TIN))
    with pytest.raises(BadSetting, match="SELLER_TIN is missing"):
        own_sellers(load(seller_name="PT Penjual"))
    with pytest.raises(BadSetting, match="the NITKU '1' has not 22 digits"):
        own_sellers(load(seller_name="PT Penjual", seller_tin=TIN, seller_nitku="1"))


def test_fakturo_up_makes_up_a_token_and_gives_the_gateway_its_database() -> None:
    first, again = ([each.environment for each in services(load(), "postgresql://here/x")] for _ in range(2))
    tokens = {each["GATEWAY_TOKEN"] for each in first}
    assert len(tokens) == 1
    assert min(map(len, tokens)) >= 32
    assert tokens.isdisjoint(each["GATEWAY_TOKEN"] for each in again)
    assert {each["DATABASE_URL"] for each in first} == {"postgresql://here/x"}
    chosen = services(load(gateway_token="chosen"), "postgresql://here/x")  # noqa: S106
    assert {each.environment["GATEWAY_TOKEN"] for each in chosen} == {"chosen"}
    elsewhere = services(load(gateway_url="http://127.0.0.1:9"), "postgresql://here/x")
    assert all("GATEWAY_TOKEN" not in each.environment for each in elsewhere)

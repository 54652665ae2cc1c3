"""The database's directory answers just as one in memory does, and fast, however large it is."""

import time
from dataclasses import replace

import pytest

from fakturo.convert.directory.match import GoodsEntry, UnitAlias
from fakturo.convert.directory.question import (
    GoodsQuestion,
    GoodsRecord,
    PartyQuestion,
    Question,
    Record,
    Role,
)
from fakturo.convert.directory.shelf import Shelf
from fakturo.directory.database import DatabaseDirectory, DirectoryAway
from fakturo.directory.rows import new_goods, new_party, new_unit
from fakturo.store.directory import SHARED, Directory
from fakturo.store.pool import Pool, open_pool
from tests.support.databases import Rows
from tests.support.parties import made_up_parties, tin_of
from tests.support.stack import free_port

MAJU = Record("PT Maju Jaya Sentosa", tin=tin_of(1234567), aliases=("Maju Jaya",))
SISTERS = [
    Record("PT Sumber Rejeki Abadi Nusantara", tin=tin_of(1)),
    Record("CV Sumber Rejeki Abadi Nusantara", tin=tin_of(2)),
    Record("PT Sumber Rejeki Abadi Nusantara 2", tin=tin_of(3)),
    Record("PT Sumber Rejeki Abadi Nusantara Tbk", tin=tin_of(4)),
]
SELLER = Record("PT Penjual Utama", Role.SELLER, tin=tin_of(99))
RECORDS = [MAJU, *SISTERS, SELLER]
UNITS = [UnitAlias("pcs", "UM.0021")]
GOODS = [
    GoodsEntry("SW-1", "wall switch", GoodsRecord("A", "853600", "UM.0021")),
    GoodsEntry(None, "switch", GoodsRecord("A", "853650")),
]
NAMES = [
    None,
    MAJU.name,
    "maju jaya sentosa PT",
    "MAJU JAYA",
    "PT Maju Jaya Sentossa",
    "PT Maju Jaya Sentausa",
    *(sister.name for sister in SISTERS),
    "PT Sumber Rejeki Abadi Nusantarra",
    "Sumber Rejeki Abadi Nusantara",
    SELLER.name,
    "PT",
    "PT Tidak Dikenal",
]
NUMBERS = [None, MAJU.tin, f"{MAJU.tin}000000", f"{MAJU.tin}000007", SISTERS[1].tin, tin_of(555), "X 12345"]
QUESTION = Question(
    tuple(PartyQuestion(role, name, number) for role in Role for name in NAMES for number in NUMBERS),
    ("PCS.", "rim"),
    (
        GoodsQuestion("sw-1", None),
        GoodsQuestion(None, "Wall switch, white"),
        GoodsQuestion(None, "a switch"),
        GoodsQuestion(None, "x"),
    ),
)


@pytest.fixture
def store(pool: Pool) -> Directory:
    return Directory(pool)


async def fill(store: Directory, owner: str, *records: Record) -> None:
    await store.save_parties(owner, map(new_party, records))


async def test_both_kinds_of_directory_answer_alike(store: Directory) -> None:
    await fill(store, SHARED, *RECORDS)
    await store.save_units(SHARED, map(new_unit, UNITS))
    await store.save_goods(SHARED, (each for entry in GOODS for each in new_goods(entry)))
    kept = Shelf(RECORDS, UNITS, GOODS)
    asked = await DatabaseDirectory(store).answer(None, QUESTION)
    assert asked.units == kept.answer(QUESTION).units == {"PCS.": "UM.0021"}
    assert asked.goods == kept.answer(QUESTION).goods
    assert asked.own_sellers == (SELLER,)
    for question, found in zip(QUESTION.parties, asked.parties, strict=True):
        alone = Question(parties=(question,))
        assert found == kept.answer(alone).parties[0], question
        assert found == (await DatabaseDirectory(store).answer(None, alone)).parties[0], question


async def test_an_owner_has_its_own_entries_before_everybodys(store: Directory) -> None:
    own = replace(MAJU, transaction_code="07", facility="01")
    await fill(store, SHARED, MAJU, SELLER)
    await fill(store, "session:a", own)
    await fill(store, "session:b", replace(MAJU, name="PT Rahasia", aliases=(), tin=tin_of(77)))
    directory = DatabaseDirectory(store, [replace(SELLER, name="PT Dari Setelan", tin=tin_of(88))])
    question = Question(
        (PartyQuestion(Role.BUYER, MAJU.name, None), PartyQuestion(Role.BUYER, "PT Rahasia", tin_of(77)))
    )
    for owner, found in (("session:a", own), (None, MAJU), ("session:c", MAJU)):
        answer = await directory.answer(owner, question)
        assert answer.parties[0].record == found
        assert answer.parties[1].record is None
        assert answer.parties[1].candidates == ()
        assert [seller.name for seller in answer.own_sellers] == ["PT Dari Setelan", SELLER.name]
    seller = Question((PartyQuestion(Role.SELLER, "PT Dari Setelan", None),))
    assert (await directory.answer(None, seller)).parties[0].record is not None


async def test_a_change_is_seen_by_the_next_question(store: Directory) -> None:
    directory = DatabaseDirectory(store)
    question = Question((PartyQuestion(Role.BUYER, "PT Maju Jaya Sentossa", None),))
    await fill(store, SHARED, SISTERS[0])
    assert (await directory.answer(None, question)).parties[0].record is None
    await fill(store, SHARED, MAJU)
    assert (await directory.answer(None, question)).parties[0].record == MAJU
    await store.save_parties(SHARED, [new_party(SISTERS[0])], replace=True)
    assert (await directory.answer(None, question)).parties[0].record is None


async def test_a_database_that_is_away_or_too_old_is_said_so(database_url: str, rows: Rows) -> None:
    question = Question((PartyQuestion(Role.BUYER, "PT Maju", None),))
    nowhere = f"postgresql://127.0.0.1:{free_port()}/x"
    async with open_pool(nowhere, name="test", max_size=1, min_size=0) as pool:
        pool.timeout = 0.5
        with pytest.raises(DirectoryAway):
            await DatabaseDirectory(Directory(pool)).answer(None, question)
    await rows.all("DROP TABLE party_keys")
    async with open_pool(database_url, name="test", max_size=1, min_size=0) as pool:
        with pytest.raises(DirectoryAway):
            await DatabaseDirectory(Directory(pool)).answer(None, question)


@pytest.mark.long
async def test_fifty_thousand_parties_answer_at_once(store: Directory, record_property: object) -> None:
    records = list(made_up_parties(50_000))
    began = time.perf_counter()
    await fill(store, SHARED, *records)
    print(f"import {time.perf_counter() - began:.2f} s")  # noqa: T201
    directory = DatabaseDirectory(store)
    mistyped = [replace(record, name=f"{record.name[:9]}x{record.name[9:]}") for record in records[::2500]]
    exact = await _times(directory, records[::2500])
    first = await _times(directory, mistyped[:1])
    near = await _times(directory, mistyped)
    print(f"exact {_ms(exact)}, first similar {_ms(first)}, similar {_ms(near)}")  # noqa: T201
    assert sorted(exact)[len(exact) // 2] < 0.05
    assert sorted(near)[len(near) // 2] < 0.25


async def _times(directory: DatabaseDirectory, records: list[Record]) -> list[float]:
    times = []
    for record in records:
        began = time.perf_counter()
        answer = await directory.answer("session:x", Question((PartyQuestion(Role.BUYER, record.name, None),)))
        times.append(time.perf_counter() - began)
        found = answer.parties[0]
        assert found.record or found.candidates
        assert record.tin in {each.tin for each in (found.record, *(one.record for one in found.candidates)) if each}
    return times


def _ms(times: list[float]) -> str:
    return f"median {1000 * sorted(times)[len(times) // 2]:.1f} ms, most {1000 * max(times):.1f} ms"

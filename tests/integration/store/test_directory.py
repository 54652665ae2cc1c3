"""The directory's tables: what is saved is found by its keys, and nobody sees another's."""

import asyncio
from dataclasses import replace
from typing import Any

import psycopg
import pytest

from fakturo.store.directory import (
    NAME,
    NUMBER,
    SHARED,
    Directory,
    GoodsRow,
    Key,
    NewGoods,
    NewParty,
    NewUnit,
    PartyRow,
    UnitRow,
)
from fakturo.store.pool import Pool
from fakturo.store.statements import statements
from tests.support.databases import Rows

TIN = "0012345674012000"


@pytest.fixture
def directory(pool: Pool) -> Directory:
    return Directory(pool)


def party(name: str = "PT Maju", *aliases: str, **more: Any) -> NewParty:
    row = PartyRow(
        **{
            "role": "buyer",
            "name": name,
            "name_key": name.upper(),
            "aliases": list(aliases),
            "tin": TIN,
            "nitku": None,
            "document_type": "TIN",
            "document_number": None,
            "country": "IDN",
            "address": None,
            "email": None,
            "transaction_code": None,
            "facility": None,
        }
        | more
    )
    names = [Key(row.role, NAME, each.upper()) for each in (name, *aliases)]
    return NewParty(row, [*names, Key(row.role, NUMBER, row.tin or "-")])


def named(name: str, role: str = "buyer") -> list[Key]:
    return [Key(role, NAME, name)]


async def test_parties_are_found_by_names_aliases_and_numbers(directory: Directory) -> None:
    saved = await directory.save_parties(SHARED, [party("PT Maju", "Maju"), party("PT Lain", tin="1" * 16)])
    assert (saved.new, saved.changed) == (2, 0)
    for key in (*named("PT MAJU"), *named("MAJU"), Key("buyer", NUMBER, TIN)):
        assert [row.name for row in await directory.parties([SHARED], [key])] == ["PT Maju"]
    assert await directory.parties([SHARED], named("PT MAJU", role="seller")) == []
    both = await directory.parties([SHARED], [*named("PT MAJU"), *named("MAJU"), *named("PT LAIN")])
    assert [row.name for row in both] == ["PT Maju", "PT Lain"]


async def test_a_party_of_the_same_name_is_changed_and_its_old_keys_are_forgotten(directory: Directory) -> None:
    await directory.save_parties(SHARED, [party("PT Maju", "Maju", "Jaya")])
    saved = await directory.save_parties(SHARED, [party("PT Maju", "Baru", tin="2" * 16, address="Jl. Baru 1")])
    assert (saved.new, saved.changed) == (0, 1)
    (row,) = await directory.all_parties(SHARED)
    assert (row.aliases, row.address) == (["Baru"], "Jl. Baru 1")
    assert await directory.parties([SHARED], [*named("MAJU"), Key("buyer", NUMBER, TIN)]) == []
    assert await directory.parties([SHARED], named("BARU")) == [row]


async def test_owners_see_their_own_and_everybodys_and_no_others(directory: Directory) -> None:
    await directory.save_parties("a", [party("PT Maju", address="a")])
    await directory.save_parties("b", [party("PT Maju", address="b")])
    await directory.save_parties(SHARED, [party("PT Maju", address="all")])
    found = await directory.parties(["a", SHARED], named("PT MAJU"))
    assert [row.address for row in found] == ["a", "all"]
    assert [row.address for row in await directory.parties([SHARED], named("PT MAJU"))] == ["all"]
    assert [row.owner_key for row in await directory.all_parties("b")] == ["b"]


async def test_replacing_leaves_only_what_is_given(directory: Directory) -> None:
    await directory.save_parties("a", [party("PT Maju"), party("PT Lain")])
    await directory.save_parties(SHARED, [party("PT Maju")])
    saved = await directory.save_parties("a", [party("PT Tiga")], replace=True)
    assert (saved.new, saved.removed) == (1, 2)
    assert [row.name for row in await directory.all_parties("a")] == ["PT Tiga"]
    assert len(await directory.all_parties(SHARED)) == 1
    assert await directory.parties(["a"], named("PT LAIN")) == []


@pytest.mark.parametrize("title", ["parties", "units", "goods"])
async def test_a_long_list_is_compared_with_what_is_there_by_one_join(title: str, database_url: str) -> None:
    """Not row by row: with 100,000 names against as many, 20 seconds were not enough."""
    many = [f"name {number}" for number in range(200_000)]
    given = {"owner": SHARED, "roles": many, "name_keys": many, "kinds": many, "keys": many}
    async with await psycopg.AsyncConnection.connect(database_url) as connection:
        found = await connection.execute(b"EXPLAIN " + statements("directory")[f"keep_{title}"], given)
        plan = "\n".join(line for (line,) in await found.fetchall())
    assert "Anti Join" in plan
    assert "SubPlan" not in plan


async def test_one_bad_row_keeps_all_others_out(directory: Directory, rows: Rows) -> None:
    await directory.save_parties(SHARED, [party("PT Lama")])
    before = await directory.versions([SHARED])
    many = [party(f"PT Nomor {number}") for number in range(1500)]
    bad = party("PT Salah", nitku="9" * 22)
    with pytest.raises(psycopg.errors.CheckViolation):
        await directory.save_parties(SHARED, [*many, bad], replace=True)
    assert [row.name for row in await directory.all_parties(SHARED)] == ["PT Lama"]
    assert await directory.versions([SHARED]) == before


async def test_every_change_is_another_version(directory: Directory) -> None:
    assert await directory.versions([SHARED]) == {}
    seen = set()
    await directory.save_parties(SHARED, [party()])
    seen.add((await directory.versions([SHARED]))[SHARED])
    await directory.save_units(SHARED, [NewUnit(UnitRow("pcs", "UM.0021"), "PCS")])
    seen.add((await directory.versions([SHARED]))[SHARED])
    await directory.save_parties(SHARED, [], replace=True)
    seen.add((await directory.versions([SHARED]))[SHARED])
    assert len(seen) == 3


@pytest.mark.parametrize("replace_all", [False, True])
async def test_lists_that_come_again_as_they_are_change_nothing(directory: Directory, replace_all: bool) -> None:
    """So that files that come again are not converted again after each night's import."""
    parties = [party("PT Maju", "Maju"), party("PT Lain", tin=None), party("PT Maju", role="seller")]
    units = [NewUnit(UnitRow("pcs", "UM.0021"), "PCS")]
    goods = [
        NewGoods(GoodsRow("sku", "A-1", "A", "000000", "UM.0021"), "A1", ()),
        NewGoods(GoodsRow("words", "Baut baja", "A", "000000", None), "BAJA BAUT", ("BAJA", "BAUT")),
    ]

    async def save() -> list[tuple[int, int, int, int]]:
        saved = [
            await directory.save_parties("a", parties, replace=replace_all),
            await directory.save_units("a", units, replace=replace_all),
            await directory.save_goods("a", goods, replace=replace_all),
        ]
        return [(each.new, each.changed, each.unchanged, each.removed) for each in saved]

    assert await save() == [(3, 0, 0, 0), (1, 0, 0, 0), (2, 0, 0, 0)]
    before = await directory.versions(["a"]), await directory.all_parties("a")
    assert await save() == [(0, 0, 3, 0), (0, 0, 1, 0), (0, 0, 2, 0)]
    assert (await directory.versions(["a"]), await directory.all_parties("a")) == before
    assert [row.role for row in await directory.parties(["a"], [*named("MAJU"), *named("PT MAJU", "seller")])] == [
        "buyer",
        "seller",
    ]
    parties[0] = party("PT Maju", "Jaya")
    assert (await save())[0] == (0, 1, 2, 0)
    assert await directory.versions(["a"]) != before[0]
    assert await directory.parties(["a"], named("MAJU")) == []
    assert len(await directory.parties(["a"], named("JAYA"))) == 1


async def test_a_party_that_changes_its_role_alone_is_found_in_the_new_one(directory: Directory) -> None:
    await directory.save_parties("a", [party("PT Maju")])
    (before,) = await directory.all_parties("a")
    versions = await directory.versions(["a"])
    await directory.put("parties", "a", [party("PT Maju", role="seller")], instead_of=str(before.id))
    assert await directory.parties(["a"], named("PT MAJU")) == []
    assert [row.id for row in await directory.parties(["a"], named("PT MAJU", "seller"))] == [before.id]
    assert await directory.versions(["a"]) != versions


async def test_imports_at_once_do_not_mix(directory: Directory) -> None:
    """Each replaces the whole list; in the end there is one whole list."""
    lists = [[party(f"PT {owner} {number}") for number in range(300)] for owner in "ABCD"]
    await asyncio.gather(*(directory.save_parties(SHARED, each, replace=True) for each in lists))
    names = [row.name for row in await directory.all_parties(SHARED)]
    assert len(names) == 300
    assert len({name.split()[1] for name in names}) == 1


async def test_units_and_goods_are_found_and_own_ones_come_first(directory: Directory) -> None:
    await directory.save_units(
        SHARED, [NewUnit(UnitRow("pcs", "UM.0021"), "PCS"), NewUnit(UnitRow("box", "UM.0022"), "BOX")]
    )
    await directory.save_units("a", [NewUnit(UnitRow("Pcs.", "UM.0018"), "PCS")])
    assert [unit.code for unit in await directory.units(["a", SHARED], ["PCS"])] == ["UM.0018", "UM.0021"]
    switch = GoodsRow("sku", "SW-1", "A", "853600", "UM.0021")
    words = GoodsRow("words", "wall switch", "A", "853600", None)
    await directory.save_goods(
        SHARED, [NewGoods(switch, "SW-1", ()), NewGoods(words, "SWITCH WALL", ("SWITCH", "WALL"))]
    )
    assert await directory.goods([SHARED], ["SW-1"], []) == [replace(switch, key="SW-1")]
    assert await directory.goods([SHARED], [], ["A", "SWITCH", "FOR", "THE", "WALL"]) == [
        replace(words, key="SWITCH WALL")
    ]
    assert await directory.goods([SHARED], [], ["SWITCH"]) == []
    again = await directory.save_goods(SHARED, [NewGoods(replace(switch, code="853690"), "SW-1", ())])
    assert (again.new, again.changed) == (0, 1)
    assert {entry.code for entry in await directory.all_goods(SHARED)} == {"853600", "853690"}
    counts = await directory.counts()
    assert (counts.units, counts.goods, counts.owners) == (2, 2, 1)

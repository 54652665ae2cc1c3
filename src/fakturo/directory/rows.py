"""Entries of a directory as rows of the database, and back: neither side knows the other."""

from collections.abc import Iterator

from fakturo.convert.directory.match import (
    GoodsEntry,
    PartyEntry,
    Rank,
    UnitAlias,
    name_keys,
    sku_key,
    tax_keys,
    unit_key,
    word_set,
)
from fakturo.convert.directory.question import GoodsRecord, Record, Role
from fakturo.store.directory import (
    NAME,
    NUMBER,
    SHARED,
    SKU,
    WORDS,
    GoodsRow,
    Key,
    NewGoods,
    NewParty,
    NewUnit,
    PartyRow,
    UnitRow,
)


def new_party(record: Record) -> NewParty:
    names = name_keys(record)
    row = PartyRow(
        role=record.role.value,
        name=record.name,
        name_key=names[0],
        aliases=list(record.aliases),
        tin=record.tin,
        nitku=record.nitku,
        document_type=record.document_type,
        document_number=record.document_number,
        country=record.country,
        address=record.address,
        email=record.email,
        transaction_code=record.transaction_code,
        facility=record.facility,
    )
    named = [Key(record.role.value, NAME, key) for key in names]
    return NewParty(row, [*named, *(Key(record.role.value, NUMBER, key) for key in tax_keys(record))])


def party_record(row: PartyRow) -> Record:
    return Record(
        row.name,
        Role(row.role),
        tuple(row.aliases),
        row.tin,
        row.nitku,
        row.document_type,
        row.document_number,
        row.country,
        row.address,
        row.email,
        row.transaction_code,
        row.facility,
    )


def party_entry(row: PartyRow) -> PartyEntry:
    return PartyEntry(party_record(row), Rank.SHARED if row.owner_key == SHARED else Rank.OWN)


def new_unit(unit: UnitAlias) -> NewUnit:
    return NewUnit(UnitRow(unit.alias, unit.code), unit_key(unit.alias))


def unit_alias(row: UnitRow) -> UnitAlias:
    return UnitAlias(row.alias, row.code)


def new_goods(entry: GoodsEntry) -> Iterator[NewGoods]:
    """One that is known by number and by words is two."""
    record = entry.record
    if number := sku_key(entry.sku):
        yield NewGoods(GoodsRow(SKU, entry.sku or "", record.opt, record.code, record.unit), number, ())
    if words := sorted(word_set(entry.words)):
        row = GoodsRow(WORDS, entry.words or "", record.opt, record.code, record.unit)
        yield NewGoods(row, " ".join(words), words)


def goods_entry(row: GoodsRow) -> GoodsEntry:
    record = GoodsRecord(row.opt, row.code, row.unit)
    return GoodsEntry(row.text, None, record) if row.kind == SKU else GoodsEntry(None, row.text, record)

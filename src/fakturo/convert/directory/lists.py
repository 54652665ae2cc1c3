"""The three lists of a directory, parties, names of units and goods: their columns, and what may stand there."""

import re
from collections.abc import Iterator

from fakturo.convert.directory import npwp
from fakturo.convert.directory.cells import Cells
from fakturo.convert.directory.match import (
    GoodsEntry,
    UnitAlias,
    name_keys,
    nitku,
    sku_key,
    tax_key,
    unit_key,
    word_set,
)
from fakturo.convert.directory.names import name_of
from fakturo.convert.directory.question import (
    LONGEST_DESCRIPTION,
    LONGEST_NAME,
    LONGEST_NUMBER,
    GoodsRecord,
    Record,
    Role,
)
from fakturo.convert.directory.sheets import Identity, Sheet

LONGEST_ADDRESS = 500
LONGEST_EMAIL = 254
MOST_ALIASES = 50
ALIAS_SEPARATOR = "|"

ROLES = {"buyer": "buyer", "pembeli": "buyer", "customer": "buyer", "seller": "seller", "penjual": "seller"}
TIN, NATIONAL_ID, PASSPORT, OTHER_ID = "TIN", "National ID", "Passport", "Other ID"
DOCUMENT_TYPES = {
    **dict.fromkeys(("tin", "npwp"), TIN),
    **dict.fromkeys(("nationalid", "nik", "ktp"), NATIONAL_ID),
    **dict.fromkeys(("passport", "paspor"), PASSPORT),
    **dict.fromkeys(("otherid", "other", "lainnya"), OTHER_ID),
}
OPTS = {
    **dict.fromkeys(("a", "goods", "barang"), "A"),
    **dict.fromkeys(("b", "service", "services", "jasa"), "B"),
}
COUNTRIES = {"ID": "IDN", "INDONESIA": "IDN"}
INDIA = "IND"
TRANSACTION_CODES = frozenset(f"{number:02}" for number in range(1, 11))
WITH_FACILITY = frozenset({"07", "08"})

_COUNTRY = re.compile(r"[A-Z]{3}")
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+")
_FACILITY = re.compile(r"(?:TD\.?0(?:05|11))?(\d{1,2})", re.IGNORECASE)
_UNIT = re.compile(r"UM\.?(\d{4})", re.IGNORECASE)
_GOODS_CODE = re.compile(r"(\d{4})(\d{2})?")


# ---------------------------------------------------------------- parties


def read_party(cells: Cells) -> Record:
    """Raises BadRow."""
    name = cells.text("name", LONGEST_NAME)
    if not cells.reasons and name_of(name or "").says_nothing:
        cells.refuse("the name is missing" if name is None else f"the name {name!r} says nothing")
    tin, document_type, document_number = _identity(cells)
    code = _transaction_code(cells)
    record = Record(
        name or "",
        Role(cells.choice("role", ROLES, Role.BUYER.value)),
        _aliases(cells),
        tin,
        _nitku(cells, tin),
        document_type,
        document_number,
        _country(cells),
        cells.text("address", LONGEST_ADDRESS),
        _email(cells),
        code,
        _facility(cells, code),
    )
    cells.require_good()
    return record


def _aliases(cells: Cells) -> tuple[str, ...]:
    text = cells.text("aliases", LONGEST_NAME * MOST_ALIASES) or ""
    aliases = [alias.strip() for alias in re.split(r"[|;]", text) if alias.strip()]
    if len(aliases) > MOST_ALIASES:
        cells.refuse(f"there are more than {MOST_ALIASES} aliases")
    for alias in aliases:
        if len(alias) > LONGEST_NAME:
            cells.refuse(f"an alias is longer than {LONGEST_NAME} characters")
        elif name_of(alias).says_nothing:
            cells.refuse(f"the alias {alias!r} says nothing")
    return tuple(dict.fromkeys(aliases))


def _identity(cells: Cells) -> tuple[str | None, str, str | None]:
    """TIN, type and number of the document by which the party is known."""
    kind = cells.choice("document_type", DOCUMENT_TYPES, TIN)
    number = cells.number("document_number", LONGEST_NUMBER)
    printed = cells.number("tin", LONGEST_NUMBER)
    tin = npwp.tin_of(printed)
    is_nobodys = printed is None or not npwp.bare(printed).strip("0")
    if tin is None and not is_nobodys:
        cells.refuse(f"the NPWP {printed!r} should have 15 or 16 digits")
    elif kind == TIN and is_nobodys and not cells.reasons:
        cells.refuse("the NPWP is missing; for somebody without one, give another document type and its number")
    elif kind != TIN and tin:
        cells.refuse(f"with the document type {kind}, there is no NPWP: leave it out, or the type")
    if kind != TIN and number is None:
        cells.refuse(f"the document number is missing: that of the {kind}")
    if tin and (doubt := npwp.doubt_about(tin)):
        cells.doubt(f"the NPWP {tin} may be wrong: {doubt}")
    return tin, kind, number


def _nitku(cells: Cells, tin: str | None) -> str | None:
    printed = cells.number("nitku", LONGEST_NUMBER)
    if printed is None or not npwp.bare(printed).strip("0"):
        return None
    if tin is None:
        return cells.refuse("a NITKU belongs to an NPWP, and there is none") if not cells.reasons else None
    digits = npwp.bare(printed)
    full = npwp.nitku_of(tin + digits if len(digits) == npwp.BRANCH_DIGITS else digits)
    if full is None:
        return cells.refuse(f"the NITKU {printed!r} has not 22 digits")
    if not npwp.belongs_to(full, tin):
        return cells.refuse(f"the NITKU {printed!r} does not begin with the NPWP {tin}")
    return full


def _country(cells: Cells) -> str:
    text = (cells.text("country", LONGEST_NUMBER) or "IDN").upper()
    country = COUNTRIES.get(text, text)
    if not _COUNTRY.fullmatch(country):
        cells.refuse(f"the country {text!r} is not a code of three letters, like IDN")
    if country == INDIA:
        cells.doubt("the country IND is India; Indonesia is IDN")
    return country


def _email(cells: Cells) -> str | None:
    email = cells.text("email", LONGEST_EMAIL)
    if email and not _EMAIL.fullmatch(email):
        return cells.refuse(f"the e-mail {email!r} is no address")
    return email


def _transaction_code(cells: Cells) -> str | None:
    text = cells.text("transaction_code", LONGEST_NUMBER)
    if text is None or text.zfill(2) in TRANSACTION_CODES:
        return text and text.zfill(2)
    return cells.refuse(f"the transaction code {text!r} is none of 01 to 10")


def _facility(cells: Cells, transaction_code: str | None) -> str | None:
    text = cells.text("facility", LONGEST_NUMBER)
    if text is None:
        if transaction_code in WITH_FACILITY:
            cells.doubt(f"transaction code {transaction_code} wants a facility, too")
        return None
    digits = _FACILITY.fullmatch(text)
    if not digits:
        return cells.refuse(f"the facility {text!r} is not two digits, like 01")
    if transaction_code not in WITH_FACILITY:
        return cells.refuse("a facility goes only with the transaction codes 07 and 08")
    return digits.group(1).zfill(2)


def _written_party(record: Record) -> dict[str, str | None]:
    return {
        "name": record.name,
        "role": record.role.value,
        "aliases": f" {ALIAS_SEPARATOR} ".join(record.aliases),
        "tin": record.tin,
        "nitku": record.nitku,
        "document_type": record.document_type,
        "document_number": record.document_number,
        "country": record.country,
        "address": record.address,
        "email": record.email,
        "transaction_code": record.transaction_code,
        "facility": record.facility,
    }


def _identities_of_party(record: Record) -> Iterator[Identity]:
    first, *others = name_keys(record)
    yield Identity("the name", (record.role, first))
    for key in others:
        yield Identity("an alias", (record.role, key))


def _kinships_of_party(record: Record) -> Iterator[Identity]:
    if place := nitku(record):
        yield Identity("the NPWP and NITKU", ("nitku", record.role, place))
    if document := tax_key(record.document_number):
        yield Identity("the document number", ("document", record.role, document))


PARTIES = Sheet(
    "parties",
    {
        "name": ("nama", "display name", "party name", "company", "buyer name", "nama pembeli", "nama perusahaan"),
        "role": ("type", "party type", "jenis", "peran"),
        "aliases": ("alias", "also known as", "other names", "nama lain"),
        "tin": ("npwp", "npwp16", "tax id", "tax number", "buyer tin"),
        "nitku": ("idtku", "id tku", "buyer idtku", "tku"),
        "document_type": ("document", "buyer document", "jenis dokumen", "jenis id", "id type"),
        "document_number": ("buyer document number", "nomor dokumen", "no dokumen", "id number", "nik", "passport"),
        "country": ("country code", "buyer country", "negara", "kode negara"),
        "address": ("alamat", "buyer address", "buyer adress"),
        "email": ("e-mail", "mail", "buyer email", "surel"),
        "transaction_code": ("trx code", "transaction", "kode transaksi"),
        "facility": ("facility stamp", "cap fasilitas", "add info", "fasilitas"),
    },
    read_party,
    _written_party,
    _identities_of_party,
    _kinships_of_party,
)


# ---------------------------------------------------------------- units and goods


def _read_unit(cells: Cells) -> UnitAlias:
    alias = cells.text("alias", LONGEST_NUMBER) or ""
    if not cells.reasons and not unit_key(alias):
        cells.refuse("the alias is missing: the unit as invoices print it")
    code = _unit_code(cells, "code")
    if not cells.reasons and code is None:
        cells.refuse("the code is missing")
    cells.require_good()
    return UnitAlias(alias, code or "")


def _unit_code(cells: Cells, column: str) -> str | None:
    text = cells.text(column, LONGEST_NUMBER)
    if text is None:
        return None
    code = _UNIT.fullmatch(text)
    return f"UM.{code.group(1)}" if code else cells.refuse(f"the {column} {text!r} is not like UM.0021")


UNITS = Sheet(
    "units",
    {"alias": ("unit", "name", "nama", "satuan", "uom"), "code": ("unit code", "kode", "kode satuan", "um")},
    _read_unit,
    lambda unit: {"alias": unit.alias, "code": unit.code},
    lambda unit: [Identity("the alias", unit_key(unit.alias))],
)


def _read_goods(cells: Cells) -> GoodsEntry:
    sku, words = cells.number("sku", LONGEST_NUMBER), cells.text("words", LONGEST_DESCRIPTION)
    if not cells.reasons and not sku and not word_set(words):
        cells.refuse("both SKU and words are missing: give one of them")
    record = GoodsRecord(cells.choice("opt", OPTS, "A"), _goods_code(cells), _unit_code(cells, "unit"))
    cells.require_good()
    return GoodsEntry(sku, words if word_set(words) else None, record)


def _goods_code(cells: Cells) -> str:
    text = cells.number("code", LONGEST_NUMBER)
    code = _GOODS_CODE.fullmatch(text or "")
    if not code:
        cells.refuse("the code is missing" if text is None else f"the code {text!r} has not four or six digits")
        return ""
    return code.group(1) + (code.group(2) or "00")


def _written_goods(entry: GoodsEntry) -> dict[str, str | None]:
    record = entry.record
    return {"code": record.code, "sku": entry.sku, "words": entry.words, "opt": record.opt, "unit": record.unit}


def _identities_of_goods(entry: GoodsEntry) -> Iterator[Identity]:
    if number := sku_key(entry.sku):
        yield Identity("the SKU", ("sku", number))
    if words := word_set(entry.words):
        yield Identity("the set of words", ("words", words))


GOODS = Sheet(
    "goods",
    {
        "code": ("goods code", "hs code", "kode", "kode barang jasa"),
        "sku": ("article", "article number", "item code", "item", "kode artikel"),
        "words": ("description", "keywords", "deskripsi", "nama barang", "kata"),
        "opt": ("type", "kind", "jenis", "barang jasa", "goods or service"),
        "unit": ("unit code", "satuan", "kode satuan", "um"),
    },
    _read_goods,
    _written_goods,
    _identities_of_goods,
)

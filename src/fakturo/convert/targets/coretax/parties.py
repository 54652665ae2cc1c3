"""Seller and buyer as the tax office knows them: from the directory, and from the paper only where that is sure."""

from collections.abc import Iterator, Sequence

from fakturo.convert.directory.match import asked_tax_keys, name_keys, tax_keys
from fakturo.convert.directory.names import ASKED_FROM, Name, name_of, similarity
from fakturo.convert.directory.npwp import doubt_about, head_office, nitku_of, tin_of
from fakturo.convert.directory.question import PartyAnswer, PartyQuestion, Record
from fakturo.convert.invoice import Invoice, Party
from fakturo.convert.targets.coretax.buyer_rules import DOCUMENTS, NO_NUMBER, NO_PLACE, NO_TIN, TIN
from fakturo.convert.targets.coretax.lists import countries
from fakturo.convert.targets.coretax.notes import Notes
from fakturo.convert.targets.coretax.text import plain
from fakturo.convert.targets.coretax.values import Buyer, Seller

NOBODY = Seller(None, None)
MOST_OFFERED = 3
INDONESIA = "ID"
SAME_UP_TO = 10
"""Digits of an old NPWP that say who it is; tax office and branch follow."""


def same_taxpayer(one: str, other: str) -> bool:
    """The same number, or an NPWP that differs in tax office or branch only."""
    return one == other or (one.startswith("0") and one[:SAME_UP_TO] == other[:SAME_UP_TO])


def seller_record(printed: Party, found: PartyAnswer, own: Sequence[Record], notes: Notes) -> Record | None:
    """Whose invoice it is, if we write invoices for them."""
    record = found.record or _own_by_tin(printed, own) or _namesake(printed, found)
    if record:
        return record
    names = _listed([one.name for one in own])
    if not own:
        message = "No seller is set up: enter yours with its TIN in the directory, or in the settings."
        notes.error("SELLER_MISSING", "seller.name", message)
    elif printed.name or printed.tax_id:
        message = f"This invoice is by {_who(printed)}, but invoices are written here for {names}."
        notes.error("SELLER_OTHER", "seller.name", message)
    elif len(own) == 1:
        notes.warning("SELLER_ASSUMED", "seller.name", f"No seller is printed that can be read; {names} is written.")
        return own[0]
    else:
        message = f"No seller is printed that can be read, and invoices are written here for {names}."
        notes.error("SELLER_MISSING", "seller.name", message)
    return None


def names_known(invoice: Invoice, seller: PartyAnswer, buyer: PartyAnswer) -> Iterator[tuple[str, str]]:
    """Fields of names that the directory has in that role, and why they need no doubt: just so, as another name of the
    party, or similar beside its very tax number."""
    for role, printed, found in (("seller", invoice.seller, seller), ("buyer", invoice.buyer, buyer)):
        name, record = name_of(printed.name or ""), found.record
        if record is None or name.says_nothing:
            continue
        if name.key in name_keys(record):
            alias = "" if name == name_of(record.name) else f", also called {printed.name},"
            yield f"{role}.name", f"The directory knows this {role}, {record.name}{alias or ','} so it is taken."
        elif _has_number(record, printed) and _is_similar(name, record):
            both = f"The tax number is that of {record.name} in the directory, and {printed.name} is similar"
            yield f"{role}.name", f"{both}, so it is taken."


def _has_number(record: Record, printed: Party) -> bool:
    return bool({*tax_keys(record)} & {*asked_tax_keys(PartyQuestion(record.role, None, printed.tax_id))})


def _is_similar(name: Name, record: Record) -> bool:
    return any(similarity(name, name_of(each)) >= ASKED_FROM for each in (record.name, *record.aliases))


def seller_of(record: Record | None, printed: Party, notes: Notes) -> Seller:
    if record is None:
        return NOBODY
    tin = tin_of(record.tin)
    if tin is None:
        notes.error("SELLER_TIN_MISSING", "seller.name", f"{record.name} has no TIN of 16 digits in the directory.")
        return NOBODY
    _compare(printed, tin, "seller", record, notes)
    return Seller(tin, nitku_of(record.nitku) or head_office(tin))


def buyer_of(printed: Party, found: PartyAnswer, notes: Notes) -> Buyer:
    record = found.record or _namesake(printed, found)
    if record is None:
        return _unknown_buyer(printed, found, notes)
    if found.record and found.candidates:
        message = f"{_who(printed)} was taken for {record.name} of the directory, whose name is similar."
        notes.warning("BUYER_SIMILAR", "buyer.name", message)
    elif printed.name and name_of(printed.name) != name_of(record.name):
        message = (
            f"{_who(printed)} is printed; by the tax number it is {record.name} of the directory, and that is written."
        )
        notes.warning("BUYER_NAME_DIFFERS", "buyer.name", message)
    return _known_buyer(record, printed, notes)


def _known_buyer(record: Record, printed: Party, notes: Notes) -> Buyer:
    document = next((one for one in DOCUMENTS if one.lower() == record.document_type.strip().lower()), None)
    address = plain(record.address) or plain(printed.address)
    country = countries().get(record.country.strip().upper())
    if document is None:
        message = f"{record.name}: document type '{record.document_type}' is none of {', '.join(DOCUMENTS)}."
        notes.error("BUYER_DOCUMENT_UNKNOWN", "buyer.name", message)
    if address is None:
        message = f"{record.name} has no address in the directory, and none is printed."
        notes.error("BUYER_ADDRESS_MISSING", "buyer.name", message)
    if plain(record.address) and printed.address and _letters(printed.address) != _letters(record.address or ""):
        message = (
            f"'{plain(printed.address)}' is printed; the directory's address, {plain(record.address)}, is written."
        )
        notes.warning("BUYER_ADDRESS_DIFFERS", "buyer.address", message)
    tin, number, nitku = _identity(record, document or TIN, printed, notes)
    code = country.code if country else record.country
    return Buyer(tin, document, number, code, plain(record.name), address, plain(record.email), nitku)


def _identity(record: Record, document: str, printed: Party, notes: Notes) -> tuple[str | None, str | None, str | None]:
    """Tax number, document number and place of business."""
    if document != TIN:
        number = plain(record.document_number) or (record.tin if document == "National ID" else None)
        if number is None:
            message = f"{record.name} has no number of its {document} in the directory."
            notes.error("BUYER_NUMBER_MISSING", "buyer.name", message)
        return NO_TIN, number, NO_PLACE
    tin = tin_of(record.tin)
    if tin is None:
        message = f"{record.name} has no TIN of 16 digits in the directory."
        notes.error("BUYER_TIN_MISSING", "buyer.name", message)
        return None, NO_NUMBER, None
    _compare(printed, tin, "buyer", record, notes)
    return tin, NO_NUMBER, nitku_of(record.nitku) or head_office(tin)


def _unknown_buyer(printed: Party, found: PartyAnswer, notes: Notes) -> Buyer:
    """Who is in no directory can be written by the printed tax number, if nothing is wrong with that."""
    tin = tin_of(printed.tax_id)
    abroad = printed.country not in {None, INDONESIA}
    offered = [candidate.record.name for candidate in found.candidates[:MOST_OFFERED]]
    hint = f" Similar: {_listed(offered)}." if offered else ""
    if tin and not abroad and not doubt_about(tin) and not _may_be_known(tin, found):
        message = f"{_who(printed)} is not in the directory; the printed tax number is written, as head office.{hint}"
        notes.warning("BUYER_FROM_PAPER", "buyer.name", message)
    else:
        why = f" (the printed tax number {tin}: {doubt_about(tin)})" if tin and doubt_about(tin) else ""
        message = f"{_who(printed)} is not in the directory{why}. Enter the buyer there with its TIN or document.{hint}"
        notes.error("BUYER_UNKNOWN", "buyer.name", message)
    country = countries().get(printed.country or INDONESIA)
    return Buyer(
        tin=tin,
        document=None if abroad else TIN,
        document_number=None if abroad else NO_NUMBER,
        country=country.code if country else None,
        name=plain(printed.name),
        address=plain(printed.address),
        email=None,
        nitku=head_office(tin) if tin else None,
    )


def _may_be_known(tin: str, found: PartyAnswer) -> bool:
    """By the very name, or as another branch of a taxpayer: then a person says who it is."""
    return any(
        candidate.similarity == 1 or same_taxpayer(tin_of(candidate.record.tin) or "", tin)
        for candidate in found.candidates
    )


def _own_by_tin(printed: Party, own: Sequence[Record]) -> Record | None:
    tin = tin_of(printed.tax_id)
    return next((one for one in own if tin and same_taxpayer(tin_of(one.tin) or "", tin)), None)


def _namesake(printed: Party, found: PartyAnswer) -> Record | None:
    """The only one of the very name, whom the directory does not take since the paper has another number."""
    same = [candidate.record for candidate in found.candidates if candidate.similarity == 1]
    return same[0] if len(same) == 1 and _contradicts(printed, tin_of(same[0].tin)) else None


def _contradicts(printed: Party, tin: str | None) -> bool:
    on_paper = tin_of(printed.tax_id)
    return bool(on_paper and tin and not same_taxpayer(tin, on_paper))


def _compare(printed: Party, tin: str, role: str, record: Record, notes: Notes) -> None:
    if _contradicts(printed, tin):
        message = f"The printed tax number is {tin_of(printed.tax_id)}, but {record.name} has {tin} in the directory."
        notes.error(f"{role.upper()}_TAX_ID_DIFFERS", f"{role}.tax_id", message)


def _letters(text: str) -> str:
    """Without the signs and breaks that addresses are written with in many ways."""
    return "".join(filter(str.isalnum, text)).casefold()


def _who(printed: Party) -> str:
    return f"'{plain(printed.name)}'" if plain(printed.name) else "somebody whose name can't be read"


def _listed(names: Sequence[str]) -> str:
    shown = [*names[:MOST_OFFERED], *(["others"] if len(names) > MOST_OFFERED else [])]
    return shown[0] if len(shown) == 1 else ", ".join(shown[:-1]) + " or " + shown[-1] if shown else "nobody"

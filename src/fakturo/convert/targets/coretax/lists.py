"""The tax office's code lists, as data with a version, a date and a source each: lists/*.csv."""

import csv
import datetime as dt
import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import NamedTuple

NAMES = ("countries", "facilities", "goods", "transactions", "units")
UNSPECIFIED = "000000"
"""The code of goods, and of services, that have no other."""


class ListVersion(NamedTuple):
    name: str
    version: str
    date: dt.date
    source: str


class Transaction(NamedTuple):
    base: str
    """Of what bears no luxury tax: full, reduced (11/12), or special, which is a rule of its own."""
    vat_is_rate_of_base: bool
    needs_facility: bool


class Facility(NamedTuple):
    add_info: str
    facility_stamp: str | None
    """None where no list that we know has one."""
    meaning: str


class Country(NamedTuple):
    code: str
    """As the tax office writes it."""
    name: str
    alpha3: str


@cache
def transactions() -> Mapping[str, Transaction]:
    yes = "yes"
    return {
        row["code"]: Transaction(row["base"], row["vat_is_rate_of_base"] == yes, row["needs_facility"] == yes)
        for row in rows_of("transactions")
    }


@cache
def facilities() -> Mapping[tuple[str, str], Facility]:
    """By transaction code and the two last digits that additional information and stamp share."""
    return {
        (row["transaction"], row["number"]): Facility(row["add_info"], row["facility_stamp"] or None, row["meaning"])
        for row in rows_of("facilities")
    }


@cache
def units() -> Mapping[str, str]:
    """From the code to its Indonesian name."""
    return {row["code"]: row["name_id"] for row in rows_of("units")}


@cache
def unit_names() -> Mapping[str, str]:
    """From what invoices print, as `unit_key` makes it, to the code: codes, names, Rec 20 and common short forms."""
    names: dict[str, str] = {}
    for row in rows_of("units"):
        own = (row["code"], row["name_id"], row["name_en"], row["rec20"], *row["aliases"].split("|"))
        names |= {unit_key(name): row["code"] for name in own if name}
    return names


def unit_key(printed: str) -> str:
    """`pcs.` and `Pcs` are the same, and so are `m²` and `M2`."""
    signs = unicodedata.normalize("NFKC", printed).upper()
    return "".join(sign for sign in signs if sign.isalnum() or sign == "%")


@cache
def goods() -> Mapping[tuple[str, str], str]:
    """From type (A goods, B services) and code to a name: 146 codes mean one thing as goods and another as services."""
    return {(row["opt"], row["code"]): row["name_en"] for row in rows_of("goods")}


@cache
def countries() -> Mapping[str, Country]:
    """By the code of three letters or of two, as a directory may hold it; the tax office's own where they say nothing.

    Its list has odd ones: KR is Kosovo there, and LK nobody's country. Whoever enters KR means Korea.
    """
    rows = [
        (row, Country(row["own_code"] or row["alpha3"], row["name"], row["alpha3"])) for row in rows_of("countries")
    ]
    by_own = {country.code: country for _, country in rows}
    by_two = {row["alpha2"]: country for row, country in rows if row["alpha2"]}
    by_three = {row["alpha3"]: country for row, country in rows if row["alpha3"]}
    return by_own | by_two | by_three


@cache
def country_codes() -> Mapping[str, Country]:
    """What may stand in a file: the tax office's own codes, and the ones of three letters that they stand for."""
    rows = [Country(row["own_code"] or row["alpha3"], row["name"], row["alpha3"]) for row in rows_of("countries")]
    return {country.alpha3: country for country in rows if country.alpha3} | {row.code: row for row in rows}


def versions() -> list[ListVersion]:
    return [_version(name) for name in NAMES]


def load_lists() -> None:
    for name in NAMES:
        rows_of(name)


def _version(name: str) -> ListVersion:
    heads = dict(line[2:].split(": ", 1) for line in _lines(name) if line.startswith("# "))
    return ListVersion(name, heads["version"], dt.date.fromisoformat(heads["date"]), heads["source"])


@cache
def rows_of(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(line for line in _lines(name) if not line.startswith("# ")))


def _lines(name: str) -> list[str]:
    file = resources.files(__package__) / "lists" / f"{name}.csv"
    return file.read_text("utf-8").split("\n")

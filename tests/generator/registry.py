"""Families of made-up invoices, by name.

A family is one layout: a function from a random source to a drawn PDF with its truth. Those in `families/` are for
developing against; those in `heldback/` are written by somebody else and scored apart.
How to add one: docs/generator.md.
"""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

Truth = dict[str, Any]
HERE = Path(__file__).parent
DEV, HELDBACK = "families", "heldback"


@dataclass(frozen=True)
class Drawn:
    """A PDF, and for each invoice in it what a perfect reader reads."""

    pdf: bytes
    truths: tuple[Truth, ...]


Family = Callable[[Random], Drawn]
_known: dict[str, dict[str, Family]] = {DEV: {}, HELDBACK: {}}


def family(name: str) -> Callable[[Family], Family]:
    """Register a layout. The folder of its module says whether it is held back."""

    def register(draw_family: Family) -> Family:
        group = HELDBACK if f".{HELDBACK}." in f"{draw_family.__module__}." else DEV
        assert all(name not in families for families in _known.values()), f"two families are called {name}"
        _known[group][name] = draw_family
        return draw_family

    return register


@cache
def families(group: str = DEV) -> dict[str, Family]:
    for module in sorted((HERE / group).glob("*.py")):
        importlib.import_module(f"tests.generator.{group}.{module.stem}")
    return dict(sorted(_known[group].items()))


def draw(name: str, seed: int, group: str = DEV) -> Drawn:
    """The same name and seed give the same bytes."""
    return families(group)[name](Random(f"{name}/{seed}"))

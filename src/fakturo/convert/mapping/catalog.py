"""The mappings on offer: each file in mappings/ is one, and the folder is the allow-list."""

import difflib
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True, slots=True)
class Mapping:
    name: str
    version: int
    target: str
    pipeline: str
    title: str
    explanation: str

    @property
    def is_of_invoices(self) -> bool:
        """Made from the invoice, which is judged; a layout shows what is printed, whatever it means."""
        return self.target != "layout"


class UnknownMapping(LookupError):
    """The text is for the person or program that asked for it."""


@cache
def catalog() -> dict[str, Mapping]:
    folder = resources.files("fakturo.convert") / "mappings"
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)
    mappings = [Mapping(**tomllib.loads(file.read_text("utf-8"))) for file in files]
    return {mapping.name: mapping for mapping in mappings}


def find_mapping(name: str) -> Mapping:
    """The mapping of that name; older clients append `.json` to it."""
    plain = name.removesuffix(".json")
    try:
        return catalog()[plain]
    except KeyError:
        raise UnknownMapping(_unknown(plain)) from None


def _unknown(name: str) -> str:
    close = difflib.get_close_matches(name, catalog(), n=1)
    hint = f"Did you mean {close[0]!r}?" if close else f"There are: {', '.join(catalog())}."
    return f"There is no mapping {name[:80]!r}. {hint}"

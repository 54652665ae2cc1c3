"""Mappings: which XML an invoice becomes, as files that people can read and write. docs/mappings.md."""

from fakturo.convert.mapping.catalog import Mappings, UnknownMapping, find_mapping, shipped
from fakturo.convert.mapping.model import Mapping
from fakturo.convert.mapping.source import BadMapping

__all__ = ["BadMapping", "Mapping", "Mappings", "UnknownMapping", "find_mapping", "shipped"]

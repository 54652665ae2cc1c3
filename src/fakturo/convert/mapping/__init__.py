"""Mappings: which XML an invoice becomes, as files that people can read and write. docs/mappings.md."""

from fakturo.convert.mapping.catalog import Mapping, UnknownMapping, catalog, find_mapping

__all__ = ["Mapping", "UnknownMapping", "catalog", "find_mapping"]

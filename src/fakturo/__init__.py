"""Fakturo: PDFs in, valid XML out, nothing lost on the way."""

__version__ = "0.1.0"

"""What a document is about, as a language model reads it, as plain XML."""

from fakturo.convert.targets.report.target import REPORT

__all__ = ["REPORT"]

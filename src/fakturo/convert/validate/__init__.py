"""XML from anywhere: which format it is, what is wrong with it, and where. docs/en16931.md.

source    bytes → a tree, or a sentence why not; a PDF's own XML is taken out of it
formats   which format a tree has, and its gate
report    the door: what is to be said about a file
"""

from fakturo.convert.validate.report import Report, validate

__all__ = ["Report", "validate"]

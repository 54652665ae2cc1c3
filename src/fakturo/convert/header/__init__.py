"""Who bills whom, when and under which number: the header of an invoice from a vendor never seen before.

Labels, geometry and shapes propose candidates for each field; scores decide. What is well supported has a confidence
of 0.8 and more; what isn't is kept with less, and an issue says so. Pure: sheets in, readings out.
"""

from fakturo.convert.header.money import Money
from fakturo.convert.header.parties import PartyReadings
from fakturo.convert.header.reader import UNREAD, Header, read_header
from fakturo.convert.header.scene import TableArea

__all__ = ["UNREAD", "Header", "Money", "PartyReadings", "TableArea", "read_header"]

"""Factur-X: an invoice's PDF with the same invoice as XML inside, if possible as PDF/A-3. docs/en16931.md.

writer       the door: attaches, describes, and says what the PDF is now
existing     an invoice that the PDF carries already, and what of it ours does not hold
hindrances   what keeps a PDF from being PDF/A-3, in words
archival     whether it is that, by a validator
metadata     what the PDF says of itself (XMP)
colour       what its colours mean: an sRGB profile of our own making
"""

from fakturo.convert.hybrid.writer import Hybrid, embed, load

__all__ = ["Hybrid", "embed", "load"]

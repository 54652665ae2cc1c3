"""EN 16931, the European norm for invoices, in its two syntaxes: UBL 2.1 and CII (Factur-X). docs/en16931.md.

values, prepare    an invoice in the norm's terms: parties · categories (why there is VAT, or none) · amounts · units
forms              which syntax and which profile an XML has
rulebook           schema and rules of a profile, from the extra `validation`
judge              who runs them: this process, or, for one behind walls, whoever it may ask
cii_rules          the few rules of the norm that the installed sets leave out
gate               what they found, each trouble once, in plain words: sentences (made by scripts/sentences.py) ·
                   schema_words · terms, words (what elements are called)
"""

from fakturo.convert.targets.en16931.target import CII, UBL

__all__ = ["CII", "UBL"]

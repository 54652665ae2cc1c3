"""The directory's entries as people enter them and as the database keeps them: neither side knows the other.

rows       entries as rows, and back
lists      the three lists: what they consist of, how they are kept, lists from files and back
own        one owner's lists: searched, added to, changed, merged
database   answers to a document's questions, for a gateway
"""

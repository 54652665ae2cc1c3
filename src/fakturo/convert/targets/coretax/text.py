"""Text as Coretax takes it: on one line, nothing that can't be seen, not too long."""

import re

LONGEST_TEXT = 500
"""No limit is published; this much is known to be taken."""
_UNSEEN = re.compile(r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\ufffe\uffff\ud800-\udfff]")
"""Hidden marks and halves of characters, which part no words."""
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def plain(text: str | None) -> str | None:
    """None if nothing is left of it."""
    seen = _CONTROLS.sub(" ", _UNSEEN.sub("", text or ""))
    return " ".join(seen.split())[:LONGEST_TEXT].rstrip() or None


def hides_something(text: str) -> bool:
    return bool(_UNSEEN.search(text) or _CONTROLS.search(text))

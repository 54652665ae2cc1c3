"""Lines that name nobody: labels and titles that no vocabulary has, told by their words' build, type and company."""

from collections.abc import Sequence
from functools import cache

from fakturo.convert.header.labels.marks import TITLES, unknown_label
from fakturo.convert.header.parties.blocks import Block, is_contact_line
from fakturo.convert.header.parties.legal_form import legal_end
from fakturo.convert.header.parties.lines import is_name, is_postal, is_street
from fakturo.convert.header.scene import Spot
from fakturo.convert.memory import remembered
from fakturo.convert.vocabulary import languages, words_in, words_of

SECTIONS = ("labels", "titles")
LONG_WORD, SHORT_PART = 4, 4
"""Letters: of one word at least, so that initials are none; of the parts of a compound."""
LINKS = ("", "s", "n", "en", "er", "e")
"""What stands between the parts of a compound."""
MOST_WORDS = 5
SAME_EDGE, NEAR = 6.0, 1.2
"""Points from its edge, and heights above a block, where a caption may stand."""
SAME_LEVEL = 3.0
"""Points between the tops of captions side by side."""
LARGER = 1.25


@cache
def _label_words() -> frozenset[str]:
    terms = (
        terms
        for language in languages().values()
        for section in SECTIONS
        for terms in language.get(section, {}).values()
    )
    return frozenset(word for listed in terms for term in listed for word in words_of(term))


@remembered
def is_caption(text: str) -> bool:
    """Made of nothing but words that labels are made of: `Details of recipient`, `Rechnungsadresse`."""
    words = words_in(text)
    if not words or len(words) > MOST_WORDS or max(map(len, words)) < LONG_WORD or legal_end(text):
        return False
    return all(word in _label_words() or _is_compound(word) for word in words)


@remembered
def has_mostly_label_words(text: str) -> bool:
    words = [word for word in words_in(text) if len(word) > SHORT_PART]
    return 2 * sum(word in _label_words() for word in words) > len(words)


def _is_compound(word: str) -> bool:
    known = _label_words()
    for at in range(SHORT_PART, len(word) - SHORT_PART + 1):
        if word[at:] in known and any(word[: at - len(link)] in known for link in LINKS if word[:at].endswith(link)):
            return True
    return False


def with_captions(blocks: list[Block]) -> list[Block]:
    """The blocks, with first lines that are captions known as labels, of what nobody knows."""
    known = [block.lines[0] for block in blocks if block.label]
    styled = [block.lines[0] for block in blocks if _is_set_apart(block)]
    captioned = [_captioned(block) if _has_caption(block, known, styled) else block for block in blocks]
    labels = [block.lines[-1] for block in captioned if _may_head(block.lines[-1])]
    for block in captioned:
        if not block.label and block.caption is None:
            block.caption = next((label for label in labels if _is_above(label, block.lines[0])), None)
    return captioned


def _captioned(block: Block) -> Block:
    first = block.lines[0]
    label = unknown_label(first.text)
    caption = first.called(label) if label else first
    captioned = Block([caption, *block.lines[1:]])
    captioned.caption, captioned.values = caption, block.values
    return captioned


def _may_head(spot: Spot) -> bool:
    """A label, but no mere title: `Invoice` says nothing, `Invoice to` does."""
    if not spot.has_own_label or spot.has_digits or len(words_in(spot.text)) > MOST_WORDS:
        return False
    mark = spot.marks[0]
    return not mark.alone if mark.meanings & TITLES else spot.is_label


def _is_above(label: Spot, first: Spot) -> bool:
    """Right above the block, at its edge."""
    if first.is_label or label.phrase.page != first.phrase.page:
        return False
    return abs(label.box.x0 - first.box.x0) < SAME_EDGE and -2 < first.box.y0 - label.box.y1 < NEAR * first.box.height


def _has_caption(block: Block, known: Sequence[Spot], styled: Sequence[Spot]) -> bool:
    if not _may_have_caption(block):
        return False
    first = block.lines[0]
    if is_caption(first.text) or any(_is_beside(first, one) for one in known):
        return True
    return _is_set_apart(block) and any(_is_beside(first, one) for one in styled)


def _may_have_caption(block: Block) -> bool:
    """A name follows, so that the first line need not be it."""
    if len(block.lines) < 2:
        return False
    first, second = block.lines[:2]
    if first.marks or legal_end(first.text) or len(words_in(first.text)) > MOST_WORDS:
        return False
    return _may_name(second) and is_name(first.text)


def _may_name(spot: Spot) -> bool:
    return is_name(spot.text) and not (is_street(spot.text) or is_postal(spot.text) or is_contact_line(spot))


def _is_set_apart(block: Block) -> bool:
    """In other type than the name and the address below it, which are alike."""
    if len(block.lines) < 3 or not _may_have_caption(block):
        return False
    first, second, third = block.lines[:3]
    if not (is_street(third.text) or is_postal(third.text)):
        return False
    return _type(first) != _type(second) == _type(third) and first.phrase.size < LARGER * second.phrase.size


def _type(spot: Spot) -> tuple[float, bool]:
    return round(spot.phrase.size), spot.phrase.bold


def _is_beside(one: Spot, other: Spot) -> bool:
    """A caption like the other, at the head of the next column."""
    level = one.phrase.page == other.phrase.page and abs(one.box.y0 - other.box.y0) < SAME_LEVEL
    return level and one is not other and _type(one) == _type(other)

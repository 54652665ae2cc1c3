"""Which language a document is written in, by the invoice words, or the letters, that only one language has."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache

from fakturo.convert.vocabulary import languages, words_in, words_of

SECTIONS = ("titles", "labels", "columns", "totals", "payment")
SHORTEST_WORD = 4
LEAST_WORDS = 2
_UNSPACED = re.compile("(?P<th>[ก-ฺเ-๎]{2,})|(?P<ko>[가-힣]{2,})|(?P<ja>[ぁ-ヺ]+)|(?P<zh>[一-鿿]{2,})")
"""Languages whose letters are words for themselves: their script tells. One letter may be money: `円`."""


@cache
def _words() -> dict[str, str]:
    """Words that belong to one language alone."""
    owners: dict[str, set[str]] = {}
    for language, sections in languages().items():
        for section in SECTIONS:
            for terms in sections.get(section, {}).values():
                for word in (word for term in terms for word in words_of(term)):
                    if len(word) >= SHORTEST_WORD:
                        owners.setdefault(word, set()).add(language)
    return {word: next(iter(those)) for word, those in owners.items() if len(those) == 1}


def languages_of(texts: Iterable[str]) -> list[str]:
    """Languages by how many of their words occur, most first; a trace of another one is left out."""
    words = _words()
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(words[word] for word in words_in(text) if word in words)
        counts.update(run.lastgroup or "" for run in _UNSPACED.finditer(text))
    if counts["ja"] >= LEAST_WORDS:
        counts["ja"] += counts.pop("zh", 0)  # who writes kana writes Chinese letters, too
    most = counts.most_common()
    return [language for language, count in most if count >= LEAST_WORDS and count * 4 >= most[0][1]]

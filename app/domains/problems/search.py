"""In-memory search over problems: names, concepts, statements, lessons and the API names in them.

Theory of operation
-------------------
Each text is split into words, and `static_argnames` also into its parts. A word's weight in a problem is that of the
best place where it occurs: a name counts more than a lesson. The vocabulary is sorted, to find words by prefix, and
indexed by trigrams, to find similar words for one that is no prefix. Each word of a query must be found.

Building is linear in the size of the texts, and happens in a thread. A query runs on the event loop, so what it
touches is limited, whatever words somebody publishes: a problem has a limited vocabulary, each trigram lists a limited
number of words, and of these only a few from one problem, so that its author can't crowd out the words of others.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from app.domains.problems.schemas import ProblemDetail

NAME, CONCEPT, TRACK, STATEMENT, LESSON = 10.0, 7.0, 4.0, 2.0, 1.0
"""Weights of the places where a word may occur."""
BEGINS, NEARLY = 0.7, 0.4
"""Factors for words of which the query is only a prefix, or that are only similar to it."""
OFTEN: Final = 5
"""Number of occurrences in a text from which a word counts twice."""
MAX_QUERY: Final = 200
MAX_WORDS: Final = 6
MAX_TEXT: Final = 200_000
"""Maximum number of characters of a text that are indexed."""
MAX_BEGINNINGS: Final = 400
"""Maximum number of words in the vocabulary that match a prefix."""
MAX_VOCABULARY: Final = 4_000
"""Maximum number of a problem's words that are indexed, the weightiest first; long katas have a tenth of that."""
MAX_GROUP: Final = 1_000
"""Maximum number of words that are listed for a trigram."""
MAX_SHARE: Final = 50
"""Maximum number of words that one problem adds to a trigram's list."""
MAX_CANDIDATES: Final = 30
"""Maximum number of words that are compared letter by letter."""
MAX_LETTERS: Final = 40
"""Maximum number of letters of a word that are compared; the rest is ignored."""
LONG: Final = 8
"""Length from which a word may differ in two letters; from `SHORT` on, in one."""
SHORT: Final = 4
_WORD: Final = re.compile(r"[A-Za-zÄÖÜäöüß_][\wÄÖÜäöüß]*")


class SearchIndex:
    """An index of words and the problems in which they occur."""

    def __init__(self, problems: Iterable[ProblemDetail]) -> None:
        """Index all texts; blocks."""
        places: defaultdict[str, dict[str, float]] = defaultdict(dict)
        self._groups: defaultdict[str, list[str]] = defaultdict(list)
        for problem in problems:
            shares: Counter[str] = Counter()
            weights = weigh_words(problem)
            for word in sorted(weights, key=weights.__getitem__, reverse=True)[:MAX_VOCABULARY]:
                if word not in places:
                    self._list_in_groups(word, shares)
                places[word][problem.slug] = weights[word]
        self._places: Mapping[str, Mapping[str, float]] = dict(places)
        self.vocabulary = sorted(self._places)
        """All indexed words."""

    def _list_in_groups(self, word: str, shares: Counter[str]) -> None:
        """List a new word under its trigrams. `shares` counts what its problem has added to each."""
        for group in cut_into_groups(word):
            listed = self._groups[group]
            if len(listed) < MAX_GROUP and shares[group] < MAX_SHARE:
                listed.append(word)
                shares[group] += 1

    def find(self, query: str) -> dict[str, float]:
        """Return the slugs of the problems that match each word of `query`, with their weights; higher is better."""
        words = list(dict.fromkeys(split_words(query[:MAX_QUERY], parts=False)))[:MAX_WORDS]
        found: dict[str, float] | None = None
        for word in words:
            fitting = self._find_word(word)
            found = (
                fitting
                if found is None
                else {slug: weight + fitting[slug] for slug, weight in found.items() if slug in fitting}
            )
        return found or {}

    def _find_word(self, word: str) -> dict[str, float]:
        fitting: dict[str, float] = {}
        for like, closeness in self._list_like(word):
            for slug, weight in self._places[like].items():
                fitting[slug] = max(fitting.get(slug, 0.0), weight * closeness)
        return fitting

    def _list_like(self, word: str) -> list[tuple[str, float]]:
        """Return the matching words of the vocabulary: those with the prefix `word`, or else similar ones."""
        start = bisect_left(self.vocabulary, word)
        beginning = []
        for like in self.vocabulary[start : start + MAX_BEGINNINGS]:
            if not like.startswith(word):
                break
            beginning.append((like, 1.0 if like == word else BEGINS))
        if beginning:
            return beginning
        shared: Counter[str] = Counter()
        for group in cut_into_groups(word):
            shared.update(self._groups.get(group, ()))
        allowed = count_allowed(word)
        candidates = [like for like, _ in shared.most_common(MAX_CANDIDATES)]
        return [(like, NEARLY) for like in candidates if is_nearly(word, like, allowed)]


def weigh_words(problem: ProblemDetail) -> dict[str, float]:
    """Return the words of a problem's public texts, with their weights."""
    translated = list(problem.translations.values())
    texts = [
        (NAME, [problem.name, problem.slug, *(text.name or "" for text in translated)]),
        (CONCEPT, [*problem.concepts.teaches, *problem.keywords, problem.entry_point]),
        (TRACK, [problem.track, *problem.concepts.requires]),
        (STATEMENT, [problem.statement, problem.starter, *(text.statement or "" for text in translated)]),
        (LESSON, [problem.lesson, problem.bodies, *(text.lesson or "" for text in translated)]),
    ]
    weights: dict[str, float] = {}
    for weight, parts in texts:
        counts = Counter(split_words("\n".join(parts)[:MAX_TEXT]))
        for word, count in counts.items():
            weights[word] = max(weights.get(word, 0.0), weight * (2 if count >= OFTEN else 1))
    return weights


def split_words(text: str, *, parts: bool = True) -> list[str]:
    """Return the words of a text in lower case; with `parts` also those joined by underscores."""
    words = []
    for found in _WORD.findall(text):
        word = found.lower().strip("_")[:MAX_LETTERS]
        if not word:
            continue
        words.append(word)
        if parts and "_" in word:
            words += [part for part in word.split("_") if part]
    return words


def cut_into_groups(word: str) -> list[str]:
    """Return the different trigrams of a word, with its ends marked."""
    padded = f"^{word}$"
    return list(dict.fromkeys(padded[at : at + 3] for at in range(len(padded) - 2)))


def count_allowed(word: str) -> int:
    """Return the number of letters in which a word may differ from a match."""
    return 2 if len(word) >= LONG else 1 if len(word) >= SHORT else 0


def is_nearly(word: str, other: str, allowed: int) -> bool:
    """Return whether `other`, or a prefix of it, differs from `word` by at most `allowed` letters (a swap is one)."""
    if allowed == 0:
        return False
    return is_within(word, other, allowed) or (
        len(other) > len(word) >= LONG and is_within(word, other[: len(word)], 1)
    )


def is_within(one: str, other: str, allowed: int) -> bool:
    """Return whether two words are within an edit distance of `allowed`, counting a swap as one (Damerau).

    Of the table of distances between their beginnings, only the cells at most `allowed` from the diagonal can count, so
    only these are computed: the time is linear in the length of the words.
    """
    if abs(len(one) - len(other)) > allowed:
        return False
    far, wide = allowed + 1, 2 * allowed + 1
    here, there = f"<{one}", ">" * far + other + ">" * wide  # No word has such letters.
    before: list[int] = [far] * (wide + 1)
    row: list[int] = [*[far] * allowed, *range(far), far]  # Cell `k`: up to letter `at - allowed + k` of `other`.
    for at in range(1, len(here)):
        letter, previous = here[at], here[at - 1]
        last, before, row, cost = before, row, [], far
        for k in range(wide):
            cost = min(before[k] + (letter != there[at + k]), before[k + 1] + 1, cost + 1)
            if letter == there[at + k - 1] and previous == there[at + k]:
                cost = min(cost, last[k] + 1)
            row.append(cost)
        row.append(far)
        if min(row) > allowed and min(before) > allowed:
            return False
    return row[len(other) - len(one) + allowed] <= allowed

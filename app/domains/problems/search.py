"""Search over problems: names, concepts, statements, lessons and the API names in them, in memory.

Theory of operation
-------------------
Each text is cut into words, and `static_argnames` also into its parts. A word's weight in a problem is that of the best
place where it stands: a name counts more than a lesson. The vocabulary is sorted, so that what is typed finds the words
that begin with it, and cut into groups of three letters, so that a word which nothing begins with finds those that are
nearly like it. Each word of a query must be found.

Building is linear in the texts, and goes on in a thread; a query touches only words that are like its own.
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
"""Weights of the places where a word may stand."""
BEGINS, NEARLY = 0.7, 0.4
"""What a word counts that only begins with what was typed, or is nearly like it."""
OFTEN: Final = 5
"""A word that stands so often in a text, or more often, counts twice."""
MAX_QUERY: Final = 200
MAX_WORDS: Final = 6
MAX_TEXT: Final = 200_000
"""Most characters of a text that are read."""
MAX_BEGINNINGS: Final = 400
"""Most words of the vocabulary that a beginning may stand for."""
MAX_CANDIDATES: Final = 30
"""Most words that are compared letter by letter."""
MAX_LETTERS: Final = 40
"""Most letters of a word; what follows makes no difference."""
LONG: Final = 8
"""From this length a word may differ in two letters, from `SHORT` in one."""
SHORT: Final = 4
_WORD: Final = re.compile(r"[A-Za-zÄÖÜäöüß_][\wÄÖÜäöüß]*")


class SearchIndex:
    """What can be found, and where."""

    def __init__(self, problems: Iterable[ProblemDetail]) -> None:
        """Read all texts; blocks."""
        places: defaultdict[str, dict[str, float]] = defaultdict(dict)
        for problem in problems:
            for word, weight in weigh_words(problem).items():
                places[word][problem.slug] = weight
        self._places: Mapping[str, Mapping[str, float]] = dict(places)
        self._vocabulary = sorted(self._places)
        self._groups: defaultdict[str, list[str]] = defaultdict(list)
        for word in self._vocabulary:
            for group in cut_into_groups(word):
                self._groups[group].append(word)

    def find(self, query: str) -> dict[str, float]:
        """Return the slugs of the problems that fit each word of `query`, with their weight; the best has the most."""
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
        """Return the words that may be meant: those that begin with it, or else those that are nearly like it."""
        start = bisect_left(self._vocabulary, word)
        beginning = []
        for like in self._vocabulary[start : start + MAX_BEGINNINGS]:
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
    """Return the words of a problem's public texts, each with its weight there."""
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
    """Return the words of a text in small letters; with `parts` also those that underlines join."""
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
    """Return the groups of three letters of a word, with its ends marked."""
    padded = f"^{word}$"
    return [padded[at : at + 3] for at in range(len(padded) - 2)]


def count_allowed(word: str) -> int:
    """Return in how many letters a word may differ from one that is meant."""
    return 2 if len(word) >= LONG else 1 if len(word) >= SHORT else 0


def is_nearly(word: str, other: str, allowed: int) -> bool:
    """Whether `other`, or its beginning, differs from `word` in at most so many letters; two exchanged count as one."""
    if allowed == 0:
        return False
    return is_within(word, other, allowed) or (
        len(other) > len(word) >= LONG and is_within(word, other[: len(word)], 1)
    )


def is_within(one: str, other: str, allowed: int) -> bool:
    """Whether two words differ in at most so many letters: changed, missing, added or exchanged (Damerau)."""
    if abs(len(one) - len(other)) > allowed:
        return False
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, start=1):
        last, before, row = before, row, [at]
        for to, against in enumerate(other, start=1):
            cost = min(before[to] + 1, row[to - 1] + 1, before[to - 1] + (letter != against))
            if at > 1 and to > 1 and letter == other[to - 2] and one[at - 2] == against:
                cost = min(cost, last[to - 2] + 1)
            row.append(cost)
        if min(row) > allowed and min(before) > allowed:
            return False
    return row[-1] <= allowed

"""The parts that two sources share, with their places in both, for a page that shows them side by side."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Final

from app.domains.similarity.fingerprints import LENGTH, find_fingerprints, hash_runs
from app.domains.similarity.ranking import SolutionPair, StudentWork, rank_pair, unpack_works
from app.domains.similarity.readings import GivenCode  # noqa: TC001 - read by pydantic
from app.domains.similarity.tokens import SourceText, read
from app.kit.workers.tasks import task

MAX_PLACES: Final = 8
"""Maximum number of places in the other source that are tried for one run."""
MAX_PARTS: Final = 60
"""Maximum number of parts shown, the longest ones."""


@dataclass(frozen=True)
class Place:
    """The place of a part in a source: characters `start` up to `end`, on lines `first` to `last`, counted from 1."""

    start: int
    end: int
    first: int
    last: int


@dataclass(frozen=True)
class SharedPart:
    """A contiguous sequence of tokens that two sources share. `people`: how many in the class have it."""

    number: int
    left: Place
    right: Place
    tokens: int
    people: int


@dataclass(frozen=True)
class Parts:
    """The parts that a pair shares."""

    pair: SolutionPair
    parts: list[SharedPart]


@task
def find_parts_packed(left: str, right: str, packed: bytes, ids: tuple[str, str], known: GivenCode) -> Parts:
    """Call `find_parts` in a worker."""
    return find_parts(left, right, unpack_works(packed), ids, known)


def find_parts(left: str, right: str, works: list[StudentWork], ids: tuple[str, str], known: GivenCode) -> Parts:
    """Return the shared parts of two solutions in a class; `left` and `right` are the sources of these `ids`."""
    texts = read(left), read(right)
    people = Counter(print_ for work in works for print_ in set(work.reading.fingerprints))
    prints = {run.at: run.hash for run in find_fingerprints(texts[0].tokens, known.runs)}
    found = []
    for at, other, length in sorted(_match(*texts, known), key=lambda match: -match[2])[:MAX_PARTS]:
        within = [people[prints[i]] for i in range(at, at + length - LENGTH + 1) if i in prints]
        found.append((_place(left, texts[0], at, length), _place(right, texts[1], other, length), length, within))
    found.sort(key=lambda part: part[0].start)
    parts = [
        SharedPart(number, mine, yours, length, max(2, min(within, default=2)))
        for number, (mine, yours, length, within) in enumerate(found, start=1)
    ]
    return Parts(rank_pair(works, *ids), parts)


def _match(left: SourceText, right: SourceText, known: GivenCode) -> list[tuple[int, int, int]]:
    """Return the longest shared sequences of tokens from left to right: both places, and the length."""
    places: defaultdict[int, list[int]] = defaultdict(list)
    for run in hash_runs(right.tokens):
        if run.hash not in known.runs and len(places[run.hash]) < MAX_PLACES:
            places[run.hash].append(run.at)
    theirs = {run.at: run.hash for run in hash_runs(right.tokens) if run.hash not in known.runs}
    mine = {run.at: run.hash for run in hash_runs(left.tokens) if run.hash not in known.runs}
    found, at, free = [], 0, set(range(len(right.tokens)))
    while at < len(left.tokens):
        longest, other = 0, 0
        for start in places.get(mine.get(at, -1), ()):
            length = 0
            while start + length in free and at + length in mine and mine[at + length] == theirs.get(start + length):
                length += 1
            if length > longest:
                longest, other = length, start
        if longest:
            covered = longest + LENGTH - 1
            found.append((at, other, covered))
            free -= set(range(other, other + covered))
            at += covered
        else:
            at += 1
    return found


def _place(source: str, text: SourceText, at: int, length: int) -> Place:
    start, end = text.tokens[at].start, text.tokens[at + length - 1].end
    first = source.count("\n", 0, start) + 1
    return Place(start, end, first, first + source.count("\n", start, end))

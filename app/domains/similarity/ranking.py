"""Ranks pairs of solutions by how much they share of what few others have.

Each shared item weighs `log((people + 1) / people who have it)`: almost nothing if everybody has it. The weights of
each kind are added up, and multiplied by the fraction of the authors' own items of this kind that are shared, since
otherwise long solutions would come first. Each kind has a factor: a shared name, number or string counts less than
shared structure, since a class has habits. `python -m bench.similar` measures the results.

The result is a ranking, not a verdict: in every class some pair comes first.

The time is bounded: each solution has a limited number of items (`readings`, `tokens`), items shared by the same people
are grouped, and for each kind at most `MAX_STEPS` pairs are found, by the rarest items first.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations
from typing import TYPE_CHECKING, Final

from pydantic import TypeAdapter

from app.domains.similarity.readings import Reading  # noqa: TC001 - read by pydantic
from app.kit.workers.tasks import task

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

FEW: Final = 8
"""An item shared by more people than this, and by more than half of the class, isn't rare."""
MAX_STEPS: Final = 150_000
"""Maximum number of pairs examined per kind, each counted once for all items that the same people share."""
MAX_PAIRS: Final = 100
"""Maximum number of pairs listed."""
MIN_TOKENS: Final = 60
"""Minimum number of an author's own tokens for a meaningful fraction."""
SPARE: Final = 50
"""Number of additional pairs that are fully computed, since times and pastes may still change the order."""
MAX_SAMPLES: Final = 5
"""Maximum number of shared items of each kind, such as names, that are shown for a pair."""


class SharedKind(StrEnum):
    """What two solutions can share."""

    STRUCTURE = "structure"
    COMMENT = "comment"
    NUMBER = "number"
    NAME = "name"
    STRING = "string"
    ATTEMPT = "attempt"
    PASTE = "paste"
    TIME = "time"


FACTORS: Final[Mapping[SharedKind, float]] = {
    SharedKind.STRUCTURE: 1.0,
    SharedKind.COMMENT: 1.0,
    SharedKind.NUMBER: 0.5,
    SharedKind.NAME: 0.25,
    SharedKind.STRING: 0.25,
    SharedKind.ATTEMPT: 3.0,
    SharedKind.PASTE: 2.0,
    SharedKind.TIME: 0.25,
}
IN_SOURCES: Final = (SharedKind.STRUCTURE, SharedKind.COMMENT, SharedKind.NUMBER, SharedKind.NAME, SharedKind.STRING)


@dataclass(frozen=True)
class StudentWork:
    """One person's submission. Times are in seconds since an arbitrary moment, the same for all.

    `wrong` has the forms of rejected attempts; `pasted` is when an attempt was much longer than the one before.
    """

    id: str
    reading: Reading
    at: float = 0.0
    wrong: list[int] = field(default_factory=list)
    pasted: list[float] = field(default_factory=list)

    def list_things(self, kind: SharedKind) -> Sequence[int | str]:
        """Return the solution's items of a kind."""
        match kind:
            case SharedKind.STRUCTURE:
                return self.reading.fingerprints
            case SharedKind.COMMENT:
                return self.reading.comments
            case SharedKind.NUMBER:
                return self.reading.numbers
            case SharedKind.NAME:
                return self.reading.names
            case SharedKind.STRING:
                return self.reading.strings
        return self.wrong if kind is SharedKind.ATTEMPT else []


@dataclass(frozen=True)
class Evidence:
    """The items of one kind that a pair shares, and their contribution to the pair's weight.

    `count` items are shared, `alone` of them with nobody else. `samples` are some of them, the rarest first.
    """

    kind: SharedKind
    weight: float
    count: int = 0
    alone: int = 0
    samples: list[str] = field(default_factory=list)
    seconds: float | None = None


@dataclass(frozen=True)
class SolutionPair:
    """Two solutions, by id, the earlier one first.

    `fraction` is the fraction, 0 to 1, of both authors' own fingerprints that is shared; None for short solutions, for
    which it is meaningless.
    """

    left: str
    right: str
    weight: float
    fraction: float | None
    shared: int
    evidence: list[Evidence]


@dataclass(frozen=True)
class Ranking:
    """A class's first pairs. `usual` is the mean number of rare fingerprints that two of its solutions share."""

    pairs: list[SolutionPair]
    usual: float


def rank(works: list[StudentWork], limit: int = MAX_PAIRS, steps: int = MAX_STEPS) -> Ranking:
    """Return the pairs that share most rare items. Fewer `steps` take less time, but miss less rare items."""
    return _Class(works, steps).rank(limit)


_WORK: Final = TypeAdapter(StudentWork)
_WORKS: Final = TypeAdapter(list[StudentWork])


def pack_works(works: list[StudentWork]) -> bytes:
    """Return a class serialised for a worker; call it in a thread, since a large class takes a while."""
    return b"[" + b",".join(_WORK.dump_json(work) for work in works) + b"]"


def unpack_works(packed: bytes) -> list[StudentWork]:
    """Return the class that `pack_works` serialised."""
    return _WORKS.validate_json(packed)


@task
def rank_packed(packed: bytes, steps: int) -> Ranking:
    """Call `rank` in a worker."""
    return rank(unpack_works(packed), steps=steps)


def rank_pair(works: list[StudentWork], one: str, other: str) -> SolutionPair:
    """Return what two solutions of a class share, however little; raises `KeyError` for an unknown id."""
    places = {work.id: index for index, work in enumerate(works)}
    return _Class(works).describe(places[one], places[other])


class _Class:
    """A class: all solutions, and the items that they share."""

    def __init__(self, works: list[StudentWork], steps: int = MAX_STEPS) -> None:
        self._works = works
        self._steps = steps
        self._people = {
            kind: Counter[int | str](thing for work in works for thing in set(work.list_things(kind)))
            for kind in (*IN_SOURCES, SharedKind.ATTEMPT)
        }
        self._rarities = {
            kind: {thing: math.log((len(works) + 1) / count) for thing, count in people.items()}
            for kind, people in self._people.items()
        }
        self._times = sorted(work.at for work in works)
        self._pasters = sum(bool(work.pasted) for work in works)

    def rank(self, limit: int) -> Ranking:
        """Return the first pairs."""
        totals: defaultdict[tuple[int, int], float] = defaultdict(float)
        for kind in IN_SOURCES:
            lengths = [math.sqrt(self._weigh(kind, work.list_things(kind))) for work in self._works]
            for (left, right), shared in self._share(kind).items():
                totals[left, right] += FACTORS[kind] * shared * shared / (lengths[left] * lengths[right])
        for pair, shared in self._share(SharedKind.ATTEMPT).items():
            totals[pair] += FACTORS[SharedKind.ATTEMPT] * shared
        first = sorted(totals, key=lambda pair: (-totals[pair], pair))[: limit + SPARE]
        pairs = [self.describe(*pair) for pair in first]
        pairs.sort(key=lambda pair: -pair.weight)
        rare = sum(math.comb(count, 2) for count in self._people[SharedKind.STRUCTURE].values() if self._is_rare(count))
        return Ranking(pairs[:limit], rare / max(1, math.comb(len(self._works), 2)))

    def _is_rare(self, count: int) -> bool:
        return 1 < count <= max(FEW, len(self._works) // 2)

    def _weigh(self, kind: SharedKind, things: Iterable[int | str]) -> float:
        rarities = self._rarities[kind]
        return sum(rarities[thing] for thing in set(things))

    def _share(self, kind: SharedKind) -> dict[tuple[int, int], float]:
        """Return the weights of the items that pairs share. Items shared by the same people are grouped."""
        people: defaultdict[int | str, list[int]] = defaultdict(list)
        for index, work in enumerate(self._works):
            for thing in set(work.list_things(kind)):
                if self._is_rare(self._people[kind][thing]):
                    people[thing].append(index)
        groups: defaultdict[tuple[int, ...], float] = defaultdict(float)
        for thing, indices in people.items():
            groups[tuple(indices)] += self._rarities[kind][thing]
        shared: defaultdict[tuple[int, int], float] = defaultdict(float)
        steps = 0
        for group in sorted(groups, key=len):
            steps += math.comb(len(group), 2)
            if steps > self._steps:
                break
            for pair in combinations(group, 2):
                shared[pair] += groups[group]
        return shared

    def describe(self, one: int, other: int) -> SolutionPair:
        """Return a pair with all the evidence."""
        left, right = sorted((self._works[one], self._works[other]), key=lambda work: work.at)
        evidence = [found for kind in (*IN_SOURCES, SharedKind.ATTEMPT) if (found := self._compare(kind, left, right))]
        evidence += self._compare_times(left, right)
        evidence.sort(key=lambda found: -found.weight)
        mine, yours = set(left.reading.fingerprints), set(right.reading.fingerprints)
        is_long = min(left.reading.own, right.reading.own) >= MIN_TOKENS
        return SolutionPair(
            left=left.id,
            right=right.id,
            weight=sum(found.weight for found in evidence),
            fraction=2 * len(mine & yours) / (len(mine) + len(yours)) if is_long else None,
            shared=len(mine & yours),
            evidence=evidence,
        )

    def _compare(self, kind: SharedKind, left: StudentWork, right: StudentWork) -> Evidence | None:
        mine, yours = set(left.list_things(kind)), set(right.list_things(kind))
        shared = {thing for thing in mine & yours if self._is_rare(self._people[kind][thing])}
        weight = self._weigh(kind, shared)
        if not weight:
            return None
        if kind is not SharedKind.ATTEMPT:
            weight *= weight / math.sqrt(self._weigh(kind, mine) * self._weigh(kind, yours))
        rarest = sorted(shared, key=lambda thing: (self._people[kind][thing], str(thing)))
        return Evidence(
            kind=kind,
            weight=FACTORS[kind] * weight,
            count=len(shared),
            alone=sum(self._people[kind][thing] == 2 for thing in shared),  # noqa: PLR2004 - the two authors
            samples=[thing for thing in rarest if isinstance(thing, str)][:MAX_SAMPLES],
        )

    def _compare_times(self, left: StudentWork, right: StudentWork) -> list[Evidence]:
        """Return evidence of finishing unusually close together, and of a paste after the other had finished."""
        gap = right.at - left.at
        pairs = len(self._works) * (len(self._works) - 1) / 2
        within = sum(bisect_right(self._times, at + gap) - index - 1 for index, at in enumerate(self._times))
        found = []
        if 0 < within < pairs:
            found.append(Evidence(SharedKind.TIME, FACTORS[SharedKind.TIME] * math.log(pairs / within), seconds=gap))
        after = [at for at in right.pasted if at >= left.at]
        if after:
            weight = FACTORS[SharedKind.PASTE] * math.log((len(self._works) + 1) / self._pasters)
            found.append(Evidence(SharedKind.PASTE, weight, count=len(after), seconds=after[0] - left.at))
        return found

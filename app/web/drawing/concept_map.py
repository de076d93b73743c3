"""The concept map: the problems of each track in order, and the problems that each one builds on.

A problem builds on another if it requires a concept that the other teaches.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from app.web.drawing.tracks import group_by_track

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from app.domains.problems.schemas import ProblemSummary


MAX_NAMED: Final = 10
"""Maximum number of problems that a chip names; the others are counted."""


class Taught(NamedTuple):
    """What the map depends on: a problem's slug, and the concepts that it teaches and requires."""

    slug: str
    teaches: tuple[str, ...]
    requires: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chip:
    """A problem, the first ones that it directly builds on, how many `more` there are, and whether all are solved."""

    problem: ProblemSummary
    after: list[ProblemSummary]
    more: int
    open: bool


@dataclass(frozen=True, slots=True)
class TrackMap:
    """A track: its chips in order, and the number of solved ones."""

    name: str
    chips: list[Chip]
    solved: int

    @property
    def percent(self) -> int:
        """The solved share of the track, in per cent; 100 only if everything is solved."""
        return self.solved * 100 // len(self.chips)


def find_sources(problems: Iterable[Taught]) -> dict[str, list[str]]:
    """Return, for each problem's slug, the problems that teach what it requires."""
    problems = list(problems)
    teachers: dict[str, list[str]] = defaultdict(list)
    for slug, teaches, _requires in problems:
        for concept in teaches:
            teachers[concept].append(slug)
    return {
        slug: sorted({one for concept in requires for one in teachers[concept] if one != slug})
        for slug, _teaches, requires in problems
    }


def find_nearest_sources(sources: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return the transitive reduction: without the sources that can be reached through another source.

    A cycle keeps all its edges. Sets of problems are integers with a bit for each: 500 problems that all build on each
    other, which one author may write, take 0.2 s.
    """
    bit = {slug: 1 << place for place, slug in enumerate(sources)}
    direct = {slug: sum(bit[one] for one in set(own)) for slug, own in sources.items()}
    ancestors = dict(direct)
    for via in sources:
        for slug in sources:
            if ancestors[slug] & bit[via]:
                ancestors[slug] |= ancestors[via]
    descendants = dict.fromkeys(sources, 0)
    for slug, above in ancestors.items():
        for one in sources:
            if above & bit[one]:
                descendants[one] |= bit[slug]
    return {
        slug: [one for one in own if not direct[slug] & descendants[one] & ~ancestors[one] & ~bit[one]]
        for slug, own in sources.items()
    }


@lru_cache(8)
def _find_nearest(problems: tuple[Taught, ...]) -> dict[str, list[str]]:
    """Return the nearest sources of problems, which most readers of a map share."""
    return find_nearest_sources(find_sources(problems))


def draw_map(problems: Sequence[ProblemSummary]) -> list[TrackMap]:
    """Return the map of these problems, which are sorted as in the list of problems."""
    known = {problem.slug: problem for problem in problems}
    nearest = _find_nearest(tuple(Taught(one.slug, tuple(one.teaches), tuple(one.requires)) for one in problems))
    tracks = []
    for track in group_by_track(problems):
        chips = []
        for problem in track.problems:
            after = [known[slug] for slug in nearest[problem.slug]]
            is_open = all(one.solved is True for one in after)
            chips.append(Chip(problem, after[:MAX_NAMED], len(after[MAX_NAMED:]), is_open))
        tracks.append(TrackMap(track.name, chips, sum(problem.solved is True for problem in track.problems)))
    return tracks

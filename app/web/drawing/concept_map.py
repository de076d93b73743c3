"""The concept map: the problems of each track in order, and the problems that each one builds on.

A problem builds on another if it requires a concept that the other teaches.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.web.drawing.tracks import group_by_track

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.domains.problems.schemas import ProblemSummary


@dataclass(frozen=True, slots=True)
class Chip:
    """A problem, those that it directly builds on, and whether all of them are solved."""

    problem: ProblemSummary
    after: list[ProblemSummary]
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


def find_sources(problems: Sequence[ProblemSummary]) -> dict[str, list[str]]:
    """Return, for each problem's slug, the problems that teach what it requires."""
    teachers: dict[str, list[str]] = defaultdict(list)
    for problem in problems:
        for concept in problem.teaches:
            teachers[concept].append(problem.slug)
    return {
        problem.slug: sorted(
            {slug for concept in problem.requires for slug in teachers[concept] if slug != problem.slug}
        )
        for problem in problems
    }


def find_nearest_sources(sources: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return the transitive reduction: without the sources that can be reached through another source.

    A cycle keeps all its edges.
    """

    def find_ancestors(slug: str, seen: set[str]) -> set[str]:
        for source in sources[slug]:
            if source not in seen:
                seen.add(source)
                find_ancestors(source, seen)
        return seen

    ancestors = {slug: find_ancestors(slug, set()) for slug in sources}
    return {
        slug: [
            one
            for one in own
            if not any(one in ancestors[other] and other not in ancestors[one] for other in own if other != one)
        ]
        for slug, own in sources.items()
    }


def draw_map(problems: Sequence[ProblemSummary]) -> list[TrackMap]:
    """Return the map of these problems, which are sorted as in the list of problems."""
    known = {problem.slug: problem for problem in problems}
    nearest = find_nearest_sources(find_sources(problems))
    tracks = []
    for track in group_by_track(problems):
        chips = []
        for problem in track.problems:
            after = [known[slug] for slug in nearest[problem.slug]]
            chips.append(Chip(problem, after, all(one.solved is True for one in after)))
        tracks.append(TrackMap(track.name, chips, sum(problem.solved is True for problem in track.problems)))
    return tracks

"""The concept map: the problems of each track in order, with what each builds on.

A problem leads to another when it teaches a concept that the other requires.
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
    """A problem, those that it builds on next, and whether all of them are solved."""

    problem: ProblemSummary
    after: list[ProblemSummary]
    open: bool


@dataclass(frozen=True, slots=True)
class TrackMap:
    """A track: its chips in order, and how many of them are solved."""

    name: str
    chips: list[Chip]
    solved: int

    @property
    def percent(self) -> int:
        """How much of it is solved; 100 only where all is."""
        return self.solved * 100 // len(self.chips)


def find_sources(problems: Sequence[ProblemSummary]) -> dict[str, list[str]]:
    """Return for each problem, by slug, those that teach what it requires."""
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
    """Return the same without the sources that another source of the same problem leads from: its transitive reduction.

    A circle keeps all its edges.
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
    """Return the map of these problems, which are in the order of the list."""
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

"""The list of problems: filters, and the choice of the current and the next problem."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING

from pydantic import BaseModel

from app.domains.problems.schemas import ProblemState
from app.domains.problems.tracks import SAMPLE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from app.domains.problems.schemas import ProblemSummary


class Filters(BaseModel):
    """The search form's fields. Empty fields match anything; unknown values match nothing."""

    q: str = ""
    track: str = ""
    level: str = ""
    concept: str = ""
    state: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether no filter is set."""
        return not any((self.q.strip(), self.track, self.level, self.concept, self.state))


@dataclass(frozen=True)
class Track:
    """A track, and its visible problems."""

    name: str
    problems: list[ProblemSummary] = field(default_factory=list)


def group_by_track(problems: Sequence[ProblemSummary]) -> list[Track]:
    """Return the problems, which are sorted, by track."""
    return [Track(name, list(group)) for name, group in groupby(problems, key=lambda problem: problem.track)]


def list_beginnings(tracks: Sequence[Track], most: int) -> list[ProblemSummary]:
    """Return the first problem of each of the first `most` tracks, beginning with the sample kata."""
    return sorted((track.problems[0] for track in tracks[:most]), key=lambda problem: problem.slug != SAMPLE)


def list_concepts(problems: Sequence[ProblemSummary]) -> list[str]:
    """Return all concepts that the problems teach, in alphabetical order."""
    return sorted({concept for problem in problems for concept in problem.teaches}, key=str.lower)


def filter_problems(
    problems: Sequence[ProblemSummary], filters: Filters, found: Mapping[str, float] | None = None
) -> list[ProblemSummary]:
    """Return the problems that match all filters, in their order; of those that a search `found`, the best first."""

    def fits(problem: ProblemSummary) -> bool:
        return (
            (found is None or problem.slug in found)
            and filters.track in {"", problem.track}
            and filters.level in {"", str(problem.difficulty)}
            and (not filters.concept or filters.concept in [*problem.teaches, *problem.requires])
            and filters.state in {"", problem.state}
        )

    fitting = [problem for problem in problems if fits(problem)]
    return fitting if found is None else sorted(fitting, key=lambda problem: -found[problem.slug])


def find_current(problems: Sequence[ProblemSummary]) -> ProblemSummary | None:
    """Return the unsolved problem that was started last."""
    begun = [problem for problem in problems if problem.state is ProblemState.STARTED and problem.touched_at]
    return max(begun, key=lambda problem: str(problem.touched_at), default=None)


def find_next(problems: Sequence[ProblemSummary]) -> ProblemSummary | None:
    """Return the best new problem: an easy one whose requirements are all solved.

    Tracks already started come first. Problems in beta are never suggested; volunteers look for them themselves.
    """
    taught = {concept for problem in problems for concept in problem.teaches}
    known = {concept for problem in problems if problem.solved for concept in problem.teaches}
    begun = {problem.track for problem in problems if problem.state in {ProblemState.STARTED, ProblemState.SOLVED}}
    new = [problem for problem in problems if problem.state in {None, ProblemState.NEW} and not problem.beta]

    def rank(problem: ProblemSummary) -> tuple[int, bool, int, int]:
        missing = sum(concept in taught and concept not in known for concept in problem.requires)
        return missing, problem.track not in begun, problem.difficulty, problem.position

    return min(new, key=rank, default=None)


def find_onward(problems: Sequence[ProblemSummary]) -> ProblemSummary | None:
    """Return the problem to suggest after one has been solved: a new one, or else one that was started."""
    return find_next(problems) or find_current(problems)


def choose_weekly(problems: Sequence[ProblemSummary], today: date) -> ProblemSummary | None:
    """Return the kata for a day's ISO week: the same for everybody, and usually unchanged if katas are added."""
    year, week, _weekday = today.isocalendar()

    def rank(problem: ProblemSummary) -> bytes:
        return hashlib.sha256(f"{year}-W{week:02} {problem.slug}".encode()).digest()

    return max(problems, key=rank, default=None)

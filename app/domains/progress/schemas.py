"""Schemas of progress, for pages."""

from dataclasses import dataclass
from datetime import date

from pydantic import BaseModel, ConfigDict


class Publicity(BaseModel):
    """What of their progress somebody shows to everybody: nothing unless they choose so."""

    model_config = ConfigDict(frozen=True, from_attributes=True)

    shows_solved: bool = False
    shows_activity: bool = False
    shows_scores: bool = False

    @property
    def is_nothing(self) -> bool:
        """Whether all of it is private."""
        return not (self.shows_solved or self.shows_activity or self.shows_scores)


@dataclass(frozen=True)
class Activity:
    """What somebody did: runs and submissions on each day (UTC) that has any."""

    days: dict[date, int]
    today: date
    runs: int
    submissions: int
    accepted: int
    streak: int
    longest: int


@dataclass(frozen=True)
class TrackProgress:
    """How many problems of a track are solved; the names of those, in order."""

    name: str
    total: int
    solved: list[tuple[str, str]]


@dataclass(frozen=True)
class Best:
    """Somebody's best score, 0 to 1, on the newest version of a scored problem, and how many reached a better one."""

    slug: str
    problem: str
    version: int
    score: float


@dataclass(frozen=True)
class Progress:
    """A user's progress. A part that isn't shown is None."""

    name: str
    publicity: Publicity
    tracks: list[TrackProgress] | None
    activity: Activity | None
    bests: list[Best] | None

"""Schemas of progress, for pages."""

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Final

from pydantic import BaseModel, ConfigDict

WEEKS: Final = 53
"""Number of weeks of which an activity has days: those of a year, and the current one."""


class Publicity(BaseModel):
    """The parts of their progress that somebody makes public: none by default."""

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
    """A user's activity: runs and submissions on each day (UTC) that has any."""

    days: dict[date, int]
    today: date
    runs: int
    submissions: int
    accepted: int
    streak: int
    longest: int


@dataclass(frozen=True)
class SolvedKata:
    """A solved problem, and whether its solution had been seen before."""

    slug: str
    name: str
    saw_solution: bool


@dataclass(frozen=True)
class TrackProgress:
    """The number of problems in a track, and the solved ones in order.

    `certifiable`: the track has problems that everybody sees, and all of them are solved, whatever private ones it has.
    """

    name: str
    total: int
    solved: list[SolvedKata]
    certifiable: bool


@dataclass(frozen=True)
class RankedScore:
    """The score, 0 to 2, with which a user ranks on the leaderboard of a problem's newest version."""

    slug: str
    problem: str
    version: int
    score: float


@dataclass(frozen=True)
class FirstPass:
    """The first accepted submission in which a check was passed."""

    check: str
    slug: str
    problem: str
    reached_at: datetime


@dataclass(frozen=True)
class CertifiedKata:
    """A kata of a certificate's track: when it was first solved, and whether its solution had been seen before."""

    slug: str
    name: str
    solved_at: datetime | None
    saw_solution: bool


@dataclass(frozen=True)
class CertificateView:
    """A certificate's content: who solved which katas of a track, according to the current verdicts."""

    token: str
    owner_id: int
    name: str
    track: str
    issued_at: datetime
    katas: list[CertifiedKata]

    @property
    def solved(self) -> int:
        """The number of solved katas."""
        return sum(kata.solved_at is not None for kata in self.katas)


@dataclass(frozen=True)
class Progress:
    """A user's progress; hidden parts are None. `certificates`: tokens by track, for the user only.

    A certificate outlasts the track's completion, and even the track.
    """

    name: str
    publicity: Publicity
    tracks: list[TrackProgress] | None
    activity: Activity | None
    scores: list[RankedScore] | None
    firsts: list[FirstPass] | None = None
    certificates: dict[str, str] = field(default_factory=dict)

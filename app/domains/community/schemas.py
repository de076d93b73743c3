"""Schemas of shared links, solutions and leaderboards."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from app.domains.accounts.schemas import Account
from grader.report import Mode, Verdict


class Order(StrEnum):
    """How shared solutions are sorted."""

    VOTES = "votes"
    NEWEST = "newest"


@dataclass(frozen=True)
class OwnedSubmission:
    """The data that decides whether a submission may be shown to others."""

    id: int
    public_id: str
    owner: Account
    problem_id: int
    slug: str
    mode: Mode
    verdict: Verdict | None

    @property
    def is_solution(self) -> bool:
        """Whether it solves its problem."""
        return self.mode is Mode.SUBMIT and self.verdict is Verdict.ACCEPTED


@dataclass(frozen=True)
class ShareState:
    """How one submission is shared: the token of its link, and whether it is its author's shared solution.

    `card` is the last part of the address of its card, which an accepted submission has together with its link.
    """

    token: str | None
    as_solution: bool
    card: str | None = None


@dataclass(frozen=True)
class SolutionShown:
    """A shared solution; `voted` and `mine` are about the reader.

    `saw_solution`: its author had seen the problem's own solution before.
    """

    id: int
    author: str
    source: str
    version: int
    votes: int
    voted: bool
    mine: bool
    created_at: datetime
    saw_solution: bool


@dataclass(frozen=True)
class Score:
    """The score of somebody's first solution, 0 to 2, and when it was submitted; `public`: they show their name."""

    user_id: int
    name: str
    public: bool
    score: float
    reached_at: datetime


@dataclass(frozen=True)
class LeaderboardPlace:
    """A line of a leaderboard. `name` is None for people who hide theirs."""

    rank: int
    name: str | None
    mine: bool
    score: float
    reached_at: datetime


@dataclass(frozen=True)
class Leaderboard:
    """The leaderboard of one version of a problem, and all `versions` that somebody solved, newest first."""

    version: int
    versions: list[int]
    places: list[LeaderboardPlace]
    total: int


@dataclass(frozen=True)
class KataAttempt:
    """One person's judged attempt: a run, or a submission, which may have solved the problem."""

    user_id: int
    submitted: bool
    solved: bool
    at: datetime


@dataclass(frozen=True)
class TypicalEffort:
    """The effort that a problem typically takes.

    `tried` is how many people submitted something and `solved` how many of them solved it without having seen the
    solution. For the latter, `submissions` is the median number up to the first accepted one, and `minutes` the median
    time to it from the first attempt, which may be a run.
    """

    tried: int
    solved: int
    submissions: float
    minutes: float

    @property
    def percent(self) -> int:
        """The percentage of those who tried it who solved it."""
        return round(100 * self.solved / self.tried)

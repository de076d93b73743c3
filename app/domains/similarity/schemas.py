"""The data types of similar solutions, for pages and programs."""

from datetime import datetime

from pydantic import BaseModel

from app.domains.similarity.ranking import SharedKind


class ComparedSolution(BaseModel):
    """What one person handed in: their first accepted submission or, if they have none, their last one.

    `tokens` counts the source's tokens, `own` those that the problem's own code doesn't have. `whole` is false for a
    source of which only the beginning was compared.
    """

    submission: str
    name: str
    at: datetime
    accepted: bool
    tokens: int
    own: int
    whole: bool


class EvidenceView(BaseModel):
    """What a pair shares of one kind.

    `count` things, of which `alone` are in no other solution of the class; `samples` are some of them. `minutes` lie
    between the two submissions (`time`), or between the first and a large paste in the second (`paste`). `weight` is
    what it adds to the pair's place in the list, without a unit.
    """

    kind: SharedKind
    weight: float
    count: int
    alone: int
    samples: list[str]
    minutes: float | None


class SimilarPair(BaseModel):
    """Two solutions, the earlier one first. `weight` orders the list and means nothing outside of it.

    `fraction`, 0 to 1, is how much of what both wrote themselves is shared; null below 60 tokens, where it says
    nothing. It is no probability that somebody copied.
    """

    left: ComparedSolution
    right: ComparedSolution
    weight: float
    fraction: float | None
    shared: int
    evidence: list[EvidenceView]


class Similar(BaseModel):
    """The pairs of a problem's solutions that share most of what few others have, those first.

    In every class some pair is first: this is where to look, and no finding. `usual` is the mean number of rare runs of
    tokens that two solutions of this class share. `read` of `sources` are read so far; pairs are there when all are.
    `left_out` names people whose sources take too long to read.
    """

    problem: str
    sources: int
    read: int
    ready: bool
    people: int
    usual: float
    left_out: list[str]
    pairs: list[SimilarPair]

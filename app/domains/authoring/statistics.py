"""A problem's statistics, computed from submissions."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Final

from app.domains.authoring.schemas import CodeCount, Statistics, WrongIdea
from grader.report import Mode, Verdict

if TYPE_CHECKING:
    from datetime import datetime

MAX_IDEAS: Final = 5
"""Maximum number of wrong solutions shown."""
THEIR_OWN: Final = "the same learner's accepted solution"
OURS: Final = "the canonical solution"


@dataclass(frozen=True)
class Attempt:
    """A judged submission, or a run, of one learner."""

    user_id: int
    mode: Mode
    verdict: Verdict
    code: str
    message: str
    source: str
    at: datetime


def count(attempts: list[Attempt], solution: str) -> tuple[Statistics, list[tuple[str, str]]]:
    """Return the statistics of attempts, given in chronological order; `solution` is the canonical one.

    Diffs of wrong ideas are left empty: the second value has the two texts of each, for a worker to compare.
    """
    by_person: defaultdict[int, list[Attempt]] = defaultdict(list)
    for attempt in attempts:
        by_person[attempt.user_id].append(attempt)
    submits = {
        user: [one for one in made if one.mode is Mode.SUBMIT]
        for user, made in by_person.items()
        if any(one.mode is Mode.SUBMIT for one in made)
    }
    solved = {
        user: next(one for one in made if one.verdict is Verdict.ACCEPTED)
        for user, made in submits.items()
        if any(one.verdict is Verdict.ACCEPTED for one in made)
    }
    minutes = [(end.at - by_person[user][0].at).total_seconds() / 60 for user, end in solved.items()]
    tries = [submits[user].index(end) + 1 for user, end in solved.items()]
    rejected = [one for made in submits.values() for one in made if one.verdict is not Verdict.ACCEPTED]
    ideas = _find_ideas(rejected, solved, solution)
    found = Statistics(
        attempts=sum(len(made) for made in submits.values()),
        people=len(submits),
        solved=len(solved),
        solve_rate=len(solved) / len(submits) if submits else None,
        median_attempts=median(tries) if tries else None,
        median_minutes=median(minutes) if minutes else None,
        rejections=_count_codes(rejected),
        wrong_ideas=[idea for idea, _ in ideas],
    )
    return found, [texts for _, texts in ideas]


def _count_codes(rejected: list[Attempt]) -> list[CodeCount]:
    people: defaultdict[tuple[str, Verdict], list[int]] = defaultdict(list)
    for one in rejected:
        people[one.code, one.verdict].append(one.user_id)
    counts = [
        CodeCount(code=code, verdict=verdict.value, submissions=len(users), people=len(set(users)))
        for (code, verdict), users in people.items()
    ]
    return sorted(counts, key=lambda found: (-found.submissions, found.code))


def _find_ideas(
    rejected: list[Attempt], solved: dict[int, Attempt], solution: str
) -> list[tuple[WrongIdea, tuple[str, str]]]:
    """Return the most common wrong solutions, each with its text and a correct one, preferably the same learner's."""
    by_code: defaultdict[str, list[Attempt]] = defaultdict(list)
    for one in rejected:
        by_code[one.code].append(one)
    ideas = []
    for code, made in by_code.items():
        forms = Counter(_reduce(one.source) for one in made)
        common = [one for one in made if _reduce(one.source) == forms.most_common(1)[0][0]]
        example = next((one for one in common if one.user_id in solved), common[0])
        own = solved.get(example.user_id)
        idea = WrongIdea(
            code=code,
            message=example.message,
            people=len({one.user_id for one in made}),
            diff="",
            against=THEIR_OWN if own else OURS,
        )
        ideas.append((idea, (example.source, own.source if own else solution)))
    return sorted(ideas, key=lambda found: (-found[0].people, found[0].code))[:MAX_IDEAS]


def _reduce(source: str) -> str:
    """Return a source without comments and trailing spaces, which don't distinguish solutions."""
    lines = (line.split("#")[0].rstrip() for line in source.splitlines())
    return "\n".join(line for line in lines if line)

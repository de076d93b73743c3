"""A problem's statistics, computed from submissions."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Final

from app.domains.authoring.schemas import CodeCount, Statistics, WrongIdea
from grader.bundle.differences import diff_texts
from grader.report import Mode, Verdict

if TYPE_CHECKING:
    from datetime import datetime

MAX_IDEAS: Final = 5
"""Maximum number of wrong solutions shown."""
MAX_LINES: Final = 60
"""Longer diffs are cut."""
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


def count(attempts: list[Attempt], solution: str) -> Statistics:
    """Return the statistics of attempts in the order in which they were made; `solution` is the canonical one."""
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
    return Statistics(
        attempts=sum(len(made) for made in submits.values()),
        people=len(submits),
        solved=len(solved),
        solve_rate=len(solved) / len(submits) if submits else None,
        median_attempts=median(tries) if tries else None,
        median_minutes=median(minutes) if minutes else None,
        rejections=_count_codes(rejected),
        wrong_ideas=_find_ideas(rejected, solved, solution),
    )


def _count_codes(rejected: list[Attempt]) -> list[CodeCount]:
    people: defaultdict[tuple[str, Verdict], list[int]] = defaultdict(list)
    for one in rejected:
        people[one.code, one.verdict].append(one.user_id)
    counts = [
        CodeCount(code=code, verdict=verdict.value, submissions=len(users), people=len(set(users)))
        for (code, verdict), users in people.items()
    ]
    return sorted(counts, key=lambda found: (-found.submissions, found.code))


def _find_ideas(rejected: list[Attempt], solved: dict[int, Attempt], solution: str) -> list[WrongIdea]:
    """Return the most common wrong solutions, each with a correct one, preferably the same learner's."""
    by_code: defaultdict[str, list[Attempt]] = defaultdict(list)
    for one in rejected:
        by_code[one.code].append(one)
    ideas = []
    for code, made in by_code.items():
        forms = Counter(_reduce(one.source) for one in made)
        common = [one for one in made if _reduce(one.source) == forms.most_common(1)[0][0]]
        example = next((one for one in common if one.user_id in solved), common[0])
        own = solved.get(example.user_id)
        diff = diff_texts(example.source, own.source if own else solution).splitlines()
        cut = [*diff[:MAX_LINES], "..."] if len(diff) > MAX_LINES else diff
        ideas.append(
            WrongIdea(
                code=code,
                message=example.message,
                people=len({one.user_id for one in made}),
                diff="\n".join(cut),
                against=THEIR_OWN if own else OURS,
            )
        )
    return sorted(ideas, key=lambda idea: (-idea.people, idea.code))[:MAX_IDEAS]


def _reduce(source: str) -> str:
    """Return a source without comments and trailing spaces, which don't make solutions different."""
    lines = (line.split("#")[0].rstrip() for line in source.splitlines())
    return "\n".join(line for line in lines if line)

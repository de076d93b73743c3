"""A problem's statistics, computed from submissions.

Counting needs no sources, which may be large and many: those of a few attempts are read afterwards, to show what is
often wrong.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Final

from app.domains.authoring.schemas import CodeCount, Statistics, WrongIdea
from grader.report import Mode, Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

MAX_IDEAS: Final = 5
"""Maximum number of wrong solutions shown."""
MAX_COMPARED: Final = 20
"""Maximum number of attempts, the newest, among which the one to show is chosen for each reason."""
THEIR_OWN: Final = "the same learner's accepted solution"
OURS: Final = "the canonical solution"


@dataclass(frozen=True)
class Attempt:
    """A judged submission, or a run, of one learner; `id` is its row's."""

    id: int
    user_id: int
    mode: Mode
    verdict: Verdict
    code: str
    message: str
    at: datetime


@dataclass(frozen=True)
class Rejections:
    """One reason for rejections: how many people met it, its newest attempts, and what their authors solved it with."""

    code: str
    people: int
    newest: list[Attempt]
    solved: dict[int, Attempt]

    @property
    def sources(self) -> set[int]:
        """The rows whose sources `choose_idea` needs."""
        return {one.id for one in (*self.newest, *self.solved.values())}


def count(attempts: list[Attempt]) -> tuple[Statistics, list[Rejections]]:
    """Return the statistics of attempts, given in chronological order, and the most common reasons for rejections.

    Wrong ideas are left empty: `choose_idea` makes one of each of the reasons.
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
    found = Statistics(
        attempts=sum(len(made) for made in submits.values()),
        people=len(submits),
        solved=len(solved),
        solve_rate=len(solved) / len(submits) if submits else None,
        median_attempts=median(tries) if tries else None,
        median_minutes=median(minutes) if minutes else None,
        rejections=_count_codes(rejected),
        wrong_ideas=[],
    )
    return found, _find_reasons(rejected, solved)


def _count_codes(rejected: list[Attempt]) -> list[CodeCount]:
    people: defaultdict[tuple[str, Verdict], list[int]] = defaultdict(list)
    for one in rejected:
        people[one.code, one.verdict].append(one.user_id)
    counts = [
        CodeCount(code=code, verdict=verdict.value, submissions=len(users), people=len(set(users)))
        for (code, verdict), users in people.items()
    ]
    return sorted(counts, key=lambda found: (-found.submissions, found.code))


def _find_reasons(rejected: list[Attempt], solved: dict[int, Attempt]) -> list[Rejections]:
    by_code: defaultdict[str, list[Attempt]] = defaultdict(list)
    for one in rejected:
        by_code[one.code].append(one)
    people = {code: len({one.user_id for one in made}) for code, made in by_code.items()}
    reasons = []
    for code in sorted(by_code, key=lambda code: (-people[code], code))[:MAX_IDEAS]:
        newest = by_code[code][-MAX_COMPARED:]
        theirs = {one.user_id: solved[one.user_id] for one in newest if one.user_id in solved}
        reasons.append(Rejections(code, people[code], newest, theirs))
    return reasons


def choose_idea(reason: Rejections, sources: Mapping[int, str], solution: str) -> tuple[WrongIdea, str, str] | None:
    """Return the most common wrong solution for a reason without its diff, its source, and a correct one.

    That is preferably the same learner's; `solution` is the canonical one. None if no source is left.
    """
    made = [one for one in reason.newest if one.id in sources]
    if not made:
        return None
    forms = {one.id: _reduce(sources[one.id]) for one in made}
    [(commonest, _)] = Counter(forms.values()).most_common(1)
    common = [one for one in made if forms[one.id] == commonest]
    example = next((one for one in common if one.user_id in reason.solved), common[0])
    own = reason.solved.get(example.user_id)
    right = None if own is None else sources.get(own.id)
    idea = WrongIdea(
        code=reason.code,
        message=example.message,
        people=reason.people,
        diff="",
        against=OURS if right is None else THEIR_OWN,
    )
    return idea, sources[example.id], solution if right is None else right


def _reduce(source: str) -> str:
    """Return a source without comments and trailing spaces, which don't distinguish solutions."""
    lines = (line.split("#")[0].rstrip() for line in source.splitlines())
    return "\n".join(line for line in lines if line)

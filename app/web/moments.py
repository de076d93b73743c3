"""Collects the data for the panel after an accepted submission, for every page that shows one."""

from typing import Annotated

from fastapi import Depends

from app.domains.accounts.schemas import Account
from app.domains.community.dependencies import CommunityDep
from app.domains.community.service import CommunityService
from app.domains.problems.dependencies import ProblemsDep
from app.domains.problems.service import ProblemService
from app.domains.stuck.dependencies import StuckDep
from app.domains.stuck.schemas import PinnedHintView
from app.domains.stuck.service import StuckService
from app.domains.submissions.schemas import Journey, SubmissionView
from app.web.drawing.moment import Moment, draw_pair, tell_way
from app.web.drawing.tracks import find_onward
from grader.report import Verdict


class Moments:
    """Collects several services' data about a judged submission."""

    def __init__(self, problems: ProblemService, community: CommunityService, stuck: StuckService) -> None:
        self._problems = problems
        self._community = community
        self._stuck = stuck

    async def find_pins(self, submission: SubmissionView, user: Account) -> list[PinnedHintView]:
        """Return the hints that the user's teachers pinned to the code of a submission that wasn't accepted."""
        return await self._stuck.find_pins(submission, user)

    async def find(self, submission: SubmissionView, journey: Journey | None, user: Account) -> Moment | None:
        """Return the panel for one of the user's submissions, and the way to it; None if that solves nothing."""
        report = submission.report
        if journey is None or report is None or report.verdict is not Verdict.ACCEPTED or report.held_until is not None:
            return None
        problem = await self._problems.get_problem(submission.problem, user)
        return Moment(
            submission=submission.id,
            problem=submission.problem,
            pair=draw_pair(journey, submission),
            way=tell_way(journey),
            learnt=problem.concepts.teaches,
            following=find_onward(await self._problems.list_problems(user)),
            shared=await self._community.count_solutions(submission.problem, user),
            scored=problem.scored,
            score=report.score,
            saw_solution=journey.saw_solution,
            had_solved=journey.had_solved,
        )


async def _get_moments(problems: ProblemsDep, community: CommunityDep, stuck: StuckDep) -> Moments:
    return Moments(problems, community, stuck)


MomentsDep = Annotated[Moments, Depends(_get_moments)]
"""The type of a route's parameter that receives the `Moments`."""

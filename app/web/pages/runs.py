"""Temporary runs: a guest's run of a problem's samples, and a program that belongs to no problem."""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request, Response
from fastapi.responses import HTMLResponse
from fastapi.sse import EventSourceResponse, ServerSentEvent

from app.domains.accounts.dependencies import OptionalUser
from app.domains.accounts.schemas import Account
from app.domains.accounts.streams import STREAM
from app.domains.limits.addresses import name_asker
from app.domains.problems.dependencies import ProblemsDep
from app.domains.runs.dependencies import RunsDep
from app.domains.runs.errors import RunNotFoundError
from app.domains.submissions.dependencies import SubmissionsDep
from app.web.drawing import verdicts
from app.web.drawing.explained import explain_report
from app.web.drawing.trial import draw_trial
from app.web.live import LiveVerdict
from app.web.moments import MomentsDep
from app.web.navigation import RendererDep, go

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)
Source = Annotated[str, Form()]


@router.post("/problems/{slug}/runs")
async def run_samples(slug: str, request: Request, user: OptionalUser, runs: RunsDep, source: Source = "") -> Response:
    """Run a guest's source from a browser without JavaScript; forms send lines that end in CR LF."""
    asker = name_asker(request, None if user is None else user.id)
    run = await runs.run_samples(slug, source.replace("\r\n", "\n"), user, asker)
    return go(f"/runs/{run.id}")


@router.post("/programs")
async def run_program(request: Request, user: OptionalUser, runs: RunsDep, source: Source = "") -> Response:
    """Run a program from the front page."""
    asker = name_asker(request, None if user is None else user.id)
    run = await runs.run_program(source.replace("\r\n", "\n"), user, asker)
    return go(f"/runs/{run.id}")


@router.get("/runs/{run_id}")
async def show_run(
    request: Request,
    run_id: str,
    user: OptionalUser,
    runs: RunsDep,
    problems: ProblemsDep,
    renderer: RendererDep,
    part: str = "",
) -> Response:
    """Show a run: its source and, once it is done, what came of it.

    `part=bars` asks for a program's calls as the front page draws them, `part=brief` for what a lesson shows of it.
    """
    run = await runs.get(run_id, user)
    report = run.report
    head = verdicts.describe_run(run.status, report, run.position)
    problem = None if run.problem is None else await problems.get_problem(run.problem, user)
    response = await renderer.draw_page(
        request,
        "run.html",
        user,
        here="/scratchpad" if problem is None else f"/problems/{problem.slug}",
        run=run,
        part=part,
        report=report,
        head=head,
        problem=problem,
        own=await runs.find_owner(run_id, user) is not None,
        explanation=None if report is None else explain_report(report),
        trial=draw_trial(report) if report is not None and problem is None and part == "bars" else None,
    )
    response.headers["Cache-Control"] = "no-store"
    return response


@dataclass(frozen=True)
class Followed:
    """A followed run: its id, its owner, and the object that draws its panel."""

    run_id: str
    owner: Account | None
    live: LiveVerdict


async def find_live(
    run_id: str,
    user: OptionalUser,
    runs: RunsDep,
    submissions: SubmissionsDep,
    moments: MomentsDep,
    renderer: RendererDep,
) -> Followed:
    """Return a run to follow; raises an error before the stream begins if the reader can't see it."""
    run = await runs.get(run_id, user)
    if run.problem is None:
        raise RunNotFoundError
    owner = await runs.find_owner(run_id, user)
    return Followed(run.id, owner, LiveVerdict(submissions, moments, renderer, run.id, owner, run.source))


@router.get("/runs/{run_id}/live", response_class=EventSourceResponse, dependencies=[STREAM])
async def follow_run(
    runs: RunsDep, followed: Annotated[Followed, Depends(find_live)]
) -> AsyncIterator[ServerSentEvent]:
    """Stream the pieces of the verdict panel of a run of samples, from the first to the last."""
    async for event in runs.follow(followed.run_id, followed.owner):
        yield ServerSentEvent(event=event.kind.value, raw_data=json.dumps(await followed.live.draw(event)))

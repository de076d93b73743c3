"""The front page, with a program to try, the current and next problem, and the searchable list; the concept map."""

import asyncio
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse

from app.domains.accounts.dependencies import CurrentUser, OptionalUser
from app.domains.problems.dependencies import ProblemsDep
from app.domains.problems.schemas import ProblemState
from app.domains.regrading.dependencies import RegradesDep
from app.domains.runs.snippet import CURE, LINE, SNIPPET, TRAP
from app.http.notes import NOTES
from app.web.drawing.concept_map import draw_map
from app.web.drawing.tracks import (
    Filters,
    choose_weekly,
    filter_problems,
    find_current,
    find_next,
    group_by_track,
    list_beginnings,
    list_concepts,
)
from app.web.drawing.trial import draw_trial
from app.web.navigation import RendererDep, go

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)
TRACKS_TO_BEGIN = 3


@router.post("/notices")
async def put_away_notices(user: CurrentUser, regrades: RegradesDep) -> Response:
    """Dismiss the notices of rejudged submissions."""
    await regrades.put_away_notices(user)
    return go("/")


@router.get("/", dependencies=[NOTES])
async def show_catalogue(
    request: Request,
    user: OptionalUser,
    problems: ProblemsDep,
    regrades: RegradesDep,
    renderer: RendererDep,
    filters: Annotated[Filters, Query()],
) -> Response:
    """List the problems that match the filters: by track or, where something is searched, the best first."""
    listed = await problems.list_problems(user)
    searched = bool(filters.q.strip())
    found = filter_problems(listed, filters, await problems.search(filters.q, user) if searched else None)
    tracks = group_by_track(listed)
    recording = request.app.state.recording
    return renderer.page(
        request,
        "catalogue.html",
        user,
        filters=filters,
        total=len(listed),
        counted=sum(not problem.beta for problem in listed),
        notices=[] if user is None else await regrades.list_notices(user),
        unpublished=request.app.state.preparation.unpublished,
        found=len(found),
        matches=found if searched else [],
        tracks=[] if searched else group_by_track(found),
        all_tracks=[track.name for track in tracks],
        beginnings=list_beginnings(tracks, TRACKS_TO_BEGIN),
        concepts=list_concepts(listed),
        states=list(ProblemState),
        current=find_current(listed),
        next_step=find_next(listed),
        weekly=choose_weekly([one for one in listed if not one.private], datetime.now(UTC).date()),
        solved=sum(problem.solved is True and not problem.beta for problem in listed),
        snippet=SNIPPET,
        trap=TRAP,
        cure=CURE,
        line=LINE,
        trial=None if recording.report is None else draw_trial(recording.report),
        recorded_at=recording.at,
        recorded_output="" if recording.report is None else recording.report.output[:200],
    )


@router.get("/map")
async def show_map(request: Request, user: OptionalUser, problems: ProblemsDep, renderer: RendererDep) -> Response:
    """Show which problem builds on which, track by track."""
    listed = await problems.list_problems(user)
    tracks = await asyncio.to_thread(draw_map, listed)
    return renderer.page(request, "map.html", user, tracks=tracks, next_step=find_next(listed))

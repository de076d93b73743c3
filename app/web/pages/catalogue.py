"""The home page: current and next problem, the concept map, and the searchable list."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse

from app.domains.accounts.dependencies import CurrentUser, OptionalUser
from app.domains.problems.dependencies import ProblemsDep
from app.domains.problems.schemas import ProblemState
from app.domains.regrading.dependencies import RegradesDep
from app.web.drawing.concept_map import draw_map
from app.web.drawing.tracks import Filters, filter_problems, find_current, find_next, group_by_track, list_concepts
from app.web.navigation import RendererDep, go

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)


@router.post("/notices")
async def put_away_notices(user: CurrentUser, regrades: RegradesDep) -> Response:
    """Dismiss the notices of rejudged submissions."""
    await regrades.put_away_notices(user)
    return go("/")


@router.get("/")
async def show_catalogue(
    request: Request,
    user: OptionalUser,
    problems: ProblemsDep,
    regrades: RegradesDep,
    renderer: RendererDep,
    filters: Annotated[Filters, Query()],
) -> Response:
    """List the problems that match the filters, by track."""
    listed = await problems.list_problems(user)
    found = filter_problems(listed, filters)
    return renderer.page(
        request,
        "catalogue.html",
        user,
        filters=filters,
        total=len(listed),
        notices=[] if user is None else await regrades.list_notices(user),
        unpublished=request.app.state.preparation.unpublished,
        found=len(found),
        tracks=group_by_track(found),
        all_tracks=[track.name for track in group_by_track(listed)],
        concepts=list_concepts(listed),
        states=list(ProblemState),
        current=find_current(listed),
        next_step=find_next(listed),
        solved=sum(problem.solved is True for problem in listed),
        map=draw_map(listed),
    )

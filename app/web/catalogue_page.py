"""The home page: where to go on, what comes next, the concept map, and the list with its search."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse

from app.accounts.dependencies import CurrentUser, OptionalUser
from app.problems.schemas import ProblemState
from app.services import ServicesDep
from app.web.catalogue import Filters, filter_problems, find_current, find_next, group_by_track, list_concepts
from app.web.concept_map import draw_map
from app.web.page import RendererDep, go

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)


@router.post("/notices")
async def put_away_notices(user: CurrentUser, services: ServicesDep) -> Response:
    """Show no more what was judged again until now."""
    await services.regrades.put_away_notices(user)
    return go("/")


@router.get("/")
async def show_catalogue(
    request: Request,
    user: OptionalUser,
    services: ServicesDep,
    renderer: RendererDep,
    filters: Annotated[Filters, Query()],
) -> Response:
    """List the problems that fit the filters, by track."""
    problems = await services.problems.list_problems(user)
    found = filter_problems(problems, filters)
    return renderer.page(
        request,
        "catalogue.html",
        user,
        filters=filters,
        total=len(problems),
        notices=[] if user is None else await services.regrades.list_notices(user),
        unpublished=request.app.state.preparation.unpublished,
        found=len(found),
        tracks=group_by_track(found),
        all_tracks=[track.name for track in group_by_track(problems)],
        concepts=list_concepts(problems),
        states=list(ProblemState),
        current=find_current(problems),
        next_step=find_next(problems),
        solved=sum(problem.solved is True for problem in problems),
        map=draw_map(problems),
    )

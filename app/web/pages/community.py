"""Sharing between people: links to submissions, solutions with votes, and leaderboards."""

from typing import Annotated, Final

from fastapi import APIRouter, Form, Path, Query, Request, Response
from fastapi.responses import HTMLResponse

from app.domains.accounts.dependencies import CurrentUser, OptionalUser
from app.domains.community.dependencies import CommunityDep
from app.domains.community.schemas import Order
from app.domains.community.service import SOLUTIONS_A_PAGE
from app.domains.problems.dependencies import ProblemsDep
from app.domains.progress.dependencies import ProgressDep
from app.kit.paging import count_pages
from app.web.drawing import verdicts
from app.web.navigation import RendererDep, ask_to_sign_in, go

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)
MAX_DATABASE_INT: Final = 2**31 - 1
"""The largest number that every database can store."""


@router.post("/submissions/{public_id}/link")
async def make_link(public_id: str, user: CurrentUser, community: CommunityDep) -> Response:
    """Make a link to a submission of the reader's own."""
    await community.make_link(user, public_id)
    return go(f"/submissions/{public_id}#sharing")


@router.post("/submissions/{public_id}/unlink")
async def revoke_link(public_id: str, user: CurrentUser, community: CommunityDep) -> Response:
    """Delete the link."""
    await community.revoke_link(user, public_id)
    return go(f"/submissions/{public_id}#sharing")


@router.post("/submissions/{public_id}/share")
async def share_solution(public_id: str, user: CurrentUser, community: CommunityDep) -> Response:
    """Show a solution to those who solved the problem."""
    await community.share_solution(user, public_id)
    return go(f"/submissions/{public_id}#sharing")


@router.post("/submissions/{public_id}/unshare")
async def withdraw_solution(public_id: str, user: CurrentUser, community: CommunityDep) -> Response:
    """Show it no longer."""
    await community.withdraw_solution(user, public_id)
    return go(f"/submissions/{public_id}#sharing")


@router.get("/shared/{token}")
async def open_link(
    request: Request,
    token: str,
    user: OptionalUser,
    problems: ProblemsDep,
    community: CommunityDep,
    renderer: RendererDep,
) -> Response:
    """Show a submission to whoever has its link: its source and report, but not its author."""
    submission = await community.open_link(token, user)
    problem = await problems.get_problem(submission.problem, user)
    return await renderer.draw_page(
        request,
        "shared.html",
        user,
        submission=submission,
        report=submission.report,
        problem=problem,
        head=verdicts.describe(submission),
    )


@router.get("/problems/{slug}/solutions")
async def list_solutions(
    request: Request,
    slug: str,
    user: OptionalUser,
    problems: ProblemsDep,
    community: CommunityDep,
    renderer: RendererDep,
    order: Annotated[Order, Query()] = Order.VOTES,
    page: Annotated[int, Query(ge=1, le=MAX_DATABASE_INT)] = 1,
) -> Response:
    """Show a page of others' solutions to somebody who solved the problem."""
    if user is None:
        return ask_to_sign_in(request)
    pages = count_pages(await community.count_solutions(slug, user) or 0, SOLUTIONS_A_PAGE)
    page = min(page, pages)
    solutions = await community.list_solutions(user, slug, order, page)
    problem = await problems.get_problem(slug, user)
    return await renderer.draw_page(
        request, "solutions.html", user, problem=problem, solutions=solutions, order=order, page=page, pages=pages
    )


@router.post("/solutions/{solution_id}/vote")
async def vote(
    solution_id: Annotated[int, Path(ge=1, le=MAX_DATABASE_INT)],
    user: CurrentUser,
    community: CommunityDep,
    given: Annotated[bool, Form()],
    order: Annotated[Order, Form()] = Order.VOTES,
    page: Annotated[int, Form(ge=1, le=MAX_DATABASE_INT)] = 1,
) -> Response:
    """Give or take back a vote, and go back to the page of the list on which that was done."""
    slug = await community.vote(user, solution_id, given=given)
    return go(f"/problems/{slug}/solutions?order={order}&page={page}#solution-{solution_id}")


@router.get("/problems/{slug}/leaderboard")
async def show_leaderboard(
    request: Request,
    slug: str,
    user: OptionalUser,
    problems: ProblemsDep,
    community: CommunityDep,
    progress: ProgressDep,
    renderer: RendererDep,
    version: Annotated[int | None, Query(ge=1, le=MAX_DATABASE_INT)] = None,
) -> Response:
    """Show how those who solved one version of a problem rank by their scores."""
    problem = await problems.get_problem(slug, user)
    board = await community.rank(user, slug, version)
    publicity = None if user is None else await progress.find_publicity(user)
    return renderer.page(request, "leaderboard.html", user, problem=problem, board=board, publicity=publicity)

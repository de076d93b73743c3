"""The instructors' pages about regrades."""

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse

from app.domains.authoring.dependencies import AuthoredProblem
from app.domains.problems.dependencies import CatalogueDep
from app.domains.regrading.dependencies import RegradesDep
from app.domains.regrading.schemas import Selection
from app.web.navigation import RendererDep, go

router = APIRouter(prefix="/authoring", default_response_class=HTMLResponse, include_in_schema=False)


@router.post("/{slug}/rejudge")
async def rejudge(
    problem: AuthoredProblem, catalogue: CatalogueDep, regrades: RegradesDep, reason: Annotated[str, Form()] = ""
) -> Response:
    """Judge all submissions again by the newest version, as a proposal."""
    version = await catalogue.find_any_version(problem.slug)
    done = await regrades.rejudge(Selection(), version, reason=reason, by=problem.user, newest=True)
    return go(f"/authoring/{problem.slug}/regrades/{done.regrades[0].id}" if done.regrades else "versions")


@router.get("/{slug}/regrades/{regrade_id}")
async def show_regrade(
    request: Request, regrade_id: str, problem: AuthoredProblem, regrades: RegradesDep, renderer: RendererDep
) -> Response:
    """Show what a regrade changes, and how far it is."""
    diff = await regrades.diff(regrade_id, problem.row_id, problem.user)
    return renderer.page(
        request,
        "authoring_regrade.html",
        problem.user,
        slug=problem.slug,
        section="versions",
        may_edit=problem.may_edit,
        diff=diff,
        regrade=diff.regrade,
    )


@router.post("/{slug}/regrades/{regrade_id}")
async def decide_regrade(
    regrade_id: str,
    problem: AuthoredProblem,
    regrades: RegradesDep,
    decision: Annotated[str, Form()],
    reason: Annotated[str, Form(max_length=1000)] = "",
) -> Response:
    """Apply a regrade, all of it or what lowers nothing (`raise`), drop it, or propose to take it back (`return`)."""
    if decision == "return":
        made = await regrades.take_back(regrade_id, problem.row_id, reason, problem.user)
        return go(f"/authoring/{problem.slug}/regrades/{made.id}")
    if decision in {"apply", "raise"}:
        await regrades.apply(regrade_id, problem.row_id, never_lower=decision == "raise")
    else:
        await regrades.drop(regrade_id, problem.row_id)
    return go(f"/authoring/{problem.slug}/regrades/{regrade_id}")

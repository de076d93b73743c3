"""The problem page: what to read on the left, what to write on the right."""

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse

from app.accounts.dependencies import CurrentUser, OptionalUser
from app.accounts.schemas import Account
from app.language import find_language
from app.services import Services, ServicesDep
from app.web import verdicts
from app.web.page import RendererDep, go
from app.web.texts import choose_texts
from grader.report import Mode

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)


@router.get("/problems/{slug}")
async def show_problem(
    request: Request, slug: str, user: OptionalUser, services: ServicesDep, renderer: RendererDep, restore: str = ""
) -> Response:
    """Show one problem. `restore` names a submission of the reader's own, whose source the editor is to hold."""
    problem = await services.problems.get_problem(slug, user)
    siblings = [other for other in await services.problems.list_problems(None) if other.track == problem.track]
    place = next((number for number, other in enumerate(siblings, start=1) if other.slug == slug), None)
    draft = None if user is None else await services.drafts.find(user, slug)
    attempts = [] if user is None else await services.submissions.list_attempts(slug, user)
    pending = next((attempt.id for attempt in attempts if attempt.status.is_pending), None)
    restored = await _find_source(services, user, restore)
    page_data = {
        "slug": problem.slug,
        "version": problem.version,
        "user": None if user is None else user.name,
        "starter": problem.starter,
        "draft": None if draft is None else draft.model_dump(mode="json"),
        "restored": restored,
        "pending": pending,
        "names": renderer.find_asset("names.json"),
    }
    return renderer.page(
        request,
        "problem.html",
        user,
        problem=problem,
        page_data=page_data,
        place=place,
        siblings=len(siblings),
        following=siblings[place] if place is not None and place < len(siblings) else None,
        attempts=attempts,
        shared=await services.community.count_solutions(slug) if problem.solved else 0,
        source=restored or (draft.source if draft else problem.starter),
        head=verdicts.idle(),
        texts=choose_texts(problem, find_language()),
    )


async def _find_source(services: Services, user: Account | None, public_id: str) -> str | None:
    if user is None or not public_id:
        return None
    return (await services.submissions.get(public_id, user)).source


@router.post("/problems/{slug}/submissions")
async def attempt_problem(
    slug: str,
    user: CurrentUser,
    services: ServicesDep,
    source: Annotated[str, Form()] = "",
    mode: Annotated[Mode, Form()] = Mode.RUN,
) -> Response:
    """Take an attempt from a browser without JavaScript; forms send lines that end in CR LF."""
    text = source.replace("\r\n", "\n")
    submission = await services.submissions.create(user, slug, text, mode)
    await services.drafts.save(user, slug, text, version=None)
    return go(f"/submissions/{submission.id}")


@router.post("/problems/{slug}/hints")
async def open_hint(
    slug: str, user: CurrentUser, services: ServicesDep, number: Annotated[int, Form()] = 0
) -> Response:
    """Open the next hint and go back to the hints."""
    await services.problems.open_hint(slug, user, number)
    return go(f"/problems/{slug}#hints")


@router.post("/problems/{slug}/solution")
async def give_up(slug: str, user: CurrentUser, services: ServicesDep) -> Response:
    """Open the solution for somebody who gives up."""
    await services.problems.give_up(slug, user)
    return go(f"/problems/{slug}#solution")

"""The problem page: texts on the left, editor on the right."""

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse

from app.domains.accounts.dependencies import CurrentUser, OptionalUser
from app.domains.accounts.schemas import Account
from app.domains.community.dependencies import CommunityDep
from app.domains.drafts.dependencies import DraftsDep
from app.domains.drafts.service import view_draft
from app.domains.problems.dependencies import ProblemsDep
from app.domains.ratings.dependencies import RatingsDep
from app.domains.submissions.dependencies import SubmissionsDep
from app.domains.submissions.schemas import Trail
from app.domains.submissions.service import SubmissionService
from app.http.notes import NOTES
from app.http.parts import SettingsDep
from app.kit.language import find_language
from app.web.drawing import verdicts
from app.web.drawing.error_pages import link_errors
from app.web.drawing.texts import choose_texts
from app.web.drawing.tracks import find_onward
from app.web.moments import MomentsDep
from app.web.navigation import RendererDep, go
from grader.report import Mode

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)


@router.get("/problems/{slug}", dependencies=[NOTES])
async def show_problem(
    request: Request,
    slug: str,
    user: OptionalUser,
    problems: ProblemsDep,
    submissions: SubmissionsDep,
    community: CommunityDep,
    ratings: RatingsDep,
    moments: MomentsDep,
    renderer: RendererDep,
    settings: SettingsDep,
    restore: str = "",
) -> Response:
    """Show one problem. `restore` names a submission of the reader's own, whose source the editor is to hold."""
    opened = await problems.open_problem(slug, user)
    problem, standing, track = opened.detail, opened.standing, opened.track
    draft = None if standing is None or standing.draft is None else view_draft(standing.draft)
    # Who has neither saved nor submitted anything here has no trail, which is a query less on a first visit.
    has_begun = standing is not None and opened.problem_id in standing.progress
    trail = await submissions.find_trail(slug, user) if user is not None and has_begun else Trail([])
    pending = next((attempt.id for attempt in trail.attempts if attempt.status.is_pending), None)
    restored = await _find_source(submissions, user, restore)
    judged = trail.judged  # still there after a reload
    report = None if judged is None else judged.report
    moment = None if judged is None or user is None else await moments.find(judged, trail.journey, user)
    following = moment.following if moment else None
    if problem.solved and moment is None:
        following = find_onward(await problems.list_problems(user))
    page_data = {
        "slug": problem.slug,
        "version": problem.version,
        "user": None if user is None else user.name,
        "guest_runs": settings.guests_may_run,
        "starter": problem.starter,
        "draft": None if draft is None else draft.model_dump(mode="json"),
        "restored": restored,
        "pending": None
        if pending is None
        else {"id": pending, "source": await _find_source(submissions, user, pending)},
        "judged": None
        if judged is None or report is None
        else {
            "id": judged.id,
            "source": judged.source,
            "line": report.line,
            "remarks": verdicts.list_remarks(report),
        },
        "names": renderer.find_asset("names.json"),
        "bodies": problem.bodies,
    }
    return await renderer.draw_page(
        request,
        "problem.html",
        user,
        problem=problem,
        page_data=page_data,
        track=track,
        place=next((kata.place for kata in track if kata.slug == slug), None),
        following=following,
        attempts=trail.attempts,
        effort=await community.tell_effort(opened),
        rating=await ratings.show_beside(opened),
        shared=None if standing is None else standing.shared,
        source=restored or (draft.source if draft else problem.starter),
        head=verdicts.idle() if judged is None else verdicts.describe(judged),
        judged=judged,
        previous=trail.previous,
        moment=moment,
        pinned=[] if judged is None or user is None else await moments.find_pins(judged, user),
        texts=choose_texts(problem, find_language()),
        errors=link_errors(slug),
    )


async def _find_source(submissions: SubmissionService, user: Account | None, public_id: str) -> str | None:
    if user is None or not public_id:
        return None
    return (await submissions.get(public_id, user)).source


@router.post("/problems/{slug}/submissions")
async def attempt_problem(
    slug: str,
    user: CurrentUser,
    drafts: DraftsDep,
    submissions: SubmissionsDep,
    source: Annotated[str, Form()] = "",
    mode: Annotated[Mode, Form()] = Mode.RUN,
) -> Response:
    """Accept an attempt from a browser without JavaScript; forms send lines that end in CR LF."""
    text = source.replace("\r\n", "\n")
    submission = await submissions.create(user, slug, text, mode)
    await drafts.save(user, slug, text, version=None)
    return go(f"/submissions/{submission.id}")


@router.post("/problems/{slug}/hints")
async def open_hint(
    slug: str, user: CurrentUser, problems: ProblemsDep, number: Annotated[int, Form()] = 0
) -> Response:
    """Open the next hint and go back to the hints."""
    await problems.open_hint(slug, user, number)
    return go(f"/problems/{slug}#hints")


@router.post("/problems/{slug}/solution")
async def give_up(slug: str, user: CurrentUser, problems: ProblemsDep) -> Response:
    """Open the solution for somebody who gives up."""
    await problems.give_up(slug, user)
    return go(f"/problems/{slug}#solution")

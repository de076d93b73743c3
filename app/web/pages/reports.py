"""Reports: the learner's actions on a submission's page, the authors' list, and one list of all that is open."""

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse

from app.domains.accounts.dependencies import BrowserUser, CurrentUser
from app.domains.authoring.dependencies import DiscussedProblem
from app.domains.courses.fields import LONGEST
from app.domains.questions.dependencies import QuestionsDep
from app.domains.threads.dependencies import ReportsDep
from app.domains.threads.schemas import NewMessage, NewReport, ReportAnswer
from app.web.forms import Filled, read_form
from app.web.navigation import RendererDep, go

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)
ReportForm = Annotated[Filled[NewReport], read_form(NewReport)]
MessageForm = Annotated[Filled[NewMessage], read_form(NewMessage)]
AnswerForm = Annotated[Filled[ReportAnswer], read_form(ReportAnswer)]


@router.post("/submissions/{public_id}/report")
async def send_report(public_id: str, form: ReportForm, user: CurrentUser, reports: ReportsDep) -> Response:
    """Report a verdict as unfair."""
    await reports.report(user, public_id, form.read().reason)
    return go(f"/submissions/{public_id}#unfair")


@router.post("/submissions/{public_id}/report/messages")
async def send_message(public_id: str, form: MessageForm, user: CurrentUser, reports: ReportsDep) -> Response:
    """Write to the authors."""
    await reports.write_own(user, public_id, form.read())
    return go(f"/submissions/{public_id}#unfair")


@router.post("/submissions/{public_id}/report/withdraw")
async def withdraw(public_id: str, user: CurrentUser, reports: ReportsDep) -> Response:
    """Withdraw a report."""
    await reports.withdraw(user, public_id)
    return go(f"/submissions/{public_id}#unfair")


@router.get("/reports")
async def list_open(
    request: Request, user: BrowserUser, reports: ReportsDep, questions: QuestionsDep, renderer: RendererDep
) -> Response:
    """Show all that waits for an answer by the reader: reports on verdicts, requests about grades, reported posts.

    A token can't read them, since no one scope covers courses and authors' problems.
    """
    reviews, posts = await reports.list_open(user), await questions.list_reported(user)
    return renderer.page(request, "open_reports.html", user, reviews=reviews, posts=posts)


@router.get("/authoring/{slug}/reports")
async def list_reports(
    request: Request, problem: DiscussedProblem, reports: ReportsDep, renderer: RendererDep
) -> Response:
    """Show the reports on a problem's verdicts."""
    found = await reports.list_reports(problem)
    return renderer.page(
        request, "reports.html", problem.user, slug=problem.slug, section="reports", requests=found.requests
    )


@router.get("/authoring/{slug}/reports/{report_id}")
async def show_report(
    request: Request, report_id: str, problem: DiscussedProblem, reports: ReportsDep, renderer: RendererDep
) -> Response:
    """Show the submission of a report and what is said about it."""
    shown = await reports.show(problem, report_id)
    return await renderer.draw_page(
        request,
        "report.html",
        problem.user,
        slug=problem.slug,
        section="reports",
        shown=shown,
        report=report_id,
        longest=LONGEST,
    )


@router.post("/authoring/{slug}/reports/{report_id}/owner")
async def set_owner(
    report_id: str,
    problem: DiscussedProblem,
    reports: ReportsDep,
    name: Annotated[str, Form()] = "",
    *,
    from_all: Annotated[bool, Form()] = False,
) -> Response:
    """Take a report, or say who does, and go back to the list: the problem's, or the one of all problems."""
    await reports.set_owner(problem, report_id, name)
    return go("/reports" if from_all else f"/authoring/{problem.slug}/reports")


@router.post("/authoring/{slug}/reports/{report_id}/answer")
async def answer(report_id: str, form: AnswerForm, problem: DiscussedProblem, reports: ReportsDep) -> Response:
    """Answer a report."""
    await reports.answer(problem, report_id, form.read().body)
    return go(f"/authoring/{problem.slug}/reports/{report_id}")

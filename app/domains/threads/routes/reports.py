"""Reports on verdicts over HTTP: for learners, and for a problem's authors."""

from fastapi import APIRouter, Response, status

from app.domains.accounts.dependencies import CurrentUser
from app.domains.authoring.dependencies import DiscussedProblem
from app.domains.problems.exams import ExamRunningError
from app.domains.threads.dependencies import ReportsDep
from app.domains.threads.errors import RequestRefusedError, ThreadClosedError, ThreadNotFoundError, TooMuchWrittenError
from app.domains.threads.schemas import NewMessage, NewReport, Owner, ReportAnswer, ReviewList, ThreadView
from app.http.documentation import document_errors

router = APIRouter(prefix="/api/v1")
READER = document_errors(ThreadNotFoundError, ThreadClosedError, ExamRunningError)
WRITER = document_errors(
    ThreadNotFoundError, ThreadClosedError, ExamRunningError, RequestRefusedError, TooMuchWrittenError
)
AUTHOR = document_errors(ThreadNotFoundError, TooMuchWrittenError)


@router.get("/submissions/{submission_id}/report", tags=["submissions"], responses=READER)
async def get_unfair_report(submission_id: str, user: CurrentUser, reports: ReportsDep) -> ThreadView:
    """Return whether you reported a verdict as unfair, and what the problem's authors say."""
    return await reports.show_own(user, submission_id)


@router.post(
    "/submissions/{submission_id}/report", status_code=status.HTTP_201_CREATED, tags=["submissions"], responses=WRITER
)
async def send_unfair_report(submission_id: str, new: NewReport, user: CurrentUser, reports: ReportsDep) -> ThreadView:
    """Report a verdict as unfair: the problem's authors see your submission and your name, and answer."""
    await reports.report(user, submission_id, new.reason)
    return await reports.show_own(user, submission_id)


@router.post(
    "/submissions/{submission_id}/report/messages",
    status_code=status.HTTP_201_CREATED,
    tags=["submissions"],
    responses=WRITER,
)
async def send_report_message(
    submission_id: str, new: NewMessage, user: CurrentUser, reports: ReportsDep
) -> ThreadView:
    """Write to the problem's authors about a verdict that you reported."""
    await reports.write_own(user, submission_id, new)
    return await reports.show_own(user, submission_id)


@router.delete(
    "/submissions/{submission_id}/report",
    status_code=status.HTTP_204_NO_CONTENT,
    tags=["submissions"],
    responses=WRITER,
)
async def cancel_unfair_report(submission_id: str, user: CurrentUser, reports: ReportsDep) -> Response:
    """Withdraw your open report; what was written stays."""
    await reports.withdraw(user, submission_id)
    return Response(status_code=status.HTTP_204_NO_CONTENT)


@router.get("/authoring/problems/{slug}/reports", tags=["authoring"])
async def list_unfair_reports(problem: DiscussedProblem, reports: ReportsDep) -> ReviewList:
    """Return the reports on a problem's verdicts: open ones first, the oldest first."""
    return await reports.list_reports(problem)


@router.get("/authoring/problems/{slug}/reports/{report_id}", tags=["authoring"], responses=AUTHOR)
async def get_reported_thread(report_id: str, problem: DiscussedProblem, reports: ReportsDep) -> ThreadView:
    """Return the submission of a report, and what is said about it."""
    return await reports.show(problem, report_id)


@router.put("/authoring/problems/{slug}/reports/{report_id}/owner", tags=["authoring"], responses=AUTHOR)
async def save_report_owner(report_id: str, owner: Owner, problem: DiscussedProblem, reports: ReportsDep) -> ReviewList:
    """Say which author deals with a report."""
    await reports.set_owner(problem, report_id, owner.name)
    return await reports.list_reports(problem)


@router.post("/authoring/problems/{slug}/reports/{report_id}/answer", tags=["authoring"], responses=AUTHOR)
async def send_report_answer(
    report_id: str, answer: ReportAnswer, problem: DiscussedProblem, reports: ReportsDep
) -> ThreadView:
    """Answer a report: the verdict stays. To one that was answered, this adds a message.

    A verdict that changes is answered by applying the regrade that changes it.
    """
    await reports.answer(problem, report_id, answer.body)
    return await reports.show(problem, report_id)

"""Where a class is stuck, over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Path, Response, status

from app.domains.courses.dependencies import ContentEditor, StaffAccess
from app.domains.courses.errors import CourseArchivedError, CourseThingNotFoundError, MissingRightError
from app.domains.courses.routes.roster import Label
from app.domains.problems.exams import ExamRunningError
from app.domains.stuck.dependencies import StuckDep
from app.domains.stuck.schemas import PinText, StuckAttempts, StuckMap
from app.http.documentation import document_errors
from app.kit.workers.errors import WorkersBusyError

router = APIRouter(prefix="/api/v1/courses/{course_id}", tags=["courses"])
Code = Annotated[str, Path(max_length=80, description="A reason code, such as `values.mismatch`.")]
Slug = Annotated[str, Path(description="The slug of a kata of the course.")]


@router.get("/stuck", responses=document_errors(MissingRightError))
async def get_stuck(access: StaffAccess, stuck: StuckDep, label: Label = "") -> StuckMap:
    """Return how a class does with its katas, and which reason codes its students get, since the course began."""
    return await stuck.show_map(access, label)


@router.get(
    "/stuck/{problem}/{code}",
    responses=document_errors(MissingRightError, ExamRunningError, CourseThingNotFoundError, WorkersBusyError),
)
async def get_stuck_attempts(
    problem: Slug, code: Code, access: StaffAccess, stuck: StuckDep, label: Label = ""
) -> StuckAttempts:
    """Return the wrong attempts at a kata that got a reason code, grouped where they are the same."""
    return await stuck.show_attempts(access, problem, code, label)


@router.put(
    "/stuck/{problem}/{code}/hint",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=document_errors(MissingRightError, CourseArchivedError, CourseThingNotFoundError),
)
async def save_pinned_hint(
    problem: Slug, code: Code, hint: PinText, access: ContentEditor, stuck: StuckDep
) -> Response:
    """Pin a hint to a code on a kata: students of the course who get the code see it beside the verdict."""
    await stuck.put_pin(access, problem, code, hint.text)
    return Response(status_code=status.HTTP_204_NO_CONTENT)


@router.delete(
    "/stuck/{problem}/{code}/hint",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=document_errors(MissingRightError, CourseArchivedError, CourseThingNotFoundError),
)
async def delete_pinned_hint(problem: Slug, code: Code, access: ContentEditor, stuck: StuckDep) -> Response:
    """Take a pinned hint away."""
    await stuck.delete_pin(access, problem, code)
    return Response(status_code=status.HTTP_204_NO_CONTENT)

"""Exams over HTTP."""

from fastapi import APIRouter, Response, status

from app.domains.courses.dependencies import DataEditor, DataViewer, ExamsDep, StudentAccess
from app.domains.courses.errors import (
    CourseArchivedError,
    CourseThingNotFoundError,
    ExamAddressError,
    MissingRightError,
)
from app.domains.courses.exam_schemas import AddedTime, ExamClock, ExamStarting, ExamView
from app.http.documentation import document_errors
from app.kit.errors import ConflictError, TooManySignInsError

router = APIRouter(prefix="/api/v1/courses/{course_id}/assignments/{exam_id}", tags=["courses"])
EDITOR = document_errors(MissingRightError, CourseArchivedError, CourseThingNotFoundError)


@router.post(
    "/start",
    responses=document_errors(
        CourseArchivedError, CourseThingNotFoundError, ExamAddressError, ConflictError, TooManySignInsError
    ),
)
async def begin_exam(exam_id: str, starting: ExamStarting, access: StudentAccess, exams: ExamsDep) -> ExamClock:
    """Start an exam: your working time begins now. Starting twice changes nothing."""
    await exams.start(access, exam_id, starting.access_code)
    return await exams.find_clock(access, exam_id)


@router.get("/clock", responses=document_errors(CourseThingNotFoundError))
async def get_exam_clock(exam_id: str, access: StudentAccess, exams: ExamsDep) -> ExamClock:
    """Return the clock of your exam. Time that staff add shows at once."""
    return await exams.find_clock(access, exam_id)


@router.get("/exam", responses=document_errors(MissingRightError, CourseThingNotFoundError))
async def get_exam(exam_id: str, access: DataViewer, exams: ExamsDep) -> ExamView:
    """Return how far each student is with an exam, and which minutes were added for whom."""
    return await exams.show(access, exam_id)


@router.post("/time", status_code=status.HTTP_201_CREATED, responses=EDITOR)
async def give_exam_time(exam_id: str, added: AddedTime, access: DataEditor, exams: ExamsDep) -> ExamView:
    """Add minutes for a student, for a label or for all, also while the exam runs."""
    await exams.add_time(access, exam_id, added)
    return await exams.show(access, exam_id)


@router.delete("/time/{added_id}", status_code=status.HTTP_204_NO_CONTENT, responses=EDITOR)
async def delete_exam_time(exam_id: str, added_id: str, access: DataEditor, exams: ExamsDep) -> Response:
    """Take back minutes that were added."""
    await exams.take_time_back(access, exam_id, added_id)
    return Response(status_code=status.HTTP_204_NO_CONTENT)


@router.post(
    "/release",
    responses=document_errors(MissingRightError, CourseArchivedError, CourseThingNotFoundError, ConflictError),
)
async def publish_exam_verdicts(exam_id: str, access: DataEditor, exams: ExamsDep) -> ExamView:
    """Tell students the verdicts that the exam holds, before its end. It can't be taken back."""
    await exams.release(access, exam_id)
    return await exams.show(access, exam_id)

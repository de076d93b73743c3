"""Exams: students start them; staff follow their progress and can add time."""

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse

from app.domains.courses.dependencies import DataEditor, DataViewer, ExamsDep, GradesDep, StudentAccess
from app.domains.courses.exam_schemas import AddedTime, ExamStarting
from app.domains.courses.exams import ExamService
from app.domains.courses.schemas import Access
from app.kit.errors import RequestError
from app.web.forms import Filled, read_form
from app.web.navigation import RendererDep, go
from app.web.pages.courses.frame import draw
from app.web.rendering import Renderer

router = APIRouter(
    prefix="/courses/{course_id}/assignments/{exam_id}",
    default_response_class=HTMLResponse,
    include_in_schema=False,
)
StartForm = Annotated[Filled[ExamStarting], read_form(ExamStarting)]
TimeForm = Annotated[Filled[AddedTime], read_form(AddedTime)]


@router.post("/start")
async def start_exam(
    request: Request,
    exam_id: str,
    form: StartForm,
    access: StudentAccess,
    exams: ExamsDep,
    grades: GradesDep,
    renderer: RendererDep,
) -> Response:
    """Start an exam."""
    try:
        await exams.start(access, exam_id, form.read().access_code)
    except RequestError as error:
        shown = await grades.show_own(access)
        return draw(request, renderer, access, "course", shown=shown, own=True, student=None, error=error)
    return go(f"/courses/{access.course.public_id}#assignment-{exam_id}")


@router.get("/exam")
async def show_exam(
    request: Request, exam_id: str, access: DataViewer, exams: ExamsDep, renderer: RendererDep
) -> Response:
    """Show who is how far with an exam."""
    return await _draw(request, access, exam_id, exams, renderer)


@router.post("/time")
async def add_time(
    request: Request,
    exam_id: str,
    form: TimeForm,
    access: DataEditor,
    exams: ExamsDep,
    renderer: RendererDep,
    taken_back: Annotated[str, Form()] = "",
) -> Response:
    """Add time, or take some back."""
    try:
        if taken_back:
            await exams.take_time_back(access, exam_id, taken_back)
        else:
            await exams.add_time(access, exam_id, form.read())
    except RequestError as error:
        return await _draw(request, access, exam_id, exams, renderer, error=error)
    return go(f"/courses/{access.course.public_id}/assignments/{exam_id}/exam")


@router.post("/release")
async def release_verdicts(
    request: Request, exam_id: str, access: DataEditor, exams: ExamsDep, renderer: RendererDep
) -> Response:
    """Tell students the verdicts that an exam holds."""
    try:
        await exams.release(access, exam_id)
    except RequestError as error:
        return await _draw(request, access, exam_id, exams, renderer, error=error)
    return go(f"/courses/{access.course.public_id}/assignments/{exam_id}/exam")


async def _draw(
    request: Request,
    access: Access,
    exam_id: str,
    exams: ExamService,
    renderer: Renderer,
    *,
    error: RequestError | None = None,
) -> Response:
    found = await exams.show(access, exam_id)
    return draw(request, renderer, access, "exam", found=found, error=error)

"""The gradebook, and changes by staff to a student's grades."""

from typing import Annotated
from urllib.parse import parse_qsl, urlencode

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import HTMLResponse

from app.domains.courses.assignment_schemas import GradeChange
from app.domains.courses.dependencies import AssignmentsDep, DataEditor, DataViewer, GradesDep, RosterDep
from app.kit.errors import RequestError
from app.web.drawing.courses import make_cell_drawer
from app.web.forms import Filled, read_form
from app.web.navigation import RendererDep, go
from app.web.pages.courses.frame import Label, Page, Search, draw
from app.web.pages.courses.students import draw_student

router = APIRouter(prefix="/courses/{course_id}", default_response_class=HTMLResponse, include_in_schema=False)
GradeForm = Annotated[Filled[GradeChange], read_form(GradeChange)]


@router.get("/grades")
async def show_gradebook(
    request: Request,
    access: DataViewer,
    grades: GradesDep,
    renderer: RendererDep,
    page: Page = 1,
    label: Label = "",
    search: Search = "",
    assignment: Annotated[str, Query(max_length=26)] = "",
) -> Response:
    """Show the grades of fifty students."""
    book = await grades.show_gradebook(access, page=page, label=label, search=search, assignment=assignment)
    shown = {"label": label, "search": search, "assignment": assignment}
    return draw(request, renderer, access, "grades", book=book, shown=shown, draw_cell=make_cell_drawer())


@router.post("/students/{student_id}/grades")
async def change_grade(
    request: Request,
    student_id: str,
    form: GradeForm,
    access: DataEditor,
    grades: GradesDep,
    roster: RosterDep,
    assignments: AssignmentsDep,
    renderer: RendererDep,
    assignment: Annotated[str, Form()] = "",
    problem: Annotated[str, Form()] = "",
    decision: Annotated[str, Form()] = "",
    page: Annotated[int, Form(ge=0, le=100_000)] = 0,
    shown: Annotated[str, Form(max_length=400)] = "",
) -> Response:
    """Give a student points in place of those computed, or let those count again.

    `page` and `shown` are the page of the gradebook to go back to, and its filters.
    """
    try:
        if decision == "undo":
            await grades.undo(access, student_id, assignment, problem)
        else:
            await grades.give(access, student_id, assignment, problem, form.read())
    except RequestError as error:
        return await draw_student(request, access, student_id, (roster, grades, assignments), renderer, error=error)
    base = f"/courses/{access.course.public_id}"
    if page:
        return go(f"{base}/grades?{urlencode([*parse_qsl(shown), ('page', page)])}")
    return go(f"{base}/students/{student_id}#assignment-{assignment}")

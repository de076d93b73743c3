"""A course's students: joining, the roster, labels, and the course as one of them sees it."""

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response, UploadFile
from fastapi.responses import HTMLResponse

from app.domains.courses.assignments import AssignmentService
from app.domains.courses.dependencies import (
    AssignmentsDep,
    CoursesDep,
    DataEditor,
    DataViewer,
    GradesDep,
    RosterDep,
)
from app.domains.courses.gradebook import GradeService
from app.domains.courses.roster import RosterService
from app.domains.courses.schemas import Access, Joining, NewStudent, StudentChange
from app.http.requests import find_site
from app.kit.errors import InvalidInputError, RequestError
from app.kit.language import translate as _
from app.web.forms import Filled, read_form
from app.web.navigation import RendererDep, go
from app.web.pages.courses.frame import Label, Page, Search, draw
from app.web.rendering import Renderer

router = APIRouter(prefix="/courses/{course_id}", default_response_class=HTMLResponse, include_in_schema=False)
JoiningForm = Annotated[Filled[Joining], read_form(Joining)]
StudentForm = Annotated[Filled[NewStudent], read_form(NewStudent)]
ChangeForm = Annotated[Filled[StudentChange], read_form(StudentChange)]


@router.get("/students")
async def list_students(
    request: Request,
    access: DataViewer,
    roster: RosterDep,
    renderer: RendererDep,
    page: Page = 1,
    label: Label = "",
    search: Search = "",
    removed: str = "",
) -> Response:
    """Show the roster, and how students come onto it."""
    return await _draw_roster(
        request, access, roster, renderer, page=page, label=label, search=search, removed=removed == "true"
    )


@router.post("/joining")
async def set_joining(
    request: Request,
    form: JoiningForm,
    access: DataEditor,
    courses: CoursesDep,
    roster: RosterDep,
    renderer: RendererDep,
) -> Response:
    """Open or close joining by code, and change the code."""
    try:
        await courses.set_joining(access, form.read())
    except RequestError as error:
        return await _draw_roster(request, access, roster, renderer, error=error)
    return go(f"/courses/{access.course.public_id}/students")


@router.post("/students")
async def add_student(
    request: Request, form: StudentForm, access: DataEditor, roster: RosterDep, renderer: RendererDep
) -> Response:
    """Invite somebody to attend."""
    try:
        await roster.add(access, form.read())
    except RequestError as error:
        return await _draw_roster(request, access, roster, renderer, error=error)
    return go(f"/courses/{access.course.public_id}/students")


@router.post("/roster")
async def import_roster(
    request: Request,
    access: DataEditor,
    roster: RosterDep,
    renderer: RendererDep,
    table: UploadFile,
    mail: Annotated[str, Form()] = "",
) -> Response:
    """Invite the students of a file, or show what is wrong with it, row by row."""
    try:
        report = await roster.import_file(access, await table.read(), mail=mail == "true")
    except RequestError as error:
        return await _draw_roster(request, access, roster, renderer, error=error)
    return await _draw_roster(request, access, roster, renderer, report=report)


@router.post("/labels")
async def change_labels(
    request: Request,
    access: DataEditor,
    roster: RosterDep,
    renderer: RendererDep,
    label: Annotated[str, Form()] = "",
    decision: Annotated[str, Form()] = "",
) -> Response:
    """Make a label, or delete one."""
    try:
        if decision == "delete":
            await roster.delete_label(access, label)
        else:
            await roster.add_label(access, StudentChange.model_validate({"labels": [label]}).labels[0])
    except ValueError:
        error = InvalidInputError("label", _("A label has 1 to 40 characters."))
        return await _draw_roster(request, access, roster, renderer, error=error)
    except RequestError as error:
        return await _draw_roster(request, access, roster, renderer, error=error)
    return go(f"/courses/{access.course.public_id}/students")


@router.get("/students/{student_id}")
async def show_student(
    request: Request,
    student_id: str,
    access: DataViewer,
    roster: RosterDep,
    grades: GradesDep,
    assignments: AssignmentsDep,
    renderer: RendererDep,
) -> Response:
    """Show the course as a student sees it, and what staff can change of them."""
    return await draw_student(request, access, student_id, (roster, grades, assignments), renderer)


@router.post("/students/{student_id}")
async def change_student(
    request: Request,
    student_id: str,
    form: ChangeForm,
    access: DataEditor,
    roster: RosterDep,
    grades: GradesDep,
    assignments: AssignmentsDep,
    renderer: RendererDep,
) -> Response:
    """Change a student's name, number and labels."""
    try:
        await roster.change(access, student_id, form.read())
    except RequestError as error:
        return await draw_student(request, access, student_id, (roster, grades, assignments), renderer, error=error)
    return go(f"/courses/{access.course.public_id}/students/{student_id}")


@router.post("/students/{student_id}/remove")
async def remove_student(
    student_id: str, access: DataEditor, roster: RosterDep, removed: Annotated[str, Form()] = "true"
) -> Response:
    """Remove a student, or put them back."""
    await roster.set_removed(access, student_id, removed=removed == "true")
    return go(f"/courses/{access.course.public_id}/students{'' if removed == 'true' else f'/{student_id}'}")


async def draw_student(
    request: Request,
    access: Access,
    student_id: str,
    services: tuple[RosterService, GradeService, AssignmentService],
    renderer: Renderer,
    *,
    error: RequestError | None = None,
) -> Response:
    """Return the page of a student."""
    roster, grades, assignments = services
    student = (await roster.find(access, student_id)).view
    shown = await grades.show_student(access, student_id)
    labels = await roster.list_labels(access)
    return draw(
        request,
        renderer,
        access,
        "course",
        shown=shown,
        own=False,
        student=student,
        labels=labels,
        dates=await assignments.list_own_dates(access, student_id),
        error=error,
    )


async def _draw_roster(
    request: Request,
    access: Access,
    roster: RosterService,
    renderer: Renderer,
    *,
    page: int = 1,
    label: str = "",
    search: str = "",
    removed: bool = False,
    report: object = None,
    error: RequestError | None = None,
) -> Response:
    return draw(
        request,
        renderer,
        access,
        "students",
        found=await roster.list_students(access, page=page, label=label, search=search, removed=removed),
        gone=await roster.count_removed(access),
        shown={"label": label, "search": search},
        removed=removed,
        report=report,
        join_link=f"{find_site(request)}/courses/join?code={access.course.join_code}",
        mistakes=error.fields if isinstance(error, InvalidInputError) and len(error.fields) > 1 else [],
        error=error,
    )

"""Assignments: their list, the form of one, exceptions, late days, and requests for more time."""

from typing import Annotated, Final
from urllib.parse import quote

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse

from app.db.statuses import After, Counts, Right
from app.domains.courses.assignment_schemas import (
    AssignmentPlace,
    Decision,
    LateDays,
    NewAssignment,
    NewExtension,
    OverrideFields,
)
from app.domains.courses.assignments import AssignmentService
from app.domains.courses.dependencies import (
    AssignmentsDep,
    ContentEditor,
    ContentViewer,
    DataEditor,
    DataViewer,
    ExtensionsDep,
    GradesDep,
    PrivateKatasDep,
    RosterDep,
    StaffAccess,
    StudentAccess,
)
from app.domains.courses.errors import GradesLostError
from app.domains.courses.extensions import ExtensionService
from app.domains.courses.private import PrivateKataService
from app.domains.courses.roster import RosterService
from app.domains.courses.schemas import Access
from app.kit.errors import ConflictError, RequestError
from app.kit.language import translate as _
from app.web.forms import WHOLE, Filled, read_form
from app.web.navigation import RendererDep, go
from app.web.pages.courses.frame import draw
from app.web.pages.courses.students import draw_student
from app.web.rendering import Renderer

router = APIRouter(prefix="/courses/{course_id}", default_response_class=HTMLResponse, include_in_schema=False)
AssignmentForm = Annotated[Filled[NewAssignment], read_form(NewAssignment, "problem", "points")]
OverrideForm = Annotated[Filled[OverrideFields], read_form(OverrideFields)]
PlaceForm = Annotated[Filled[AssignmentPlace], read_form(AssignmentPlace)]
LateForm = Annotated[Filled[LateDays], read_form(LateDays)]
ExtensionForm = Annotated[Filled[NewExtension], read_form(NewExtension)]
DecisionForm = Annotated[Filled[Decision], read_form(Decision)]
Sure = Annotated[str, Form()]
NEW: Final = "new"
"""The id in the address of an assignment that doesn't exist yet."""


@router.get("/assignments")
async def list_assignments(
    request: Request,
    access: ContentViewer,
    assignments: AssignmentsDep,
    private: PrivateKatasDep,
    renderer: RendererDep,
) -> Response:
    """List a course's assignments and private katas, for its staff."""
    return await _draw_list(request, access, assignments, private, renderer)


@router.post("/katas")
async def add_private_kata(
    request: Request,
    access: ContentEditor,
    assignments: AssignmentsDep,
    private: PrivateKatasDep,
    renderer: RendererDep,
    problem: Annotated[str, Form()] = "",
) -> Response:
    """Make a kata private to the course."""
    try:
        await private.add(access, problem.strip())
    except RequestError as error:
        return await _draw_list(request, access, assignments, private, renderer, problem=problem, error=error)
    return go(f"/courses/{access.course.public_id}/assignments#katas")


@router.post("/katas/{problem}/remove")
async def remove_private_kata(
    request: Request,
    problem: str,
    access: ContentEditor,
    assignments: AssignmentsDep,
    private: PrivateKatasDep,
    renderer: RendererDep,
) -> Response:
    """Take a private kata from the course."""
    try:
        await private.remove(access, problem)
    except RequestError as error:
        return await _draw_list(request, access, assignments, private, renderer, error=error)
    return go(f"/courses/{access.course.public_id}/assignments#katas")


async def _draw_list(
    request: Request,
    access: Access,
    assignments: AssignmentService,
    private: PrivateKataService,
    renderer: Renderer,
    *,
    problem: str = "",
    error: RequestError | None = None,
) -> Response:
    return draw(
        request,
        renderer,
        access,
        "assignments",
        assignments=await assignments.list_assignments(access),
        private=await private.list_katas(access),
        problem=problem,
        error=error,
    )


@router.get("/assignments/{assignment_id}")
async def show_assignment(
    request: Request,
    assignment_id: str,
    access: ContentViewer,
    assignments: AssignmentsDep,
    roster: RosterDep,
    renderer: RendererDep,
) -> Response:
    """Show the form of an assignment, or that of a new one, and what is different for whom."""
    return await _draw(request, access, assignment_id, assignments, roster, renderer)


@router.post("/assignments/{assignment_id}")
async def save_assignment(
    request: Request,
    assignment_id: str,
    form: AssignmentForm,
    access: ContentEditor,
    assignments: AssignmentsDep,
    roster: RosterDep,
    renderer: RendererDep,
    with_grades: Sure = "",
) -> Response:
    """Make an assignment, or change one; losing grades has to be confirmed."""
    access.require(content=Right.EDIT)
    given = zip(form.given["problem"], [*form.given["points"], *[""] * len(form.given["problem"])], strict=False)
    katas = [{"problem": slug.strip(), "points": _read_points(points)} for slug, points in given if slug.strip()]
    form.given["addresses"] = " ".join(form.given["addresses"]).split()
    try:
        new = form.read(katas=katas)
        if assignment_id == NEW:
            assignment_id = await assignments.create(access, new)
        else:
            await assignments.change(access, assignment_id, new, with_grades=with_grades == "true")
    except RequestError as error:
        kept = form.given | {"katas": katas}
        return await _draw(
            request, access, assignment_id, assignments, roster, renderer, given=kept, error=error, losing="save"
        )
    return go(f"/courses/{access.course.public_id}/assignments/{assignment_id}")


def _read_points(text: str) -> int | str:
    text = text.strip()
    return int(text) if WHOLE.fullmatch(text) else text or 0


@router.post("/assignments/{assignment_id}/place")
async def move_assignment(
    assignment_id: str, form: PlaceForm, access: ContentEditor, assignments: AssignmentsDep
) -> Response:
    """Move an assignment to another place in the course."""
    await assignments.move(access, assignment_id, form.read().place)
    return go(f"/courses/{access.course.public_id}/assignments")


@router.post("/assignments/{assignment_id}/delete")
async def delete_assignment(
    request: Request,
    assignment_id: str,
    access: ContentEditor,
    assignments: AssignmentsDep,
    roster: RosterDep,
    renderer: RendererDep,
    with_grades: Sure = "",
) -> Response:
    """Delete an assignment; losing grades has to be confirmed."""
    try:
        await assignments.delete(access, assignment_id, with_grades=with_grades == "true")
    except GradesLostError as error:
        return await _draw(request, access, assignment_id, assignments, roster, renderer, error=error, losing="delete")
    except RequestError as error:
        return await _draw(request, access, assignment_id, assignments, roster, renderer, error=error)
    return go(f"/courses/{access.course.public_id}/assignments")


@router.post("/assignments/{assignment_id}/overrides")
async def put_override(
    request: Request,
    assignment_id: str,
    form: OverrideForm,
    access: StaffAccess,
    assignments: AssignmentsDep,
    roster: RosterDep,
    grades: GradesDep,
    renderer: RendererDep,
) -> Response:
    """Store what is different for a label or a student."""
    student = form.given["student"]
    try:
        await assignments.put_override(access, assignment_id, form.read())
    except RequestError as error:
        if student:
            return await draw_student(request, access, student, (roster, grades, assignments), renderer, error=error)
        return await _draw(request, access, assignment_id, assignments, roster, renderer, error=error)
    if student:
        return go(f"/courses/{access.course.public_id}/students/{student}#own-dates")
    return go(f"/courses/{access.course.public_id}/assignments/{assignment_id}#exceptions")


@router.post("/assignments/{assignment_id}/overrides/{override_id}/delete")
async def delete_override(
    assignment_id: str,
    override_id: str,
    access: StaffAccess,
    assignments: AssignmentsDep,
    student: Annotated[str, Form(max_length=26)] = "",
) -> Response:
    """Delete an override of a label or a student; with `student`, go back to that student's page."""
    await assignments.delete_override(access, assignment_id, override_id)
    if student:
        return go(f"/courses/{access.course.public_id}/students/{quote(student, safe='')}#own-dates")
    return go(f"/courses/{access.course.public_id}/assignments/{assignment_id}#exceptions")


@router.post("/assignments/{assignment_id}/late-days")
async def spend_late_days(
    request: Request,
    assignment_id: str,
    form: LateForm,
    access: StudentAccess,
    extensions: ExtensionsDep,
    grades: GradesDep,
    renderer: RendererDep,
) -> Response:
    """Spend late days on an assignment, or take them back."""
    try:
        await extensions.spend_late_days(access, assignment_id, form.read().days)
    except RequestError as error:
        shown = await grades.show_own(access)
        return draw(request, renderer, access, "course", shown=shown, own=True, student=None, error=error)
    return go(f"/courses/{access.course.public_id}#assignment-{assignment_id}")


@router.post("/assignments/{assignment_id}/extensions")
async def request_extension(
    request: Request,
    assignment_id: str,
    form: ExtensionForm,
    access: StudentAccess,
    extensions: ExtensionsDep,
    grades: GradesDep,
    renderer: RendererDep,
) -> Response:
    """Ask for more time."""
    try:
        await extensions.request_extension(access, assignment_id, form.read())
    except RequestError as error:
        shown = await grades.show_own(access)
        asked = form.given | {"assignment": assignment_id}
        return draw(request, renderer, access, "course", shown=shown, own=True, student=None, asked=asked, error=error)
    return go(f"/courses/{access.course.public_id}#extensions")


@router.post("/extensions/{extension_id}/withdraw")
async def withdraw_extension(extension_id: str, access: StudentAccess, extensions: ExtensionsDep) -> Response:
    """Withdraw a request that isn't decided."""
    await extensions.withdraw_extension(access, extension_id)
    return go(f"/courses/{access.course.public_id}#extensions")


@router.get("/extensions")
async def list_extensions(
    request: Request, access: DataViewer, extensions: ExtensionsDep, renderer: RendererDep
) -> Response:
    """List students' requests for more time."""
    return await _draw_extensions(request, access, extensions, renderer)


@router.post("/extensions/{extension_id}")
async def decide_extension(
    request: Request,
    extension_id: str,
    form: DecisionForm,
    access: DataEditor,
    extensions: ExtensionsDep,
    renderer: RendererDep,
    decision: Annotated[str, Form()] = "",
) -> Response:
    """Grant a request or decline it."""
    try:
        await extensions.decide_extension(access, extension_id, form.read(granted=decision == "grant"))
    except RequestError as error:
        return await _draw_extensions(request, access, extensions, renderer, error=error)
    return go(f"/courses/{access.course.public_id}/extensions")


async def _draw_extensions(
    request: Request,
    access: Access,
    extensions: ExtensionService,
    renderer: Renderer,
    *,
    error: RequestError | None = None,
) -> Response:
    found = await extensions.list_extensions(access)
    return draw(request, renderer, access, "extensions", extensions=found, error=error)


async def _draw(
    request: Request,
    access: Access,
    assignment_id: str,
    assignments: AssignmentService,
    roster: RosterService,
    renderer: Renderer,
    *,
    given: dict[str, object] | None = None,
    error: RequestError | None = None,
    losing: str = "",
) -> Response:
    """Draw the page of an assignment; `losing` is what would lose grades, "save" or "delete", if `error` says so."""
    if isinstance(error, GradesLostError):
        error = ConflictError(f"{error.told} {_('Export the grades if you need them, then confirm it below.')}")
    else:
        losing = ""
    is_new = assignment_id == NEW
    access.require(content=Right.EDIT if is_new else Right.VIEW)
    assignment = None if is_new else await assignments.get(access, assignment_id)
    return draw(
        request,
        renderer,
        access,
        "assignment",
        assignment=assignment,
        given=given or (assignment.model_dump(mode="json") if assignment else {"draft": True}),
        overrides=[] if is_new else await assignments.list_overrides(access, assignment_id),
        labels=await roster.list_labels(access),
        known=await assignments.list_usable(access),
        counts=list(Counts),
        afters=list(After),
        error=error,
        losing=losing,
    )

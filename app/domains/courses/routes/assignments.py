"""Assignments, overrides, late days and extension requests over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Query, Response, status

from app.domains.courses.assignment_schemas import (
    AssignmentList,
    AssignmentPlace,
    AssignmentView,
    Decision,
    ExtensionList,
    LateDays,
    NewAssignment,
    NewExtension,
    OverrideFields,
    OverrideList,
)
from app.domains.courses.dependencies import (
    AssignmentsDep,
    ContentEditor,
    ContentViewer,
    DataEditor,
    DataViewer,
    ExtensionsDep,
    StaffAccess,
    StudentAccess,
)
from app.domains.courses.errors import CourseArchivedError, CourseThingNotFoundError, GradesLostError, MissingRightError
from app.http.documentation import document_errors
from app.kit.errors import ConflictError, ProblemNotFoundError

router = APIRouter(prefix="/api/v1/courses/{course_id}", tags=["courses"])
WithGrades = Annotated[bool, Query(description="Confirms that students lose grades with what is taken away.")]
VIEWER = document_errors(MissingRightError, CourseThingNotFoundError)
EDITOR = document_errors(MissingRightError, CourseArchivedError, CourseThingNotFoundError, ConflictError)
WRITER = document_errors(
    MissingRightError, CourseArchivedError, CourseThingNotFoundError, ConflictError, ProblemNotFoundError
)
CHANGER = document_errors(
    MissingRightError,
    CourseArchivedError,
    CourseThingNotFoundError,
    ConflictError,
    GradesLostError,
    ProblemNotFoundError,
)
REMOVER = document_errors(
    MissingRightError, CourseArchivedError, CourseThingNotFoundError, ConflictError, GradesLostError
)
STUDENT = document_errors(CourseThingNotFoundError, CourseArchivedError, ConflictError)


def _done() -> Response:
    return Response(status_code=status.HTTP_204_NO_CONTENT)


@router.get("/assignments", responses=document_errors(MissingRightError))
async def list_assignments(access: ContentViewer, assignments: AssignmentsDep) -> AssignmentList:
    """Return the assignments of a course in their order, for its staff."""
    return AssignmentList(assignments=await assignments.list_assignments(access))


@router.post("/assignments", status_code=status.HTTP_201_CREATED, responses=WRITER)
async def create_assignment(new: NewAssignment, access: ContentEditor, assignments: AssignmentsDep) -> AssignmentView:
    """Make an assignment after the others."""
    return await assignments.get(access, await assignments.create(access, new))


@router.get("/assignments/{assignment_id}", responses=VIEWER)
async def get_assignment(assignment_id: str, access: ContentViewer, assignments: AssignmentsDep) -> AssignmentView:
    """Return an assignment, for the course's staff."""
    return await assignments.get(access, assignment_id)


@router.put("/assignments/{assignment_id}", responses=CHANGER)
async def save_assignment(
    assignment_id: str,
    new: NewAssignment,
    access: ContentEditor,
    assignments: AssignmentsDep,
    with_grades: WithGrades = False,  # noqa: FBT002
) -> AssignmentView:
    """Change an assignment; grades follow at once.

    Dropping a kata for which students have grades, ticks or submissions has to be confirmed, by `with_grades`.
    """
    await assignments.change(access, assignment_id, new, with_grades=with_grades)
    return await assignments.get(access, assignment_id)


@router.put("/assignments/{assignment_id}/place", responses=EDITOR)
async def save_place(
    assignment_id: str, place: AssignmentPlace, access: ContentEditor, assignments: AssignmentsDep
) -> AssignmentList:
    """Move an assignment to another place in the course."""
    await assignments.move(access, assignment_id, place.place)
    return AssignmentList(assignments=await assignments.list_assignments(access))


@router.get("/assignments/{assignment_id}/overrides", responses=VIEWER)
async def list_overrides(assignment_id: str, access: ContentViewer, assignments: AssignmentsDep) -> OverrideList:
    """Return an assignment's overrides: what is different for labels and students."""
    return OverrideList(overrides=await assignments.list_overrides(access, assignment_id))


@router.put("/assignments/{assignment_id}/overrides", responses=EDITOR)
async def save_override(
    assignment_id: str, fields: OverrideFields, access: StaffAccess, assignments: AssignmentsDep
) -> OverrideList:
    """Store an override: what is different for a label or a student. It replaces their earlier override."""
    await assignments.put_override(access, assignment_id, fields)
    return OverrideList(overrides=await assignments.list_overrides(access, assignment_id))


@router.delete(
    "/assignments/{assignment_id}/overrides/{override_id}",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=EDITOR,
)
async def delete_override(
    assignment_id: str, override_id: str, access: StaffAccess, assignments: AssignmentsDep
) -> Response:
    """Delete an override of a label or a student."""
    await assignments.delete_override(access, assignment_id, override_id)
    return _done()


@router.put("/assignments/{assignment_id}/late-days", status_code=status.HTTP_204_NO_CONTENT, responses=STUDENT)
async def save_late_days(
    assignment_id: str, late: LateDays, access: StudentAccess, extensions: ExtensionsDep
) -> Response:
    """Set how many late days you spend on an assignment. Each moves its due date by a day, at full credit."""
    await extensions.spend_late_days(access, assignment_id, late.days)
    return _done()


@router.post("/assignments/{assignment_id}/extensions", status_code=status.HTTP_204_NO_CONTENT, responses=STUDENT)
async def send_extension_request(
    assignment_id: str, new: NewExtension, access: StudentAccess, extensions: ExtensionsDep
) -> Response:
    """Ask the staff for more time; it appears among your `extensions` in `…/own`."""
    await extensions.request_extension(access, assignment_id, new)
    return _done()


@router.get("/extensions", responses=document_errors(MissingRightError))
async def list_extensions(access: DataViewer, extensions: ExtensionsDep) -> ExtensionList:
    """Return all students' requests for more time: open ones first, the oldest first."""
    return ExtensionList(extensions=await extensions.list_extensions(access))


@router.post("/extensions/{extension_id}/decision", responses=EDITOR)
async def apply_decision(
    extension_id: str, decision: Decision, access: DataEditor, extensions: ExtensionsDep
) -> ExtensionList:
    """Grant a request for more time, perhaps until another moment, or decline it."""
    await extensions.decide_extension(access, extension_id, decision)
    return ExtensionList(extensions=await extensions.list_extensions(access))


@router.delete("/extensions/{extension_id}", status_code=status.HTTP_204_NO_CONTENT, responses=STUDENT)
async def cancel_extension_request(extension_id: str, access: StudentAccess, extensions: ExtensionsDep) -> Response:
    """Withdraw a request of your own that isn't decided."""
    await extensions.withdraw_extension(access, extension_id)
    return _done()


@router.delete("/assignments/{assignment_id}", status_code=status.HTTP_204_NO_CONTENT, responses=REMOVER)
async def delete_assignment(
    assignment_id: str,
    access: ContentEditor,
    assignments: AssignmentsDep,
    with_grades: WithGrades = False,  # noqa: FBT002
) -> Response:
    """Delete an assignment with its exceptions and requests; submissions stay.

    If students have grades, ticks or submissions there, it has to be confirmed, by `with_grades`.
    """
    await assignments.delete(access, assignment_id, with_grades=with_grades)
    return _done()

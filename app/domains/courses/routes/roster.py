"""A course's students over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Body, Query, Response, status

from app.domains.courses.dependencies import CoursesDep, DataEditor, DataViewer, RosterDep
from app.domains.courses.errors import (
    CourseArchivedError,
    CourseThingNotFoundError,
    MissingRightError,
    RosterRefusedError,
)
from app.domains.courses.fields import ShortLine
from app.domains.courses.schemas import (
    Joining,
    JoinView,
    NewStudent,
    RosterReport,
    StudentChange,
    StudentPage,
    StudentView,
)
from app.http.documentation import document_body, document_errors
from app.kit.errors import ConflictError

router = APIRouter(prefix="/api/v1/courses/{course_id}", tags=["courses"])
EDITOR = document_errors(MissingRightError, CourseArchivedError)
Page = Annotated[int, Query(ge=1, le=100_000, description="Counted from 1.")]
Label = Annotated[str, Query(max_length=40, description="Only students with this label.")]

Search = Annotated[str, Query(max_length=60, description="Only students with this in their names or numbers.")]


@router.put("/joining", responses=EDITOR)
async def save_joining(joining: Joining, access: DataEditor, courses: CoursesDep) -> JoinView:
    """Open or close joining by code, and change the code."""
    return await courses.set_joining(access, joining)


@router.get("/students", responses=document_errors(MissingRightError))
async def list_students(
    access: DataViewer,
    roster: RosterDep,
    page: Page = 1,
    label: Label = "",
    search: Search = "",
    removed: Annotated[bool, Query(description="Return the removed students instead of the others.")] = False,  # noqa: FBT002
) -> StudentPage:
    """Return students by name, a hundred at a time."""
    return await roster.list_students(access, page=page, label=label, search=search, removed=removed)


@router.post("/students", responses=document_errors(MissingRightError, CourseArchivedError, RosterRefusedError))
async def send_student_invitation(new: NewStudent, access: DataEditor, roster: RosterDep) -> RosterReport:
    """Invite a student, or change their entry on the roster; a removed student is put back."""
    return await roster.add(access, new)


@router.put(
    "/roster",
    responses=document_errors(MissingRightError, CourseArchivedError, RosterRefusedError),
    openapi_extra=document_body("text/csv", "email,name,labels\neve@example.org,Eve,A\n"),
)
async def upload_roster(
    access: DataEditor,
    roster: RosterDep,
    data: Annotated[bytes, Body(media_type="text/csv")] = b"",
    mail: Annotated[bool, Query(description="Addresses that are new on the roster get an e-mail.")] = False,  # noqa: FBT002
) -> RosterReport:
    """Invite the students of a CSV file, all of them or none. Students who aren't in it stay."""
    return await roster.import_file(access, data, mail=mail)


@router.get("/students/{student_id}", responses=document_errors(MissingRightError, CourseThingNotFoundError))
async def get_student(student_id: str, access: DataViewer, roster: RosterDep) -> StudentView:
    """Return a student."""
    return (await roster.find(access, student_id)).view


@router.put(
    "/students/{student_id}",
    responses=document_errors(MissingRightError, CourseArchivedError, CourseThingNotFoundError, ConflictError),
)
async def save_student(student_id: str, change: StudentChange, access: DataEditor, roster: RosterDep) -> StudentView:
    """Change a student's name, number and labels."""
    await roster.change(access, student_id, change)
    return (await roster.find(access, student_id)).view


@router.delete(
    "/students/{student_id}",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=document_errors(MissingRightError, CourseArchivedError, CourseThingNotFoundError),
)
async def delete_student(student_id: str, access: DataEditor, roster: RosterDep) -> Response:
    """Remove a student. Nothing of theirs is lost, and they can be put back."""
    await roster.set_removed(access, student_id, removed=True)
    return Response(status_code=status.HTTP_204_NO_CONTENT)


@router.post(
    "/students/{student_id}/restore",
    responses=document_errors(MissingRightError, CourseArchivedError, CourseThingNotFoundError),
)
async def enable_student(student_id: str, access: DataEditor, roster: RosterDep) -> StudentView:
    """Put a removed student back."""
    await roster.set_removed(access, student_id, removed=False)
    return (await roster.find(access, student_id)).view


@router.put(
    "/labels/{label_name:path}",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=document_errors(MissingRightError, CourseArchivedError, ConflictError),
)
async def save_label(label_name: ShortLine, access: DataEditor, roster: RosterDep) -> Response:
    """Make a label, unless there is one of this name."""
    await roster.add_label(access, label_name)
    return Response(status_code=status.HTTP_204_NO_CONTENT)


@router.delete(
    "/labels/{label_name:path}",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=document_errors(MissingRightError, CourseArchivedError, CourseThingNotFoundError),
)
async def delete_label(label_name: str, access: DataEditor, roster: RosterDep) -> Response:
    """Delete a label, and all that was set differently for its students."""
    await roster.delete_label(access, label_name)
    return Response(status_code=status.HTTP_204_NO_CONTENT)

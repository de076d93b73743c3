"""Grades over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Query, Response, status

from app.domains.courses.assignment_schemas import CourseForStudent, Gradebook, GradeChange
from app.domains.courses.dependencies import DataEditor, DataViewer, GradesDep, StudentAccess
from app.domains.courses.errors import CourseArchivedError, CourseThingNotFoundError, MissingRightError
from app.domains.courses.routes.roster import Label, Page, Search
from app.http.documentation import document_answer, document_errors

router = APIRouter(prefix="/api/v1/courses/{course_id}", tags=["courses"])
VIEWER = document_errors(MissingRightError, CourseThingNotFoundError)
EDITOR = document_errors(MissingRightError, CourseArchivedError, CourseThingNotFoundError)
CSV = "text/csv"


@router.get("/own", responses=document_errors(CourseThingNotFoundError))
async def get_own_course(access: StudentAccess, grades: GradesDep) -> CourseForStudent:
    """Return what you see of a course that you attend: its assignments, which rules hold now, and your grades."""
    return await grades.show_own(access)


@router.get("/students/{student_id}/course", responses=VIEWER)
async def get_course_of_student(student_id: str, access: DataViewer, grades: GradesDep) -> CourseForStudent:
    """Return the course as a student sees it."""
    return await grades.show_student(access, student_id)


@router.get("/grades", responses=VIEWER)
async def get_gradebook(
    access: DataViewer,
    grades: GradesDep,
    page: Page = 1,
    label: Label = "",
    search: Search = "",
    assignment: Annotated[str, Query(max_length=26, description="Only the grades of this assignment.")] = "",
) -> Gradebook:
    """Return the grades of fifty students, by name."""
    return await grades.show_gradebook(access, page=page, label=label, search=search, assignment=assignment)


@router.get(
    "/grades.csv",
    response_class=Response,
    responses=document_errors(MissingRightError) | document_answer(200, content=CSV, example="account,name,points\n"),
)
async def download_grades(access: DataViewer, grades: GradesDep, label: Label = "") -> Response:
    """Return all grades as a CSV file in UTF-8, with a byte order mark, by which spreadsheets recognise it."""
    table = await grades.export_csv(access, label=label)
    return Response(table.encode("utf-8-sig"), media_type="text/csv; charset=utf-8")


@router.put(
    "/students/{student_id}/grades/{assignment_id}/{problem}",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=EDITOR,
)
async def save_grade(
    student_id: str, assignment_id: str, problem: str, change: GradeChange, access: DataEditor, grades: GradesDep
) -> Response:
    """Give a student points for a kata in place of those computed, with a reason that they read."""
    await grades.give(access, student_id, assignment_id, problem, change)
    return Response(status_code=status.HTTP_204_NO_CONTENT)


@router.delete(
    "/students/{student_id}/grades/{assignment_id}/{problem}",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=EDITOR,
)
async def delete_grade(
    student_id: str, assignment_id: str, problem: str, access: DataEditor, grades: GradesDep
) -> Response:
    """Let the computed points count again."""
    await grades.undo(access, student_id, assignment_id, problem)
    return Response(status_code=status.HTTP_204_NO_CONTENT)

"""Katas that are private to a course over HTTP."""

from fastapi import APIRouter, Response, status

from app.domains.courses.dependencies import ContentEditor, ContentViewer, PrivateKatasDep
from app.domains.courses.errors import CourseArchivedError, CourseThingNotFoundError, MissingRightError
from app.domains.courses.schemas import PrivateKataList
from app.http.documentation import document_errors
from app.kit.errors import ConflictError, ProblemNotFoundError

router = APIRouter(prefix="/api/v1/courses/{course_id}/katas", tags=["courses"])
EDITOR = document_errors(
    MissingRightError, CourseArchivedError, CourseThingNotFoundError, ProblemNotFoundError, ConflictError
)


@router.get("", responses=document_errors(MissingRightError))
async def list_private_katas(access: ContentViewer, katas: PrivateKatasDep) -> PrivateKataList:
    """Return the katas that are private to the course."""
    return PrivateKataList(katas=await katas.list_katas(access))


@router.put("/{problem}", status_code=status.HTTP_204_NO_CONTENT, responses=EDITOR)
async def save_private_kata(problem: str, access: ContentEditor, katas: PrivateKatasDep) -> Response:
    """Make a problem that you write here private to the course: nobody outside sees it any more.

    That is refused once somebody outside has worked on it, or another course uses it.
    """
    await katas.add(access, problem)
    return Response(status_code=status.HTTP_204_NO_CONTENT)


@router.delete("/{problem}", status_code=status.HTTP_204_NO_CONTENT, responses=EDITOR)
async def delete_private_kata(problem: str, access: ContentEditor, katas: PrivateKatasDep) -> Response:
    """Take a private problem from the course. Then everybody sees it, unless it is another course's, too."""
    await katas.remove(access, problem)
    return Response(status_code=status.HTTP_204_NO_CONTENT)

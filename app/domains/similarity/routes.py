"""Similar solutions over HTTP: for a problem's authors, and for the staff of a course."""

from fastapi import APIRouter, Response, status

from app.domains.authoring.dependencies import AuthoredProblem
from app.domains.courses.errors import CourseThingNotFoundError, MissingRightError
from app.domains.problems.exams import ExamRunningError
from app.domains.similarity.dependencies import ComparedKata, SimilarityDep
from app.domains.similarity.schemas import Similar
from app.http.documentation import document_answer, document_errors
from app.kit.workers.errors import TooHeavyError, WorkersBusyError

author_router = APIRouter(prefix="/api/v1/authoring", tags=["authoring"])
course_router = APIRouter(prefix="/api/v1/courses/{course_id}", tags=["courses"])
ZIP = "application/zip"


@author_router.get("/problems/{slug}/similar", responses=document_errors(TooHeavyError, WorkersBusyError))
async def list_similar(problem: AuthoredProblem, similarity: SimilarityDep) -> Similar:
    """Return the pairs of solutions that share most of what few others have. It is recorded in the audit log.

    While `ready` is false, sources are still being read: ask again. Nothing here says that anybody copied.
    """
    return await similarity.list_pairs(problem)


@author_router.get(
    "/problems/{slug}/similar/dolos",
    response_class=Response,
    responses={
        **document_answer(status.HTTP_200_OK, content=ZIP),
        **document_errors(TooHeavyError, WorkersBusyError),
    },
)
async def download_similar(problem: AuthoredProblem, similarity: SimilarityDep) -> Response:
    """Return all solutions and the pairs as a zip file of CSV files, which Dolos shows.

    It is recorded in the audit log. 429 while sources are still being read.
    """
    return _pack(problem.slug, await similarity.export(problem))


@course_router.get(
    "/similar/{problem}",
    responses=document_errors(
        MissingRightError, ExamRunningError, CourseThingNotFoundError, TooHeavyError, WorkersBusyError
    ),
)
async def list_similar_in_course(kata: ComparedKata, similarity: SimilarityDep) -> Similar:
    """Return the same for a kata of a course, from the solutions of its students alone.

    It is recorded in the audit log. While `ready` is false, sources are still being read: ask again.
    """
    return await similarity.list_pairs(kata.problem, kata.classmates)


@course_router.get(
    "/similar/{problem}/dolos",
    response_class=Response,
    responses={
        **document_answer(status.HTTP_200_OK, content=ZIP),
        **document_errors(
            MissingRightError, ExamRunningError, CourseThingNotFoundError, TooHeavyError, WorkersBusyError
        ),
    },
)
async def download_similar_in_course(kata: ComparedKata, similarity: SimilarityDep) -> Response:
    """Return the solutions of a course's students to a kata, and the pairs, as a zip file for Dolos.

    It is recorded in the audit log. 429 while sources are still being read.
    """
    return _pack(kata.problem.slug, await similarity.export(kata.problem, kata.classmates))


def _pack(slug: str, content: bytes) -> Response:
    """Return a report for Dolos as a download."""
    headers = {"Content-Disposition": f'attachment; filename="{slug}-similar.zip"', "Cache-Control": "no-store"}
    return Response(content, media_type=ZIP, headers=headers)


router = APIRouter()
for part in (author_router, course_router):
    router.include_router(part)

"""Similar solutions over HTTP, for a course's own programs."""

from fastapi import APIRouter, Response, status

from app.domains.authoring.dependencies import AuthoredProblem
from app.domains.similarity.dependencies import SimilarityDep
from app.domains.similarity.schemas import Similar
from app.http.documentation import document_answer, document_errors
from app.kit.workers.errors import TooHeavyError, WorkersBusyError

router = APIRouter(prefix="/api/v1/authoring", tags=["authoring"])
ZIP = "application/zip"


@router.get("/problems/{slug}/similar", responses=document_errors(TooHeavyError, WorkersBusyError))
async def list_similar(problem: AuthoredProblem, similarity: SimilarityDep) -> Similar:
    """Return the pairs of solutions that share most of what few others have. It is recorded in the audit log.

    While `ready` is false, sources are still being read: ask again. Nothing here says that anybody copied.
    """
    return await similarity.list_pairs(problem)


@router.get(
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
    headers = {"Content-Disposition": f'attachment; filename="{problem.slug}-similar.zip"', "Cache-Control": "no-store"}
    return Response(await similarity.export(problem), media_type=ZIP, headers=headers)

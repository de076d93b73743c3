"""The authors' source files of versions over HTTP, and the changes between two versions."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Response, status

from app.domains.authoring.dependencies import AuthoredProblem, VersionsDep
from app.domains.authoring.errors import FileNotInPackageError, FilesNotKeptError
from app.domains.authoring.schemas import FileDiff, KeptFileList
from app.domains.limits.addresses import name_account
from app.http.documentation import document_answer, document_errors
from app.kit.errors import VersionNotFoundError

router = APIRouter(prefix="/api/v1/authoring/problems/{slug}/versions", tags=["authoring"])

Side = Annotated[int | Literal["working"], Path(description="The number of a version, or `working`: the working copy.")]
MISSING = (VersionNotFoundError, FilesNotKeptError)


@router.get("/{number}/files", responses=document_errors(*MISSING))
async def list_version_files(number: int, problem: AuthoredProblem, versions: VersionsDep) -> KeptFileList:
    """Return the paths of the files that a version was made from, with their sizes in bytes."""
    return await versions.list_files(problem.slug, number)


@router.get(
    "/{number}/files/{path:path}",
    response_class=Response,
    responses={
        **document_answer(status.HTTP_200_OK, content="text/plain", example="Return twice `x`.\n"),
        **document_errors(*MISSING, FileNotInPackageError),
    },
)
async def get_version_file(number: int, path: str, problem: AuthoredProblem, versions: VersionsDep) -> Response:
    """Return a file's text as it was when the version was made."""
    content = await versions.read_file(problem.slug, number, path)
    return Response(content, media_type="text/plain; charset=utf-8", headers={"Cache-Control": "no-cache"})


@router.get(
    "/{number}/archive",
    response_class=Response,
    responses={
        **document_answer(status.HTTP_200_OK, content="application/zip"),
        **document_errors(*MISSING),
    },
)
async def download_version(number: int, problem: AuthoredProblem, versions: VersionsDep) -> Response:
    """Return a version's files as a zip file, which can be uploaded as the working copy."""
    name = f"{problem.slug}-{number}.zip"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-cache"}
    return Response(await versions.export(problem.slug, number), media_type="application/zip", headers=headers)


@router.get("/{before}/changes/{after}", responses=document_errors(*MISSING))
async def compare_version_files(before: Side, after: Side, problem: AuthoredProblem, versions: VersionsDep) -> FileDiff:
    """Return what authors changed from one version's files to another's, file by file, as they wrote them.

    `diff/{after}` says which changes learners notice, and compares the cases.
    """
    sides: list[int | None] = [None if side == "working" else side for side in (before, after)]
    return await versions.compare(problem.slug, *sides, who=name_account(problem.user.id))

"""Authoring over HTTP, for pages and for a course's own programs."""

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request, Response, status
from fastapi.sse import EventSourceResponse, ServerSentEvent

from app.authoring.dependencies import AuthoredProblem, CurrentAuthor, LastTask, TasksDep
from app.authoring.errors import AllEditedMeanwhileError, EditedMeanwhileError, FileNotInPackageError
from app.authoring.schemas import AuthoredProblem as ProblemView
from app.authoring.schemas import (
    AuthoredProblemList,
    Finding,
    NewProblem,
    Reason,
    SavedFile,
    Sharing,
    Statistics,
    TaskKind,
    TaskView,
    VersionDiff,
    VersionList,
)
from app.errors import ConflictError, InvalidInputError, NotFoundError, UnreadableBundleError, UserNotFoundError
from app.json_values import dump_json
from app.openapi import document_answer, document_body, document_errors
from app.regrading.service import check_reason
from app.services import ServicesDep
from grader.package import ProblemFile

router = APIRouter(prefix="/api/v1/authoring", tags=["authoring"])

ZIP = "application/zip"
TEXT = "text/plain"
STATEMENT = "Return twice `x`.\n"
MADE = {**document_answer(status.HTTP_201_CREATED, "Location"), **document_errors(ConflictError)}
BEGUN = document_errors(ConflictError)
EDITED = (FileNotInPackageError, EditedMeanwhileError, ConflictError)


@router.get("/schema")
async def get_schema(_user: CurrentAuthor) -> dict[str, Any]:
    """Return the JSON schema of problem.yaml, for an editor."""
    return ProblemFile.model_json_schema()


@router.get("/problems")
async def list_problems(user: CurrentAuthor, services: ServicesDep) -> AuthoredProblemList:
    """Return the problems that the asker may change: own and shared ones, and all for an admin."""
    return AuthoredProblemList(problems=await services.authoring.list_problems(user))


@router.post("/problems", status_code=status.HTTP_201_CREATED, responses=MADE)
async def create_problem(
    new: NewProblem, user: CurrentAuthor, services: ServicesDep, response: Response
) -> ProblemView:
    """Begin a problem: small files that hold. The asker owns it."""
    problem = await services.authoring.create(user, new.slug, new.name)
    response.headers["Location"] = f"/api/v1/authoring/problems/{problem.slug}"
    return await services.authoring.show(problem, None)


@router.post("/problems/archive", status_code=status.HTTP_201_CREATED, responses=MADE, openapi_extra=document_body(ZIP))
async def create_from_archive(
    request: Request, user: CurrentAuthor, services: ServicesDep, response: Response
) -> ProblemView:
    """Begin a problem with the files of a zip file, the request's body. The asker owns it."""
    problem = await services.authoring.create_from_archive(user, await request.body())
    response.headers["Location"] = f"/api/v1/authoring/problems/{problem.slug}"
    return await services.authoring.show(problem, None)


@router.get("/problems/{slug}")
async def get_problem(problem: AuthoredProblem, services: ServicesDep, tasks: TasksDep) -> ProblemView:
    """Return a problem with its files, what reading them finds wrong, and its last task."""
    return await services.authoring.show(problem, await tasks.find(problem.slug))


@router.get(
    "/problems/{slug}/files/{path:path}",
    response_class=Response,
    responses={
        **document_answer(status.HTTP_200_OK, "ETag", content=TEXT, example=STATEMENT),
        **document_errors(FileNotInPackageError),
    },
)
async def get_file(path: str, problem: AuthoredProblem, services: ServicesDep) -> Response:
    """Return a file's text; `ETag` names this content."""
    content, tag = await services.authoring.read_file(problem, path)
    return Response(content, media_type="text/plain; charset=utf-8", headers={"ETag": tag, "Cache-Control": "no-cache"})


@router.put(
    "/problems/{slug}/files/{path:path}",
    responses={**document_answer(status.HTTP_200_OK, "ETag"), **document_errors(*EDITED)},
    openapi_extra=document_body(TEXT, STATEMENT),
)
async def put_file(
    path: str,
    request: Request,
    problem: AuthoredProblem,
    services: ServicesDep,
    response: Response,
    if_match: Annotated[str | None, Header()] = None,
) -> SavedFile:
    """Store the request's body as a file. `If-Match` names the content that it replaces, by its `ETag`.

    Without `If-Match` the file must be new. When somebody else stored another content meanwhile, the answer is 412 and
    nothing is saved. `*` replaces whatever is there.
    """
    saved = await services.authoring.write_file(problem, path, await request.body(), replaces=if_match)
    response.headers["ETag"] = saved.etag
    return saved


@router.delete(
    "/problems/{slug}/files/{path:path}",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=document_errors(*EDITED),
)
async def delete_file(
    path: str,
    problem: AuthoredProblem,
    services: ServicesDep,
    if_match: Annotated[str | None, Header()] = None,
) -> None:
    """Take a file away; `If-Match` names the content that is meant."""
    if if_match is None:
        raise InvalidInputError("If-Match", "Say with If-Match which content is meant: its ETag, or * for any.")
    await services.authoring.delete_file(problem, path, replaces=if_match)


@router.get(
    "/problems/{slug}/archive",
    response_class=Response,
    responses=document_answer(status.HTTP_200_OK, "ETag", content=ZIP),
)
async def download_archive(problem: AuthoredProblem, services: ServicesDep) -> Response:
    """Return the working copy as a zip file, which can be uploaded again; `ETag` names the contents of all files."""
    data, tag = await services.authoring.export(problem)
    headers = {"Content-Disposition": f'attachment; filename="{problem.slug}.zip"', "Cache-Control": "no-cache"}
    return Response(data, media_type="application/zip", headers={**headers, "ETag": tag})


@router.put(
    "/problems/{slug}/archive",
    responses=document_errors(AllEditedMeanwhileError, ConflictError),
    openapi_extra=document_body(ZIP),
)
async def upload_archive(
    request: Request,
    problem: AuthoredProblem,
    services: ServicesDep,
    if_match: Annotated[str | None, Header()] = None,
) -> list[Finding]:
    """Put the files of a zip file in place of the working copy; returns what reading them finds wrong.

    `If-Match` names the files that it replaces, by the `etag` of the problem. When somebody else changed one of them
    meanwhile, the answer is 412 and nothing is replaced. `*` replaces whatever is there.
    """
    if if_match is None:
        raise InvalidInputError("If-Match", "Say with If-Match which files are replaced: the problem's etag, or *.")
    return await services.authoring.upload(problem, await request.body(), replaces=if_match)


@router.put("/problems/{slug}/authors/{name}", responses=document_errors(UserNotFoundError))
async def share_problem(name: str, problem: AuthoredProblem, services: ServicesDep) -> Sharing:
    """Let another instructor change the problem; for its owner and admins."""
    return await services.authoring.share(problem, name)


@router.delete("/problems/{slug}/authors/{name}", responses=document_errors(UserNotFoundError))
async def unshare_problem(name: str, problem: AuthoredProblem, services: ServicesDep) -> Sharing:
    """Let somebody change the problem no more; for its owner and admins."""
    return await services.authoring.unshare(problem, name)


@router.post("/problems/{slug}/check", status_code=status.HTTP_202_ACCEPTED, responses=BEGUN)
async def check_problem(problem: AuthoredProblem, tasks: TasksDep) -> TaskView:
    """Do all that publishing does, in the background, and keep nothing."""
    return await tasks.start(problem, TaskKind.CHECK)


@router.post("/problems/{slug}/publish", status_code=status.HTTP_202_ACCEPTED, responses=BEGUN)
async def publish_problem(problem: AuthoredProblem, tasks: TasksDep) -> TaskView:
    """Publish the working copy, in the background, if it holds: it judges what is handed in from then on."""
    return await tasks.start(problem, TaskKind.PUBLISH)


@router.post("/problems/{slug}/stage", status_code=status.HTTP_202_ACCEPTED, responses=BEGUN)
async def stage_problem(asked: Reason, problem: AuthoredProblem, tasks: TasksDep) -> TaskView:
    """Make a version, if the working copy holds, that counts when its regrade is applied.

    `reason` is told to learners whose verdict changes. The task's `regrade` says what would change.
    """
    return await tasks.start(problem, TaskKind.STAGE, check_reason(asked.reason))


@router.get("/problems/{slug}/task", responses=document_errors(NotFoundError))
async def get_task(_problem: AuthoredProblem, task: LastTask) -> TaskView:
    """Return the last check, publishing or staging; `interrupted` is one during which the service stopped."""
    return task


@router.post(
    "/problems/{slug}/task/cancel",
    status_code=status.HTTP_202_ACCEPTED,
    responses=document_errors(NotFoundError, ConflictError),
)
async def cancel_task(problem: AuthoredProblem, tasks: TasksDep) -> TaskView:
    """Stop the task: it ends as `cancelled`, or as what it was when that came too late. 409 when it is over."""
    return await tasks.cancel(problem)


@router.get(
    "/problems/{slug}/task/events", response_class=EventSourceResponse, responses=document_errors(NotFoundError)
)
async def follow_task(problem: AuthoredProblem, tasks: TasksDep, _task: LastTask) -> AsyncIterator[ServerSentEvent]:
    """Send the last task now and whenever it has changed, as `task`, until it is over."""
    async for task in tasks.follow(problem.slug):
        yield ServerSentEvent(event="task", raw_data=dump_json(task))


@router.get("/problems/{slug}/versions")
async def list_versions(problem: AuthoredProblem, services: ServicesDep) -> VersionList:
    """Return the problem's versions, newest first."""
    return VersionList(versions=await services.authoring.list_versions(problem))


@router.get(
    "/problems/{slug}/versions/{before}/diff/{after}", responses=document_errors(NotFoundError, UnreadableBundleError)
)
async def compare_versions(before: int, after: int, problem: AuthoredProblem, services: ServicesDep) -> VersionDiff:
    """Return what changed from one version to another."""
    return await services.authoring.compare(problem, before, after)


@router.get("/problems/{slug}/statistics")
async def get_statistics(problem: AuthoredProblem, services: ServicesDep) -> Statistics:
    """Return how learners fare with the problem."""
    return await services.authoring.count(problem)

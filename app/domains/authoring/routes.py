"""Authoring over HTTP, for pages and for a course's own programs."""

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request, Response, status
from fastapi.sse import EventSourceResponse, ServerSentEvent

from app.db.statuses import SharingRole
from app.domains.accounts.streams import STREAM
from app.domains.authoring.dependencies import AuthoredProblem, AuthoringDep, CurrentAuthor, LastTask, TasksDep
from app.domains.authoring.errors import (
    AllEditedMeanwhileError,
    EditedMeanwhileError,
    FileNotInPackageError,
    TaskNotFoundError,
)
from app.domains.authoring.reasons import check_reason
from app.domains.authoring.schemas import AuthoredProblem as ProblemView
from app.domains.authoring.schemas import (
    AuthoredProblemList,
    CheckList,
    ImportedProblem,
    NewProblem,
    PackageFinding,
    Reason,
    SavedFile,
    Sharing,
    Statistics,
    TaskKind,
    TaskView,
    VersionDiff,
    VersionList,
)
from app.http.documentation import document_answer, document_body, document_errors
from app.kit.errors import (
    ConflictError,
    InvalidInputError,
    UnreadableBundleError,
    UserNotFoundError,
    VersionNotFoundError,
)
from app.kit.json_values import dump_json
from app.kit.workers.errors import TooHeavyError, WorkersBusyError
from grader.package.files import ProblemFile

router = APIRouter(prefix="/api/v1/authoring", tags=["authoring"])

ZIP = "application/zip"
BINARY = "application/octet-stream"
TEXT = "text/plain"
STATEMENT = "Return twice `x`.\n"
WORK = (TooHeavyError, WorkersBusyError)
"""Errors that a worker may raise."""
MADE = {**document_answer(status.HTTP_201_CREATED, "Location"), **document_errors(ConflictError, *WORK)}
BEGUN = document_errors(ConflictError, *WORK)
EDITED = (FileNotInPackageError, EditedMeanwhileError, ConflictError)


@router.get("/schema")
async def get_schema(_user: CurrentAuthor) -> dict[str, Any]:
    """Return the JSON schema of problem.yaml, with which an editor can check and complete the file."""
    return ProblemFile.model_json_schema()


@router.get("/checks")
async def list_checks(_user: CurrentAuthor, tasks: TasksDep) -> CheckList:
    """Return the checks that a problem can declare, with their keys, reason codes and an example."""
    return CheckList.model_validate({"checks": tasks.list_checks()})


@router.get("/problems")
async def list_problems(user: CurrentAuthor, authoring: AuthoringDep) -> AuthoredProblemList:
    """Return your own problems and those that are shared with you; all for an admin."""
    return AuthoredProblemList(problems=await authoring.list_problems(user))


@router.post("/problems", status_code=status.HTTP_201_CREATED, responses=MADE)
async def create_problem(
    new: NewProblem, user: CurrentAuthor, authoring: AuthoringDep, response: Response
) -> ProblemView:
    """Create a problem with small, working files. You own it."""
    problem = await authoring.create(user, new.slug, new.name)
    response.headers["Location"] = f"/api/v1/authoring/problems/{problem.slug}"
    return await authoring.show(problem, None)


@router.post("/problems/archive", status_code=status.HTTP_201_CREATED, responses=MADE, openapi_extra=document_body(ZIP))
async def create_from_archive(
    request: Request, user: CurrentAuthor, authoring: AuthoringDep, response: Response
) -> ProblemView:
    """Create a problem from a zip file, which is the request's body. You own it."""
    problem = await authoring.create_from_archive(user, await request.body())
    response.headers["Location"] = f"/api/v1/authoring/problems/{problem.slug}"
    return await authoring.show(problem, None)


@router.post(
    "/problems/import", status_code=status.HTTP_201_CREATED, responses=MADE, openapi_extra=document_body(BINARY)
)
async def import_problem(
    request: Request,
    user: CurrentAuthor,
    authoring: AuthoringDep,
    response: Response,
    name: Annotated[str, Query(max_length=200, description="The file's name, such as `halving.zip`.")],
    slug: Annotated[str | None, Query(max_length=64, description="The draft's slug; default: the file's name.")] = None,
    function: Annotated[
        str | None,
        Query(max_length=200, description="The function that learners are to write, if the tests call several."),
    ] = None,
) -> ImportedProblem:
    """Create a draft from another platform's problem: the request's body is a zip file of its folder, or one file.

    Nothing of it is run. You own the draft.
    """
    problem, draft = await authoring.create_from_foreign(user, await request.body(), name, slug, function)
    response.headers["Location"] = f"/api/v1/authoring/problems/{problem.slug}"
    view = await authoring.show(problem, None)
    return ImportedProblem(**view.model_dump(), taken=draft.taken, left=draft.left)


@router.get("/problems/{slug}")
async def get_problem(problem: AuthoredProblem, authoring: AuthoringDep, tasks: TasksDep) -> ProblemView:
    """Return a problem with its files, the mistakes that reading them finds, and its last task."""
    return await authoring.show(problem, await tasks.find(problem.slug))


@router.get(
    "/problems/{slug}/files/{path:path}",
    response_class=Response,
    responses={
        **document_answer(status.HTTP_200_OK, "ETag", content=TEXT, example=STATEMENT),
        **document_errors(FileNotInPackageError),
    },
)
async def get_file(path: str, problem: AuthoredProblem, authoring: AuthoringDep) -> Response:
    """Return a file's text; `ETag` names this content."""
    content, tag = await authoring.read_file(problem, path)
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
    authoring: AuthoringDep,
    response: Response,
    if_match: Annotated[str | None, Header()] = None,
) -> SavedFile:
    """Store the request's body as a file. `If-Match` names the content that it replaces, by its `ETag`.

    Without `If-Match` the file must be new. If somebody else has changed it in the meantime, the response is 412 and
    nothing is saved. `*` replaces whatever is there.
    """
    saved = await authoring.write_file(problem, path, await request.body(), replaces=if_match)
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
    authoring: AuthoringDep,
    if_match: Annotated[str | None, Header()] = None,
) -> None:
    """Delete a file. `If-Match` has the `ETag` of its content."""
    if if_match is None:
        raise InvalidInputError("If-Match", "Send If-Match with the ETag of the content that is meant, or * for any.")
    await authoring.delete_file(problem, path, replaces=if_match)


@router.get(
    "/problems/{slug}/archive",
    response_class=Response,
    responses=document_answer(status.HTTP_200_OK, "ETag", content=ZIP),
)
async def download_archive(problem: AuthoredProblem, authoring: AuthoringDep) -> Response:
    """Return the working copy as a zip file, which can be uploaded again; `ETag` names the contents of all files."""
    data, tag = await authoring.export(problem)
    headers = {"Content-Disposition": f'attachment; filename="{problem.slug}.zip"', "Cache-Control": "no-cache"}
    return Response(data, media_type="application/zip", headers={**headers, "ETag": tag})


@router.put(
    "/problems/{slug}/archive",
    responses=document_errors(AllEditedMeanwhileError, ConflictError, *WORK),
    openapi_extra=document_body(ZIP),
)
async def upload_archive(
    request: Request,
    problem: AuthoredProblem,
    authoring: AuthoringDep,
    if_match: Annotated[str | None, Header()] = None,
) -> list[PackageFinding]:
    """Replace the working copy by the files of a zip file; return the mistakes that reading them finds.

    `If-Match` names the files that it replaces, by the `etag` of the problem. If somebody else has changed one of them
    in the meantime, the response is 412 and nothing is replaced. `*` replaces whatever is there.
    """
    if if_match is None:
        raise InvalidInputError("If-Match", "Send If-Match with the problem's etag, or *.")
    return await authoring.upload(problem, await request.body(), replaces=if_match)


@router.put("/problems/{slug}/authors/{name}", responses=document_errors(UserNotFoundError))
async def share_problem(
    name: str,
    problem: AuthoredProblem,
    authoring: AuthoringDep,
    role: Annotated[SharingRole, Query(description="What they may do.")] = SharingRole.EDIT,
) -> Sharing:
    """Share the problem with another instructor, or change what they may do; for its owner and admins.

    `read`: see everything; `comment`: answer reports on verdicts, too; `edit`: change and publish it, too.
    """
    return await authoring.share(problem, name, role)


@router.delete("/problems/{slug}/authors/{name}", responses=document_errors(UserNotFoundError))
async def unshare_problem(name: str, problem: AuthoredProblem, authoring: AuthoringDep) -> Sharing:
    """Stop sharing the problem with somebody; for its owner and admins."""
    return await authoring.unshare(problem, name)


@router.post("/problems/{slug}/check", status_code=status.HTTP_202_ACCEPTED, responses=BEGUN)
async def check_problem(problem: AuthoredProblem, tasks: TasksDep) -> TaskView:
    """Check the working copy in the background: do everything that publishing does, and keep nothing."""
    return await tasks.start(problem, TaskKind.CHECK)


@router.post("/problems/{slug}/publish", status_code=status.HTTP_202_ACCEPTED, responses=BEGUN)
async def publish_problem(problem: AuthoredProblem, tasks: TasksDep) -> TaskView:
    """Publish the working copy in the background, if it passes: it judges submissions from then on."""
    return await tasks.start(problem, TaskKind.PUBLISH)


@router.post("/problems/{slug}/stage", status_code=status.HTTP_202_ACCEPTED, responses=BEGUN)
async def stage_problem(asked: Reason, problem: AuthoredProblem, tasks: TasksDep) -> TaskView:
    """Stage the working copy as a version, if it passes. The version counts once its regrade is applied.

    `reason` is shown to learners whose verdict changes. The task's `regrade` says what would change.
    """
    return await tasks.start(problem, TaskKind.STAGE, check_reason(asked.reason))


@router.get("/problems/{slug}/task", responses=document_errors(TaskNotFoundError))
async def get_task(_problem: AuthoredProblem, task: LastTask) -> TaskView:
    """Return the problem's last task. It is `interrupted` if the service stopped while it ran."""
    return task


@router.post(
    "/problems/{slug}/task/cancel",
    status_code=status.HTTP_202_ACCEPTED,
    responses=document_errors(TaskNotFoundError, ConflictError),
)
async def cancel_task(problem: AuthoredProblem, tasks: TasksDep) -> TaskView:
    """Stop the task: it ends as `cancelled`, or with its result if it was too late. 409 if it had ended before."""
    return await tasks.cancel(problem)


@router.get(
    "/problems/{slug}/task/events",
    response_class=EventSourceResponse,
    dependencies=[STREAM],
    responses=document_errors(TaskNotFoundError),
)
async def follow_task(problem: AuthoredProblem, tasks: TasksDep, _task: LastTask) -> AsyncIterator[ServerSentEvent]:
    """Send the last task now and whenever it changes, as `task` events, until it ends."""
    async for task in tasks.follow(problem.slug):
        yield ServerSentEvent(event="task", raw_data=dump_json(task))


@router.get("/problems/{slug}/versions")
async def list_versions(problem: AuthoredProblem, authoring: AuthoringDep) -> VersionList:
    """Return the problem's versions, newest first."""
    return VersionList(versions=await authoring.list_versions(problem))


@router.get(
    "/problems/{slug}/versions/{before}/diff/{after}",
    responses=document_errors(VersionNotFoundError, UnreadableBundleError),
)
async def compare_versions(before: int, after: int, problem: AuthoredProblem, authoring: AuthoringDep) -> VersionDiff:
    """Return what changed from one version to another."""
    return await authoring.compare(problem, before, after)


@router.get("/problems/{slug}/statistics")
async def get_statistics(problem: AuthoredProblem, authoring: AuthoringDep) -> Statistics:
    """Return the problem's statistics."""
    return await authoring.count(problem)

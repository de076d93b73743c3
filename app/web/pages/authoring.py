"""The instructors' pages: their problems, the editor, statistics, sharing."""

import json
import re
from collections.abc import AsyncIterator
from typing import Annotated, Final, Literal
from urllib.parse import quote

from fastapi import APIRouter, Form, Request, Response, UploadFile, status
from fastapi.responses import HTMLResponse
from fastapi.sse import EventSourceResponse, ServerSentEvent

from app.db.statuses import SharingRole
from app.domains.accounts.schemas import Account
from app.domains.accounts.streams import STREAM
from app.domains.authoring.authored import Authored
from app.domains.authoring.dependencies import AuthoredProblem, AuthoringDep, CurrentAuthor, LastTask, TasksDep
from app.domains.authoring.errors import EditedMeanwhileError, FileNotInPackageError
from app.domains.authoring.port import Tasks
from app.domains.authoring.reasons import check_reason
from app.domains.authoring.schemas import AskedTrial, TaskKind
from app.domains.authoring.service import AuthoringService
from app.domains.authoring.working import SOLUTIONS, compute_tag
from app.domains.limits.addresses import name_account
from app.http.parts import WorkersDep
from app.kit.errors import ConflictError, InvalidInputError, RequestError
from app.web.drawing.diff import Line, find_changes
from app.web.drawing.markdown import render_markdown
from app.web.drawing.pieces import Piece
from app.web.navigation import RendererDep, go
from app.web.rendering import Renderer

router = APIRouter(prefix="/authoring", default_response_class=HTMLResponse, include_in_schema=False)

TRIED: Final = re.compile(r"(?:accepted|rejected)/.+\.py|reference\.py|starter\.py")
"""The files that can be tried by themselves."""
FIRST: Final = "problem.yaml"
"""The file that the editor shows first."""


@router.get("")
async def list_problems(
    request: Request, user: CurrentAuthor, authoring: AuthoringDep, renderer: RendererDep
) -> Response:
    """List the problems that the instructor can edit."""
    return await _draw_list(request, user, authoring, renderer)


@router.post("")
async def create_problem(
    request: Request,
    user: CurrentAuthor,
    authoring: AuthoringDep,
    renderer: RendererDep,
    slug: Annotated[str, Form()] = "",
    name: Annotated[str, Form()] = "",
) -> Response:
    """Begin a problem and open it."""
    try:
        await authoring.create(user, slug.strip(), name)
    except RequestError as error:
        return await _draw_list(request, user, authoring, renderer, slug=slug, name=name, error=error)
    return go(f"/authoring/{slug.strip()}")


@router.post("/archive")
async def create_from_archive(
    request: Request, user: CurrentAuthor, authoring: AuthoringDep, renderer: RendererDep, archive: UploadFile
) -> Response:
    """Begin a problem with the files of a zip file and open it."""
    try:
        problem = await authoring.create_from_archive(user, await archive.read())
    except RequestError as error:
        return await _draw_list(request, user, authoring, renderer, error=error)
    return go(f"/authoring/{problem.slug}")


@router.post("/import")
async def import_problem(
    request: Request,
    user: CurrentAuthor,
    authoring: AuthoringDep,
    renderer: RendererDep,
    file: UploadFile,
    slug: Annotated[str, Form()] = "",
    function: Annotated[str, Form()] = "",
) -> Response:
    """Begin a problem from another platform's file, and say what became of its parts."""
    given = slug.strip() or None, function.strip() or None
    try:
        problem, draft = await authoring.create_from_foreign(user, await file.read(), file.filename or "", *given)
    except RequestError as error:
        return await _draw_list(request, user, authoring, renderer, error=error)
    return renderer.page(
        request, "authoring_imported.html", user, slug=problem.slug, taken=draft.taken, left=draft.left
    )


@router.get("/{slug}")
async def show_editor(
    request: Request,
    problem: AuthoredProblem,
    authoring: AuthoringDep,
    tasks: TasksDep,
    renderer: RendererDep,
    file: str = FIRST,
) -> Response:
    """Show a file of the problem in the editor, beside what is known of the whole."""
    content, tag = await authoring.read_file(problem, file)
    text = content.decode()
    return await _draw_editor(request, problem, authoring, tasks, renderer, file=file, text=text, tag=tag)


@router.post("/{slug}/files")
async def save_file(
    request: Request,
    problem: AuthoredProblem,
    authoring: AuthoringDep,
    tasks: TasksDep,
    workers: WorkersDep,
    renderer: RendererDep,
    file: Annotated[str, Form()],
    content: Annotated[str, Form()] = "",
    tag: Annotated[str, Form()] = "",
    kind: Annotated[Literal[TaskKind.CHECK, TaskKind.PUBLISH] | None, Form()] = None,
) -> Response:
    """Store a file, and check or publish the problem if that is asked, too.

    If somebody else has stored a newer text, show that beside the reader's, and do neither.
    """
    text = content.replace("\r\n", "\n")
    changed = kind is None or compute_tag(text.encode()) != tag
    try:
        if changed:
            await authoring.write_file(problem, file, text.encode(), replaces=tag or None)
    except EditedMeanwhileError as error:
        theirs, stored = await _read_stored(authoring, problem, file)
        changes = await find_changes(workers, name_account(problem.user.id), theirs, text)
        return await _draw_editor(
            request,
            problem,
            authoring,
            tasks,
            renderer,
            file=file,
            text=text,
            tag=stored,
            error=error,
            theirs=theirs,
            changes=changes,
        )
    except (InvalidInputError, ConflictError) as error:
        if not tag:
            raise
        return await _draw_editor(
            request, problem, authoring, tasks, renderer, file=file, text=text, tag=tag, error=error
        )
    if kind is None:
        return go(f"/authoring/{problem.slug}?file={quote(file)}")
    return await start_task(problem, tasks, kind, file=file)


@router.post("/{slug}/delete")
async def delete_file(
    request: Request,
    problem: AuthoredProblem,
    authoring: AuthoringDep,
    tasks: TasksDep,
    renderer: RendererDep,
    file: Annotated[str, Form()],
    tag: Annotated[str, Form()],
) -> Response:
    """Take a file away, or show what somebody else made of it meanwhile."""
    try:
        await authoring.delete_file(problem, file, replaces=tag)
    except EditedMeanwhileError as error:
        text, stored = await _read_stored(authoring, problem, file)
        return await _draw_editor(
            request, problem, authoring, tasks, renderer, file=file, text=text, tag=stored, error=error
        )
    return go(f"/authoring/{problem.slug}")


@router.post("/{slug}/preview")
async def preview(problem: AuthoredProblem, renderer: RendererDep, text: Annotated[str, Form()] = "") -> Response:
    """Draw Markdown as learners will see it."""
    piece = Piece(render_markdown, text, ("",))
    return HTMLResponse(await renderer.drawer.draw(piece, name_account(problem.user.id), keep=False))


@router.post("/{slug}/task")
async def start_task(
    problem: AuthoredProblem,
    tasks: TasksDep,
    kind: Annotated[TaskKind, Form()],
    reason: Annotated[str, Form()] = "",
    solution: Annotated[str, Form(max_length=100)] = "",
    case: Annotated[str, Form(max_length=80)] = "",
    file: Annotated[str, Form()] = FIRST,
) -> Response:
    """Check, try, publish, redraw or stage the working copy, and go back to the file."""
    trial = AskedTrial(solution=solution.strip(), case=case.strip() or None) if kind is TaskKind.TRY else None
    await tasks.start(problem, kind, check_reason(reason) if kind is TaskKind.STAGE else "", trial)
    return go(f"/authoring/{problem.slug}?file={quote(file)}#task")


@router.post("/{slug}/task/cancel")
async def cancel_task(problem: AuthoredProblem, tasks: TasksDep) -> Response:
    """Stop the task that waits or runs."""
    await tasks.cancel(problem)
    return go(f"/authoring/{problem.slug}#task")


@router.get("/{slug}/task/live", response_class=EventSourceResponse, dependencies=[STREAM])
async def follow_task(
    problem: AuthoredProblem,
    tasks: TasksDep,
    renderer: RendererDep,
    _task: LastTask,
) -> AsyncIterator[ServerSentEvent]:
    """Send the panel of the problem's task as it changes."""
    async for task in tasks.follow(problem.slug):
        shown = {"task": task, "slug": problem.slug, "may_edit": problem.may_edit}
        html = renderer.piece("draw_task", template="authoring_parts.html", **shown)
        yield ServerSentEvent(event="task", raw_data=json.dumps({"html": html, "over": task.status.is_over}))


@router.get("/{slug}/sharing")
async def show_sharing(
    request: Request, problem: AuthoredProblem, authoring: AuthoringDep, renderer: RendererDep
) -> Response:
    """Show with whom the problem is shared, and offer its files for download and upload."""
    return await _draw_sharing(request, problem, authoring, renderer)


@router.post("/{slug}/authors")
async def change_authors(
    request: Request,
    problem: AuthoredProblem,
    authoring: AuthoringDep,
    renderer: RendererDep,
    name: Annotated[str, Form()] = "",
    decision: Annotated[str, Form()] = "share",
    role: Annotated[SharingRole, Form()] = SharingRole.EDIT,
) -> Response:
    """Share the problem with another instructor, change what they may do, or stop sharing it."""
    try:
        if decision == "unshare":
            await authoring.unshare(problem, name.strip())
        else:
            await authoring.share(problem, name.strip(), role)
    except RequestError as error:
        return await _draw_sharing(request, problem, authoring, renderer, name=name, sharing_error=error)
    return go(f"/authoring/{problem.slug}/sharing")


@router.post("/{slug}/archive")
async def upload(
    request: Request,
    problem: AuthoredProblem,
    authoring: AuthoringDep,
    renderer: RendererDep,
    archive: UploadFile,
    tag: Annotated[str, Form()],
) -> Response:
    """Replace the files that the page showed by those of a zip file."""
    try:
        await authoring.upload(problem, await archive.read(), replaces=tag)
    except RequestError as error:
        return await _draw_sharing(request, problem, authoring, renderer, upload_error=error)
    return go(f"/authoring/{problem.slug}")


@router.get("/{slug}/statistics")
async def show_statistics(
    request: Request, problem: AuthoredProblem, authoring: AuthoringDep, renderer: RendererDep
) -> Response:
    """Show how learners fare with the problem."""
    return renderer.page(
        request,
        "authoring_statistics.html",
        problem.user,
        slug=problem.slug,
        section="statistics",
        found=await authoring.count(problem),
    )


async def _read_stored(authoring: AuthoringService, problem: Authored, file: str) -> tuple[str, str]:
    """Return a file's text and tag; if it was deleted, an empty text and the tag of a new file."""
    try:
        content, tag = await authoring.read_file(problem, file)
    except FileNotInPackageError:
        return "", ""
    return content.decode(), tag


async def _draw_list(
    request: Request,
    user: Account,
    authoring: AuthoringService,
    renderer: Renderer,
    *,
    slug: str = "",
    name: str = "",
    error: RequestError | None = None,
) -> Response:
    return renderer.page(
        request,
        "authoring.html",
        user,
        status=status.HTTP_200_OK if error is None else error.status,
        problems=await authoring.list_problems(user),
        slug=slug,
        name=name,
        error=None if error is None else error.message,
    )


async def _draw_sharing(
    request: Request,
    problem: Authored,
    authoring: AuthoringService,
    renderer: Renderer,
    *,
    name: str = "",
    sharing_error: RequestError | None = None,
    upload_error: RequestError | None = None,
) -> Response:
    error = sharing_error or upload_error
    return renderer.page(
        request,
        "authoring_sharing.html",
        problem.user,
        status=status.HTTP_200_OK if error is None else error.status,
        here=f"/authoring/{problem.slug}/sharing",
        slug=problem.slug,
        section="sharing",
        problem=await authoring.show(problem, None),
        sharing=await authoring.list_authors(problem),
        may_share=problem.is_owned,
        name=name,
        sharing_error=None if sharing_error is None else sharing_error.message,
        upload_error=None if upload_error is None else upload_error.message,
    )


async def _draw_editor(
    request: Request,
    problem: Authored,
    authoring: AuthoringService,
    tasks: Tasks,
    renderer: Renderer,
    *,
    file: str,
    text: str,
    tag: str,
    error: RequestError | None = None,
    theirs: str | None = None,
    changes: list[Line] | None = None,
) -> Response:
    shown = await authoring.show(problem, await tasks.find(problem.slug))
    return await renderer.draw_page(
        request,
        "authoring_editor.html",
        problem.user,
        status=status.HTTP_200_OK if error is None else error.status,
        here=f"/authoring/{problem.slug}",
        slug=problem.slug,
        section="edit",
        problem=shown,
        file=file,
        text=text,
        tag=tag,
        tried=[path for path in (one.path.removeprefix(SOLUTIONS) for one in shown.files) if TRIED.fullmatch(path)],
        checks=tasks.list_checks() if file == FIRST else [],
        error=None if error is None else error.message,
        theirs=theirs,
        changes=changes,
    )

"""Messages about a student's submission, requests for a second look at grades, saved comments and rubrics."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse

from app.db.statuses import Right
from app.domains.courses.dependencies import (
    ContentEditor,
    ContentViewer,
    CourseAccess,
    DataEditor,
    DataViewer,
    StudentAccess,
)
from app.domains.courses.fields import LONGEST
from app.domains.courses.schemas import Access
from app.domains.threads.dependencies import RubricsDep, ThreadsDep
from app.domains.threads.rubrics import RubricService
from app.domains.threads.schemas import (
    Comment,
    NewRequest,
    NewStaffMessage,
    RequestAnswer,
    Rubric,
    RubricItemFields,
)
from app.domains.threads.service import ThreadService
from app.kit.errors import RequestError
from app.web.forms import Filled, read_form
from app.web.navigation import RendererDep, go
from app.web.pages.courses.frame import draw, draw_strangers
from app.web.rendering import Renderer

router = APIRouter(prefix="/courses/{course_id}", default_response_class=HTMLResponse, include_in_schema=False)
MessageForm = Annotated[Filled[NewStaffMessage], read_form(NewStaffMessage)]
RequestForm = Annotated[Filled[NewRequest], read_form(NewRequest)]
AnswerForm = Annotated[Filled[RequestAnswer], read_form(RequestAnswer)]
CommentForm = Annotated[Filled[Comment], read_form(Comment)]
Texts = Annotated[list[str], Form()]
Text = Annotated[str, Form()]


@router.get("/submissions/{submission_id}")
async def show_thread(
    request: Request, submission_id: str, access: CourseAccess, threads: ThreadsDep, renderer: RendererDep
) -> Response:
    """Show a submission and what is said about it."""
    return await _draw_thread(request, access, submission_id, threads, renderer)


@router.post("/submissions/{submission_id}/messages")
async def send_message(
    request: Request,
    submission_id: str,
    form: MessageForm,
    access: CourseAccess,
    threads: ThreadsDep,
    renderer: RendererDep,
) -> Response:
    """Write a message."""
    try:
        await threads.write(access, submission_id, form.read())
    except RequestError as error:
        return await _draw_thread(request, access, submission_id, threads, renderer, given=form.given, error=error)
    return _go(access, submission_id)


@router.post("/submissions/{submission_id}/requests")
async def send_request(
    request: Request,
    submission_id: str,
    form: RequestForm,
    access: StudentAccess,
    threads: ThreadsDep,
    renderer: RendererDep,
) -> Response:
    """Ask to have a grade looked at again."""
    try:
        await threads.request(access, submission_id, form.read().reason)
    except RequestError as error:
        return await _draw_thread(request, access, submission_id, threads, renderer, given=form.given, error=error)
    return _go(access, submission_id)


@router.post("/submissions/{submission_id}/rubric")
async def tick(submission_id: str, access: DataEditor, rubrics: RubricsDep, items: Texts = []) -> Response:  # noqa: B006
    """Tick the items of the rubric that hold."""
    await rubrics.tick(access, submission_id, items)
    return _go(access, submission_id)


@router.get("/requests")
async def list_requests(request: Request, access: DataViewer, threads: ThreadsDep, renderer: RendererDep) -> Response:
    """Show the students' requests."""
    found = await threads.list_requests(access)
    return draw(request, renderer, access, "requests", requests=found.requests)


@router.post("/requests/{request_id}/owner")
async def set_owner(request_id: str, access: DataEditor, threads: ThreadsDep, name: Text = "") -> Response:
    """Take a request, or say who does."""
    await threads.set_owner(access, request_id, name)
    return go(f"/courses/{access.course.public_id}/requests")


@router.post("/requests/{request_id}/answer")
async def answer(request_id: str, form: AnswerForm, access: DataEditor, threads: ThreadsDep) -> Response:
    """Answer a request; the grade is changed where points are given."""
    outcome = "changed" if form.given.get("points", "").strip() else "kept"
    return _go(access, await threads.answer(access, request_id, form.read(outcome=outcome)))


@router.post("/requests/{request_id}/withdraw")
async def withdraw(request_id: str, access: StudentAccess, threads: ThreadsDep) -> Response:
    """Withdraw a request."""
    return _go(access, await threads.withdraw(access, request_id))


@router.get("/comments")
async def list_comments(request: Request, access: DataViewer, threads: ThreadsDep, renderer: RendererDep) -> Response:
    """Show the kept comments."""
    comments = await threads.list_comments(access)
    return draw(request, renderer, access, "comments", comments=comments, longest=LONGEST)


@router.post("/comments")
async def add_comment(form: CommentForm, access: DataEditor, threads: ThreadsDep) -> Response:
    """Keep a comment."""
    await threads.add_comment(access, form.read().body)
    return go(f"/courses/{access.course.public_id}/comments")


@router.post("/comments/{comment_id}")
async def change_comment(
    comment_id: str, form: CommentForm, access: DataEditor, threads: ThreadsDep, decision: Text = ""
) -> Response:
    """Change a kept comment, or delete it."""
    await threads.change_comment(access, comment_id, None if decision == "delete" else form.read().body)
    return go(f"/courses/{access.course.public_id}/comments")


@router.get("/assignments/{assignment_id}/rubrics/{problem}")
async def show_rubric(
    request: Request,
    assignment_id: str,
    problem: str,
    access: ContentViewer,
    rubrics: RubricsDep,
    renderer: RendererDep,
) -> Response:
    """Show the rubric of an assignment's kata."""
    return await _draw_rubric(request, access, (assignment_id, problem), rubrics, renderer)


@router.post("/assignments/{assignment_id}/rubrics/{problem}")
async def save_rubric(
    request: Request,
    assignment_id: str,
    problem: str,
    access: ContentEditor,
    rubrics: RubricsDep,
    renderer: RendererDep,
    ids: Texts = [],  # noqa: B006
    points: Texts = [],  # noqa: B006
    words: Texts = [],  # noqa: B006
) -> Response:
    """Change the rubric; rows without words are left out."""
    rows = [row for row in zip(ids, points, words, strict=False) if row[2].strip()]
    try:
        items = [
            Filled(RubricItemFields, {"id": one, "points": given, "words": text}).read() for one, given, text in rows
        ]
        await rubrics.save(access, assignment_id, problem, Filled(Rubric, {}).read(items=items))
    except RequestError as error:
        kata = (assignment_id, problem)
        given = [{"id": one, "points": number, "words": text} for one, number, text in rows]
        return await _draw_rubric(request, access, kata, rubrics, renderer, given=given, error=error)
    return go(f"/courses/{access.course.public_id}/assignments/{assignment_id}/rubrics/{problem}")


def _go(access: Access, submission: str) -> Response:
    return go(f"/courses/{access.course.public_id}/submissions/{submission}")


async def _draw_thread(
    request: Request,
    access: Access,
    submission: str,
    threads: ThreadService,
    renderer: Renderer,
    *,
    given: Mapping[str, str] | None = None,
    error: RequestError | None = None,
) -> Response:
    """Draw the page; `given` are the texts of a form that was refused."""
    shown = await threads.show(access, submission)
    comments = await threads.list_comments(access) if access.data is not Right.NONE and not shown.own else []
    return await draw_strangers(
        request,
        renderer,
        access,
        "thread",
        shown=shown,
        comments=comments,
        longest=LONGEST,
        given={"body": "", "line": "", "reason": ""} | dict(given or {}),
        error=error,
    )


async def _draw_rubric(
    request: Request,
    access: Access,
    kata: tuple[str, str],
    rubrics: RubricService,
    renderer: Renderer,
    *,
    given: list[dict[str, str]] | None = None,
    error: RequestError | None = None,
) -> Response:
    """Draw the page; `given` are the rows of a form that was refused."""
    rubric = await rubrics.show(access, *kata)
    items = given or [{"id": one.id, "points": f"{one.points:g}", "words": one.words} for one in rubric.items]
    return draw(request, renderer, access, "rubric", items=items, assignment=kata[0], problem=kata[1], error=error)

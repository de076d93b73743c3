"""Questions about a kata: learners who solved it or gave up ask and answer, and instructors moderate."""

from typing import Annotated, Final

from fastapi import APIRouter, Form, Path, Query, Request, Response
from fastapi.responses import HTMLResponse

from app.domains.accounts.dependencies import CurrentUser, OptionalUser
from app.domains.problems.dependencies import ProblemsDep
from app.domains.questions.dependencies import QuestionsDep
from app.domains.questions.service import LONGEST
from app.web.navigation import RendererDep, ask_to_sign_in, go

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)
MAX_DATABASE_INT: Final = 2**31 - 1
QuestionId = Annotated[int, Path(ge=1, le=MAX_DATABASE_INT)]
Body = Annotated[str, Form()]
Switch = Annotated[bool, Form()]


@router.get("/problems/{slug}/questions")
async def list_questions(
    request: Request,
    slug: str,
    user: OptionalUser,
    problems: ProblemsDep,
    questions: QuestionsDep,
    renderer: RendererDep,
    page: Annotated[int, Query(ge=1, le=MAX_DATABASE_INT)] = 1,
    post: Annotated[int | None, Query(ge=1, le=MAX_DATABASE_INT)] = None,
) -> Response:
    """Show a page of the questions about a kata, with their answers: `page`, or the one with `post`."""
    if user is None:
        return ask_to_sign_in(request)
    asked = await questions.list_questions(user, slug, page, post)
    problem = await problems.get_problem(slug, user)
    return renderer.page(request, "questions.html", user, problem=problem, asked=asked, longest=LONGEST)


@router.post("/problems/{slug}/questions")
async def ask(
    slug: str, user: CurrentUser, questions: QuestionsDep, body: Body = "", *, spoiler: Switch = False
) -> Response:
    """Ask something about a kata."""
    return _go_to(slug, await questions.ask(user, slug, body, spoiler=spoiler))


@router.post("/questions/{question_id}/answers")
async def answer(
    question_id: QuestionId, user: CurrentUser, questions: QuestionsDep, body: Body = "", *, spoiler: Switch = False
) -> Response:
    """Answer a question."""
    slug = await questions.answer(user, question_id, body, spoiler=spoiler)
    return _go_to(slug, question_id)


@router.post("/questions/{question_id}/report")
async def report(question_id: QuestionId, user: CurrentUser, questions: QuestionsDep) -> Response:
    """Report a question or an answer to the instructors."""
    return _go_to(await questions.report(user, question_id), question_id)


@router.post("/questions/{question_id}/moderate")
async def moderate(
    question_id: QuestionId, user: CurrentUser, questions: QuestionsDep, *, hidden: Switch = True
) -> Response:
    """Hide a question or an answer, or show it again."""
    slug = await questions.moderate(user, question_id, hidden=hidden)
    return _go_to(slug, question_id)


@router.post("/questions/{question_id}/delete")
async def delete(question_id: QuestionId, user: CurrentUser, questions: QuestionsDep) -> Response:
    """Delete a question or an answer of one's own."""
    return go(f"/problems/{await questions.delete(user, question_id)}/questions")


def _go_to(slug: str, question_id: int) -> Response:
    """Go to a question or an answer, on the page that has it."""
    return go(f"/problems/{slug}/questions?post={question_id}#question-{question_id}")

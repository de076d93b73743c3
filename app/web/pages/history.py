"""The history of submissions: filtered and paginated."""

from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse

from app.domains.accounts.dependencies import OptionalUser
from app.domains.problems.dependencies import ProblemsDep
from app.domains.submissions.dependencies import SubmissionsDep
from app.domains.submissions.schemas import HistoryFilter
from app.web.navigation import RendererDep, ask_to_sign_in
from grader.report import Mode, Verdict

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)


class HistoryQuery(HistoryFilter):
    """The query of the filters, and of links to other pages."""

    page: int = 1


@router.get("/submissions")
async def show_history(
    request: Request,
    user: OptionalUser,
    problems: ProblemsDep,
    submissions: SubmissionsDep,
    renderer: RendererDep,
    query: Annotated[HistoryQuery, Query()],
) -> Response:
    """List the reader's submissions that match the filters."""
    if user is None:
        return ask_to_sign_in(request)
    history = await submissions.list_history(user, query, max(query.page, 1))
    wanted = {name: value for name, value in query.model_dump(exclude={"page"}).items() if value}
    listed = await problems.list_problems(user)
    return renderer.page(
        request,
        "history.html",
        user,
        history=history,
        filters=query,
        problems=[problem for problem in listed if problem.state != "new"],
        scored=await problems.list_scored(),
        verdicts=[verdict for verdict in Verdict if verdict is not Verdict.INTERNAL_ERROR],
        modes=list(Mode),
        address=lambda page: f"/submissions?{urlencode(wanted | {'page': page})}",
    )

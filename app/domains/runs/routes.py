"""Runs over HTTP: a problem's samples for everybody, and programs that belong to no problem."""

from fastapi import APIRouter, Request, Response, status

from app.domains.accounts.dependencies import OptionalUser
from app.domains.limits.addresses import name_asker
from app.domains.runs.dependencies import RunsDep
from app.domains.runs.errors import RunNotFoundError, TooManyGuestRunsError
from app.domains.runs.schemas import NewProgram, NewRun, RunView
from app.domains.submissions.errors import ProblemRetiredError, TooManyPendingError, TooManySubmissionsError
from app.http.documentation import document_answer, document_errors
from app.kit.errors import NotSignedInError

router = APIRouter(prefix="/api/v1", tags=["runs"])
REFUSALS = document_errors(NotSignedInError, TooManyGuestRunsError, TooManyPendingError, TooManySubmissionsError)


@router.post(
    "/problems/{slug}/runs",
    status_code=status.HTTP_202_ACCEPTED,
    responses={
        **document_answer(status.HTTP_202_ACCEPTED, "Location"),
        **document_errors(
            NotSignedInError, ProblemRetiredError, TooManyGuestRunsError, TooManyPendingError, TooManySubmissionsError
        ),
    },
)
async def create_run(
    slug: str, new: NewRun, request: Request, user: OptionalUser, runs: RunsDep, response: Response
) -> RunView:
    """Run source on a problem's samples, also without an account. `Location` is the address of the run.

    A guest's run is deleted after 10 minutes, and whoever knows its id can see it until then.
    """
    run = await runs.run_samples(slug, new.source, user, _name(request, user))
    response.headers["Location"] = f"/api/v1/runs/{run.id}"
    return run


@router.post(
    "/programs",
    status_code=status.HTTP_202_ACCEPTED,
    responses={**document_answer(status.HTTP_202_ACCEPTED, "Location"), **REFUSALS},
)
async def create_program(
    new: NewProgram, request: Request, user: OptionalUser, runs: RunsDep, response: Response
) -> RunView:
    """Run a program that belongs to no problem, and tell what JAX did in it. `Location` is the address of the run.

    The report has a call for each call of a jitted function: its traces, and the time of tracing, lowering, compiling
    and executing. The run is deleted after 10 minutes.
    """
    run = await runs.run_program(new.source, user, _name(request, user))
    response.headers["Location"] = f"/api/v1/runs/{run.id}"
    return run


@router.get("/runs/{run_id}", responses=document_errors(RunNotFoundError))
async def get_run(run_id: str, user: OptionalUser, runs: RunsDep) -> RunView:
    """Return a guest's run, or one of your own."""
    return await runs.get(run_id, user)


def _name(request: Request, user: OptionalUser) -> str:
    return name_asker(request, None if user is None else user.id)

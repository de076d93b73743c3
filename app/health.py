"""`/healthz`: the process answers. `/readyz`: it can do its work. `/metrics`: how much of it, for monitoring."""

from typing import Annotated, Literal

import structlog
from fastapi import APIRouter, Depends, FastAPI, Request, Response, status
from pydantic import BaseModel

from app.db.statuses import Status
from app.errors import JaxDojoError, MetricsHiddenError
from app.metrics import CONTENT_TYPE, may_read
from app.preparation import Preparation
from app.problem_details import install_handlers
from app.runner import Runner
from app.services import Services, ServicesDep
from app.submissions.schemas import Backlog

router = APIRouter(tags=["health"])
logger = structlog.stdlib.get_logger(__name__)


class Health(BaseModel):
    """The process answers."""

    status: Literal["ok"] = "ok"


class Readiness(BaseModel):
    """Whether each part can do its work, in a word for the operator."""

    status: Literal["ready", "not_ready"]
    database: Literal["ok", "unavailable"]
    queue: Literal["ok", "unavailable"]
    waiting: int
    """How many submissions wait for a runner."""
    oldest_s: float
    """For how many seconds the first of them has waited."""
    runner: Literal["ok", "stopped", "elsewhere"]
    sandbox: str
    spares: Literal["warm", "warming", "elsewhere"]
    problems: int
    """How many are published."""
    unpublished: int
    """How many are being published for the first time."""


def get_runner(request: Request) -> Runner | None:
    """Return the runner of this process, if it has one."""
    runner: Runner | None = request.app.state.runner
    return runner


def get_preparation(request: Request) -> Preparation:
    """Return how far this process has come with its preparations."""
    preparation: Preparation = request.app.state.preparation
    return preparation


@router.get("/healthz")
async def show_health() -> Health:
    """Answer."""
    return Health()


@router.get("/readyz", responses={status.HTTP_503_SERVICE_UNAVAILABLE: {"model": Readiness}})
async def show_readiness(
    response: Response,
    services: ServicesDep,
    runner: Annotated[Runner | None, Depends(get_runner)],
    preparation: Annotated[Preparation, Depends(get_preparation)],
) -> Readiness:
    """Say whether database, queue, runner and sandbox can do their work; 503 when one can't, or will only soon.

    Ready means, too, that every problem was published or refused, and that a sandbox waits for a submission to the
    problem used last; or still doesn't after 30 s, then `spares` is `warming`.
    """
    problems = 0
    database: Literal["ok", "unavailable"] = "unavailable"
    queue: Literal["ok", "unavailable"] = "unavailable"
    queued = Backlog(0, 0.0)
    try:
        await services.database.check()
        problems = len(await services.catalogue.list_versions())
        database = "ok"
        queued = (await services.submissions.measure_backlog()).get(Status.QUEUED, queued)
        queue = "ok"
    except JaxDojoError as error:
        logger.warning("not_ready", reason=error.message)
    runs: Literal["ok", "stopped", "elsewhere"] = "elsewhere"
    if runner is not None or services.settings.runner == "inside":
        runs = "ok" if runner is not None and runner.is_alive else "stopped"
    ready = queue == "ok" and runs != "stopped" and preparation.can_grade and preparation.ready.is_set()
    if not ready:
        response.status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    return Readiness(
        status="ready" if ready else "not_ready",
        database=database,
        queue=queue,
        waiting=queued.count,
        oldest_s=round(queued.oldest_s, 1),
        runner=runs,
        sandbox=preparation.sandbox,
        spares=preparation.spares,
        problems=problems,
        unpublished=preparation.unpublished,
    )


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def show_metrics(
    request: Request,
    services: ServicesDep,
    runner: Annotated[Runner | None, Depends(get_runner)],
    preparation: Annotated[Preparation, Depends(get_preparation)],
) -> Response:
    """Return counts and times in Prometheus's text format, for whom `JAXDOJO_METRICS` allows it."""
    if not may_read(request, services.settings.metrics):
        raise MetricsHiddenError
    text = services.metrics.render(
        sandbox=preparation.sandbox,
        backlog=await services.submissions.measure_backlog(),
        counts=runner.count_sandboxes() if runner is not None else None,
    )
    return Response(text, media_type=CONTENT_TYPE)


def create_runner_app(services: Services, runner: Runner, preparation: Preparation) -> FastAPI:
    """Return what a separate runner answers to whoever watches it."""
    application = FastAPI(title="JAX Dojo runner", docs_url=None, redoc_url=None, openapi_url=None)
    application.state.services = services
    application.state.runner = runner
    application.state.preparation = preparation
    install_handlers(application)
    application.include_router(router)
    return application

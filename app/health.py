"""`/healthz`: the process answers. `/readyz`: it can do its work."""

from typing import Annotated, Literal

import structlog
from fastapi import APIRouter, Depends, Request, Response, status
from pydantic import BaseModel

from app.errors import JaxDojoError
from app.runner import Runner
from app.services import ServicesDep

router = APIRouter(tags=["health"])
logger = structlog.stdlib.get_logger(__name__)


class Health(BaseModel):
    """The process answers."""

    status: Literal["ok"] = "ok"


class Readiness(BaseModel):
    """Whether each part can do its work, in a word for the operator."""

    status: Literal["ready", "not_ready"]
    database: Literal["ok", "unavailable"]
    runner: Literal["ok", "stopped", "elsewhere"]
    sandbox: str
    problems: int


def get_runner(request: Request) -> Runner | None:
    """Return the runner of this process, if it has one."""
    runner: Runner | None = request.app.state.runner
    return runner


@router.get("/healthz")
async def show_health() -> Health:
    """Answer."""
    return Health()


@router.get("/readyz")
async def show_readiness(
    request: Request,
    response: Response,
    services: ServicesDep,
    runner: Annotated[Runner | None, Depends(get_runner)],
) -> Readiness:
    """Say whether database, runner and sandbox can do their work; 503 when one can't."""
    problems = 0
    try:
        await services.database.check()
        problems = len(await services.catalogue.list_versions())
        database: Literal["ok", "unavailable"] = "ok"
    except JaxDojoError as error:
        logger.warning("not_ready", reason=error.message)
        database = "unavailable"
    runs: Literal["ok", "stopped", "elsewhere"] = "elsewhere"
    if services.settings.runner == "inside":
        runs = "ok" if runner is not None and runner.is_alive else "stopped"
    sandbox: str = request.app.state.sandbox
    ready = database == "ok" and runs != "stopped" and not sandbox.startswith("unavailable")
    if not ready:
        response.status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    return Readiness(
        status="ready" if ready else "not_ready", database=database, runner=runs, sandbox=sandbox, problems=problems
    )

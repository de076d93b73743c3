"""The operators' pages about runners and queue, for admins only, in English."""

from datetime import UTC, datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse

from app.domains.administration.dependencies import CurrentAdmin
from app.domains.fleet.dependencies import FleetDep
from app.domains.regrading.dependencies import RegradesDep
from app.web.navigation import RendererDep, go

router = APIRouter(prefix="/admin", default_response_class=HTMLResponse, include_in_schema=False)


@router.get("/runners")
async def show_runners(request: Request, admin: CurrentAdmin, fleet: FleetDep, renderer: RendererDep) -> Response:
    """List the runners, with the actions on each."""
    runners = await fleet.list_runners()
    return renderer.page(request, "admin/runners.html", admin, runners=runners, find_age=_find_age)


@router.post("/runners")
async def change_runner(
    admin: CurrentAdmin,  # noqa: ARG001 - nobody else may
    fleet: FleetDep,
    name: Annotated[str, Form()],
    action: Annotated[Literal["drain", "cordon", "uncordon"], Form()],
) -> Response:
    """Drain or cordon a runner, or let it claim again."""
    change = {
        "drain": fleet.drain,
        "cordon": fleet.cordon,
        "uncordon": fleet.uncordon,
    }[action]
    await change(name)
    return go("/admin/runners")


@router.get("/queue")
async def show_queue(request: Request, admin: CurrentAdmin, fleet: FleetDep, renderer: RendererDep) -> Response:
    """Show how many wait and for how long, and what failed."""
    queue = await fleet.describe_queue()
    return renderer.page(request, "admin/queue.html", admin, queue=queue, find_age=_find_age)


@router.post("/queue")
async def queue_again(
    admin: CurrentAdmin,  # noqa: ARG001 - nobody else may
    regrades: RegradesDep,
    submission: Annotated[str, Form()] = "",
) -> Response:
    """Queue a submission that failed through our fault again, or without an id all of them."""
    await regrades.revive(submission or None)
    return go("/admin/queue")


def _find_age(moment: datetime) -> str:
    """Return the age of a time, in the largest unit that fits."""
    seconds = max(0, int((datetime.now(UTC) - moment).total_seconds()))
    for unit, size in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= size:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"

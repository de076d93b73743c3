"""How far somebody has come: their own page, with the choice of what others see, and what others see."""

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse

from app.accounts.dependencies import CurrentUser, OptionalUser
from app.progress.schemas import Publicity
from app.services import ServicesDep
from app.web.calendar import draw_calendar
from app.web.page import RendererDep, ask_to_sign_in, go

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)


@router.get("/progress")
async def show_own(request: Request, user: OptionalUser, services: ServicesDep, renderer: RendererDep) -> Response:
    """Show the reader's own progress."""
    if user is None:
        return ask_to_sign_in(request)
    progress = await services.progress.show_own(user)
    calendar = draw_calendar(progress.activity) if progress.activity else None
    return renderer.page(request, "progress.html", user, progress=progress, calendar=calendar, own=True)


@router.post("/progress/publicity")
async def choose_publicity(
    user: CurrentUser, services: ServicesDep, publicity: Annotated[Publicity, Form()]
) -> Response:
    """Store what others see of it."""
    await services.progress.choose_publicity(user, publicity)
    return go("/progress#publicity")


@router.get("/people/{name}")
async def show_public(
    request: Request, name: str, user: OptionalUser, services: ServicesDep, renderer: RendererDep
) -> Response:
    """Show what somebody lets everybody see."""
    progress = await services.progress.show_public(name)
    calendar = draw_calendar(progress.activity) if progress.activity else None
    return renderer.page(request, "progress.html", user, progress=progress, calendar=calendar, own=False)

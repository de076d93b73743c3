"""The pages about a user's progress: their own, with the choice of what others see, and the public one."""

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse

from app.domains.accounts.dependencies import CurrentUser, OptionalUser
from app.domains.progress.dependencies import CertificatesDep, ProgressDep
from app.domains.progress.schemas import Publicity
from app.http.notes import NOTES
from app.web.drawing.badges import draw_badges
from app.web.drawing.calendar import draw_calendar
from app.web.navigation import RendererDep, ask_to_sign_in, go

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)


@router.get("/progress", dependencies=[NOTES])
async def show_own(request: Request, user: OptionalUser, progress: ProgressDep, renderer: RendererDep) -> Response:
    """Show the reader's own progress."""
    if user is None:
        return ask_to_sign_in(request)
    own = await progress.show_own(user)
    calendar = draw_calendar(own.activity) if own.activity else None
    badges = draw_badges(own.firsts or [])
    return renderer.page(request, "progress.html", user, progress=own, calendar=calendar, badges=badges, own=True)


@router.post("/progress/publicity")
async def choose_publicity(
    user: CurrentUser, progress: ProgressDep, publicity: Annotated[Publicity, Form()]
) -> Response:
    """Store what others see of it."""
    await progress.choose_publicity(user, publicity)
    return go("/progress#publicity")


@router.get("/people/{name}")
async def show_public(
    request: Request, name: str, user: OptionalUser, progress: ProgressDep, renderer: RendererDep
) -> Response:
    """Show what somebody lets everybody see."""
    public = await progress.show_public(name)
    calendar = draw_calendar(public.activity) if public.activity else None
    badges = draw_badges(public.firsts or [])
    return renderer.page(request, "progress.html", user, progress=public, calendar=calendar, badges=badges, own=False)


@router.post("/progress/certificates")
async def make_certificate(user: CurrentUser, certificates: CertificatesDep, track: Annotated[str, Form()]) -> Response:
    """Make a certificate for a track that the reader has finished, and show it."""
    return go(f"/certificates/{await certificates.make(user, track)}")


@router.get("/certificates/{certificate}")
async def show_certificate(
    request: Request, certificate: str, user: OptionalUser, certificates: CertificatesDep, renderer: RendererDep
) -> Response:
    """Show a certificate to whoever has its address."""
    return renderer.page(request, "certificate.html", user, certificate=await certificates.show(certificate))


@router.post("/certificates/{certificate}/delete")
async def withdraw_certificate(certificate: str, user: CurrentUser, certificates: CertificatesDep) -> Response:
    """Withdraw a certificate of the reader's own."""
    await certificates.withdraw(user, certificate)
    return go("/progress")

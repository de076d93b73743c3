"""The page of invitations: list, create and revoke."""

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response, status
from fastapi.responses import HTMLResponse

from app.db.statuses import Role
from app.domains.accounts.dependencies import BrowserUser, InvitationsDep
from app.domains.accounts.invitations import InvitationService
from app.domains.accounts.schemas import Account
from app.http.parts import SettingsDep
from app.http.requests import find_site
from app.kit.errors import RequestError
from app.kit.settings import Settings
from app.web.navigation import RendererDep, go
from app.web.rendering import Renderer

router = APIRouter(prefix="/invitations", default_response_class=HTMLResponse, include_in_schema=False)


@router.get("")
async def list_invitations(
    request: Request, user: BrowserUser, settings: SettingsDep, invitations: InvitationsDep, renderer: RendererDep
) -> Response:
    """List the invitations that are still good, and offer to make one."""
    return await _draw(request, user, settings, invitations, renderer)


@router.post("")
async def invite(
    request: Request,
    user: BrowserUser,
    settings: SettingsDep,
    invitations: InvitationsDep,
    renderer: RendererDep,
    role: Annotated[Role, Form()] = Role.LEARNER,
    uses: Annotated[int, Form()] = 1,
    days: Annotated[int, Form()] = 7,
) -> Response:
    """Create an invitation and show its link, only once."""
    try:
        path = await invitations.invite(user, role, uses=uses, days=days)
    except RequestError as error:
        return await _draw(request, user, settings, invitations, renderer, error=error)
    return await _draw(request, user, settings, invitations, renderer, link=find_site(request) + path)


@router.post("/{invitation_id}/revoke")
async def revoke(invitation_id: str, user: BrowserUser, invitations: InvitationsDep) -> Response:
    """Take an invitation back."""
    await invitations.revoke(user, invitation_id)
    return go("/invitations")


async def _draw(
    request: Request,
    user: Account,
    settings: Settings,
    invitations: InvitationService,
    renderer: Renderer,
    *,
    link: str = "",
    error: RequestError | None = None,
) -> Response:
    return renderer.page(
        request,
        "invitations.html",
        user,
        status=status.HTTP_200_OK if error is None else error.status,
        here="/invitations",
        invitations=await invitations.list_open(user),
        roles=list(Role) if user.role is Role.ADMIN else [Role.LEARNER],
        registration=settings.registration,
        link=link,
        error=None if error is None else error.message,
    )

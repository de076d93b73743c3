"""The pages for a forgotten password: request a link, and choose a new password with it."""

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request, Response, status
from fastapi.responses import HTMLResponse

from app.domains.accounts.cookies import find_client, set_browser_cookie
from app.domains.accounts.dependencies import RecoveryDep, find_user
from app.domains.accounts.service import PASSWORD_LENGTHS
from app.kit.errors import InvalidInputError
from app.web.navigation import RendererDep, go

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False, dependencies=[Depends(find_user)])


@router.get("/forgot")
async def show_forgot(request: Request, renderer: RendererDep) -> Response:
    """Ask whose password was forgotten."""
    return renderer.page(request, "forgot.html", None, sent=False)


@router.post("/forgot")
async def ask_for_link(
    request: Request, recovery: RecoveryDep, renderer: RendererDep, name: Annotated[str, Form()] = ""
) -> Response:
    """Send a link if the account has an address; the response is always the same."""
    await recovery.request_reset(name, find_client(request))
    return renderer.page(request, "forgot.html", None, sent=True)


@router.get("/reset")
async def show_reset(request: Request, recovery: RecoveryDep, renderer: RendererDep, token: str = "") -> Response:
    """Ask for the new password."""
    await recovery.check_reset(token)
    return renderer.page(request, "reset.html", None, here="/", token=token, least=PASSWORD_LENGTHS[0], errors={})


@router.post("/reset")
async def reset(
    request: Request,
    recovery: RecoveryDep,
    renderer: RendererDep,
    token: Annotated[str, Form()] = "",
    password: Annotated[str, Form()] = "",
) -> Response:
    """Store the new password; the reader then signs in with it."""
    try:
        browser = await recovery.reset(token, password, find_client(request).browser)
    except InvalidInputError as error:
        return renderer.page(
            request,
            "reset.html",
            None,
            status=status.HTTP_422_UNPROCESSABLE_CONTENT,
            here="/",
            token=token,
            least=PASSWORD_LENGTHS[0],
            errors={"password": error.message},
        )
    response = go("/signin?done=password")
    set_browser_cookie(request, response, browser)
    return response

"""The pages for a forgotten password: ask for a link, and choose a new one by it."""

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request, Response, status
from fastapi.responses import HTMLResponse

from app.accounts.cookies import find_client
from app.accounts.dependencies import find_user
from app.accounts.service import PASSWORD_LENGTHS
from app.errors import InvalidInputError
from app.services import ServicesDep
from app.web.page import RendererDep, go

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False, dependencies=[Depends(find_user)])


@router.get("/forgot")
async def show_forgot(request: Request, renderer: RendererDep) -> Response:
    """Ask whose password was forgotten."""
    return renderer.page(request, "forgot.html", None, sent=False)


@router.post("/forgot")
async def ask_for_link(
    request: Request, services: ServicesDep, renderer: RendererDep, name: Annotated[str, Form()] = ""
) -> Response:
    """Send a link where there is somebody to send it to; the answer is always the same."""
    await services.recovery.request_reset(name, find_client(request))
    return renderer.page(request, "forgot.html", None, sent=True)


@router.get("/reset")
async def show_reset(request: Request, services: ServicesDep, renderer: RendererDep, token: str = "") -> Response:
    """Ask for the new password."""
    await services.recovery.check_reset(token)
    return renderer.page(request, "reset.html", None, here="/", token=token, least=PASSWORD_LENGTHS[0], errors={})


@router.post("/reset")
async def reset(
    request: Request,
    services: ServicesDep,
    renderer: RendererDep,
    token: Annotated[str, Form()] = "",
    password: Annotated[str, Form()] = "",
) -> Response:
    """Store the new password; one signs in with it next."""
    try:
        await services.recovery.reset(token, password)
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
    return go("/signin?done=password")

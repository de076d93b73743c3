"""The page that authorises a program: `jaxdojo login` shows a code, which is entered here."""

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import BaseModel

from app.domains.accounts.dependencies import BrowserUser, OptionalBrowserUser
from app.domains.tokens.dependencies import DevicesDep
from app.domains.tokens.errors import UnknownCodeError
from app.kit.errors import RequestError
from app.web.navigation import RendererDep, ask_to_sign_in
from app.web.pages.tokens import describe_scopes

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)


class DeviceDecision(BaseModel):
    """The form's fields."""

    code: str = ""
    decision: str = ""


@router.get("/device")
async def show_device(
    request: Request, user: OptionalBrowserUser, devices: DevicesDep, renderer: RendererDep, code: str = ""
) -> Response:
    """Ask for a code, or show the program waiting with it and ask whether to authorise it."""
    if user is None:
        return ask_to_sign_in(request)
    try:
        waiting, error = await devices.find(user, code) if code else None, None
    except UnknownCodeError as unknown:
        waiting, error = None, unknown
    return renderer.page(
        request,
        "device.html",
        user,
        status=200 if error is None else error.status,
        code=code,
        waiting=waiting,
        scopes=describe_scopes(),
        error=None if error is None else error.message,
        decided="",
    )


@router.post("/device")
async def decide(
    request: Request,
    user: BrowserUser,
    devices: DevicesDep,
    renderer: RendererDep,
    given: Annotated[DeviceDecision, Form()],
) -> Response:
    """Authorise the program, or refuse it."""
    allow, error = given.decision == "allow", None
    try:
        await devices.decide(user, given.code, allow=allow)
    except RequestError as caught:
        error = caught
    return renderer.page(
        request,
        "device.html",
        user,
        status=200 if error is None else error.status,
        here="/device",
        code=given.code,
        waiting=None,
        scopes=describe_scopes(),
        error=None if error is None else error.message,
        decided="" if error is not None else "allowed" if allow else "refused",
    )

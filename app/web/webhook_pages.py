"""The page of webhooks: made, looked at and deleted by those whose they are."""

from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import BaseModel

from app.accounts.dependencies import BrowserUser, OptionalUser
from app.accounts.schemas import Account
from app.db.statuses import DeliveryStatus, Role
from app.errors import ConflictError, RequestError
from app.language import translate as _
from app.services import Services, ServicesDep
from app.web.page import RendererDep, ask_to_sign_in, go
from app.web.rendering import Renderer

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)


class WebhookForm(BaseModel):
    """What the form sends. The service says what is wrong with it."""

    url: str = ""
    for_all: bool = False


@router.get("/account/webhooks")
async def show_webhooks(request: Request, user: OptionalUser, services: ServicesDep, renderer: RendererDep) -> Response:
    """Show the reader's webhooks and their last messages, and the form for another one."""
    return await _draw(request, services, renderer, user) if user else ask_to_sign_in(request)


@router.post("/account/webhooks")
async def make_webhook(
    request: Request,
    user: BrowserUser,
    services: ServicesDep,
    renderer: RendererDep,
    new: Annotated[WebhookForm, Form()],
) -> Response:
    """Make a webhook and show its secret, this once."""
    try:
        fresh = await services.webhooks.make(user, new.url, for_all=new.for_all)
    except RequestError as error:
        return await _draw(request, services, renderer, user, url=new.url, error=error)
    response = await _draw(request, services, renderer, user, secret=fresh.secret)
    response.headers["Cache-Control"] = "no-store"
    return response


@router.post("/account/webhooks/{webhook_id}/delete")
async def delete_webhook(webhook_id: str, user: BrowserUser, services: ServicesDep) -> Response:
    """Delete a webhook."""
    await services.webhooks.delete(user, webhook_id)
    return go("/account/webhooks")


@router.post("/account/webhooks/{webhook_id}/test")
async def try_webhook(webhook_id: str, user: BrowserUser, services: ServicesDep) -> Response:
    """Send a message that tells of no verdict, unless another one waits to be sent; the page lists it."""
    with suppress(ConflictError):
        await services.webhooks.try_out(user, webhook_id)
    return go("/account/webhooks")


@router.post("/account/webhooks/{webhook_id}/enable")
async def enable_webhook(webhook_id: str, user: BrowserUser, services: ServicesDep) -> Response:
    """Send to a disabled webhook again."""
    await services.webhooks.enable(user, webhook_id)
    return go("/account/webhooks")


@router.post("/account/webhooks/{webhook_id}/send")
async def send_again(
    webhook_id: str, user: BrowserUser, services: ServicesDep, message: Annotated[str, Form()] = ""
) -> Response:
    """Send a message again: its receiver was repaired, or is tried out."""
    await services.webhooks.send_again(user, webhook_id, message)
    return go("/account/webhooks")


async def _draw(
    request: Request,
    services: Services,
    renderer: Renderer,
    user: Account,
    *,
    url: str = "",
    secret: str = "",
    error: RequestError | None = None,
) -> Response:
    webhooks = await services.webhooks.list_webhooks(user)
    return renderer.page(
        request,
        "webhooks.html",
        user,
        status=200 if error is None else error.status,
        here="/account/webhooks",
        webhooks=[(one, await services.webhooks.list_deliveries(user, one.id)) for one in webhooks],
        states={
            DeliveryStatus.WAITING: _("waits"),
            DeliveryStatus.DELIVERED: _("taken"),
            DeliveryStatus.FAILED: _("given up"),
        },
        may_hear_all=user.role is Role.ADMIN,
        url=url,
        secret=secret,
        error=None if error is None else error.message,
    )

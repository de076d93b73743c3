"""The page of webhooks: create, list and delete."""

from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import BaseModel

from app.db.statuses import DeliveryStatus, Right, Role
from app.domains.accounts.dependencies import BrowserUser, OptionalBrowserUser
from app.domains.accounts.schemas import Account
from app.domains.courses.dependencies import CoursesDep, CourseWebhooksDep
from app.domains.courses.service import CourseService
from app.domains.webhooks.dependencies import WebhooksDep
from app.domains.webhooks.service import WebhookService
from app.kit.errors import ConflictError, RequestError
from app.kit.language import translate as _
from app.web.navigation import RendererDep, ask_to_sign_in, go
from app.web.rendering import Renderer

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)


class WebhookForm(BaseModel):
    """The form's fields, which the service validates."""

    url: str = ""
    for_all: bool = False
    course: str = ""


@router.get("/account/webhooks")
async def show_webhooks(
    request: Request, user: OptionalBrowserUser, webhooks: WebhooksDep, courses: CoursesDep, renderer: RendererDep
) -> Response:
    """Show the reader's webhooks and their last messages, and the form for another one."""
    return await _draw(request, webhooks, courses, renderer, user) if user else ask_to_sign_in(request)


@router.post("/account/webhooks")
async def make_webhook(
    request: Request,
    user: BrowserUser,
    webhooks: WebhooksDep,
    courses: CoursesDep,
    of_courses: CourseWebhooksDep,
    renderer: RendererDep,
    new: Annotated[WebhookForm, Form()],
) -> Response:
    """Create a webhook and show its secret, only once."""
    try:
        if new.course:
            fresh = await of_courses.make(await courses.find_access(user, new.course), new.url)
        else:
            fresh = await webhooks.make(user, new.url, for_all=new.for_all)
    except RequestError as error:
        return await _draw(request, webhooks, courses, renderer, user, new=new, error=error)
    response = await _draw(request, webhooks, courses, renderer, user, secret=fresh.secret)
    response.headers["Cache-Control"] = "no-store"
    return response


@router.post("/account/webhooks/{webhook_id}/delete")
async def delete_webhook(webhook_id: str, user: BrowserUser, webhooks: WebhooksDep) -> Response:
    """Delete a webhook."""
    await webhooks.delete(user, webhook_id)
    return go("/account/webhooks")


@router.post("/account/webhooks/{webhook_id}/test")
async def try_webhook(webhook_id: str, user: BrowserUser, webhooks: WebhooksDep) -> Response:
    """Send a test message, unless another one is waiting; the page lists it."""
    with suppress(ConflictError):
        await webhooks.try_out(user, webhook_id)
    return go("/account/webhooks")


@router.post("/account/webhooks/{webhook_id}/enable")
async def enable_webhook(webhook_id: str, user: BrowserUser, webhooks: WebhooksDep) -> Response:
    """Send to a disabled webhook again."""
    await webhooks.enable(user, webhook_id)
    return go("/account/webhooks")


@router.post("/account/webhooks/{webhook_id}/send")
async def send_again(
    webhook_id: str, user: BrowserUser, webhooks: WebhooksDep, message: Annotated[str, Form()] = ""
) -> Response:
    """Send a message again: its receiver was repaired, or is tried out."""
    await webhooks.send_again(user, webhook_id, message)
    return go("/account/webhooks")


async def _draw(
    request: Request,
    webhooks: WebhookService,
    courses: CourseService,
    renderer: Renderer,
    user: Account,
    *,
    new: WebhookForm | None = None,
    secret: str = "",
    error: RequestError | None = None,
) -> Response:
    own = await webhooks.list_webhooks(user)
    accesses = await courses.list_own(user)
    return renderer.page(
        request,
        "webhooks.html",
        user,
        status=200 if error is None else error.status,
        here="/account/webhooks",
        webhooks=[(one, await webhooks.list_deliveries(user, one.id)) for one in own],
        states={
            DeliveryStatus.WAITING: _("waiting"),
            DeliveryStatus.DELIVERED: _("delivered"),
            DeliveryStatus.FAILED: _("given up"),
        },
        may_hear_all=user.role is Role.ADMIN,
        courses=[one.course for one in accesses if one.data is not Right.NONE],
        names={one.course.public_id: one.course.name for one in accesses},
        new=new or WebhookForm(),
        secret=secret,
        error=None if error is None else error.message,
    )

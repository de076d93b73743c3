"""Webhooks over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Header, Response, status

from app.domains.accounts.dependencies import CurrentUser
from app.domains.webhooks.dependencies import WebhooksDep
from app.domains.webhooks.errors import TooManyWebhooksError
from app.domains.webhooks.schemas import (
    DeliveryList,
    DeliveryView,
    FreshWebhook,
    GradeMessage,
    Message,
    NewWebhook,
    RegradedMessage,
    WebhookList,
)
from app.http.documentation import document_errors, name_operation
from app.kit.errors import ConflictError, ForbiddenError

router = APIRouter(prefix="/api/v1/webhooks", tags=["webhooks"])
messages = APIRouter(
    tags=["webhooks"],
    responses={"default": {"description": "It is sent again later."}},
    generate_unique_id_function=name_operation,
)
"""The outgoing request, for the OpenAPI description only."""


@router.get("")
async def list_webhooks(user: CurrentUser, webhooks: WebhooksDep) -> WebhookList:
    """Return your webhooks, oldest first."""
    return WebhookList(webhooks=await webhooks.list_webhooks(user))


@router.post(
    "",
    status_code=status.HTTP_201_CREATED,
    responses=document_errors(ForbiddenError, TooManyWebhooksError),
)
async def create_webhook(new: NewWebhook, user: CurrentUser, webhooks: WebhooksDep, response: Response) -> FreshWebhook:
    """Create a webhook: each verdict is posted to its address as JSON, signed with the secret in the response.

    The secret is shown only once. Header fields and signature are those of Standard Webhooks; what isn't answered with
    2xx is sent again, for a day.
    """
    response.headers["Cache-Control"] = "no-store"
    return await webhooks.make(user, new.url, for_all=new.for_all)


@router.delete("/{webhook_id}", status_code=status.HTTP_204_NO_CONTENT)
async def delete_webhook(webhook_id: str, user: CurrentUser, webhooks: WebhooksDep) -> Response:
    """Delete a webhook. Messages that wait for it aren't sent."""
    await webhooks.delete(user, webhook_id)
    return Response(status_code=status.HTTP_204_NO_CONTENT)


@router.post("/{webhook_id}/enable", status_code=status.HTTP_204_NO_CONTENT)
async def enable_webhook(webhook_id: str, user: CurrentUser, webhooks: WebhooksDep) -> Response:
    """Enable a disabled webhook: it is sent what happens from now on."""
    await webhooks.enable(user, webhook_id)
    return Response(status_code=status.HTTP_204_NO_CONTENT)


@router.post("/{webhook_id}/test", status_code=status.HTTP_202_ACCEPTED, responses=document_errors(ConflictError))
async def send_test(webhook_id: str, user: CurrentUser, webhooks: WebhooksDep) -> DeliveryView:
    """Send a message of the type `webhook.test`, even to a disabled webhook; `deliveries` shows the result."""
    return await webhooks.try_out(user, webhook_id)


@router.get("/{webhook_id}/deliveries")
async def list_deliveries(webhook_id: str, user: CurrentUser, webhooks: WebhooksDep) -> DeliveryList:
    """Return a webhook's latest messages, newest first, with their results."""
    return DeliveryList(deliveries=await webhooks.list_deliveries(user, webhook_id))


@messages.post("submission.judged", status_code=status.HTTP_204_NO_CONTENT)
async def receive_verdict(
    message: Message,
    webhook_id: Annotated[str, Header(description="Identifies the message, including when it is resent.")],
    webhook_timestamp: Annotated[int, Header(description="When it was sent, in seconds since 1970.")],
    webhook_signature: Annotated[str, Header(description="`v1,` and the signature, as Standard Webhooks has it.")],
) -> None:
    """Receive a verdict: sent to each webhook. Any 2xx response ends it; anything else is retried for a day."""


@messages.post("submission.regraded", status_code=status.HTTP_204_NO_CONTENT)
async def receive_regrade(
    message: RegradedMessage,
    webhook_id: Annotated[str, Header(description="Identifies the message, including when it is resent.")],
    webhook_timestamp: Annotated[int, Header(description="When it was sent, in seconds since 1970.")],
    webhook_signature: Annotated[str, Header(description="`v1,` and the signature, as Standard Webhooks has it.")],
) -> None:
    """Receive another verdict on a submission that was judged before: sent when a regrade is applied."""


@messages.post("grade.changed", status_code=status.HTTP_204_NO_CONTENT)
async def receive_grade(
    message: GradeMessage,
    webhook_id: Annotated[str, Header(description="Identifies the message, including when it is resent.")],
    webhook_timestamp: Annotated[int, Header(description="When it was sent, in seconds since 1970.")],
    webhook_signature: Annotated[str, Header(description="`v1,` and the signature, as Standard Webhooks has it.")],
) -> None:
    """Receive another grade of a student for a kata: sent to the webhooks of the course, once no exam holds it."""

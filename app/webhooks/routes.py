"""Webhooks over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Header, Response, status

from app.accounts.dependencies import CurrentUser
from app.errors import ConflictError, ForbiddenError
from app.openapi import document_errors, name_operation
from app.services import ServicesDep
from app.webhooks.errors import TooManyWebhooksError
from app.webhooks.schemas import DeliveryList, DeliveryView, FreshWebhook, Message, NewWebhook, WebhookList

router = APIRouter(prefix="/api/v1/webhooks", tags=["webhooks"])
messages = APIRouter(
    tags=["webhooks"],
    responses={"default": {"description": "It is sent again later."}},
    generate_unique_id_function=name_operation,
)
"""What is sent, as OpenAPI describes it. Nobody asks for it here."""


@router.get("")
async def list_webhooks(user: CurrentUser, services: ServicesDep) -> WebhookList:
    """Return the asker's webhooks, oldest first."""
    return WebhookList(webhooks=await services.webhooks.list_webhooks(user))


@router.post(
    "",
    status_code=status.HTTP_201_CREATED,
    responses=document_errors(ForbiddenError, TooManyWebhooksError),
)
async def create_webhook(new: NewWebhook, user: CurrentUser, services: ServicesDep, response: Response) -> FreshWebhook:
    """Be told of verdicts at an address: each is posted there as JSON, signed with the secret of the answer.

    The secret is told this once. Header fields and signature are those of Standard Webhooks; what isn't answered with
    2xx is sent again, for a day.
    """
    response.headers["Cache-Control"] = "no-store"
    return await services.webhooks.make(user, new.url, for_all=new.for_all)


@router.delete("/{webhook_id}", status_code=status.HTTP_204_NO_CONTENT)
async def delete_webhook(webhook_id: str, user: CurrentUser, services: ServicesDep) -> Response:
    """Delete a webhook; what waits for it isn't sent."""
    await services.webhooks.delete(user, webhook_id)
    return Response(status_code=status.HTTP_204_NO_CONTENT)


@router.post("/{webhook_id}/enable", status_code=status.HTTP_204_NO_CONTENT)
async def enable_webhook(webhook_id: str, user: CurrentUser, services: ServicesDep) -> Response:
    """Send to a disabled webhook again, what comes from now on."""
    await services.webhooks.enable(user, webhook_id)
    return Response(status_code=status.HTTP_204_NO_CONTENT)


@router.post("/{webhook_id}/test", status_code=status.HTTP_202_ACCEPTED, responses=document_errors(ConflictError))
async def send_test(webhook_id: str, user: CurrentUser, services: ServicesDep) -> DeliveryView:
    """Send a message of the type `webhook.test`, also to a disabled webhook; `deliveries` tells what came of it."""
    return await services.webhooks.try_out(user, webhook_id)


@router.get("/{webhook_id}/deliveries")
async def list_deliveries(webhook_id: str, user: CurrentUser, services: ServicesDep) -> DeliveryList:
    """Return a webhook's last messages, newest first, and what came of them."""
    return DeliveryList(deliveries=await services.webhooks.list_deliveries(user, webhook_id))


@messages.post("submission.judged", status_code=status.HTTP_204_NO_CONTENT)
async def receive_verdict(
    message: Message,
    webhook_id: Annotated[str, Header(description="Names the message, also when it comes again.")],
    webhook_timestamp: Annotated[int, Header(description="When it was sent, in seconds since 1970.")],
    webhook_signature: Annotated[str, Header(description="`v1,` and the signature, as Standard Webhooks has it.")],
) -> None:
    """Hear of a verdict: each webhook is sent this. Any answer 2xx ends it; all else is tried again, for a day."""

"""Webhooks over HTTP."""

from fastapi import APIRouter, Response, status

from app.accounts.dependencies import CurrentUser
from app.errors import ForbiddenError, InvalidInputError
from app.openapi import document_errors
from app.services import ServicesDep
from app.webhooks.errors import TooManyWebhooksError, WebhookNotFoundError
from app.webhooks.schemas import DeliveryList, FreshWebhook, NewWebhook, WebhookList

router = APIRouter(prefix="/api/v1/webhooks", tags=["webhooks"])


@router.get("")
async def list_webhooks(user: CurrentUser, services: ServicesDep) -> WebhookList:
    """Return the asker's webhooks, oldest first."""
    return WebhookList(webhooks=await services.webhooks.list_webhooks(user))


@router.post(
    "",
    status_code=status.HTTP_201_CREATED,
    responses=document_errors(InvalidInputError, ForbiddenError, TooManyWebhooksError),
)
async def create_webhook(new: NewWebhook, user: CurrentUser, services: ServicesDep, response: Response) -> FreshWebhook:
    """Be told of verdicts at an address: each is posted there as JSON, signed with the secret of the answer.

    The secret is told this once. Header fields and signature are those of Standard Webhooks; what isn't answered with
    2xx is sent again, for a day.
    """
    response.headers["Cache-Control"] = "no-store"
    return await services.webhooks.make(user, new.url, for_all=new.for_all)


@router.delete("/{webhook_id}", status_code=status.HTTP_204_NO_CONTENT, responses=document_errors(WebhookNotFoundError))
async def delete_webhook(webhook_id: str, user: CurrentUser, services: ServicesDep) -> Response:
    """Delete a webhook; what waits for it isn't sent."""
    await services.webhooks.delete(user, webhook_id)
    return Response(status_code=status.HTTP_204_NO_CONTENT)


@router.post(
    "/{webhook_id}/enable", status_code=status.HTTP_204_NO_CONTENT, responses=document_errors(WebhookNotFoundError)
)
async def enable_webhook(webhook_id: str, user: CurrentUser, services: ServicesDep) -> Response:
    """Send to a disabled webhook again, what comes from now on."""
    await services.webhooks.enable(user, webhook_id)
    return Response(status_code=status.HTTP_204_NO_CONTENT)


@router.get("/{webhook_id}/deliveries", responses=document_errors(WebhookNotFoundError))
async def list_deliveries(webhook_id: str, user: CurrentUser, services: ServicesDep) -> DeliveryList:
    """Return a webhook's last messages, newest first, and what came of them."""
    return DeliveryList(deliveries=await services.webhooks.list_deliveries(user, webhook_id))

"""Dependencies of routes and pages for webhooks."""

from typing import Annotated

from app.domains.webhooks.service import WebhookService
from app.http.parts import provide

WebhooksDep = Annotated[WebhookService, provide("webhooks")]

"""Middleware that measures every request: a count, the time until its response begins, and a span. Pure ASGI."""

from __future__ import annotations

import time
from contextlib import nullcontext
from http import HTTPStatus
from typing import TYPE_CHECKING

from structlog.contextvars import bound_contextvars

from app.kit.telemetry import name_trace

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from app.services import Services

UNMATCHED = "unmatched"
"""The route label of unmatched requests. Paths aren't used as labels: anybody could invent any number of them."""
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class MeasureMiddleware:
    """The outer middleware, around everything that makes a response, so that it sees each one as it is sent."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        services: Services = scope["app"].state.services
        status = int(HTTPStatus.INTERNAL_SERVER_ERROR)
        began = time.perf_counter()
        seconds: float | None = None

        async def send_and_note(message: Message) -> None:
            nonlocal status, seconds
            if message["type"] == "http.response.start":
                status, seconds = message["status"], time.perf_counter() - began
            await send(message)

        method = scope["method"] if scope["method"] in METHODS else "other"
        with (
            services.telemetry.span(method, kind="server", **{"http.request.method": method}) as span,
            nullcontext() if span is None else bound_contextvars(trace=name_trace(span)),
        ):
            try:
                await self._app(scope, receive, send_and_note)
            finally:
                route = find_route(scope)
                if seconds is None:
                    seconds = time.perf_counter() - began
                services.metrics.count_request(method, route, status, seconds)
                if span is not None:
                    span.update_name(f"{method} {route}")
                    span.set_attributes({"http.route": route, "http.response.status_code": status})
                    span.set_attribute("jaxdojo.request_id", scope.get("state", {}).get("request_id", ""))


def find_route(scope: Scope) -> str:
    """Return the template of the route that served a request, such as `/problems/{slug}`."""
    path = getattr(scope.get("route"), "path", None)
    return path if isinstance(path, str) and path else UNMATCHED

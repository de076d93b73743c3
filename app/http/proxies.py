"""Middleware that sets each request's client address, and the scheme that the client used. Pure ASGI.

`app.kit.proxies` decides which proxies are trusted. The headers are kept, because they show that a request was proxied.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog
from starlette.datastructures import Headers

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from app.kit.proxies import Proxies

logger = structlog.stdlib.get_logger(__name__)


class ProxyMiddleware:
    """The outermost middleware, so that all others see the client and not the proxy."""

    def __init__(self, app: ASGIApp, proxies: Proxies) -> None:
        self._app = app
        self._proxies = proxies
        self._warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] == "http" and scope.get("client"):
            headers, peer = Headers(scope=scope), scope["client"][0]
            forwarded = headers.getlist("x-forwarded-for")
            if self._proxies.believes(peer):
                client = self._proxies.find_client(peer, forwarded)
                scheme = headers.get("x-forwarded-proto", "").rpartition(",")[-1].strip().lower()
                scope = {
                    **scope,
                    "client": scope["client"] if client == peer else (client, 0),
                    "scheme": scheme if scheme in {"http", "https"} else scope["scheme"],
                }
            elif forwarded and not self._warned:
                self._warned = True
                advice = "if it is your proxy, name it in JAXDOJO_PROXIES; its clients count as one address until then"
                logger.warning("proxy_not_believed", address=peer, advice=advice)
        await self._app(scope, receive, send)

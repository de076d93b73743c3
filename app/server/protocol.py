"""Limits of a connection before a request reaches the application: uvicorn has none.

Without them, somebody who sends a head or a trailer without end fills the memory, connections on which nothing is ever
asked use up the process's descriptors, and thousands of requests in one packet, or of fields in one head, hold the
event loop. A reverse proxy has such limits, too; these also hold for whoever reaches this port. Clients that don't read
what they asked for are the kernel's business: `app.server.processes.listen`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from app.http.middleware import MAX_HEAD

if TYPE_CHECKING:
    import asyncio
    from typing import Any

HEAD_S: Final = 20.0
"""Time, in seconds, in which a connection without an unanswered request must send a whole head."""
MAX_UNREAD: Final = 4 * MAX_HEAD
"""Maximum number of bytes that are neither body nor a whole head: a head without end, and what chunked bodies may have
between and after their parts. Requests with a smaller head above `MAX_HEAD` get an explanation."""
MAX_FIELDS: Final = 200
"""Maximum number of a request's header fields: each costs time, however short it is. Browsers send some twenty."""
MAX_PIPELINED: Final = 20
"""Maximum number of requests of one connection that wait for the answer to an earlier one. Browsers send none."""


class LimitedProtocol(HttpToolsProtocol):
    """One connection."""

    def __init__(self, *given: Any, **options: Any) -> None:  # noqa: ANN401 - uvicorn's
        super().__init__(*given, **options)
        self._unread = 0
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start waiting for a request."""
        super().connection_made(transport)
        self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._stop_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a part of a request, unless its head or trailer is too long."""
        self._unread += len(data)
        if self._unread > MAX_UNREAD:
            self.send_400_response("This request's head is too long.")
            return
        if self.cycle is None or self.cycle.response_complete:  # type: ignore[redundant-expr]  # None before the first
            self._start_timer()
        super().data_received(data)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Keep a field of a head or a trailer; an error ends the connection."""
        if len(self.headers) >= MAX_FIELDS:
            raise ValueError("too many fields")
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Begin to answer; an error ends the connection."""
        if len(self.pipeline) >= MAX_PIPELINED:
            raise ValueError("too many requests at once")
        self._unread = 0
        self._stop_timer()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Pass a part of the body on."""
        self._unread = 0
        super().on_body(body)

    def _unsupported_upgrade_warning(self) -> None:
        """Log nothing: anybody can ask for websockets, and there are none."""

    def _start_timer(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(HEAD_S, self.transport.close)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

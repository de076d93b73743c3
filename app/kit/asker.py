"""The client's network address, for anything that is stored or refused while a request is served."""

from contextvars import ContextVar

address: ContextVar[str] = ContextVar("address", default="")
"""The address, with proxies taken into account; empty outside an HTTP request."""

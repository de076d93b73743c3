"""The network address of whoever asks, for what is stored or refused in the course of a request."""

from contextvars import ContextVar

address: ContextVar[str] = ContextVar("address", default="")
"""The address, proxies taken into account; empty where nobody asks over HTTP."""

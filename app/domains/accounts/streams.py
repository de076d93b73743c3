"""The dependency of all routes that respond with an event stream."""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import Depends, Request

from app.domains.accounts.dependencies import OptionalUser
from app.domains.limits.addresses import name_asker
from app.domains.limits.streams import StreamLimiter
from app.http.parts import provide


async def hold_stream(
    request: Request, user: OptionalUser, streams: Annotated[StreamLimiter, provide("streams")]
) -> AsyncIterator[None]:
    """Count the stream until it ends; raises `TooManyStreamsError` before it begins."""
    with streams.hold(name_asker(request, None if user is None else user.id)):
        yield


STREAM = Depends(hold_stream)
"""Belongs in the `dependencies` of each route whose `response_class` is `EventSourceResponse`."""

"""Answers that a client may keep: an `ETag`, and 304 without a body for who names it in `If-None-Match`."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, Final

from fastapi import Response, status

from app.json_values import dump_json

if TYPE_CHECKING:
    from fastapi import Request
    from pydantic import BaseModel

UNCHANGED: Final[dict[int | str, dict[str, Any]]] = {
    status.HTTP_304_NOT_MODIFIED: {"description": "Nothing has changed since the `ETag` that `If-None-Match` names."}
}
"""What a route with such answers adds to its `responses`."""


def answer_if_changed(request: Request, content: BaseModel) -> Response:
    """Return the content as JSON under its tag, or 304 where the asker has it already."""
    body = dump_json(content)
    # Weak: the same content may travel compressed.
    tag = f'W/"{hashlib.sha256(body.encode()).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "private, no-cache", "Vary": "Authorization, Cookie"}
    if knows(request.headers.get("if-none-match", ""), tag):
        return Response(status_code=status.HTTP_304_NOT_MODIFIED, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


def knows(header: str, tag: str) -> bool:
    """Whether an `If-None-Match` names the tag; weak and strong ones are compared alike (RFC 9110, 13.1.2)."""
    known = [one.strip().removeprefix("W/") for one in header.split(",")]
    return "*" in known or tag.removeprefix("W/") in known

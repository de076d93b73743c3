"""Conditional responses: an `ETag`, and 304 without a body if `If-None-Match` names it."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, Final

from fastapi import Response, status

from app.kit.json_values import dump_json

if TYPE_CHECKING:
    from fastapi import Request
    from pydantic import BaseModel

UNCHANGED: Final[dict[int | str, dict[str, Any]]] = {
    status.HTTP_304_NOT_MODIFIED: {"description": "Nothing has changed since the `ETag` that `If-None-Match` names."}
}
"""The entry for 304 in the `responses` of a route with conditional responses."""
OF_THE_BODY: Final = frozenset({"content-length", "content-type"})
"""Headers that a response without a body omits."""


def answer_json_if_changed(request: Request, content: BaseModel) -> Response:
    """Return the content as JSON under its tag, or 304 if the client already has it."""
    headers = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Cookie"}
    return answer_if_changed(request, Response(dump_json(content), media_type="application/json", headers=headers))


def answer_if_changed(request: Request, answer: Response) -> Response:
    """Return the answer to a GET with a tag of its body, or 304 with its headers if the client already has it."""
    # Weak, because the same content may be sent compressed.
    tag = answer.headers["ETag"] = f'W/"{hashlib.sha256(answer.body).hexdigest()[:32]}"'
    if not knows(request.headers.get("if-none-match", ""), tag):
        return answer
    headers = {name: value for name, value in answer.headers.items() if name not in OF_THE_BODY}
    return Response(status_code=status.HTTP_304_NOT_MODIFIED, headers=headers)


def knows(header: str, tag: str) -> bool:
    """Return whether an `If-None-Match` names the tag; weak and strong ones are compared alike (RFC 9110, 13.1.2)."""
    known = [one.strip().removeprefix("W/") for one in header.split(",")]
    return "*" in known or tag.removeprefix("W/") in known

"""Helpers to document a route for OpenAPI: its errors, header fields and bodies that aren't JSON.

`app.server.openapi` completes the description of the whole application.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from fastapi.security import APIKeyCookie, HTTPBearer

from app.http.problem_details import MEDIA_TYPE, ProblemDetails
from app.http.requests import SESSION_COOKIE

if TYPE_CHECKING:
    from fastapi.routing import APIRoute

    from app.kit.errors import JaxDojoError

Responses = dict[int | str, dict[str, Any]]

TOKEN: Final = HTTPBearer(
    scheme_name="token",
    description="An API token: /account/tokens or `jaxdojo user token` makes one.",
    auto_error=False,
)
COOKIE: Final = APIKeyCookie(
    name=SESSION_COOKIE, scheme_name="session", description="A sign-in: `POST /api/v1/session`.", auto_error=False
)
_SCHEMA: Final = {"$ref": "#/components/schemas/ProblemDetails"}


def document_errors(*errors: type[JaxDojoError]) -> Responses:
    """Return the `responses` of a route that may raise these errors, each with an example under its code."""
    documented: Responses = {}
    for error in errors:
        answer = documented.setdefault(error.status, {"description": "", "content": {MEDIA_TYPE: _make_content()}})
        answer["description"] = f"{answer['description']} `{error.code}`: {error.title}.".strip()
        answer["content"][MEDIA_TYPE]["examples"][error.code] = {"value": _make_example(error)}
    return documented


def document_answer(status: int, *headers: str, content: str | None = None, example: str = "") -> Responses:
    """Return the `responses` of a route whose successful response has header fields, or a `content` that isn't JSON.

    `example` is an example of a text.
    """
    answer: dict[str, Any] = {"headers": {name: refer_to_header(name) for name in headers}}
    if content is not None:
        answer["content"] = {content: _describe_content(content, example)}
    return {status: answer}


def document_body(content: str, example: str = "") -> dict[str, Any]:
    """Return the `openapi_extra` of a route that takes the raw body."""
    return {"requestBody": {"required": True, "content": {content: _describe_content(content, example)}}}


def refer_to_header(name: str) -> dict[str, str]:
    """Return a reference to a header field that the description defines for all routes."""
    return {"$ref": f"#/components/headers/{name}"}


def name_operation(route: APIRoute) -> str:
    """Return an operation's id: the name of its function, with the prefix `authoring_` for authors' routes."""
    return f"authoring_{route.name}" if "authoring" in route.tags else route.name


def _make_content() -> dict[str, Any]:
    return {"schema": _SCHEMA, "examples": {}}


def _describe_content(media_type: str, example: str) -> dict[str, Any]:
    """Return the OpenAPI description of a binary or text body."""
    if media_type.startswith("text/"):
        return {"schema": {"type": "string"}, "example": example}
    return {"schema": {"type": "string", "format": "binary"}}


def _make_example(error: type[JaxDojoError]) -> dict[str, Any]:
    example = ProblemDetails(
        type=f"urn:jaxdojo:error:{error.code}",
        title=error.title,
        status=error.status,
        detail="What happened, and what to do about it.",
        code=error.code,
        instance="/api/v1/…",
        request_id="b7a3f1c09d2e4856",
    )
    return example.model_dump()

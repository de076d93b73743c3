"""The OpenAPI description: what FastAPI finds in the routes, and what it can't know.

Every error is a problem detail. Which can come from a route stands at the route (`document_errors`); what can come from
many, because they ask who it is, take input or change something, is added here, as is the scope that a token needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from fastapi import FastAPI
from fastapi.security import APIKeyCookie, HTTPBearer

from app.accounts.cookies import SESSION_COOKIE
from app.accounts.scopes import SAFE_METHODS, find_scope
from app.errors import (
    BodyTooLargeError,
    CrossSiteError,
    InvalidInputError,
    NotSignedInError,
)
from app.limits.errors import TooManyRequestsError
from app.problem_details import MEDIA_TYPE, ProblemDetails
from app.tokens.errors import MissingScopeError

if TYPE_CHECKING:
    from fastapi.routing import APIRoute

    from app.errors import JaxDojoError

TOKEN: Final = HTTPBearer(
    scheme_name="token",
    description="An API token: /account/tokens or `jaxdojo user token` makes one.",
    auto_error=False,
)
COOKIE: Final = APIKeyCookie(
    name=SESSION_COOKIE, scheme_name="session", description="A sign-in: `POST /api/v1/session`.", auto_error=False
)
_SCHEMA: Final = {"$ref": "#/components/schemas/ProblemDetails"}


def document_errors(*errors: type[JaxDojoError]) -> dict[int | str, dict[str, Any]]:
    """Return the `responses` of a route that may raise these errors, each with an example under its code."""
    documented: dict[int | str, dict[str, Any]] = {}
    for error in errors:
        answer = documented.setdefault(error.status, {"description": "", "content": {MEDIA_TYPE: _make_content()}})
        answer["description"] = f"{answer['description']} `{error.code}`: {error.title}.".strip()
        answer["content"][MEDIA_TYPE]["examples"][error.code] = {"value": _make_example(error)}
    return documented


def document_any(description: str) -> dict[str, Any]:
    """Return a response for every other error."""
    return {"description": description, "content": {MEDIA_TYPE: {"schema": _SCHEMA}}}


def name_operation(route: APIRoute) -> str:
    """Return an operation's id: the name of its function, after `authoring_` where authors work."""
    return f"authoring_{route.name}" if "authoring" in route.tags else route.name


class DocumentedAPI(FastAPI):
    """An application whose description is complete."""

    def openapi(self) -> dict[str, Any]:
        """Return the description, made once."""
        if self.openapi_schema is None:
            self.openapi_schema = _complete(super().openapi())
        return self.openapi_schema


def _complete(description: dict[str, Any]) -> dict[str, Any]:
    schema = ProblemDetails.model_json_schema(ref_template="#/components/schemas/{model}")
    parts = description.setdefault("components", {}).setdefault("schemas", {})
    parts.update(schema.pop("$defs", {}))
    parts["ProblemDetails"] = schema
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            _complete_operation(method, path, operation)
    return description


def _complete_operation(method: str, path: str, operation: dict[str, Any]) -> None:
    errors: list[type[JaxDojoError]] = []
    schemes = {name for way in operation.get("security", []) for name in way}
    if schemes:
        token = {TOKEN.scheme_name: [find_scope(method, path).value]}
        # `find_user` takes a token or a cookie; only `current_user`, which wants one of them, names the cookie, too.
        needed = COOKIE.scheme_name in schemes
        operation["security"] = [token, {COOKIE.scheme_name: []}] if needed else [{}, token, {COOKIE.scheme_name: []}]
        errors += [NotSignedInError, MissingScopeError]
    if method.upper() not in SAFE_METHODS:
        errors += [CrossSiteError, BodyTooLargeError]
    if "parameters" in operation or "requestBody" in operation:
        errors.append(InvalidInputError)
    for status, answer in document_errors(*errors, TooManyRequestsError).items():
        own = operation["responses"].setdefault(str(status), answer)
        if own is not answer:
            more = {code: value for code, value in _examples(answer).items() if code not in _examples(own)}
            own["description"] = " ".join([own["description"], *(f"`{code}`." for code in more)])
            _examples(own).update(more)


def _examples(answer: dict[str, Any]) -> dict[str, Any]:
    examples: dict[str, Any] = answer["content"][MEDIA_TYPE]["examples"]
    return examples


def _make_content() -> dict[str, Any]:
    return {"schema": _SCHEMA, "examples": {}}


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

"""Errors over HTTP: RFC 9457 problem details for programs, and a hook for pages.

Every exception that is raised while a request is served ends here, so that nobody ever sees a stack trace. The response
doesn't repeat the request's content.
"""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

import structlog
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import iter_route_contexts
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.routing import compile_path

from app.http.json_bodies import is_json
from app.kit.errors import DatabaseUnavailableError, InvalidInputError, JaxDojoError, RequestError
from app.kit.language import translate as _
from app.kit.outage import OUTAGE

MEDIA_TYPE: Final = "application/problem+json"
UNREADABLE: Final = "There was an error parsing the body"
"""FastAPI's message for a body that isn't UTF-8, or that Python's JSON parser gives up on."""
MAX_ERRORS: Final = 20
"""The maximum number of errors that are reported for one request."""
MAX_SHOWN: Final = 300
"""The maximum length of a field's name, and of the message about it, in characters."""
logger = structlog.stdlib.get_logger(__name__)


class NotJsonError(RequestError):
    """The body isn't JSON, according to its content type."""

    code = "not_json"
    status = 415
    title = "Send JSON"

    def __init__(self) -> None:
        super().__init__(_("This address takes JSON: send it with the header `Content-Type: application/json`."))


class FieldError(BaseModel):
    """What is wrong with one field; `field` is a path such as `body.source`."""

    field: str
    message: str


class ProblemDetails(BaseModel):
    """The body of every error (RFC 9457), with a stable `code` and the id under which the request is logged."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    instance: str
    request_id: str
    errors: list[FieldError] = []


ErrorPage = Callable[[Request, ProblemDetails], Response]
"""The type of `app.state.error_page`, which renders an error for a browser."""


def find_request_id(request: Request) -> str:
    """Return the id that the middleware gave the request."""
    return str(getattr(request.state, "request_id", ""))


def make_details(
    request: Request, *, code: str, title: str, status: int, detail: str, errors: list[FieldError] | None = None
) -> ProblemDetails:
    """Return problem details for this request."""
    return ProblemDetails(
        type=f"urn:jaxdojo:error:{code}",
        title=title,
        status=status,
        detail=detail,
        code=code,
        instance=request.url.path,
        request_id=find_request_id(request),
        errors=errors or [],
    )


def render(request: Request, details: ProblemDetails, headers: dict[str, str] | None = None) -> Response:
    """Return a page for a browser that asked for one, JSON for everybody else."""
    page: ErrorPage | None = getattr(request.app.state, "error_page", None) if "app" in request.scope else None
    wants_page = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")
    if page is not None and wants_page:
        response = page(request, details)
        response.headers.update(headers or {})
        return response
    return JSONResponse(details.model_dump(), status_code=details.status, media_type=MEDIA_TYPE, headers=headers)


def describe_error(request: Request, error: JaxDojoError) -> ProblemDetails:
    """Return the problem details of one of our own errors."""
    fields = error.fields[:MAX_ERRORS] if isinstance(error, InvalidInputError) else []
    errors = [FieldError(field=field, message=message) for field, message in fields]
    return make_details(
        request, code=error.code, title=_(error.title), status=error.status, detail=error.detail, errors=errors
    )


def describe_unexpected(request: Request) -> ProblemDetails:
    """Return the problem details of an unexpected error, with the request id to quote to the operator."""
    detail = _(
        "Something went wrong on our side. The operator can find it in the log as request %(id)s.",
        id=find_request_id(request),
    )
    return make_details(request, code="internal", title=_("Our fault, not yours"), status=500, detail=detail)


async def _handle_own(request: Request, error: Exception) -> Response:
    if not isinstance(error, JaxDojoError):  # pragma: no cover (the handler is registered for nothing else)
        raise error
    if isinstance(error, DatabaseUnavailableError):
        OUTAGE.report("request", error.message)
    elif error.status >= HTTPStatus.INTERNAL_SERVER_ERROR and not isinstance(error, RequestError):
        logger.error("request_failed", code=error.code, reason=error.message)
    return render(request, describe_error(request, error), dict(error.headers))


async def _handle_validation(request: Request, error: Exception) -> Response:
    if not isinstance(error, RequestValidationError):  # pragma: no cover (the handler is registered for nothing else)
        raise error
    if _is_body_of_no_kind(request, error):
        return render(request, describe_error(request, NotJsonError()))
    errors = [
        FieldError(
            field=".".join(str(part)[:MAX_SHOWN] for part in item["loc"]), message=_explain_field(item)[:MAX_SHOWN]
        )
        for item in error.errors()[:MAX_ERRORS]
    ]
    detail = "; ".join(f"{item.field}: {item.message}" for item in errors[:3])
    details = make_details(
        request, code="invalid_input", title=_(InvalidInputError.title), status=422, detail=detail, errors=errors
    )
    return render(request, details)


def _is_body_of_no_kind(request: Request, error: RequestValidationError) -> bool:
    """Return whether a body that should be JSON has another content type, so that FastAPI doesn't parse it."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    return not is_json(kind.encode()) and isinstance(error.body, bytes) and bool(error.body)


def _explain_field(item: dict[str, Any]) -> str:
    reason = item.get("ctx", {}).get("error") if item["type"] == "json_invalid" else None
    return f"{item['msg']}: {reason}" if reason else str(item["msg"])


async def _handle_http(request: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):  # pragma: no cover (the handler is registered for nothing else)
        raise error
    if error.status_code == HTTPStatus.NO_CONTENT:
        return Response(status_code=error.status_code)
    status = HTTPStatus(error.status_code)
    headers = dict(error.headers or {})
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        headers["Allow"] = ", ".join(_list_methods(request))
        if request.method == "OPTIONS":
            return Response(status_code=HTTPStatus.NO_CONTENT, headers=headers)
    if error.detail == UNREADABLE:
        return render(request, describe_error(request, InvalidInputError("body", _tell_unreadable())))
    detail = _explain(request, status, headers) or error.detail
    code = status.phrase.lower().replace(" ", "_").replace("-", "_")
    details = make_details(request, code=code, title=status.phrase, status=status, detail=detail)
    return render(request, details, headers)


def _tell_unreadable() -> str:
    return _("The body can't be read: it must be JSON in UTF-8, without hundreds of nested levels.")


def _explain(request: Request, status: HTTPStatus, headers: dict[str, str]) -> str | None:
    """Return advice for an unknown address or method; None for errors with their own."""
    path = request.url.path
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        return _("This address accepts only %(methods)s.", methods=headers["Allow"])
    if status == HTTPStatus.NOT_FOUND and path.startswith("/api/"):
        if path.endswith("/"):
            return _("There is nothing at this address. Addresses here don't end in a slash.")
        return _("There is nothing at this address. /openapi.json lists all addresses.")
    return None


def _list_methods(request: Request) -> list[str]:
    """Return the methods of all routes with an address; the router lists only those of the first one."""
    path = request.url.path
    fitting = [
        route
        for route in iter_route_contexts(request.app.routes)
        if route.path is not None and compile_path(route.path)[0].match(path)
    ]
    # `/problems/archive` isn't a problem, though it also matches the path of one.
    exact = [route for route in fitting if route.path == path]
    methods = {"OPTIONS"}.union(*(route.methods or set() for route in exact or fitting))
    return sorted(methods | ({"HEAD"} if "GET" in methods else set()))


def install_handlers(app: FastAPI) -> None:
    """Install handlers that render every error raised by a route or page."""
    app.add_exception_handler(JaxDojoError, _handle_own)
    app.add_exception_handler(RequestValidationError, _handle_validation)
    app.add_exception_handler(HTTPException, _handle_http)

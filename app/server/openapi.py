"""The application's OpenAPI description: what FastAPI derives from the routes, plus what it can't know.

Every error is a problem detail. A route declares its own errors (`app.http.documentation`). This module adds those that
many routes share, because they look something up, authenticate the user, take input or change something. It also adds
the scopes of tokens, the meaning of parameters and header fields, and examples (`app.server.openapi_examples`).
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI

from app.db.errors import UnstorableError
from app.domains.accounts.errors import MissingScopeError
from app.domains.accounts.scopes import find_scope
from app.domains.courses.errors import CourseNotFoundError
from app.domains.limits.errors import TooManyRequestsError
from app.domains.lti.errors import PlatformNotFoundError
from app.domains.problems.awaited import ProblemNotReadyError
from app.domains.runs.errors import RunNotFoundError
from app.domains.webhooks.errors import WebhookNotFoundError
from app.http.documentation import COOKIE, TOKEN, document_errors, refer_to_header
from app.http.middleware import MAX_BODY, BodyTooSlowError, TooManyUploadsError, find_limit
from app.http.problem_details import MEDIA_TYPE, NotJsonError, ProblemDetails
from app.http.requests import SAFE_METHODS
from app.kit.errors import (
    BodyTooLargeError,
    CrossSiteError,
    DatabaseUnavailableError,
    ForbiddenError,
    InternalError,
    InvalidInputError,
    JaxDojoError,
    NotSignedInError,
    ProblemNotFoundError,
    RegradeNotFoundError,
    SubmissionNotFoundError,
)
from app.server.openapi_examples import ExampleMaker

JSON: Final = "application/json"
EVENTS: Final = "text/event-stream"
TAGS: Final = [
    {"name": "problems", "description": "The problems to solve, with their hints, solutions and ratings."},
    {"name": "drafts", "description": "Code that has been written but not submitted."},
    {"name": "submissions", "description": "Submit code, follow its grading, and read earlier submissions."},
    {"name": "runs", "description": "Run code without submitting it, also without an account."},
    {"name": "accounts", "description": "Sign up, and sign in with a password."},
    {"name": "tokens", "description": "Give a program a token, and revoke it."},
    {"name": "webhooks", "description": "Have each verdict sent to an address of yours."},
    {"name": "authoring", "description": "Write, check and publish problems, for instructors."},
    {"name": "regrades", "description": "Rejudge submissions, and apply or drop what that changes."},
    {"name": "courses", "description": "Classes: staff, students, assignments, grades."},
    {"name": "lti", "description": "Learning management systems (LTI): platforms, this site's keys, scores."},
    {"name": "health", "description": "Whether the service works, and its metrics, for monitoring."},
]
HEALTH: Final[dict[str, tuple[type[JaxDojoError], ...]]] = {"/healthz": (), "/readyz": (TooManyRequestsError,)}
"""Paths that need no database, and the errors that they have in common with all others."""
PARAMETERS: Final = {
    "slug": "The problem's slug: its name in addresses, such as `jit_forward`.",
    "submission_id": "The `id` of a submission.",
    "run_id": "The `id` of a run.",
    "webhook_id": "The `id` of a webhook.",
    "regrade_id": "The `id` of a regrade.",
    "course_id": "The `id` of a course.",
    "student_id": "The `id` of a student in the course.",
    "assignment_id": "The `id` of an assignment.",
    "exam_id": "The `id` of an assignment that is an exam.",
    "added_id": "The `id` of time that was added to an exam.",
    "code": "A reason code, such as `values.mismatch`.",
    "override_id": "The `id` of an override: what is different for a label or a student.",
    "extension_id": "The `id` of a request for more time.",
    "request_id": "The `id` of a request to look at a grade again.",
    "report_id": "The `id` of a report on a verdict.",
    "comment_id": "The `id` of a kept comment.",
    "staff_name": "The name of an account.",
    "staff_invitation": "The `id` of an invitation to the staff.",
    "label_name": "A label of the course.",
    "platform_id": "The `id` of a platform.",
    "context_id": "The `id` of a platform's course that is linked, from `…/lms`.",
    "number": "The number of the hint, version or regrade, counted from 1.",
    "path": "The file's path in the package, such as `statement.md` or `solutions/reference.py`.",
    "name": "The name of an account.",
    "problem": "Only what was sent to the problem with this slug.",
    "path problem": "The slug of a kata.",
    "verdict": "Only submissions with this verdict, such as `accepted`.",
    "mode": "Only runs (`run`), or only submissions (`submit`).",
    "before": "The number of the earlier version.",
    "after": "The number of the later version.",
    "If-Match": "The `ETag` of what is to be replaced; `*` for whatever is there.",
    "If-None-Match": "The `ETag` of an earlier response: if it is still current, the response is 304, without a body.",
    "Last-Event-ID": "The `id` of the last event that you received: the events after it are sent.",
}
"""Descriptions of parameters that have none at their route; one for paths alone is below `path` and its name."""
HEADERS: Final = {
    "ETag": "Identifies this content. Send it as `If-None-Match` or, to store files, as `If-Match`.",
    "Location": "The address of what was created.",
    "RateLimit": "How many more you may send now (`r`), and in how many seconds you may send one more (`t`): "
    '`"submissions";r=59;t=1`.',
    "RateLimit-Policy": 'How many you may send (`q`) in how many seconds (`w`): `"submissions";q=60;w=60`.',
    "Retry-After": "The number of seconds after which to try again.",
    "WWW-Authenticate": "How to authenticate, and which scope the token lacks.",
    "X-Request-ID": "Identifies this request in the operator's log.",
}
BY_STATUS: Final = {"401": "WWW-Authenticate", "403": "WWW-Authenticate", "429": "Retry-After", "503": "Retry-After"}
"""Header fields that belong to a status, whatever the route."""
WORDS: Final = {"id": "ID"}
"""Words in names of header fields that aren't simply capitalised."""
NOT_FOUND: Final = {
    "{slug}": ProblemNotFoundError,
    "{submission_id}": SubmissionNotFoundError,
    "{run_id}": RunNotFoundError,
    "{webhook_id}": WebhookNotFoundError,
    "{regrade_id}": RegradeNotFoundError,
    "{course_id}": CourseNotFoundError,
    "{platform_id}": PlatformNotFoundError,
}
"""The errors of routes with these parameters in their paths."""
STREAM: Final = {"title": "Server-sent events", "description": "Text in the format that the HTML standard defines."}
STREAMS: Final = {
    "submissions": """id: 1
event: queued
data: {"position":1}

id: 2
event: started
data: {}

id: 3
event: failed
data: {"message":"Something failed on our side, not in your code."}

""",
    "authoring": 'event: task\ndata: {"id":"01jd8r2m6vqs9g0h5t3k7b4n1e","status":"running","step":"solutions"}\n\n',
    "regrades": 'event: regrade\ndata: {"id":"01jd8r2m6vqs9g0h5t3k7b4n1e","status":"running","total":31,"done":7}\n\n',
}
"""Examples of server-sent events, by tag. OpenAPI 3.1 can describe them only as text."""


class DocumentedAPI(FastAPI):
    """An application with the completed description."""

    def openapi(self) -> dict[str, Any]:
        """Return the description, which is made only once."""
        if self.openapi_schema is None:
            self.openapi_schema = _complete(super().openapi())
        return self.openapi_schema


def _complete(description: dict[str, Any]) -> dict[str, Any]:
    schema = ProblemDetails.model_json_schema(ref_template="#/components/schemas/{model}")
    components = description.setdefault("components", {})
    parts = components.setdefault("schemas", {})
    parts.update(schema.pop("$defs", {}))
    parts["ProblemDetails"] = schema
    components["headers"] = {
        name: {"description": about, "schema": {"type": "string"}} for name, about in HEADERS.items()
    }
    examples = ExampleMaker(parts)
    for kind in ("paths", "webhooks"):
        for path, methods in description.get(kind, {}).items():
            for method, operation in methods.items():
                operation["summary"] = operation["summary"].capitalize()
                if kind == "paths":
                    _add_errors(method, path, operation)
                _add_headers(operation)
                _add_examples(operation, parts, examples)
    return description


def _add_errors(method: str, path: str, operation: dict[str, Any]) -> None:
    """Document authentication, and the errors that many routes share."""
    del operation["responses"]["default"]  # Only there to stop FastAPI from adding its own kind of 422.
    errors: list[type[JaxDojoError]] = [error for part, error in NOT_FOUND.items() if part in path]
    schemes = {name for way in operation.get("security", []) for name in way}
    if schemes:
        token = {TOKEN.scheme_name: [find_scope(method, path).value]}
        # `find_user` accepts a token or a cookie; only `current_user`, which requires one, also names the cookie.
        needed = COOKIE.scheme_name in schemes
        operation["security"] = [token, {COOKIE.scheme_name: []}] if needed else [{}, token, {COOKIE.scheme_name: []}]
        errors += [NotSignedInError, MissingScopeError]
    if "{slug}" in path:
        errors.append(ProblemNotReadyError)
    if path.startswith("/api/v1/authoring/"):
        errors.append(ForbiddenError)
    if method.upper() not in SAFE_METHODS:
        errors += [CrossSiteError, BodyTooLargeError, BodyTooSlowError]
        errors += [TooManyUploadsError] if find_limit(path, b"") > MAX_BODY else []
    if "parameters" in operation or "requestBody" in operation:
        errors += [InvalidInputError, UnstorableError]
    if JSON in operation.get("requestBody", {}).get("content", {}):
        errors.append(NotJsonError)
    errors += HEALTH.get(path, (TooManyRequestsError, DatabaseUnavailableError))
    for status, answer in document_errors(*errors, InternalError).items():
        own = operation["responses"].setdefault(str(status), answer)
        if own is not answer:
            more = {code: value for code, value in _examples(answer).items() if code not in _examples(own)}
            own["description"] = " ".join([own["description"], *(f"`{code}`." for code in more)])
            _examples(own).update(more)


def _add_headers(operation: dict[str, Any]) -> None:
    """Document the header fields of the request and of each response."""
    responses = operation["responses"]
    if str(HTTPStatus.NOT_MODIFIED) in responses:
        operation.setdefault("parameters", []).append(
            {"name": "If-None-Match", "in": "header", "required": False, "schema": {"type": "string"}}
        )
        for status in (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED):
            responses[str(status)].setdefault("headers", {})["ETag"] = refer_to_header("ETag")
    for parameter in operation.get("parameters", []):
        if parameter["in"] == "header":
            words = (WORDS.get(word, word.capitalize()) for word in parameter["name"].split("-"))
            parameter["name"] = "-".join(words)
        if "description" not in parameter:
            name = parameter["name"]
            parameter["description"] = PARAMETERS.get(f"{parameter['in']} {name}") or PARAMETERS[name]
    for status, answer in responses.items():
        if status == "default":
            continue
        for name in ("X-Request-ID", BY_STATUS.get(status)):
            if name is not None:
                answer.setdefault("headers", {})[name] = refer_to_header(name)


def _add_examples(operation: dict[str, Any], parts: dict[str, Any], examples: ExampleMaker) -> None:
    """Add examples to the request and the responses, and describe the successful response."""
    for status, answer in operation["responses"].items():
        schema = answer.get("content", {}).get(JSON, {}).get("schema", {})
        model = parts.get(schema.get("$ref", "").rpartition("/")[2], {})
        if status.startswith("2") and "description" in model:
            answer["description"] = model["description"].partition("\n")[0]
        if EVENTS in answer.get("content", {}):
            answer["content"][EVENTS] = {"schema": STREAM, "example": STREAMS[operation["tags"][0]]}
    for holder in (operation.get("requestBody", {}), *operation["responses"].values()):
        content = holder.get("content", {}).get(JSON)
        if content is not None:
            found = examples.make_all(content["schema"])
            content["examples"] = {str(number): {"value": value} for number, value in enumerate(found, 1)}


def _examples(answer: dict[str, Any]) -> dict[str, Any]:
    examples: dict[str, Any] = answer["content"][MEDIA_TYPE]["examples"]
    return examples

"""Middleware for every request: an id and a log line, headers, language, the cross-site rule, size limits, HEAD.

All of it is pure ASGI.

`app.http.cross_site` has the cross-site rule. `FROM_PLATFORMS` are exempt: their forms come from learning management
systems by design, and they ignore session cookies.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from contextlib import ExitStack, contextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING, Final, Literal

import structlog
from anyio import BrokenResourceError
from fastapi import Request
from python_multipart.multipart import parse_options_header
from starlette.datastructures import Headers

from app.http.cross_site import find_strange_name, is_cross_site
from app.http.headers import protect
from app.http.json_bodies import check_values, is_json
from app.http.problem_details import describe_error, describe_unexpected, render
from app.http.requests import SAFE_METHODS
from app.kit import asker
from app.kit.addresses import shorten_address
from app.kit.errors import BodyTooLargeError, CrossSiteError, JaxDojoError, RequestError
from app.kit.language import COOKIE, choose_language, use_language
from app.kit.language import translate as _
from grader.package.archive import MAX_ARCHIVE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_BODY: Final = 256 * 1024
"""The maximum size of a request's body, in bytes."""
MAX_UPLOAD: Final = MAX_ARCHIVE
"""The maximum size of a problem that an author uploads as a zip file, in bytes."""
MAX_TABLE: Final = 1000 * 1024
"""The maximum size of an uploaded roster or course, in bytes: with the form around it, less than proxies accept."""
UPLOADS: Final = (
    (("/api/v1/authoring/", "/authoring/"), "/archive", MAX_UPLOAD),
    (("/api/v1/authoring/", "/authoring/"), "/import", MAX_UPLOAD),
    (("/api/v1/courses/", "/courses/"), "/roster", MAX_TABLE),
    (("/api/v1/courses/",), "/import", MAX_TABLE),
)
"""Routes that accept larger bodies: the beginning and end of the path, and the maximum size in bytes."""
FROM_PLATFORMS: Final = frozenset({"/lti/login", "/lti/launch"})
"""Paths to which other sites' pages may send forms; `app.domains.lti.launches` checks these."""
MAX_UPLOADS: Final = 16
"""The maximum number of requests at once whose bodies may be larger than `MAX_BODY`: together 128 MiB."""
MAX_UPLOADS_OF_NETWORK: Final = 4
"""The maximum number of them from one network."""
BODY_S: Final = 120.0
"""The maximum time, in seconds, in which a body must arrive."""
UTF_8: Final = frozenset({b"utf-8", b"utf8"})
MAX_HEAD: Final = 96 * 1024
"""The maximum size of a request's URL and header fields together, in bytes, because every byte is searched."""
MAX_LOGGED: Final = 300
"""The maximum length of a logged path, in characters."""
logger = structlog.stdlib.get_logger("app.access")


class HeadTooLargeError(RequestError):
    """A request's URL and header fields are larger than any request needs."""

    code = "head_too_large"
    status = 431
    title = "Request too large"

    def __init__(self, limit: int) -> None:
        super().__init__(
            _("A request's address and headers may be at most %(limit)s KiB together.", limit=limit // 1024)
        )


class NotUtf8Error(RequestError):
    """A body says that it is in another encoding than UTF-8.

    Starlette would read a multipart form with any of Python's codecs: `punycode` takes quadratic time, `undefined`
    raises an unexpected error, and Python remembers each unknown name for good.
    """

    code = "not_utf8"
    status = 415
    title = "Invalid input"

    def __init__(self) -> None:
        super().__init__(_("Send this in UTF-8, or without a `charset` in its content type."))


class BodyTooSlowError(RequestError):
    """A request's body doesn't arrive."""

    code = "body_too_slow"
    status = 408
    title = "Too slow"

    def __init__(self) -> None:
        super().__init__(_("The request didn't arrive completely in time. Send it again."))

    @property
    def headers(self) -> Mapping[str, str]:
        """Close the connection: the rest of the body isn't a request."""
        return {"Connection": "close"}


class TooManyUploadsError(RequestError):
    """Too many large bodies are being received."""

    code = "too_many_uploads"
    status = 503
    title = "Too many uploads"

    def __init__(self) -> None:
        super().__init__(_("Too many files are being uploaded right now. Try again in a minute."))

    @property
    def headers(self) -> Mapping[str, str]:
        """The seconds after which to try again."""
        return {"Retry-After": "60", "Connection": "close"}


class RequestMiddleware:
    """Gives each request an id, logs its result, and turns unexpected errors into problem details.

    It adds the headers of `app.http.headers` to each response. `encrypted`: the service is reached by https. `people`:
    how much of the user's identity is logged (`JAXDOJO_LOG_PEOPLE`).
    """

    def __init__(
        self, app: ASGIApp, *, encrypted: bool = False, people: Literal["none", "network", "full"] = "none"
    ) -> None:
        self._app = app
        self._encrypted = encrypted
        self._people = people

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = secrets.token_hex(8)
        state = scope.setdefault("state", {})
        state["request_id"] = request_id
        status = 0
        began = time.perf_counter()

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = [*message.get("headers", ()), (b"x-request-id", request_id.encode())]
                encrypted = self._encrypted or scope["scheme"] == "https"
                personal = state.get("user") is not None
                message = {**message, "headers": protect(headers, personal=personal, encrypted=encrypted)}
            await send(message)

        asker.address.set(scope["client"][0] if scope.get("client") else "")
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            try:
                await self._app(scope, receive, send_with_id)
            except Exception as error:
                if status and _has_left(error):
                    logger.info("client_left", path=scope["path"][:MAX_LOGGED])
                    return
                logger.exception("unexpected_error", method=scope["method"], path=scope["path"][:MAX_LOGGED])
                if status:
                    raise  # The response has begun; only closing the connection shows that it is incomplete.
                request = Request(scope, receive)
                await render(request, describe_unexpected(request))(scope, receive, send_with_id)
            finally:
                quiet = scope["path"] in {"/healthz", "/readyz"} and status == HTTPStatus.OK
                (logger.debug if quiet else logger.info)(
                    "request",
                    **_name_people(self._people, scope),
                    method=scope["method"],
                    path=scope["path"][:MAX_LOGGED],
                    status=status,
                    ms=round((time.perf_counter() - began) * 1000, 1),
                )


def _has_left(error: Exception) -> bool:
    """Return whether an error only means that the client closed a stream, which FastAPI raises as a group."""
    if isinstance(error, ExceptionGroup):
        return all(_has_left(one) for one in error.exceptions)
    return isinstance(error, BrokenResourceError)


def _name_people(people: Literal["none", "network", "full"], scope: Scope) -> dict[str, str]:
    """Return the log fields that identify the client: the account, and its address or network."""
    if people == "none":
        return {}
    user, client = scope.get("state", {}).get("user"), scope.get("client")
    address = client[0] if client else ""
    named = {"client": address if people == "full" else shorten_address(address)}
    return named if user is None else {"account": user.name, **named}


class LanguageMiddleware:
    """Chooses the language of each request: the reader's cookie, or else the browser's preference.

    What it passes requests to may read any header, so it refuses those whose head is too large, and makes cookies safe
    to read.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] == "http":
            if measure_head(scope) > MAX_HEAD:
                await _refuse(HeadTooLargeError(MAX_HEAD), scope, receive, send)
                return
            # The scope isn't copied, since outer middleware reads the route from it.
            scope["headers"] = _simplify_cookies(scope["headers"])
            request = Request(scope)
            use_language(choose_language(request.cookies.get(COOKIE), request.headers.get("accept-language", "")))
        await self._app(scope, receive, send)


def _simplify_cookies(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Return the headers with no backslash in any cookie; ours have none.

    Before Python 3.12.6 and 3.11.10, `http.cookies` takes quadratic time to read quoted values with backslashes
    (CVE-2024-7592): 3.8 s for 45 KB.
    """
    return [(name, value.replace(b"\\", b"") if name == b"cookie" else value) for name, value in headers]


class HeadMiddleware:
    """Answers HEAD as GET would, without the body."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return
        over = False

        async def send_head(message: Message) -> None:
            nonlocal over
            if message["type"] == "http.response.start":
                await send(message)
            elif not over:
                # The rest, perhaps an endless stream, isn't needed.
                over = True
                await send({"type": "http.response.body", "body": b"", "more_body": False})

        await self._app({**scope, "method": "GET"}, receive, send_head)


def measure_head(scope: Scope) -> int:
    """Return the size of a request's URL and header fields, in bytes."""
    address = len(scope.get("raw_path") or scope["path"]) + len(scope.get("query_string", b""))
    return address + sum(len(name) + len(value) for name, value in scope["headers"])


class GuardMiddleware:
    """Refuses cross-site requests, and bodies in another encoding than UTF-8, too large ones and slow ones.

    A body is in memory until its request is answered, and it arrives before anybody asks who sent it, so only a few
    large ones are received at once. `names`: those of the service, if it listens on loopback.
    """

    def __init__(self, app: ASGIApp, names: frozenset[str] | None = None) -> None:
        self._app = app
        self._names = names
        self._warned = False
        self._uploads: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it."""
        if scope["type"] != "http" or scope["method"] in SAFE_METHODS:
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if scope["path"] not in FROM_PLATFORMS and is_cross_site(scope["method"], headers, self._names):
            await _refuse(CrossSiteError(self._explain(headers)), scope, receive, send)
            return
        kind, options = parse_options_header(headers.get("content-type"))
        if options.get(b"charset", b"utf-8").lower() not in UTF_8:
            await _refuse(NotUtf8Error(), scope, receive, send)
            return
        most = find_limit(scope["path"], kind)
        with ExitStack() as stack:
            try:
                if most > MAX_BODY:
                    stack.enter_context(self._hold_upload(scope))
                body = await _read_body(headers, receive, most)
                if is_json(kind):
                    check_values(body)
            except RequestError as error:
                await _refuse(error, scope, receive, send)
                return
            await self._app(scope, _replay(body, receive), send)

    def _explain(self, headers: Headers) -> str:
        """Return why a request is refused, if it is for the name of the service; the log says it once."""
        name = find_strange_name(headers, self._names)[:MAX_LOGGED]
        if name and not self._warned:
            self._warned = True
            advice = "if people use this name, set JAXDOJO_PUBLIC_URL to their address; forms are refused until then"
            logger.warning("name_not_known", host=name, advice=advice)
        return name and _(
            "You reach this site as %(name)s, a name that it doesn't know, so it refused what was sent. If the name is "
            "right, its operator must set JAXDOJO_PUBLIC_URL to the address that people use.",
            name=name,
        )

    @contextmanager
    def _hold_upload(self, scope: Scope) -> Iterator[None]:
        """Count an upload for the duration of the block; raises `TooManyUploadsError` if it is one too many."""
        network = shorten_address(scope["client"][0]) if scope.get("client") else ""
        if self._uploads.total() >= MAX_UPLOADS or self._uploads[network] >= MAX_UPLOADS_OF_NETWORK:
            raise TooManyUploadsError
        self._uploads[network] += 1
        try:
            yield
        finally:
            self._uploads[network] -= 1
            if not self._uploads[network]:
                del self._uploads[network]


def find_limit(path: str, kind: bytes) -> int:
    """Return the maximum size of a body of this content type for a path, in bytes.

    A form without files is never large, and is read on the event loop before anybody asks who sent it.
    """
    if kind == b"application/x-www-form-urlencoded":
        return MAX_BODY
    return next((most for begins, ends, most in UPLOADS if path.startswith(begins) and path.endswith(ends)), MAX_BODY)


async def _refuse(error: JaxDojoError, scope: Scope, receive: Receive, send: Send) -> None:
    request = Request(scope, receive)
    await render(request, describe_error(request, error), dict(error.headers))(scope, receive, send)


async def _read_body(headers: Headers, receive: Receive, most: int) -> bytes:
    """Return the whole body; raises `BodyTooLargeError` and `BodyTooSlowError`."""
    length = headers.get("content-length", "")
    if length.isdecimal() and int(length[:20]) > most:
        raise BodyTooLargeError(most)
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_S):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    return bytes(body)
                body += message.get("body", b"")
                if len(body) > most:
                    raise BodyTooLargeError(most)
                if not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        raise BodyTooSlowError from None


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that first returns the body, and then whatever follows."""
    given = False

    async def replay() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay

"""An HTTP client for a server, with timeouts, typed errors, and streams that resume after a lost connection."""

from __future__ import annotations

import json
import ssl
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Self
from urllib.parse import quote
from uuid import uuid4

import httpx

from app.client.config import is_here
from app.client.errors import BrokenAnswerError, RefusedError, UnreachableError
from app.kit.console import make_visible
from app.kit.version import find_version

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

TIMEOUT: Final = httpx.Timeout(20.0, connect=10.0)
STREAM_TIMEOUT: Final = httpx.Timeout(60.0, connect=10.0)
"""Timeouts of streams, in seconds; the server sends a keep-alive every 15 s."""
SEND_ATTEMPTS: Final = 3
"""How many times a submission is sent if there is no response; its idempotency key prevents duplicates."""
MAX_BREAKS: Final = 8
"""How many times in a row a stream's connection may be lost without a new event."""
PAUSE_S: Final = 0.5
"""Delay, in seconds, before a stream is resumed; it doubles with each further attempt."""
LONGEST_PAUSE_S: Final = 15.0
VARIABLES: Final = "HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, SSL_CERT_FILE and SSL_CERT_DIR"
"""The environment variables that decide how servers are reached."""


@dataclass(frozen=True)
class ServerEvent:
    """An event that a server sent in a stream."""

    kind: str
    data: dict[str, Any]
    id: str | None


class Api:
    """A client for one server, with a token or without one."""

    def __init__(self, url: str, token: str | None = None) -> None:
        """Raise `UnreachableError` if the environment names a proxy or certificates that can't be used."""
        self.url = url
        headers = {"User-Agent": f"jaxdojo/{find_version()}", "Accept": "application/json"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        try:
            # With a transport of its own, the client uses no proxy, which would read the token and can't reach us.
            transport = httpx.HTTPTransport() if is_here(url) else None
            self._http = httpx.Client(base_url=f"{url}/api/v1/", headers=headers, timeout=TIMEOUT, transport=transport)
        except (httpx.InvalidURL, ImportError, OSError, ValueError) as error:
            reason = f"no connection can be set up ({_describe(error)}); it depends on {VARIABLES}"
            raise UnreachableError(url, reason) from error

    def __enter__(self) -> Self:
        """Return the client, whose connections stay open until the block ends."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close the connections."""
        self._http.close()

    def ask(self, method: str, path: str, **options: Any) -> dict[str, Any]:  # noqa: ANN401 - as httpx has them
        """Return the JSON of a response; raises `UnreachableError`, `RefusedError` and `BrokenAnswerError`."""
        return self._read(self._send(method, path, **options))

    def read_text(self, path: str, **options: Any) -> str:  # noqa: ANN401 - as httpx has them
        """Return the text of a response, such as a table; raises the same errors as `ask`."""
        return self._send("GET", path, **options).text

    def read_bytes(self, path: str) -> bytes:
        """Return the content of a response, such as an archive; raises the same errors as `ask`."""
        return self._send("GET", path).content

    def _send(self, method: str, path: str, **options: Any) -> httpx.Response:  # noqa: ANN401 - as httpx has them
        try:
            answer = self._http.request(method, path, **options)
        except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as error:  # the last from names that aren't a host's
            raise UnreachableError(self.url, _describe(error)) from error
        self._check(answer)
        return answer

    def submit(self, slug: str, source: str, mode: str) -> dict[str, Any]:
        """Submit source, and retry if there is no response; it counts once. Raises the same errors as `ask`."""
        headers = {"Idempotency-Key": str(uuid4())}
        body = {"source": source, "mode": mode}
        for pause in (PAUSE_S * 2**number for number in range(SEND_ATTEMPTS - 1)):
            try:
                return self.ask("POST", f"problems/{quote(slug, safe='')}/submissions", json=body, headers=headers)
            except UnreachableError:
                time.sleep(pause)
        return self.ask("POST", f"problems/{quote(slug, safe='')}/submissions", json=body, headers=headers)

    def follow(self, submission: str) -> Iterator[ServerEvent]:
        """Yield a submission's events until `verdict` or `failed`, reconnecting if the connection is lost.

        Raises `UnreachableError` if it is lost too often, and the same errors as `ask`.
        """
        last: str | None = None
        breaks = 0
        while True:
            reason = "the stream ended early"
            try:
                for event in self._stream(f"submissions/{quote(submission, safe='')}/events", last):
                    breaks, last = 0, event.id or last
                    yield event
                    if event.kind in {"verdict", "failed"}:
                        return
            except httpx.HTTPError as error:
                reason = _describe(error)
            except RefusedError as error:
                if error.answered < httpx.codes.INTERNAL_SERVER_ERROR:
                    raise
                # The server is restarting, and perhaps a proxy is waiting for it.
                reason = error.message.removeprefix(f"{self.url}: ").rstrip(".")
            breaks += 1
            if breaks > MAX_BREAKS:
                raise UnreachableError(self.url, reason)
            time.sleep(min(PAUSE_S * 2 ** (breaks - 1), LONGEST_PAUSE_S))

    def _stream(self, path: str, last: str | None) -> Iterator[ServerEvent]:
        headers = {"Accept": "text/event-stream"} | ({"Last-Event-ID": last} if last else {})
        with self._http.stream("GET", path, headers=headers, timeout=STREAM_TIMEOUT) as answer:
            if not answer.is_success:
                answer.read()
            self._check(answer)
            yield from self._parse(_split_lines(answer.iter_text()))

    def _parse(self, lines: Iterator[str]) -> Iterator[ServerEvent]:
        """Yield the events in a stream's lines; an incomplete one is dropped."""
        fields: dict[str, str] = {}
        for line in lines:
            if line and not line.startswith(":"):
                name, _, value = line.partition(":")
                value = value.removeprefix(" ")
                fields[name] = f"{fields[name]}\n{value}" if name == "data" and name in fields else value
            elif not line and "data" in fields:
                try:
                    data = json.loads(fields["data"])
                except (ValueError, RecursionError) as error:
                    raise BrokenAnswerError(self.url, "an event isn't JSON") from error
                if not isinstance(data, dict):
                    raise BrokenAnswerError(self.url, "an event isn't an object")
                yield ServerEvent(fields.get("event", "message"), data, fields.get("id"))
                fields = {}

    def _check(self, answer: httpx.Response) -> None:
        """Raise an error for a response that isn't successful."""
        if answer.is_success:
            return
        try:
            details = answer.json()
            message, code = str(details["detail"]), str(details["code"])
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            said = f"it said {answer.status_code} {answer.reason_phrase}"
            if answer.status_code < httpx.codes.INTERNAL_SERVER_ERROR:
                raise BrokenAnswerError(self.url, said) from error
            raise RefusedError("unavailable", answer.status_code, f"{self.url}: {said}.") from error
        if code == "not_found":  # There is no such route: if a route finds nothing, the code is more specific.
            reason = f"it has no {answer.url.path}. Check the address; its version may be older"
            raise BrokenAnswerError(self.url, make_visible(reason))
        if answer.status_code == httpx.codes.UNAUTHORIZED:
            message = f"{self.url} refuses the token: {message} `jaxdojo login {self.url}` gets another one."
        if code == "missing_scope" and 'scope="courses"' in answer.headers.get("WWW-Authenticate", ""):
            message += f" `jaxdojo login {self.url} --courses` gets one."
        raise RefusedError(code, answer.status_code, make_visible(message))

    def _read(self, answer: httpx.Response) -> dict[str, Any]:
        if answer.status_code == httpx.codes.NO_CONTENT:
            return {}
        try:
            content = answer.json()
        except (ValueError, RecursionError) as error:
            raise BrokenAnswerError(self.url, "the answer isn't JSON") from error
        if not isinstance(content, dict):
            raise BrokenAnswerError(self.url, "the answer isn't an object")
        return content


def _split_lines(parts: Iterator[str]) -> Iterator[str]:
    """Yield the complete lines of a text that arrives in parts.

    Only line feeds end a line: JSON may contain what `str.splitlines` takes for an end of line, too, such as U+2028.
    """
    rest = ""
    for part in parts:
        *lines, rest = (rest + part).split("\n")
        yield from (line.removesuffix("\r") for line in lines)


def _describe(error: BaseException) -> str:
    """Return a message that says why there was no response."""
    if isinstance(error, httpx.TimeoutException):
        return "it took too long to answer"
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return f"its certificate isn't trusted ({cause.verify_message}); SSL_CERT_FILE names a file of trusted ones"
        if isinstance(cause, ssl.SSLError) and cause.reason == "WRONG_VERSION_NUMBER":
            return "it doesn't speak TLS; did you mean http://?"
        cause = cause.__cause__ or cause.__context__
    return make_visible(str(error)).rstrip(".") or type(error).__name__

"""Errors of commands that use a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.kit.errors import JaxDojoError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


SERVER_FAILED: Final = 500
"""The least HTTP status that says that the server failed."""


class ClientError(JaxDojoError):
    """A command fails. The message is for the person at the terminal."""

    code = "client"
    title = "The server can't be used"


class NoServerError(ClientError):
    """No server is known, or no token for it."""

    code = "no_server"
    exit_code = 2

    def __init__(self, url: str | None = None, known: Iterable[str] = ()) -> None:
        if url is None:
            super().__init__("No server is known yet: `jaxdojo login URL` signs in to one.")
        else:
            others = f" You are signed in to {', '.join(known)}." if known else ""
            super().__init__(f"There is no token for {url}: `jaxdojo login {url}` gets one.{others}")


class NoHomeError(NoServerError):
    """There is no home directory, in which the servers and their tokens would be stored."""

    def __init__(self) -> None:
        ClientError.__init__(self, "There is no home directory to store the servers and their tokens in: set HOME.")


class ConfigError(ClientError):
    """The file of servers and tokens can't be read or written."""

    code = "config"

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}, which stores the servers and their tokens, can't be used: {reason}.")


class UnreachableError(ClientError):
    """The server doesn't answer."""

    code = "unreachable"

    def __init__(self, url: str, reason: str) -> None:
        super().__init__(f"{url} can't be reached: {reason}. Check the address and that the server is running.")


class BrokenAnswerError(ClientError):
    """The response isn't from a JAX Dojo server, or it is broken."""

    code = "broken_answer"

    def __init__(self, url: str, reason: str) -> None:
        super().__init__(f"{url} doesn't answer as JAX Dojo does: {reason}.")


class RefusedError(ClientError):
    """The server refused the request, or failed; `told` is the stable code of its reason."""

    code = "refused"
    exit_code = 2

    def __init__(self, told: str, status: int, message: str) -> None:
        super().__init__(message)
        self.told = told
        self.answered = status
        if status >= SERVER_FAILED:
            self.exit_code = 3  # type: ignore[misc]  # of this one: the platform failed


class UsageError(ClientError):
    """A command was called with invalid arguments."""

    code = "usage"
    exit_code = 2


class NoVerdictError(ClientError):
    """The platform gave up on a submission."""

    code = "no_verdict"
    exit_code = 3


class StillGradingError(ClientError):
    """The user stopped waiting for a verdict."""

    code = "still_grading"
    exit_code = 130

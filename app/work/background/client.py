"""The client of the background grader: asks it for a report, and starts it if necessary."""

from __future__ import annotations

import os
import socket
import sys
import time
from typing import TYPE_CHECKING, Final

from pydantic import ValidationError

from app.kit.errors import JaxDojoError
from app.kit.settings import PACKAGE
from app.work.background import place
from app.work.background.messages import ANSWER, MAX_LINE, Asked, Ended, Failed, Graded, StepDone, encode

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.kit.settings import Settings
    from app.work.background.messages import Answer
    from app.work.installation import ReportProgress
    from grader.report import Mode, Report

START_SECONDS: Final = 20.0
"""The maximum time, in seconds, to wait for the socket of a process that was just started."""
POLL_S: Final = 0.01
PROCESS: Final = f"{__package__}.process"


class NotGradedError(JaxDojoError):
    """A background grader has no report; the code, message and exit code are those that it sent."""

    def __init__(self, failed: Failed) -> None:
        super().__init__(failed.message)
        self.code = failed.code  # type: ignore[misc]  # of this one
        self.exit_code = failed.exit_code  # type: ignore[misc]


class NoGraderError(Exception):
    """There is no background grader, or it vanished: the caller must grade by itself."""


def grade_in_background(
    settings: Settings, slug: str, source: bytes, *, mode: Mode, progress: ReportProgress, **overrides: str
) -> Report:
    """Return the report of a background grader, which is started if there is none, with the settings in `overrides`.

    Raises `NotGradedError`, and `NoGraderError` if the caller should grade without one: the settings turn it off, or
    the device is a GPU, whose memory a background process would keep from others.
    """
    if not settings.background_minutes or settings.device != "cpu":
        raise NoGraderError
    try:
        path = place.find_socket(settings)
        with _connect(path) or _start(path, overrides) as peer:
            for answer in _ask(peer, Asked(slug=slug, source=source, mode=mode)):
                match answer:
                    case StepDone():
                        progress(answer.slug, answer.step, answer.done, answer.total)
                    case Graded():
                        return answer.report
                    case Failed():
                        raise NotGradedError(answer)
    except (OSError, place.UnsafePlaceError, ValidationError) as error:
        raise NoGraderError from error
    raise NoGraderError


def stop(settings: Settings) -> bool | None:
    """Stop the background grader; return whether it stops, or None if there is none.

    One in `jaxdojo serve` doesn't stop. Raises `NoGraderError` if it doesn't respond.
    """
    try:
        peer = _connect(place.find_socket(settings))
        if peer is None:
            return None
        with peer:
            for answer in _ask(peer, Asked()):
                if isinstance(answer, Ended):
                    return answer.ends
    except (OSError, place.UnsafePlaceError, ValidationError) as error:
        raise NoGraderError from error
    raise NoGraderError


def _connect(path: Path) -> socket.socket | None:
    """Return a connection to a socket, or None if no process is listening; raises `OSError`."""
    peer = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        with place.shorten(path) as short:
            peer.connect(short)
        if place.is_own(peer):
            return peer
    except (FileNotFoundError, ConnectionRefusedError):
        peer.close()
        return None
    except OSError:
        peer.close()
        raise
    peer.close()
    raise PermissionError(f"somebody else listens at {path}")


def _start(path: Path, overrides: dict[str, str]) -> socket.socket:
    """Start a grading process in its own session, and return a connection to it; raises `OSError`."""
    told = [f"{name}={value}" for name, value in overrides.items()]
    log = path.with_suffix(".log")
    files = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
        (os.POSIX_SPAWN_DUP2, 1, 2),
    ]
    command = [sys.executable, "-P", "-m", PROCESS, path.name, *told]
    paths = [str(PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])]  # as in this process
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
    process = os.posix_spawn(sys.executable, command, environment, file_actions=files, setsid=True)
    deadline = time.monotonic() + START_SECONDS
    status: int | None = None
    while time.monotonic() < deadline:
        if status is None:
            ended, found = os.waitpid(process, os.WNOHANG)
            status = os.waitstatus_to_exitcode(found) if ended else None
        peer = _connect(path)  # perhaps to the process of another client that was quicker: then ours exited with 0
        if peer is not None:
            return peer
        if status:
            break
        time.sleep(POLL_S)
    raise TimeoutError(f"no background grader could be started; {log} says why")


def _ask(peer: socket.socket, asked: Asked) -> Iterator[Answer]:
    """Send a request and yield each answer; raises `OSError` and `ValidationError`."""
    peer.sendall(encode(asked))
    with peer.makefile("rb") as lines:
        while line := lines.readline(MAX_LINE):
            yield ANSWER.validate_json(line)

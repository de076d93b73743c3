"""Asks a background grader for a report, and starts one where there is none."""

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
"""Seconds for which the socket of a process that was just started is awaited."""
POLL_S: Final = 0.01
PROCESS: Final = f"{__package__}.process"


class NotGradedError(JaxDojoError):
    """A background grader has no report; code, message and exit code are those that it tells."""

    def __init__(self, failed: Failed) -> None:
        super().__init__(failed.message)
        self.code = failed.code  # type: ignore[misc]  # of this one
        self.exit_code = failed.exit_code  # type: ignore[misc]


class NoGraderError(Exception):
    """No background grader can be had, or it vanished: the caller grades by itself."""


def grade_in_background(
    settings: Settings, slug: str, source: bytes, *, mode: Mode, progress: ReportProgress, **overrides: str
) -> Report:
    """Return the report of a background grader, started if there is none, with settings that are given as `overrides`.

    Raises `NotGradedError`, and `NoGraderError` where the caller should grade without one: the settings want none, or
    it is a GPU, whose memory a process that stays would keep from others.
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
    """End the background grader; return whether it ends, None where there is none.

    One in `jaxdojo serve` doesn't end. Raises `NoGraderError` where it doesn't answer.
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
    """Return a connection to a socket, None where nobody listens; raises `OSError`."""
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
    """Start a process that grades, in a session of its own, and return a connection to it; raises `OSError`."""
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
        peer = _connect(path)  # perhaps to the one of another client, which was quicker: then ours ended with 0
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

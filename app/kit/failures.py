"""Messages and exit codes of commands that fail."""

from __future__ import annotations

import os
import traceback
from dataclasses import dataclass

from app.kit.errors import JaxDojoError
from grader.errors import GraderError, PackageError, PublishRefusedError

PLATFORM_FAILED = 3


@dataclass(frozen=True)
class Failure:
    """A failure: its message, its stable code, and the exit code: 2 wrong usage or a broken problem, 3 the platform."""

    code: str
    message: str
    exit_code: int


def explain_failure(error: BaseException) -> Failure:
    """Return the message and the codes for an exception that ended a command.

    With JAXDOJO_LOG_LEVEL=debug, the traceback of an unexpected one is printed.
    """
    match error:
        case JaxDojoError():
            return Failure(error.code, error.message, error.exit_code)
        case PackageError() | PublishRefusedError():
            return Failure(error.code, str(error), 2)
        case GraderError():
            return Failure(error.code, f"{error} (`jaxdojo doctor` says more)", PLATFORM_FAILED)
        case KeyboardInterrupt():
            return Failure("interrupted", "It was interrupted.", PLATFORM_FAILED)
    if os.environ.get("JAXDOJO_LOG_LEVEL", "").lower() == "debug":
        traceback.print_exception(error)
    message = f"unexpected {type(error).__name__}: {error}. JAXDOJO_LOG_LEVEL=debug shows where."
    return Failure("unexpected", message, PLATFORM_FAILED)

"""Structured logs: one event per line, for people or as JSON.

Our own events bypass `logging`, which would take longer than most responses. Libraries' log records are written in the
same format.
"""

from __future__ import annotations

import io
import logging
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import structlog
from pydantic_core import to_json

from app.kit.console import make_visible

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from structlog.typing import EventDict, ExcInfo, WrappedLogger

    from app.kit.settings import Settings


class LineLogger:
    """Writes lines to stderr. If that fails, because of a full disk or a closed pipe, a line is dropped silently."""

    def __init__(self, name: str = "") -> None:
        self.name = name

    def msg(self, line: str) -> None:
        """Write a line."""
        with suppress(OSError, ValueError):
            sys.stderr.write(line + "\n")

    debug = info = warning = error = critical = msg


def set_up_logs(settings: Settings) -> None:
    """Send all logs to stderr in the format that the settings specify."""
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    renderer: structlog.typing.Processor
    if settings.log_format == "json":
        shared.append(structlog.processors.format_exc_info)
        renderer = structlog.processors.JSONRenderer(serializer=_write_json)
    else:
        shared.append(_make_values_visible)
        renderer = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=_format_exception)
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    structlog.configure(
        processors=[*shared, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=LineLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    # What Uvicorn and the other libraries report below a warning says less than our own lines.
    for name in ("uvicorn", "alembic", "httpx"):
        logger = logging.getLogger(name)
        logger.handlers = []
        logger.setLevel(max(level, logging.WARNING))


def _make_values_visible(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
    """Escape the control characters in an event: addresses and messages are strangers', and a terminal obeys them."""
    return {name: make_visible(value) if isinstance(value, str) else value for name, value in event.items()}


def _format_exception(file: TextIO, error: ExcInfo) -> None:
    """Write a traceback, likewise without control characters."""
    plain = io.StringIO()
    structlog.dev.plain_traceback(plain, error)
    file.write(make_visible(plain.getvalue()))


def _write_json(event: Any, default: Callable[[Any], Any], **_options: object) -> str:  # noqa: ANN401 - structlog's port
    return to_json(event, fallback=default).decode()

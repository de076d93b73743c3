"""Shows a submission's warnings, flushes its output, and discards what would be repeated. Runs inside the sandbox."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import warnings
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterator

STANDARD = (1, 2)


def show_warnings() -> None:
    """Show warnings as Python does, also those that the zygote's imports and warm-up caused before.

    Those about the grader's own lines stay hidden: Python blames them for a coroutine that nobody has awaited.
    """
    filters: Any = warnings.filters
    with contextlib.suppress(ValueError):  # public code ran before, which may have removed it
        filters.remove(("ignore", None, Warning, None, 0))
    warnings.filterwarnings("ignore", module=r"grader\.")
    warnings.simplefilter("default", append=True)  # Python's own default; a change makes it forget what it showed


def flush_output() -> None:
    """Flush the submission's printed output, which must arrive before the next frame."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(BaseException):  # the submission may have replaced or closed it
            stream.flush()


def open_nothing() -> TextIO:
    """Return a stream that discards its input, for repeated calls whose output was printed before."""
    try:
        return open(os.devnull, "w", encoding="utf-8", errors="replace")  # noqa: PTH123 - pathlib is needless weight here
    except OSError:  # no descriptors are left
        return io.StringIO()


@contextlib.contextmanager
def silence() -> Iterator[None]:
    """Discard printed output, including that of native code. If no file descriptors are left, the output is shown."""
    flush_output()
    kept: list[tuple[int, int]] = []
    with contextlib.suppress(OSError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        for stream in STANDARD:
            kept.append((stream, os.dup(stream)))
            os.dup2(nothing, stream)
        os.close(nothing)
    try:
        yield
    finally:
        flush_output()
        for stream, copy in kept:
            with contextlib.suppress(OSError):
                os.dup2(copy, stream)
                os.close(copy)

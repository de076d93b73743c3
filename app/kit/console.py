"""Console output of commands: results to stdout, progress to stderr."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def say(line: str) -> None:
    """Print a line of a command's result."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def count(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: `1 case`, `2 cases`; `many` is the plural if it isn't made with an s."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def warn(text: str) -> None:
    """Print text to stderr unchanged."""
    sys.stderr.write(text)
    sys.stderr.flush()


def make_console() -> Console:
    """Return a console on stdout, in colour if that is a terminal and NO_COLOR isn't set."""
    from rich.console import Console  # noqa: PLC0415 (keeps `--help` quick)

    return Console(highlight=False)


def show_progress(slug: str, step: str, done: int, total: int, *, doing: str = "publishing", left: str = "") -> None:
    """Show progress: in one changing line on a terminal, otherwise in a few lines. `left` is the time that is left."""
    note = f", {left}" if left else ""
    if sys.stderr.isatty():
        end = "\n" if done and done == total else ""
        warn(f"\r\x1b[K{doing} {slug}: {step} {done}/{total}{note}{end}")
    elif not done:
        warn(f"{doing} {slug}: {step}{note}\n")


def make_visible(text: str) -> str:
    """Return text that can't control a terminal, with all control characters except tab and newline escaped."""
    return "".join(
        letter if letter in "\n\t" or letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in text
    )

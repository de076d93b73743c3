"""How commands speak to a person: results on stdout, progress on stderr."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def say(line: str) -> None:
    """Print a line of a command's result."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def warn(text: str) -> None:
    """Print to stderr as it is."""
    sys.stderr.write(text)
    sys.stderr.flush()


def make_console() -> Console:
    """Return a console on stdout, in colour where that is a terminal and NO_COLOR isn't set."""
    from rich.console import Console  # noqa: PLC0415 (so that `--help` is quick)

    return Console(highlight=False)


def show_progress(slug: str, step: str, done: int, total: int) -> None:
    """Tell how publishing goes: in one line that changes on a terminal, and in few lines elsewhere."""
    if sys.stderr.isatty():
        end = "\n" if done and done == total else ""
        warn(f"\r\x1b[Kpublishing {slug}: {step} {done}/{total}{end}")
    elif not done:
        warn(f"publishing {slug}: {step}\n")

"""Console output of commands: results to stdout, progress to stderr.

Much of it was written by strangers: names, messages, sources. So whatever is printed here can't control a terminal.
"""

from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment as SegmentType
    from rich.text import Text


def say(line: str) -> None:
    """Print a line of a command's result."""
    sys.stdout.write(make_visible(line) + "\n")
    sys.stdout.flush()


def say_json(text: str) -> None:
    """Print a command's result that is JSON, with JSON's own escapes."""
    has_all = (sys.stdout.encoding or "utf-8").lower().startswith("utf")
    shown = (
        letter
        if letter == "\n" or (letter.isprintable() and (has_all or letter.isascii()))
        else json.dumps(letter)[1:-1]
        for letter in text
    )
    sys.stdout.write("".join(shown) + "\n")
    sys.stdout.flush()


def escape_unknown_letters() -> None:
    """Have standard output escape the letters that its encoding lacks, as standard error does, instead of failing."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def count(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: `1 case`, `2 cases`; `many` is the plural if it isn't made with an s."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def warn(text: str) -> None:
    """Print text to stderr."""
    _write_progress(make_visible(text))


def make_console() -> Console:
    """Return a console on stdout, in colour if that is a terminal and NO_COLOR isn't set. It reads no markup."""
    from rich.console import Console  # noqa: PLC0415 (keeps `--help` quick)
    from rich.segment import Segment  # noqa: PLC0415 (as above)

    class VisibleConsole(Console):
        """A console that prints no control character, wherever it stands in a text, a table or Markdown."""

        def render_str(self, text: str, **options: Any) -> Text:  # noqa: ANN401 - rich's own options
            return super().render_str(make_visible(text), **options)

        def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[SegmentType]:
            for text, style, control in super().render(renderable, options):
                yield Segment(text if control else make_visible(text), style, control)

    return VisibleConsole(highlight=False, markup=False, emoji=False)


def show_progress(slug: str, step: str, done: int, total: int, *, doing: str = "publishing", left: str = "") -> None:
    """Show progress: in one changing line on a terminal, otherwise in a few lines. `left` is the time that is left.

    A step without a total gets a line of its own.
    """
    note = f", {left}" if left else ""
    if sys.stderr.isatty():
        amount = f" {done}/{total}" if total else ""
        end = "\n" if done == total else ""
        _write_progress(f"\r\x1b[K{make_visible(f'{doing} {slug}: {step}{amount}{note}')}{end}")
    elif not done:
        warn(f"{doing} {slug}: {step}{note}\n")


def show_finding(finding: str) -> None:
    """Show what a running task has found, in place of its progress, which follows below."""
    clear = "\r\x1b[K" if sys.stderr.isatty() else ""
    _write_progress(f"{clear}{make_visible(finding)}\n")


def _write_progress(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()


def make_visible(text: str) -> str:
    """Return text that can't control a terminal, with all control characters except tab and newline escaped."""
    return "".join(
        letter if letter in "\n\t" or letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in text
    )

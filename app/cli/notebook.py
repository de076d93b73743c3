"""The cell magic `%%kata`: grades a notebook's cell, on a server or here, and draws the verdict below it.

What is drawn stands by itself: no script, no style sheet, no address. All words of a report are escaped, since what a
submission printed or raised is hostile input.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import io
import shlex
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NoReturn, Protocol

import typer
from jinja2 import Environment, FileSystemLoader
from rich.console import Console

from app.cli.base import load_settings
from app.cli.remote import open_server, send_and_follow
from app.cli.terminal import print_report
from app.client.errors import NoServerError
from app.kit.console import make_visible
from app.kit.failures import explain_failure
from app.web.drawing.layers import choose_picture
from app.web.drawing.timeline import draw_timeline, format_ms
from app.web.rendering import TEMPLATES
from app.work.grading import make_grader
from app.work.installation import grade_source, open_installation
from grader.errors import GraderError
from grader.report import Mode, Report, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_BARS: Final = 12
COLOURS: Final = {"trace": "#8a4fc7", "lower": "#4f8fe0", "compile": "#f0964f", "execute": "#4cc496"}
"""Seen on white and on black paper: a notebook doesn't say which one it has."""
OTHER: Final = "#9a9a9a"
environment = Environment(
    loader=FileSystemLoader(TEMPLATES / "notebook"), autoescape=True, trim_blocks=True, lstrip_blocks=True
)
environment.filters["ms"] = format_ms


class Shell(Protocol):
    """What is needed of IPython's shell, which is not imported here."""

    def register_magic_function(self, func: Callable[[str, str], object], magic_kind: str, magic_name: str) -> None:
        """Give the shell another magic."""


@dataclass(frozen=True)
class GradedCell:
    """A cell's report, as notebooks and terminals show it."""

    report: Report

    def _repr_html_(self) -> str:
        """Return the verdict as HTML that stands by itself."""
        report = self.report
        picture = choose_picture(report.cases)
        good = report.verdict is Verdict.ACCEPTED
        return environment.get_template("verdict.html").render(
            report=report,
            title=report.verdict.heading,
            sign="✓" if good else "✗",
            colour="#2e8b57" if good else "#c0392b",
            timeline=draw_timeline(picture.case.calls) if picture is not None and picture.case.calls else None,
            most=MAX_BARS,
            colours=COLOURS,
            other=OTHER,
        )

    def __repr__(self) -> str:
        """Return the verdict as text, for shells without HTML."""
        text = io.StringIO()
        print_report(Console(file=text, width=100, color_system=None), self.report)
        return text.getvalue()


class KataError(Exception):
    """A cell can't be graded; the message says why, and a notebook shows no traceback of ours."""

    def _render_traceback_(self) -> list[str]:
        """Return what IPython shows in place of a traceback."""
        return [f"jaxdojo: {self}"]


class _Arguments(argparse.ArgumentParser):
    """Arguments of the magic; a mistake is an error in the notebook, not the end of its kernel."""

    def error(self, message: str) -> NoReturn:
        """Raise `KataError`."""
        raise KataError(f"{message}\n{self.format_usage().strip()}")


def parse_line(line: str) -> argparse.Namespace:
    """Read what stands after `%%kata`; raises `KataError`."""
    parser = _Arguments("%%kata", add_help=False, description="Grade the cell.")
    parser.add_argument("slug")
    parser.add_argument("--samples", action="store_true", help="run the samples alone; it doesn't count")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--server", help="grade on this server, after `jaxdojo login`")
    where.add_argument("--local", action="store_true", help="grade on this machine")
    try:
        return parser.parse_args(shlex.split(line))
    except ValueError as error:
        raise KataError(str(error)) from error


def kata(line: str, cell: str) -> GradedCell:
    """Grade a cell: `%%kata SLUG [--samples] [--server URL | --local]`.

    Without either it is graded on the server signed in to last (`jaxdojo login`), and where there is none, here. Raises
    `KataError`.
    """
    chosen = parse_line(line)
    mode = Mode.RUN if chosen.samples else Mode.SUBMIT
    try:
        if not chosen.local:
            try:
                return GradedCell(_grade_there(chosen.slug, cell, mode, chosen.server))
            except NoServerError:
                if chosen.server is not None:
                    raise
        # A notebook's thread has an event loop that runs already.
        with ThreadPoolExecutor(1) as threads:
            return GradedCell(threads.submit(asyncio.run, _grade_here(chosen.slug, cell, mode)).result())
    except typer.BadParameter as error:
        raise KataError(str(error)) from error
    except typer.Exit as error:
        raise KataError("The server gave no verdict; try again in a moment.") from error
    except Exception as error:
        raise KataError(make_visible(explain_failure(error).message)) from error


def _grade_there(slug: str, cell: str, mode: Mode, server: str | None) -> Report:
    with open_server(server) as api:
        return send_and_follow(api, slug, cell, mode=mode.value)


async def _grade_here(slug: str, cell: str, mode: Mode) -> Report:
    settings = load_settings()
    async with open_installation(settings) as services:
        grader = make_grader(settings, spares=0)
        try:
            return await grade_source(services, grader, slug, cell.encode(), mode=mode, progress=lambda *_told: None)
        finally:
            with contextlib.suppress(GraderError):  # what can't be ended any more takes no report away
                await asyncio.to_thread(grader.close)


def load_ipython_extension(shell: Shell) -> None:
    """Give a notebook the magic: what `%load_ext jaxdojo` calls."""
    shell.register_magic_function(kata, magic_kind="cell", magic_name="kata")

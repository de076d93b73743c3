"""The grade of a notebook's cell: `%%kata jit_forward` above a solution.

The kernel has only `jaxdojo.notebook`, which starts `main` here as a process of its own for each cell. So the kernel's
modules, its JAX and its event loop are none of our affair, and its names none of ours.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import html
import io
import json
import shlex
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from app.cli.remote_actions import open_server, read_report, send_and_follow
from app.cli.terminal import open_console, print_report
from app.client.errors import NoServerError
from app.kit.console import make_visible, say_json
from app.kit.failures import explain_failure
from grader.errors import GraderError

if TYPE_CHECKING:
    from grader.report import Report


@dataclass(frozen=True)
class GradedCell:
    """A cell's report, as notebooks and terminals show it; `server` is the address of the one that judged it."""

    report: Report
    server: str = ""

    def draw(self) -> str:
        """Return the verdict as HTML that stands by itself."""
        try:
            from app.cli.notebook_drawing import draw_verdict  # noqa: PLC0415 (jaxdojo-client hasn't got it)
        except ModuleNotFoundError:
            return f'<pre style="white-space:pre-wrap">{html.escape(self.tell())}</pre>'
        return draw_verdict(self.report)

    def tell(self) -> str:
        """Return the verdict as text, for shells without HTML."""
        text = io.StringIO()
        console = open_console(text)
        console.width = 100
        print_report(console, self.report, server=self.server)
        return text.getvalue()


class KataError(Exception):
    """A cell can't be graded; the message says why."""


class _Arguments(argparse.ArgumentParser):
    """Arguments of the magic."""

    def error(self, message: str) -> NoReturn:
        """Raise `KataError`."""
        raise KataError(f"{message}\n{self.format_usage().strip()}")


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of what stands after `%%kata`, which raises `KataError`."""
    parser = _Arguments("%%kata", add_help=False, description="Grade the cell.")
    parser.add_argument("slug")
    parser.add_argument("--samples", action="store_true", help="run the samples alone; it doesn't count")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--server", help="grade on this server, after `jaxdojo login`")
    where.add_argument("--local", action="store_true", help="grade on this machine")
    return parser


def parse_line(line: str) -> argparse.Namespace:
    """Read what stands after `%%kata`; raises `KataError`."""
    try:
        return make_parser().parse_args(shlex.split(line))
    except ValueError as error:
        raise KataError(str(error)) from error


def kata(line: str, cell: str) -> GradedCell:
    """Grade a cell: `%%kata SLUG [--samples] [--server URL | --local]`.

    Without either it is graded on the server signed in to last (`jaxdojo login`), and where there is none, here. Raises
    `KataError`.
    """
    chosen = parse_line(line)
    mode = "run" if chosen.samples else "submit"
    try:
        if not chosen.local:
            try:
                return _grade_there(chosen.slug, cell, mode, chosen.server)
            except NoServerError:
                if chosen.server is not None:
                    raise
        return GradedCell(asyncio.run(_grade_here(chosen.slug, cell, mode)))
    except Exception as error:
        raise KataError(make_visible(explain_failure(error).message)) from error


def _grade_there(slug: str, cell: str, mode: str, server: str | None) -> GradedCell:
    with open_server(server) as api:
        return GradedCell(read_report(send_and_follow(api, slug, cell, mode=mode)), api.url)


async def _grade_here(slug: str, cell: str, mode: str) -> Report:
    try:
        from app.kit.settings import load_settings  # noqa: PLC0415 (jaxdojo-client has none of these)
        from app.work.grading import make_grader  # noqa: PLC0415
        from app.work.installation import grade_source, open_installation  # noqa: PLC0415
        from grader.report import Mode  # noqa: PLC0415
    except ModuleNotFoundError:
        raise NoServerError from None
    settings = load_settings()
    async with open_installation(settings) as services:
        grader = make_grader(settings, spares=0)
        try:
            source = cell.encode()
            return await grade_source(services, grader, slug, source, mode=Mode(mode), progress=lambda *_told: None)
        finally:
            with contextlib.suppress(GraderError):  # what can't be ended any more takes no report away
                await asyncio.to_thread(grader.close)


def main() -> None:
    """Grade what standard input holds, JSON of `line` and `cell`; print JSON of `text` and `html`, or of `error`."""
    order = json.loads(sys.stdin.read())
    try:
        graded = kata(order["line"], order["cell"])
    except KataError as error:
        say_json(json.dumps({"error": str(error)}))
    else:
        say_json(json.dumps({"text": graded.tell(), "html": graded.draw()}))

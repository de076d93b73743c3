"""The commands `jaxdojo grade` and `watch`: grading a file, once or each time it is saved."""

from __future__ import annotations

import asyncio
import contextlib
import json
from enum import StrEnum
from pathlib import Path  # noqa: TC003 (Typer reads the annotations)
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli import remote_actions
from app.cli.base import File, Slug, load_settings
from app.cli.remote import Server  # noqa: TC001 (Typer reads the annotations)
from app.cli.remote_actions import WATCH_S, find_exit_code, print_with_time
from app.cli.terminal import print_report
from app.client.sources import check_watched, read_source, read_stamp
from app.kit.console import make_console, say, say_json, show_progress, warn
from app.kit.errors import JaxDojoError, ProblemNotFoundError
from app.kit.failures import PLATFORM_FAILED, explain_failure
from app.work.background.client import NoGraderError, grade_in_background
from app.work.background.client import stop as end_background
from grader.errors import GraderError
from grader.report import Mode, Report, Verdict

if TYPE_CHECKING:
    from app.kit.settings import Settings


class Cases(StrEnum):
    """Which cases to grade by."""

    SAMPLES = "samples"
    ALL = "all"

    @property
    def mode(self) -> Mode:
        """What the grader calls it."""
        return Mode.RUN if self is Cases.SAMPLES else Mode.SUBMIT


class Device(StrEnum):
    """Where to grade."""

    CPU = "cpu"
    GPU = "gpu"


def grade(
    slug: Slug,
    file: File,
    as_json: Annotated[  # noqa: FBT002 (a switch of the command line)
        bool, typer.Option("--json", help="Print the report as JSON, and nothing else.")
    ] = False,
    cases: Annotated[
        Cases, typer.Option(help="`samples`: the sample cases alone; `all`: the hidden cases, too.")
    ] = Cases.ALL,
    device: Annotated[Device | None, typer.Option(help="Device to grade on, in place of JAXDOJO_DEVICE.")] = None,
) -> None:
    """Grade a file without a server. Exit code 0: accepted; 1: not accepted; 2: wrong usage; 3: the platform failed."""
    try:
        report = _grade(slug, read_source(file), cases.mode, device.value if device is not None else None)
    except BaseException as error:
        if as_json:
            say_json(describe_failure(slug, cases.mode, error))
        raise
    if as_json:
        say_json(report.model_dump_json())
    else:
        print_report(make_console(), report)
    raise typer.Exit(find_exit_code(report))


def _grade(slug: str, source: bytes, mode: Mode, device: str | None) -> Report:
    """Grade in the background process, or in this one where there can be none."""
    settings = load_settings(device=device)
    overrides = {"device": device} if device is not None else {}
    try:
        return grade_in_background(settings, slug, source, mode=mode, progress=show_progress, **overrides)
    except NoGraderError:
        return asyncio.run(_grade_here(settings, slug, source, mode))


async def _grade_here(settings: Settings, slug: str, source: bytes, mode: Mode) -> Report:
    # Loaded here because a background grader has loaded them already.
    from app.work.grading import make_grader  # noqa: PLC0415
    from app.work.installation import grade_source, open_installation  # noqa: PLC0415

    async with open_installation(settings) as services:
        grader = make_grader(settings, spares=0)
        try:
            return await grade_source(services, grader, slug, source, mode=mode, progress=show_progress)
        finally:
            with contextlib.suppress(GraderError):  # what can't be ended any more takes no report away
                await asyncio.to_thread(grader.close)


def stop() -> None:
    """End the grader that `jaxdojo grade` left in the background."""
    try:
        ends = end_background(load_settings())
    except NoGraderError as error:
        warn(f"jaxdojo: the background grader doesn't answer: {error.__cause__}\n")
        raise typer.Exit(PLATFORM_FAILED) from None
    if ends is None:
        say("There is no grader in the background.")
    elif ends:
        say("The background grader ends.")
    else:
        say("`jaxdojo serve` grades; end it where it runs.")


def describe_failure(slug: str, mode: Mode, error: BaseException) -> str:
    """Return a report, as JSON, of a grade that `error` ended: `internal_error`, or none where the platform is fine."""
    failure = explain_failure(error)
    verdict = Verdict.INTERNAL_ERROR if failure.exit_code == PLATFORM_FAILED else None
    told: dict[str, Any] = {"verdict": Verdict.INTERNAL_ERROR, "code": failure.code, "message": failure.message}
    report = Report(problem=slug, version="", mode=mode, score=0.0, **told)
    return json.dumps(report.model_dump(mode="json") | {"verdict": verdict})


def watch(
    slug: Slug,
    file: Annotated[Path, typer.Argument(help="The Python file to watch.")],
    cases: Annotated[
        Cases, typer.Option(help="`samples`: the sample cases alone; `all`: the hidden cases, too.")
    ] = Cases.ALL,
    remote: Annotated[  # noqa: FBT002 (a switch of the command line)
        bool, typer.Option("--remote", help="Submit the file to a server instead of grading it here.")
    ] = False,
    server: Server = None,
) -> None:
    """Grade a file each time it is saved, until Ctrl-C; with `--remote`, on a server."""
    check_watched(file)
    try:
        if remote or server is not None:
            remote_actions.watch(slug, file, mode=cases.mode, server=server)
        else:
            asyncio.run(_watch_here(slug, file, cases))
    except KeyboardInterrupt:
        raise typer.Exit(0) from None


async def _watch_here(slug: str, file: Path, cases: Cases) -> None:
    from app.work.grading import make_grader  # noqa: PLC0415 (as above)
    from app.work.installation import grade_source, open_installation  # noqa: PLC0415

    settings = load_settings()
    async with open_installation(settings) as services:
        grader = make_grader(settings, spares=1)
        grader.start()
        try:
            seen = None
            while True:
                if (stamp := read_stamp(file)) not in (None, seen):
                    seen = stamp
                    try:
                        source = read_source(file)
                        print_with_time(
                            await grade_source(services, grader, slug, source, mode=cases.mode, progress=show_progress)
                        )
                    except ProblemNotFoundError:
                        raise  # No change of the file can mend it.
                    except (JaxDojoError, GraderError) as error:
                        warn(f"jaxdojo: {explain_failure(error).message}\n")
                await asyncio.sleep(WATCH_S)
        finally:
            await asyncio.to_thread(grader.close)

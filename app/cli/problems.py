"""The commands `jaxdojo problem ...`."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from app.cli.base import Slug, explain_unwritable, load_settings, make_group, require_package
from app.cli.remote_actions import find_exit_code, print_table
from app.cli.terminal import print_report
from app.cli.versions import version_commands
from app.kit.console import count, make_console, say, show_finding, show_progress, warn
from app.kit.errors import BrokenProblemError
from app.kit.failures import explain_failure
from app.web.drawing.time_left import tell_time_left
from app.web.drawing.timeline import format_ms
from app.work.fingerprint import is_current
from app.work.installation import (
    check_package,
    make_completion,
    make_publisher,
    open_installation,
    try_package_solution,
    watch_package,
)
from app.work.pace import find_pace
from grader.errors import GraderError
from grader.package.files import ProblemFile
from grader.package.scaffold import write_package

if TYPE_CHECKING:
    from app.domains.problems.schemas import ProblemSummary, Published
    from grader.publishing.publish import PublishReport

REGRADED = "its accepted solutions were graded again, as no full check was with the versions and the device here"

problem_group = make_group("Problems.")
problem_group.add_typer(version_commands)


@problem_group.command("publish")
def publish_problems(
    slug: Annotated[str | None, typer.Argument(help="The problem to publish.")] = None,
    publish_all: Annotated[  # noqa: FBT002 (a switch of the command line)
        bool, typer.Option("--all", help="Publish every problem that has changed.")
    ] = False,
    quick: Annotated[  # noqa: FBT002 (likewise)
        bool,
        typer.Option(
            "--quick",
            help="Leave out the trials of each problem that passed a full check and hasn't changed since. If it passed "
            "with other versions of Python or JAX than those here, its accepted solutions are graded all the same. "
            "Problems that passed no such check are published in full.",
        ),
    ] = False,
) -> None:
    """Publish a problem, or all of them. Problems that haven't changed since they were published are skipped."""
    if (slug is None) == (not publish_all):
        raise typer.BadParameter("Name a problem, or say --all.")

    settings = load_settings()
    if publish_all and is_current(settings, quick=quick):
        return
    if slug is not None:
        require_package(settings, slug)

    async def run() -> list[Published]:
        async with open_installation(settings) as services:
            if slug is not None and services.authoring.copies.has(slug):
                folder = settings.problems / slug
                say(f"{slug} has a working copy, which is edited in the browser: this publishes {folder} instead.")
            publisher, slugs = make_publisher(services), [slug] if slug else None
            published = await publisher.publish(slugs, quick=quick, progress=show_progress)
            async for version, found in make_completion(services, publisher).run(slugs, progress=show_progress):
                told = f"not compiled: {found}" if isinstance(found, str) else f"its own solution here: {found.verdict}"
                say(f"{version.slug}: {told}")
            return published

    _tell_published(asyncio.run(run()), named=slug is not None, quick=quick)


def _tell_published(published: list[Published], *, named: bool, quick: bool) -> None:
    """Tell what became of problems; raise `BrokenProblemError` with the reasons of those that are refused."""
    refused = []
    for done in published:
        if done.outcome == "unsupported" and not named:
            say(str(done.error))
        elif done.error is not None:
            refused.append(done.error)
        elif done.outcome == "published" or named:
            how = " quickly" if done.quickly else ""
            if quick and done.outcome == "published" and not done.quickly:
                how = " in full, as these files had not passed a full check"
            why = f"; {REGRADED}" if done.regraded else ""
            say(f"{done.slug}: {done.outcome}{how}, version {done.version}{why}")
    if refused:
        raise BrokenProblemError("\n".join(refused))


@problem_group.command("new")
def new_problem(
    slug: Annotated[
        str, typer.Argument(help="The problem's slug: its name in commands and addresses, such as my_problem.")
    ],
    name: Annotated[str, typer.Option(help="The problem's title.")] = "A new problem",
    author: Annotated[str, typer.Option(help="Who wrote the problem.")] = "me",
) -> None:
    """Write the files of a new problem: small, complete and ready to edit."""
    settings = load_settings()
    with explain_unwritable():
        paths = write_package(slug, settings.problems, settings.references, name=name, credits_=author)
    for path in paths:
        say(str(path))
    say(f"`jaxdojo problem check {slug}` shows whether it passes.")


@problem_group.command("schema")
def show_schema() -> None:
    """Print the JSON schema of problem.yaml, with which an editor can check and complete the file."""
    print(json.dumps(ProblemFile.model_json_schema(), indent=2))  # noqa: T201 (for a program, so neither wrapped nor coloured)


@problem_group.command("check")
def check_problem(
    slug: Slug,
    watch: Annotated[  # noqa: FBT002 (a switch of the command line)
        bool, typer.Option("--watch", help="Check again each time a file is saved, until Ctrl-C.")
    ] = False,
    solution: Annotated[
        str | None,
        typer.Option(help="Grade only this solution, such as `canonical` or `rejected/eager`, and show everything."),
    ] = None,
    case: Annotated[str | None, typer.Option(help="With --solution: grade it by the case of this name alone.")] = None,
) -> None:
    """Check a problem: do everything that publishing does, but publish nothing.

    What passed before isn't tried again unless something that it depends on has changed. A problem that passes can be
    published quickly (`jaxdojo problem publish --quick`) as long as its files stay the same.
    """
    if case is not None and solution is None:
        raise typer.BadParameter("Name a solution, too: --solution NAME --case NAME.")
    if watch and solution is not None:
        raise typer.BadParameter("Use --watch or --solution, not both.")
    settings = load_settings()
    require_package(settings, slug)
    pace = find_pace(settings.data, slug, "check" if solution is None else "try")

    def tell(step: str, done: int, total: int) -> None:
        pace.note(step, done, total)
        left = tell_time_left(pace.find_left(), pace.find_step_left())
        show_progress(slug, step, done, total, doing="checking", left=left)

    if solution is not None:
        tried = try_package_solution(settings, slug, solution, case, tell)
        print_report(make_console(), tried)
        raise typer.Exit(find_exit_code(tried))
    if not watch:
        report = check_package(settings, slug, tell, show_finding)
        pace.finish(passed=True)
        _print_check(slug, report)
        return
    try:
        for done in watch_package(settings, slug, tell, show_finding):
            pace.finish(passed=not isinstance(done, GraderError))
            if isinstance(done, GraderError):
                warn(f"{explain_failure(done).message}\n")
            else:
                _print_check(slug, done)
            say("Waiting for a change; Ctrl-C ends this.")
    except KeyboardInterrupt:
        raise typer.Exit(0) from None


def _print_check(slug: str, done: PublishReport) -> None:
    rows = []
    for one in done.solutions:
        memory = "" if one.memory_mib is None else f"{one.memory_mib} MiB"
        rows.append((f"{one.kind}/{one.name}", one.verdict.value, one.code, format_ms(one.slowest_s * 1000), memory))
    print_table(("solution", "verdict", "code", "slowest case", "memory"), rows, empty="There are no solutions.")
    for versions in done.stacks:
        say(f"It passes with {versions}.")
    trials = done.mutants or []
    counts = Counter(trial.result for trial in trials)
    more = f" {done.mutants_left} more were not tried." if done.mutants_left else ""
    equivalent = f", {counts['equivalent']} listed as equivalent" if counts["equivalent"] else ""
    say(f"Mutants of accepted solutions: {counts['killed']} of {len(trials)} caught{equivalent}.{more}")
    fakes = Counter(trial.result for trial in done.fakes or [])
    listed = f", {fakes['equivalent']} listed as equivalent" if fakes["equivalent"] else ""
    broken = f", {fakes['broken']} that don't run" if fakes["broken"] else ""
    say(f"Fakes made from them: {fakes['killed']} of {fakes.total()} refused{listed}{broken}.")
    say(
        f"{slug} passes: {count(done.samples, 'sample')}, {count(done.pool, 'hidden case')}, {done.accepted} accepted "
        f"and {done.rejected} rejected solutions; {done.time_s:g} s for each case"
        f"{'' if done.memory_mib is None else f', {done.memory_mib} MiB'}."
    )


@problem_group.command("list")
def list_problems() -> None:
    """List the published problems."""
    settings = load_settings()

    async def run() -> tuple[list[ProblemSummary], list[str], list[str]]:
        async with open_installation(settings) as services:
            listed = await services.problems.list_problems(None)
            versions = await services.catalogue.list_all_versions()
            betas = [slug for slug, version in versions.items() if version.beta]
            return listed, await services.lifecycle.list_retired(), sorted(betas)

    problems, retired, betas = asyncio.run(run())
    if betas:
        say(
            f"In beta, and so listed for volunteers only: {', '.join(betas)}; `jaxdojo problem release SLUG` ends that."
        )
    if retired:
        say(f"Retired, and so not listed: {', '.join(retired)}; `jaxdojo problem restore SLUG` brings one back.")
    elif not problems and not betas:
        say("Nothing is published yet; `jaxdojo problem publish --all` does it.")

    table = Table.grid(padding=(0, 3))
    table.add_column(no_wrap=True)  # A slug that is cut short is good for nothing.
    for problem in problems:
        table.add_row(
            problem.slug, problem.name, problem.track, f"difficulty {problem.difficulty}", f"v{problem.version}"
        )
    make_console().print(table)

"""The commands `jaxdojo problem ...`. Each imports what it needs when it runs, so that `--help` is quick."""

# ruff: noqa: PLC0415 (the imports inside the commands, for the reason above)

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli_base import Slug, load_settings, make_group
from app.console import make_console, say, show_progress
from app.errors import BrokenProblemError, ProblemNotFoundError, find_nearest

if TYPE_CHECKING:
    from app.problems.schemas import ProblemSummary, Published
    from app.settings import Settings

problem_group = make_group("Problems.")


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
            help="Grade only the accepted solutions, and leave out texts, rejected solutions and mutants: for problems "
            "that passed `problem check` elsewhere.",
        ),
    ] = False,
) -> None:
    """Publish a problem, or all: those that haven't changed since are skipped."""
    if (slug is None) == (not publish_all):
        raise typer.BadParameter("Name a problem, or say --all.")
    from app.problems.stamp import is_stamped

    settings = load_settings()
    if publish_all and is_stamped(settings, quick=quick):
        return
    from app.installation import make_publisher, open_installation

    async def run() -> list[Published]:
        async with open_installation(settings) as services:
            publisher = make_publisher(services)
            return await publisher.publish([slug] if slug else None, quick=quick, progress=show_progress)

    refused = []
    for done in asyncio.run(run()):
        if done.outcome == "unsupported" and not slug:
            say(str(done.error))
        elif done.error is not None:
            refused.append(done.error)
        elif done.outcome == "published" or slug:
            say(f"{done.slug}: {done.outcome}{' quickly' if quick else ''}, version {done.version}")
    if refused:
        raise BrokenProblemError("\n".join(refused))


@problem_group.command("new")
def new_problem(
    slug: Annotated[str, typer.Argument(help="What the problem is called in commands and addresses: my_problem.")],
    name: Annotated[str, typer.Option(help="Its name, for people.")] = "A new problem",
    author: Annotated[str, typer.Option(help="Who wrote it.")] = "me",
) -> None:
    """Write the files of a new problem: small, complete, and ready to be changed."""
    from grader.scaffold import write_package

    settings = load_settings()
    for path in write_package(slug, settings.problems, settings.references, name=name, credits_=author):
        say(str(path))
    say(f"`jaxdojo problem check {slug}` tells whether it holds.")


@problem_group.command("schema")
def show_schema() -> None:
    """Print the JSON schema of problem.yaml, for an editor."""
    import json

    from grader.package import ProblemFile

    print(json.dumps(ProblemFile.model_json_schema(), indent=2))  # noqa: T201 (for a program, so neither wrapped nor coloured)


@problem_group.command("check")
def check_problem(slug: Slug) -> None:
    """Do all that publishing does, and keep nothing: tells whether a problem holds."""
    from app.installation import check_package

    settings = load_settings()
    require_package(settings, slug)
    done = check_package(settings, slug, lambda step, count, total: show_progress(slug, step, count, total))
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("solution", "verdict", "code", "slowest case", "memory"):
        table.add_column(heading)
    for one in done.solutions:
        memory = "" if one.memory_mib is None else f"{one.memory_mib} MiB"
        table.add_row(f"{one.kind}/{one.name}", one.verdict.value, one.code, f"{one.slowest_s * 1e3:.0f} ms", memory)
    make_console().print(table)
    for versions in done.stacks:
        say(f"It holds with {versions}.")
    trials = done.mutants or []
    counts = Counter(trial.result for trial in trials)
    more = f" {done.mutants_left} more were not tried." if done.mutants_left else ""
    equivalent = f", {counts['equivalent']} are listed as equivalent" if counts["equivalent"] else ""
    say(f"Of {len(trials)} mutants of accepted solutions {counts['killed']} are noticed{equivalent}.{more}")
    say(
        f"{slug} holds: {done.samples} samples, {done.pool} hidden cases, {done.accepted} accepted and "
        f"{done.rejected} rejected solutions; {done.time_s:g} s for each case"
        f"{'' if done.memory_mib is None else f', {done.memory_mib} MiB'}."
    )


@problem_group.command("list")
def list_problems() -> None:
    """List what is published."""
    from app.installation import open_installation

    settings = load_settings()

    async def run() -> list[ProblemSummary]:
        async with open_installation(settings) as services:
            return await services.problems.list_problems(None)

    problems = asyncio.run(run())
    if not problems:
        say("Nothing is published yet; `jaxdojo problem publish --all` does it.")
    from rich.table import Table

    table = Table.grid(padding=(0, 3))
    for problem in problems:
        table.add_row(
            problem.slug, problem.name, problem.track, f"difficulty {problem.difficulty}", f"v{problem.version}"
        )
    make_console().print(table)


def require_package(settings: Settings, slug: str) -> None:
    """Raise `ProblemNotFoundError` where no folder of problems has this slug."""
    slugs = [path.parent.name for path in settings.problems.glob("*/problem.yaml")]
    if slug not in slugs:
        raise ProblemNotFoundError(slug, find_nearest(slug, slugs))

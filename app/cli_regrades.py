"""The commands `jaxdojo rejudge` and `jaxdojo regrade ...`: they queue and decide; a runner judges.

Each imports what it needs when it runs, so that `--help` is quick.
"""

# ruff: noqa: PLC0415 (the imports inside the commands, for the reason above)

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli_base import load_settings, make_group
from app.console import make_console, say
from grader.report import Verdict  # noqa: TC001 - Typer reads the annotations

if TYPE_CHECKING:
    from app.regrading.schemas import RegradeDiff, RegradeView, Rejudged

regrade_group = make_group("Regrades: submissions judged again, as proposals to apply or to drop.")

RegradeId = Annotated[str, typer.Argument(help="The regrade's id, from `jaxdojo regrade list`.")]


def rejudge(
    problem: Annotated[str | None, typer.Option(help="Submissions to this problem only.")] = None,
    submission: Annotated[str | None, typer.Option(help="This submission only, by its id.")] = None,
    since: Annotated[
        datetime | None, typer.Option(formats=["%Y-%m-%d", "%Y-%m-%dT%H:%M"], help="Handed in since then, in UTC.")
    ] = None,
    verdict: Annotated[Verdict | None, typer.Option(help="With this verdict only.")] = None,
    newest: Annotated[  # noqa: FBT002 (a switch of the command line)
        bool, typer.Option("--newest", help="Judge by the problem's newest version, and not each by its own.")
    ] = False,
    reason: Annotated[str, typer.Option(help="Why: learners whose verdict changes read it.")] = "It was judged again.",
    apply: Annotated[  # noqa: FBT002 (likewise)
        bool, typer.Option("--apply", help="Let what is found count at once, without asking.")
    ] = False,
) -> None:
    """Judge submissions again, when no learner waits: one, a problem's, or those that a filter leaves."""
    from app.installation import open_installation
    from app.regrading.schemas import Selection

    if problem is None and submission is None and since is None and verdict is None:
        raise typer.BadParameter("Say which submissions: --problem, --submission, --since or --verdict.")
    settings = load_settings()
    selection = Selection(
        submission=submission, since=None if since is None else since.replace(tzinfo=UTC), verdict=verdict
    )

    async def run() -> Rejudged:
        async with open_installation(settings) as services:
            version = None if problem is None else await services.catalogue.find_version(problem)
            return await services.regrades.rejudge(
                selection,
                version,
                reason=reason,
                by=None,
                newest=newest,
                applies_itself=apply or submission is not None,
            )

    done = asyncio.run(run())
    for regrade in done.regrades:
        say(f"{regrade.id}: {regrade.total} of {regrade.problem} wait; `jaxdojo regrade show {regrade.id}` follows")
    if done.revived:
        say(f"{done.revived} that had failed wait again")


@regrade_group.command("list")
def list_regrades(
    problem: Annotated[str | None, typer.Option(help="Regrades of this problem only.")] = None,
) -> None:
    """List the newest regrades, with how far they have come."""
    from app.installation import open_installation

    settings = load_settings()

    async def run() -> list[RegradeView]:
        async with open_installation(settings) as services:
            version = None if problem is None else await services.catalogue.find_version(problem)
            return await services.regrades.list_regrades(None if version is None else version.problem_id)

    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("regrade", "problem", "status", "judged", "changed", "reason"):
        table.add_column(heading)
    for one in asyncio.run(run()):
        table.add_row(one.id, one.problem, one.status.value, f"{one.done}/{one.total}", str(one.changed), one.reason)
    make_console().print(table)


@regrade_group.command("show")
def show_regrade(regrade: RegradeId) -> None:
    """Show what a regrade changes: who goes from which verdict to which, and why."""
    from app.installation import open_installation

    settings = load_settings()

    async def run() -> RegradeDiff:
        async with open_installation(settings) as services:
            return await services.regrades.diff(regrade, None)

    diff = asyncio.run(run())
    found = diff.regrade
    say(f"{found.problem}: {found.status.value}, {found.done} of {found.total} judged, {found.failed} could not be")
    for move in diff.moves:
        arrow = "stay" if move.before is move.after else f"-> {move.after.value}"
        say(f"  {move.submissions:5d}  {move.before.value} {arrow}")
    for change in diff.changes:
        say(f"{change.submission} {change.user}: {change.before.code} -> {change.after.code}: {change.why}")


@regrade_group.command("apply")
def apply_regrade(regrade: RegradeId) -> None:
    """Let what a regrade found count, and publish the version that was staged for it."""
    _decide(regrade, apply=True)


@regrade_group.command("drop")
def drop_regrade(regrade: RegradeId) -> None:
    """Give a regrade up, also while it runs, and the version that was staged for it."""
    _decide(regrade, apply=False)


def _decide(public_id: str, *, apply: bool) -> None:
    from app.installation import open_installation

    settings = load_settings()

    async def run() -> RegradeView:
        async with open_installation(settings) as services:
            decide = services.regrades.apply if apply else services.regrades.drop
            return await decide(public_id, None)

    done = asyncio.run(run())
    say(f"{done.problem}: {done.status.value}; {done.changed} of {done.total} submissions differ.")

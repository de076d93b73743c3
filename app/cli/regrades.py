"""The commands `jaxdojo rejudge` and `jaxdojo regrade ...`: they queue and decide; a runner judges."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.base import load_settings, make_group
from app.cli.remote_actions import print_table
from app.domains.regrading.schemas import Selection
from app.kit.console import count, say
from app.work.installation import open_installation
from grader.report import Verdict  # noqa: TC001 - Typer reads the annotations

if TYPE_CHECKING:
    from app.domains.regrading.schemas import ChangedSubmission, RegradeDiff, RegradeView, Rejudged
    from app.kit.settings import Settings

regrade_group = make_group("Regrades: rejudged submissions, as proposals to apply or drop.")

NeverLower = Annotated[
    bool, typer.Option("--never-lower", help="When the regrade is applied, accepted submissions stay accepted.")
]
RegradeId = Annotated[str, typer.Argument(help="The regrade's id, from `jaxdojo regrade list`.")]


def rejudge(
    problem: Annotated[str | None, typer.Option(help="Submissions to this problem only.")] = None,
    submission: Annotated[str | None, typer.Option(help="This submission only, by its id.")] = None,
    since: Annotated[
        datetime | None,
        typer.Option(formats=["%Y-%m-%d", "%Y-%m-%dT%H:%M"], help="Only submissions sent since this time, in UTC."),
    ] = None,
    verdict: Annotated[Verdict | None, typer.Option(help="Only submissions with this verdict.")] = None,
    newest: Annotated[  # noqa: FBT002 (a switch of the command line)
        bool, typer.Option("--newest", help="Judge with the problem's newest version instead of each submission's own.")
    ] = False,
    reason: Annotated[
        str, typer.Option(help="The reason, shown to learners whose verdict changes.")
    ] = "It was judged again.",
    apply: Annotated[  # noqa: FBT002 (likewise)
        bool, typer.Option("--apply", help="Apply the result at once, without asking.")
    ] = False,
    never_lower: NeverLower = False,  # noqa: FBT002 (likewise)
) -> None:
    """Rejudge submissions while no learner is waiting: one, all of a problem, or those that match a filter."""
    if problem is None and submission is None and since is None and verdict is None:
        raise typer.BadParameter("Say which submissions: --problem, --submission, --since or --verdict.")
    settings = load_settings()
    selection = Selection(
        submission=submission, since=None if since is None else since.replace(tzinfo=UTC), verdict=verdict
    )

    async def run() -> Rejudged:
        async with open_installation(settings) as services:
            version = None if problem is None else await services.catalogue.find_any_version(problem)
            return await services.regrades.rejudge(
                selection,
                version,
                reason=reason,
                by=None,
                newest=newest,
                applies_itself=apply or submission is not None,
                never_lower=never_lower,
            )

    done = asyncio.run(run())
    for regrade in done.regrades:
        waiting = count(regrade.total, f"submission to {regrade.problem} is", f"submissions to {regrade.problem} are")
        say(f"{regrade.id}: {waiting} queued; `jaxdojo regrade show {regrade.id}` shows how far it is")
    if done.revived:
        say(f"{count(done.revived, 'failed one is', 'failed ones are')} queued again")


@regrade_group.command("list")
def list_regrades(
    problem: Annotated[str | None, typer.Option(help="Regrades of this problem only.")] = None,
) -> None:
    """List the newest regrades, with their progress."""
    settings = load_settings()

    async def run() -> list[RegradeView]:
        async with open_installation(settings) as services:
            version = None if problem is None else await services.catalogue.find_any_version(problem)
            return await services.regrades.list_regrades(None if version is None else version.problem_id)

    rows = [
        (one.id, one.problem, one.status.value, f"{one.done}/{one.total}", one.changed, one.reason)
        for one in asyncio.run(run())
    ]
    headings = ("regrade", "problem", "status", "judged", "changed", "reason")
    print_table(headings, rows, empty="There are no regrades.")


@regrade_group.command("show")
def show_regrade(
    regrade: RegradeId,
    submission: Annotated[
        str | None, typer.Option(help="Show this changed submission: both reports and its source.")
    ] = None,
) -> None:
    """Show what a regrade changes: each verdict, and why; and each grade in a course."""
    settings = load_settings()
    if submission is not None:
        _show_change(settings, regrade, submission)
        return

    async def run() -> RegradeDiff:
        async with open_installation(settings) as services:
            return await services.regrades.diff(regrade, None)

    diff = asyncio.run(run())
    found = diff.regrade
    judged = f"{found.done} of {found.total} judged, {found.failed} couldn't be judged"
    say(f"{found.problem}: {found.status.value}, {judged}")
    for move in diff.moves:
        arrow = "stay" if move.before is move.after else f"-> {move.after.value}"
        say(f"  {move.submissions:5d}  {move.before.value} {arrow}")
    for change in diff.changes:
        say(f"{change.submission} {change.user}: {change.before.code} -> {change.after.code}: {change.why}")
    for grade in diff.grades:
        where = f"{grade.course_name}, {grade.assignment}"
        say(f"{where}: {grade.student_name} has {grade.before:g} -> {grade.after:g} of {grade.full} points")


def _show_change(settings: Settings, regrade: str, submission: str) -> None:
    """Print a changed submission."""

    async def run() -> ChangedSubmission:
        async with open_installation(settings) as services:
            return await services.regrades.show_change(regrade, None, submission)

    found = asyncio.run(run())
    say(f"{found.submission} by {found.user}, {found.submitted_at:%Y-%m-%d %H:%M} UTC")
    for side, report in ((found.before, found.before_report), (found.after, found.after_report)):
        say(f"version {side.version}: {side.code}{'' if report is None else f': {report.message}'}")
    say(found.source)


@regrade_group.command("apply")
def apply_regrade(regrade: RegradeId, never_lower: NeverLower = False) -> None:  # noqa: FBT002 (a switch)
    """Apply a regrade, and publish the version that was staged for it."""
    _decide(regrade, apply=True, never_lower=never_lower)


@regrade_group.command("drop")
def drop_regrade(regrade: RegradeId) -> None:
    """Drop a regrade, even while it runs, and the version that was staged for it."""
    _decide(regrade, apply=False)


@regrade_group.command("return")
def return_regrade(
    regrade: RegradeId,
    reason: Annotated[str, typer.Option(help="The reason, shown to learners whose verdict changes.")],
) -> None:
    """Propose to take an applied regrade back. This makes another regrade: apply that one."""
    settings = load_settings()

    async def run() -> RegradeView:
        async with open_installation(settings) as services:
            return await services.regrades.take_back(regrade, None, reason, None)

    made = asyncio.run(run())
    back = count(made.total, f"submission to {made.problem}", f"submissions to {made.problem}")
    say(f"{made.id}: {back} would get earlier verdicts back. `jaxdojo regrade apply {made.id}` applies it.")


def _decide(public_id: str, *, apply: bool, never_lower: bool = False) -> None:

    settings = load_settings()

    async def run() -> RegradeView:
        async with open_installation(settings) as services:
            if apply:
                return await services.regrades.apply(public_id, None, never_lower=never_lower)
            return await services.regrades.drop(public_id, None)

    done = asyncio.run(run())
    say(f"{done.problem}: {done.status.value}; {done.changed} of {done.total} submissions differ.")

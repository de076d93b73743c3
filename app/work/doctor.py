"""`jaxdojo doctor`: what works on this machine, what doesn't, and how to fix it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.table import Table
from rich.text import Text

from app.db.errors import DatabaseVersionError, ForeignDatabaseError
from app.db.session import Database
from app.db.statuses import RunnerStatus
from app.db.upgrade import HEAD, find_version
from app.domains.fleet.service import FleetService
from app.kit.errors import JaxDojoError
from app.kit.settings import prepare_data_directory
from app.work.grading import make_limits
from grader.sandbox import doctor
from grader.sandbox.doctor import Row

if TYPE_CHECKING:
    from rich.console import Console

    from app.domains.fleet.schemas import FleetState
    from app.kit.settings import Settings

STATIC: Final = Path(__file__).parent.parent / "web" / "static"
TIERS: Final = {
    "A": "every wall is up, and a control group limits what a submission uses",
    "B": "every wall is up; memory and processes are limited without control groups",
    "G": "every wall is up, but a submission reaches the GPU's driver: only for people you trust",
    "none": "submissions can't be confined here, so nothing is graded",
}


def print_diagnosis(console: Console, settings: Settings) -> bool:
    """Print a row for each check; return whether submissions can be graded and served."""
    walls = doctor.run(make_limits(settings))
    tier = doctor.tier(walls)
    enough = tier == "G" or (tier != "none" and tier <= settings.minimum_tier)
    service = list(check_service(settings))
    console.print(Text("Sandbox", "bold"))
    console.print(_draw(console, walls))
    console.print(Text(f"  tier {tier}: {TIERS[tier]}\n", "" if tier != "none" else "red"))
    if tier != "none" and not enough:
        console.print(Text(f"  JAXDOJO_MINIMUM_TIER={settings.minimum_tier}: nothing is graded\n", "red"))
    console.print(Text("Service", "bold"))
    console.print(_draw(console, service))
    return enough and all(row.stands for row in service)


def check_service(settings: Settings) -> list[Row]:
    """Return a row for each part of the service that may need the operator's attention."""
    try:
        prepare_data_directory(settings)
        data = Row("data", stands=True, tested=f"{settings.data} can be written")
    except JaxDojoError as error:
        data = Row("data", stands=False, tested=error.message, advice="set JAXDOJO_DATA")
    rows = [data]
    try:
        rows.append(_check_tables(find_version(settings.database_url)))
        if not rows[-1].advice:
            rows.append(_check_runners(settings))
    except (DatabaseVersionError, ForeignDatabaseError) as error:
        rows.append(Row("database", stands=False, tested=error.message))
    except JaxDojoError as error:
        rows.append(Row("database", stands=False, tested=error.message, advice="set JAXDOJO_DATABASE_URL"))
    packages = len(list(settings.problems.glob("*/problem.yaml")))
    rows.append(
        Row(
            "problems",
            stands=packages > 0,
            tested=f"{packages} packages in {settings.problems}",
            advice="" if packages else "set JAXDOJO_PROBLEMS to a folder of problem packages",
        )
    )
    built = any(STATIC.glob("**/*.js"))
    rows.append(
        Row(
            "front end",
            stands=built,
            tested="the pages' scripts are built" if built else "the pages' scripts aren't built",
            advice="" if built else "make setup",
        )
    )
    return rows


def _check_tables(found: str | None) -> Row:
    """Return the row about the tables. Old tables are not a failure, because `serve` creates and upgrades them."""
    if found == HEAD:
        return Row("database", stands=True, tested=f"its tables are the newest, version {HEAD}")
    tested = "it has no tables yet" if found is None else f"its tables have version {found}; the newest is {HEAD}"
    return Row("database", stands=True, tested=tested, advice="the next start makes them, or `jaxdojo db upgrade`")


def _check_runners(settings: Settings) -> Row:
    """Return the row about runners. Having none is not a failure, as it is normal before the first start."""

    async def look() -> FleetState:
        database = Database(settings.database_url)
        try:
            return await FleetService(settings, database).describe()
        finally:
            await database.close()

    state = asyncio.run(look())
    if not state.runners:
        return Row("runners", stands=True, tested="none is running; `jaxdojo serve` or `jaxdojo runner` starts one")
    claiming = state.counts[RunnerStatus.ACTIVE]
    tested = f"{claiming} of {len(state.runners)} claim jobs"
    return Row("runners", stands=not state.faults, tested=tested, advice=" ".join(state.faults))


def _draw(console: Console, rows: list[Row]) -> Table:
    unicode = console.encoding.lower().startswith("utf")
    yes, no = ("✓", "✗") if unicode else ("+", "x")
    table = Table.grid(padding=(0, 2))
    for row in rows:
        mark = Text(f"  {yes}", "green") if row.stands else Text(f"  {no}", "red")
        about = Text(row.tested)
        if row.advice and (not row.stands or row.wall == "database"):
            about.append(f"\n→ {row.advice}" if unicode else f"\n-> {row.advice}", "yellow")
        table.add_row(mark, Text(row.wall), about)
    return table

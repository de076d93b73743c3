"""`jaxdojo doctor`: what works on this machine, what doesn't, and how to get it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.table import Table
from rich.text import Text

from app.db.session import Database
from app.db.statuses import RunnerStatus
from app.db.upgrade import is_current
from app.errors import JaxDojoError
from app.fleet.service import FleetService
from app.grading import make_limits
from app.settings import prepare_data_directory
from grader.sandbox import doctor
from grader.sandbox.doctor import Row

if TYPE_CHECKING:
    from rich.console import Console

    from app.fleet.schemas import FleetState
    from app.settings import Settings

STATIC: Final = Path(__file__).parent / "web" / "static"
TIERS: Final = {
    "A": "every wall stands, and a control group bounds what a submission takes",
    "B": "every wall stands; memory and processes are bounded without control groups",
    "G": "every wall stands but the GPU's driver, which a submission reaches: for people whom you trust, no others",
    "none": "submissions can't be confined here, so nothing is graded",
}


def print_diagnosis(console: Console, settings: Settings) -> bool:
    """Print a row for each thing that was tried; returns whether submissions can be graded and served."""
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
    """Return a row for each part of the service that an operator may have to see to."""
    try:
        prepare_data_directory(settings)
        data = Row("data", stands=True, tested=f"{settings.data} can be written")
    except JaxDojoError as error:
        data = Row("data", stands=False, tested=error.message, advice="set JAXDOJO_DATA")
    rows = [data]
    try:
        current = is_current(settings.database_url)
        tested = "its tables are the newest" if current else "it isn't there yet, or has older tables"
        # `serve` upgrades by itself, so this is no fault.
        rows.append(Row("database", stands=True, tested=tested, advice="" if current else "jaxdojo db upgrade"))
        if current:
            rows.append(_check_runners(settings))
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


def _check_runners(settings: Settings) -> Row:
    """Return whether runners that are there do their work. That there is none is no fault before the first start."""

    async def look() -> FleetState:
        database = Database(settings.database_url)
        try:
            return await FleetService(settings, database).describe()
        finally:
            await database.close()

    state = asyncio.run(look())
    if not state.runners:
        return Row("runners", stands=True, tested="none is at work; `jaxdojo serve` or `jaxdojo runner` starts one")
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

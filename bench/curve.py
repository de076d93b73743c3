"""Measures the curve of waiting time against load: `python -m bench.scaling --curve`.

Learners submit over HTTP to a server of its own, at a rate that rises from step to step, and follow their verdicts; all
runners sleep instead of grading. Between steps, all that waits is judged. What the processes use is read while
submissions come.
"""

from __future__ import annotations

import asyncio
import math
import os
import statistics
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.table import Table
from sqlalchemy import select, text

from app.db.models import Submission
from app.work.installation import open_installation
from bench.databases import find_server
from bench.fleet import GIVE_UP_S, sleeping, wait_for_runners
from bench.installations import COMMAND, running, wait_until_served
from bench.learners import enrol
from bench.offers import offer
from bench.processors import read_busy_s, read_processor_s
from bench.table import find_p95
from scripts.site.curves import MOST_WAIT_S, Curve, Step, describe_time
from tests.integration.app.conftest import publish

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from app.kit.settings import Settings
    from app.services import Services
    from bench.offers import Answer

LEARNERS: Final = 200
PATH: Final = "/api/v1/problems/double/submissions"
SOURCE: Final = "def double(x):\n    return x + x\n"
CORES: Final = len(os.sched_getaffinity(0))
LEAST_S: Final = 0.01
"""The left end of the picture's scale, in seconds."""
WIDTH: Final = 48
"""The width of the picture's scale, in characters."""


@dataclass(frozen=True)
class Place:
    """Where things run: process ids, the database's if it has a process here, and the file with the runners' claims."""

    services: Services
    server: int
    database: int | None
    runners: list[int]
    tally: Path


@dataclass(frozen=True)
class Reading:
    """Sums up to a moment, in seconds of processor time, and the number of claims with and without a job."""

    moment: float
    busy: float
    server: float
    database: float
    runners: list[float]
    claims: int
    empty: int


def read(place: Place) -> Reading:
    """Return the sums so far."""
    written = place.tally.read_bytes() if place.tally.exists() else b""
    return Reading(
        moment=time.monotonic(),
        busy=read_busy_s(),
        server=read_processor_s(place.server),
        database=read_processor_s(place.database) if place.database else 0.0,
        runners=[read_processor_s(pid) for pid in place.runners],
        claims=written.count(b"1"),
        empty=written.count(b"0"),
    )


async def count_connections(services: Services) -> int | None:
    """Return the number of connections to PostgreSQL's database; None for SQLite."""
    if services.database.is_sqlite:
        return None
    statement = text("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
    return await services.database.read(lambda session: session.scalars(statement).one())


async def list_stored_s(services: Services, answers: list[Answer]) -> list[float]:
    """Return the seconds between the creation of each submission and its stored verdict."""
    ids = {answer.id for answer in answers}
    times = select(Submission.created_at, Submission.finished_at).where(Submission.public_id.in_(ids))
    rows = await services.database.read(lambda session: session.execute(times).all())
    return [(finished - created).total_seconds() for created, finished in rows if finished is not None]


async def measure_step(place: Place, tokens: list[str], rate: float, seconds: float, nap_s: float) -> Step:
    """Return what is measured while submissions come at one rate, and until the last of them is judged."""
    port = place.services.settings.port
    before = read(place)
    sent = await offer(port, PATH, SOURCE, tokens, rate=rate, seconds=seconds)
    after = read(place)
    connections = await count_connections(place.services)
    async with asyncio.timeout(GIVE_UP_S):
        answers = await asyncio.gather(*sent)
    passed = after.moment - before.moment
    waits = [answer.seconds - nap_s for answer in answers]
    told = [answer.told for answer in answers]
    stored = [taken - nap_s for taken in await list_stored_s(place.services, answers)]
    runners = [(now - then) / passed for then, now in zip(before.runners, after.runners, strict=True)]
    return Step(
        offered=len(sent) / passed,
        verdicts=(len(told) - 1) / (max(told) - min(told)),
        median=statistics.median(waits),
        p95=find_p95(waits),
        stored_median=statistics.median(stored),
        stored_p95=find_p95(stored),
        server=(after.server - before.server) / passed,
        database=None if place.database is None else (after.database - before.database) / passed,
        runners=sum(runners),
        busiest=max(runners),
        machine=(after.busy - before.busy) / passed / CORES,
        claims=(after.claims - before.claims) / passed,
        empty=(after.empty - before.empty) / passed,
        connections=connections,
    )


async def measure_curve(settings: Settings, options: argparse.Namespace, scratch: Path, runners: int) -> Curve:
    """Return the curve of `runners` runners."""
    settings.problems.mkdir(parents=True, exist_ok=True)
    tokens, tally, steps = await enrol(settings, LEARNERS), scratch / "tally", []
    async with open_installation(settings) as services:
        await publish(services)
        with (
            running([*COMMAND, "serve"], settings) as server,
            sleeping(settings, runners, options.nap, str(tally)) as processes,
        ):
            await asyncio.to_thread(wait_until_served, f"http://127.0.0.1:{settings.port}")
            await wait_for_runners(services, runners)
            found = await find_server(services.database)
            place = Place(services, server.pid, found, [process.pid for process in processes], tally)
            ideal = runners / options.nap
            await measure_step(place, tokens, 0.1 * ideal, options.nap, options.nap)  # warms everything up
            for share in options.loads:
                rate = share / 100 * ideal
                print(f"{rate:.1f} submissions a second …", file=sys.stderr)
                steps.append(await measure_step(place, tokens, rate, options.seconds, options.nap))
    return Curve(
        database="sqlite" if settings.is_sqlite else "postgresql",
        runners=runners,
        nap_s=options.nap,
        seconds=options.seconds,
        measured=datetime.now(UTC).strftime("%Y-%m-%d"),
        machine=f"{CORES} cores, shared by all",
        is_sample=options.sample,
        steps=steps,
    )


def draw(curve: Curve) -> str:
    """Return the picture: a bar for each step, whose dark part ends at the median and whose light part at the p95."""
    top = max(MOST_WAIT_S, *(step.p95 for step in curve.steps))

    def measure(seconds: float) -> int:
        return round(WIDTH * math.log(max(seconds, LEAST_S) / LEAST_S) / math.log(top / LEAST_S))

    mark = measure(MOST_WAIT_S)
    lines = [f"{'':12}{describe_time(LEAST_S):<{mark}}{describe_time(MOST_WAIT_S)}"]
    for step in curve.steps:
        dark, light = measure(step.median), measure(step.p95)
        bar = list(("█" * dark + "░" * (light - dark)).ljust(WIDTH + 1))
        if bar[mark] == " ":
            bar[mark] = "│"
        knee = "  the knee" if step is curve.knee else ""
        lines.append(f"{step.offered:8.1f}/s  {''.join(bar).rstrip():<{WIDTH + 1}} {describe_time(step.median)}{knee}")
    return "\n".join(lines)


def print_curve(curve: Curve) -> None:
    """Print a curve's figures, its picture and its knee."""
    title = (
        f"{curve.runners} runners with naps of {curve.nap_s:g} s on {curve.database}: at most {curve.ideal:g} a second"
    )
    table = Table(title=title, title_justify="left")
    for column in ("offered", "verdicts", "wait", "p95", "stored", "p95", "server", "database", "runners", "machine"):
        table.add_column(column)
    for column in ("claims", "empty", "connections"):
        table.add_column(column)
    for step in curve.steps:
        times = [describe_time(one) for one in (step.median, step.p95, step.stored_median, step.stored_p95)]
        cores = ["" if one is None else f"{one:.2f}" for one in (step.server, step.database, step.runners)]
        rates = [f"{step.claims:.0f}", f"{step.empty:.0f}", f"{step.connections or ''}"]
        table.add_row(f"{step.offered:.1f}", f"{step.verdicts:.1f}", *times, *cores, f"{step.machine:.0%}", *rates)
    Console(width=130).print(table)
    print(draw(curve))
    knee = f"{curve.knee.offered:.1f} submissions a second" if curve.knee else "below the first step"
    print(f"The knee: {knee}; what limits then: {curve.limit}.")

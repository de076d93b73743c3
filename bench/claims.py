"""How many claims a second the queue gives, and what the time of a claim goes to.

`python -m bench.claims [--jobs N] [--claimers 1,4,16] [--processes 1,2] [--postgresql | --database-url URL]`.

A claim is the whole transaction with which a runner takes a job (`Ledger.begin`); in every second row, the job's
verdict is recorded at once as well (`Ledger.finish`). Nothing is graded. All jobs are queued before the first is
claimed, so they also make the queue long. The last table is about a single claimer: each kind of statement, with its
share of the time of a claim and its verdict.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import re
import tempfile
import time
from collections import defaultdict
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import patch

from sqlalchemy import delete, event, insert, select, text

from app.db.models import Job, ProblemVersion, Submission, make_public_id
from app.db.statuses import Role
from app.kit.logs import set_up_logs
from app.work.installation import open_installation
from bench.databases import add_options, find_server, list_numbers, name_database, provide_database
from bench.installations import make_settings
from bench.processors import read_processor_s
from bench.table import Row, print_table
from grader.report import Mode, Report, Verdict
from tests.integration.app.conftest import publish

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection

    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.kit.settings import Settings
    from app.services import Services

WARM_UP: Final = 50
"""Jobs for each process before those that count, which open connections and compile statements."""
REPORT: Final = Report(
    problem="double", version="1", mode=Mode.SUBMIT, verdict=Verdict.ACCEPTED, code="accepted", message="", score=1.0
)
QUEUE_ALL: Final = text("""
    SELECT procrastinate_defer_jobs_v1(array_agg(
        ROW('any', 'jaxdojo.grade', 0, NULL, 'submission:' || id, jsonb_build_object('submission_id', id), NULL)
        ::procrastinate_job_to_defer_v1 ORDER BY id))
    FROM submissions
""")
STATEMENT: Final = re.compile(
    r"\s*(?P<verb>\w+)\b.*?(?P<name>procrastinate_\w+|(?<=\bFROM )\w+|(?<=\bINTO )\w+|(?<=\bUPDATE )\w+)", re.DOTALL
)


@dataclass(frozen=True)
class Plan:
    """How to claim: by so many claimers in each of so many processes, with or without verdicts."""

    claimers: int
    processes: int
    verdicts: bool


@dataclass(frozen=True)
class Tally:
    """What one process did: its jobs, its first and last moment by the machine's clock, its processor time in seconds.

    `spent` has the number and the seconds of each kind of statement.
    """

    jobs: int
    began: float
    ended: float
    processor_s: float
    spent: dict[str, tuple[int, float]] = field(default_factory=dict)


def name_statement(statement: str) -> str:
    """Return the verb of a statement and its first table or function: `UPDATE jobs`."""
    found = STATEMENT.match(statement)
    return f"{found['verb']} {found['name']}" if found else statement.split(maxsplit=1)[0]


async def fill(services: Services, user_id: int, count: int) -> None:
    """Queue `count` submissions in one transaction; there must be no others."""

    def store(session: Session) -> None:
        version = session.scalars(select(ProblemVersion.id)).one()
        given = {"user_id": user_id, "problem_version_id": version, "mode": Mode.SUBMIT, "source": "x = 1\n"}
        session.execute(insert(Submission), [{"public_id": make_public_id(), **given} for _ in range(count)])
        if services.database.is_sqlite:
            jobs = insert(Job).from_select(["submission_id", "priority"], select(Submission.id, text("0")))
            session.connection().execute(jobs)
        else:
            session.execute(QUEUE_ALL)

    await services.database.write(store)


@contextmanager
def timing(database: Database) -> Iterator[dict[str, tuple[int, float]]]:
    """Yield the number and the seconds of each kind of statement that runs in the block."""
    spent: defaultdict[str, tuple[int, float]] = defaultdict(lambda: (0, 0.0))

    def note(name: str, began: float) -> None:
        count, seconds = spent[name]
        spent[name] = count + 1, seconds + time.perf_counter() - began

    def begin(*given: Any) -> None:  # noqa: ANN401 - SQLAlchemy's
        given[4].began = time.perf_counter()

    def end(*given: Any) -> None:  # noqa: ANN401 - likewise
        note(name_statement(given[2]), given[4].began)

    def timed(name: str, do: Callable[..., object]) -> Callable[..., object]:
        def run(*given: object) -> object:
            began = time.perf_counter()
            try:
                return do(*given)
            finally:
                note(name, began)

        return run

    dialect = database.engine.dialect
    with ExitStack() as stack:
        for moment, listener in {"before_cursor_execute": begin, "after_cursor_execute": end}.items():
            event.listen(database.engine, moment, listener)
            stack.callback(event.remove, database.engine, moment, listener)
        for name, method in {"COMMIT": "do_commit", "ping": "do_ping"}.items():
            stack.enter_context(patch.object(dialect, method, timed(name, getattr(dialect, method))))
        yield spent


def claim_in_process(settings: Settings, plan: Plan, parent: Connection) -> None:
    """Whenever `parent` sends something, claim all jobs and send a tally back, until it sends None."""
    set_up_logs(settings)
    asyncio.run(_follow_orders(settings, plan, parent))


async def _follow_orders(settings: Settings, plan: Plan, parent: Connection) -> None:
    async with open_installation(settings) as services:

        async def claim(runner: str) -> int:
            jobs = 0
            while (work := await services.ledger.begin(runner)) is not None:
                if plan.verdicts:
                    await services.ledger.finish(work, REPORT, [])
                jobs += 1
            return jobs

        runners = [f"host:{number}:claims" for number in range(plan.claimers)]
        while await asyncio.to_thread(parent.recv):
            with timing(services.database) as spent:
                began, used = time.monotonic(), time.process_time()
                jobs = await asyncio.gather(*map(claim, runners))
                tally = Tally(sum(jobs), began, time.monotonic(), time.process_time() - used, dict(spent))
            parent.send(tally)


async def measure(services: Services, plan: Plan, user_id: int, jobs: int) -> tuple[list[Tally], float | None]:
    """Return the tallies of all processes, and the database's processor time in seconds if it is on this machine."""
    context = multiprocessing.get_context("forkserver")  # its processes needn't import everything anew
    server = await find_server(services.database)
    started, connections = [], []
    for _ in range(plan.processes):
        own, theirs = context.Pipe()
        process = context.Process(target=claim_in_process, args=(services.settings, plan, theirs))
        process.start()
        theirs.close()
        started.append(process)
        connections.append(own)

    async def order(count: int) -> tuple[list[Tally], float | None]:
        await fill(services, user_id, count)
        before = read_processor_s(server) if server else 0.0
        for connection in connections:
            connection.send("claim")
        tallies = [await asyncio.to_thread(connection.recv) for connection in connections]
        used = read_processor_s(server) - before if server else None
        await services.database.write(lambda session: session.execute(delete(Submission)))
        return tallies, used

    await order(WARM_UP * plan.processes)
    tallies, used = await order(jobs)
    for process, connection in zip(started, connections, strict=True):
        connection.send(None)
        await asyncio.to_thread(process.join)
    return tallies, used


def describe(plan: Plan, tallies: list[Tally], database_s: float | None) -> Row:
    """Return the row about a measurement."""
    jobs = sum(tally.jobs for tally in tallies)
    seconds = max(tally.ended for tally in tallies) - min(tally.began for tally in tallies)
    used = f"{sum(tally.processor_s for tally in tallies) / jobs * 1e3:.1f} ms"
    if database_s is not None:
        used += f", database {database_s / jobs * 1e3:.1f} ms"
    where = "1 process" if plan.processes == 1 else f"each of {plan.processes} processes"
    about = f"{plan.claimers} in {where}{', with verdicts' if plan.verdicts else ''}"
    return Row(about, f"{jobs / seconds:.0f}", used)


def describe_statements(tally: Tally) -> list[Row]:
    """Return a row about each kind of statement of a single claimer, the longest first, and one about the rest."""
    found = sorted(tally.spent.items(), key=lambda one: -one[1][1])
    rows = [
        Row(name, f"{seconds / tally.jobs * 1e3:.2f} ms", f"{count / tally.jobs:.0f}")
        for name, (count, seconds) in found
        if count >= tally.jobs
    ]
    rest = tally.ended - tally.began - sum(seconds for _, seconds in tally.spent.values())
    return [*rows, Row("outside of statements, in Python", f"{rest / tally.jobs * 1e3:.2f} ms", "")]


async def run(options: argparse.Namespace, url: str | None, scratch: Path) -> None:
    """Measure everything, one after the other, and print it."""
    settings = make_settings(scratch, url).model_copy(update={"log_level": "error"})
    set_up_logs(settings)
    rows, single = [], None
    async with open_installation(settings) as services:
        await publish(services)
        account = await services.accounts.add_user("ada", "the password of ada", Role.LEARNER)
        for processes in options.processes:
            for claimers in options.claimers:
                for verdicts in (False, True):
                    plan = Plan(claimers, processes, verdicts)
                    tallies, used = await measure(services, plan, account.id, options.jobs)
                    rows.append(describe(plan, tallies, used))
                    if claimers * processes == 1 and verdicts:
                        single = tallies[0]
    print_table(f"Claims on {name_database(url)}", rows, ("claimers", "claims a second", "processor time of one"))
    if single is not None:
        print_table("One claimer, for each job", describe_statements(single), ("statement", "time", "times"))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--jobs", type=int, default=2000, help="claims of each measurement (default 2000)")
    parser.add_argument("--claimers", type=list_numbers, default=[1, 4, 16], help="in each process (default 1,4,16)")
    parser.add_argument("--processes", type=list_numbers, default=[1, 2], help="(default 1,2)")
    add_options(parser)
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="jaxdojo-claims-", ignore_cleanup_errors=True) as scratch,
        provide_database(options) as url,
    ):
        asyncio.run(run(options, url, Path(scratch)))


if __name__ == "__main__":
    main()

"""The service under load, against what is possible: pages, submissions at once, a class that hands in, kills.

`python -m bench.load [--learners N] [--kills N]` prints four figures, most with a target. Pages and submissions are
measured against a bare server of the same kind that returns the same bytes, or does one INSERT (`bench.bare`), with one
worker each and alternately; the class is measured against the grader alone, with the same number of workers.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Final

import httpx

from app.db.models import Submission
from app.db.session import Database
from app.db.statuses import Status
from bench.chaos import Plan, wreak
from bench.grading import measure_throughput, published, require_accepted, wait_warm
from bench.http_load import Request, send_at_once
from bench.installations import (
    COMMAND,
    ROOT,
    SLUG,
    make_environment,
    make_settings,
    publish,
    read_solution,
    running,
    wait_until_served,
)
from bench.learners import enrol
from bench.table import Row, find_p95, print_table
from grader.report import Mode
from tests.ports import find_free_port

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.kit.settings import Settings

import sys

from sqlalchemy import func, select

ROUNDS: Final = 3
READERS: Final = 8
READS: Final = 100
WRITERS: Final = 50
WRITES: Final = 4
UNLIMITED: Final = {"JAXDOJO_MAX_PENDING": "1000"}
"""Settings for a load that comes from one address, with many submissions of one account."""


EVERYBODY: Final = tuple(product(("page", "json"), (False, True)))
"""The requested resources, each by guests and by learners, for whom progress is looked up, too."""


async def measure_pages(
    settings: Settings, scratch: Path, tokens: list[str], asked: Sequence[tuple[str, bool]] = EVERYBODY
) -> list[Row]:
    """Return the rows about a problem's page and its JSON, against the same bytes from a bare server."""
    address = f"http://127.0.0.1:{settings.port}"
    paths = {"page": f"/problems/{SLUG}", "json": f"/api/v1/problems/{SLUG}"}
    for name, path in paths.items():
        answer = await asyncio.to_thread(httpx.get, address + path, headers={"Accept-Encoding": "identity"})
        (scratch / name).write_bytes(answer.content)
    port = find_free_port()
    rows = []
    with running([sys.executable, "-m", "bench.bare", str(port), str(scratch)], settings):
        await asyncio.to_thread(wait_until_served, f"http://127.0.0.1:{port}")
        for name, signed_in in asked:
            path = paths[name]
            own = [(("Authorization", f"Bearer {token}"),) if signed_in else () for token in tokens[:READERS]]
            ratios = []
            for _ in range(ROUNDS):
                _, bare = await send_at_once(port, [Request(f"GET /{name}")] * READERS, READS)
                _, ours = await send_at_once(settings.port, [Request(f"GET {path}", headers) for headers in own], READS)
                ratios.append((ours / bare, ours))
            ratio, rate = (statistics.median(column) for column in zip(*ratios, strict=True))
            who = "a learner" if signed_in else "a guest"
            rows.append(Row(f"GET {name} of a problem, {who}", f"{rate:.0f} a second", f"{ratio:.2f}x bare"))
    return rows


async def measure_page(scratch: Path) -> Row:
    """Return the row about a problem's page for learners, in an installation in a scratch folder."""
    settings = make_settings(scratch)
    await asyncio.to_thread(publish, settings)
    tokens = await enrol(settings, READERS)
    with running([*COMMAND, "serve"], settings):
        await asyncio.to_thread(wait_until_served, f"http://127.0.0.1:{settings.port}")
        (row,) = await measure_pages(settings, scratch, tokens, [("page", True)])
    return replace(row, target="600 a second")


async def measure_posts(settings: Settings, scratch: Path, tokens: list[str]) -> Row:
    """Return the row about concurrent submissions, against a bare INSERT."""
    body = json.dumps({"source": read_solution(), "mode": "submit"}).encode()
    kind = ("Content-Type", "application/json")
    post = f"POST /api/v1/problems/{SLUG}/submissions"
    ours = [Request(post, (kind, ("Authorization", f"Bearer {token}")), body) for token in tokens[:WRITERS]]
    bare = [Request("POST /insert", (kind,), body)] * WRITERS
    port = find_free_port()
    ratios = []
    with running([sys.executable, "-m", "bench.bare", str(port), str(scratch)], settings):
        await asyncio.to_thread(wait_until_served, f"http://127.0.0.1:{port}")
        for _ in range(ROUNDS):
            bare_p95 = find_p95((await send_at_once(port, bare, WRITES))[0])
            our_p95 = find_p95((await send_at_once(settings.port, ours, WRITES))[0])
            ratios.append((our_p95 / bare_p95, our_p95))
    ratio, p95 = (statistics.median(column) for column in zip(*ratios, strict=True))
    return Row(f"POST to 202, p95, {WRITERS} at once", f"{p95:.0f} ms", f"{ratio:.1f}x a bare INSERT, target 10x")


async def measure_class(settings: Settings, tokens: list[str], alone: float) -> list[Row]:
    """Return the rows about a class whose learners all submit at once; `alone` is the grader's rate per second."""
    body = json.dumps({"source": read_solution(), "mode": "submit"}).encode()
    post = f"POST /api/v1/problems/{SLUG}/submissions"
    requests = [
        Request(post, (("Content-Type", "application/json"), ("Authorization", f"Bearer {token}")), body)
        for token in tokens
    ]
    database, pages = Database(settings.database_url), list[float]()
    before = await _count_done(database)
    began = time.perf_counter()
    await send_at_once(settings.port, requests, 1)
    while await _count_done(database) - before < len(tokens):
        taken, _ = await send_at_once(settings.port, [Request(f"GET /problems/{SLUG}")], 1)
        pages += taken
        await asyncio.sleep(0.1)
    rate = len(tokens) / (time.perf_counter() - began)
    await database.close()
    return [
        Row(f"{len(tokens)} at once", f"{rate:.2f} verdicts a second", f"{rate / alone:.2f}x the grader's, >= 0.85x"),
        Row("pages meanwhile, p95", f"{find_p95(pages):.0f} ms", "target 200 ms"),
    ]


async def _count_done(database: Database) -> int:
    statement = select(func.count()).select_from(Submission).where(Submission.status == Status.DONE)
    return await database.read(lambda session: session.scalar(statement) or 0)


def measure_alone(workers: int, seconds: float) -> float:
    """Return the number of verdicts per second of the grader alone."""
    source = read_solution().encode()
    with published(spares=workers) as (grader, bundle):
        wait_warm(grader, bundle)

        def grade() -> None:
            require_accepted(grader.grade(bundle, source, mode=Mode.SUBMIT))

        return measure_throughput(grade, workers, seconds)


async def measure(options: argparse.Namespace, scratch: Path) -> list[Row]:
    """Measure everything, one after the other."""
    settings = make_settings(scratch)
    publish(settings)
    rows = []
    tokens = await enrol(settings, options.learners)
    address = f"http://127.0.0.1:{settings.port}"
    if options.learners >= WRITERS:
        with running([*COMMAND, "serve"], settings, **UNLIMITED):
            await asyncio.to_thread(wait_until_served, address)
            rows += await measure_pages(settings, scratch, tokens)
            rows.append(await measure_posts(settings, scratch, tokens))
            # Their queued submissions are graded before the class starts.
            with running([*COMMAND, "runner"], settings):
                await _wait_until_empty(settings)
    alone = measure_alone(settings.workers, options.seconds)
    with running([*COMMAND, "serve"], settings, **UNLIMITED), running([*COMMAND, "runner"], settings):
        await asyncio.to_thread(wait_until_served, address)
        rows += await measure_class(settings, tokens, alone)
    return rows


async def _wait_until_empty(settings: Settings) -> None:
    database = Database(settings.database_url)
    statement = select(func.count()).select_from(Submission).where(Submission.status != Status.DONE)
    while await database.read(lambda session: session.scalar(statement)):  # noqa: ASYNC110 - another process's work
        await asyncio.sleep(0.2)
    await database.close()


async def measure_kills(kills: int, scratch: Path) -> Row:
    """Return the row about kills."""
    settings = make_settings(scratch)
    publish(settings)
    plan = Plan(
        command=COMMAND,
        environment=make_environment(settings),
        settings=settings,
        slug=SLUG,
        sources={read_solution(): "accepted"},
        faults=("server", "runner", "zygote", "spare"),
        kills=kills,
    )
    outcome = await wreak(plan, progress=True)
    return Row("kills survived", f"{outcome.faults.total()}", f"{len(outcome.findings)} lost, of {outcome.promised}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--learners", type=int, default=500, help="of the class that hands in at once (default 500)")
    parser.add_argument("--seconds", type=float, default=20.0, help="of the grader alone (default 20)")
    parser.add_argument("--kills", type=int, default=30, help="how many; `make chaos` does 300 (default 30)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="jaxdojo-load-", ignore_cleanup_errors=True) as scratch:
        rows = asyncio.run(measure(options, Path(scratch)))
    if options.kills:
        with tempfile.TemporaryDirectory(prefix="jaxdojo-load-", ignore_cleanup_errors=True) as scratch:
            rows.append(asyncio.run(measure_kills(options.kills, Path(scratch))))
    print_table(f"{SLUG} under load, in {ROOT.name}", rows)


if __name__ == "__main__":
    main()

"""How the service grows: two runners against one, and a queue under many runners whose grades only sleep.

`python -m bench.scaling [--runners 10,50,200] [--nap SECONDS] [--queue-only]` prints a table. A runner in the first two
rows grades one submission at a time with the real grader. The others sleep instead of grading (`bench.sleepers`), so
that only claims, heartbeats and verdicts cost time: the result is compared with the limit set by sleeping alone,
runners divided by seconds.

`python -m bench.scaling --curve [--runners 200] [--loads 20,40,60,80,90,100,110] [--out FILE]` draws the curve of
waiting time against load, in per cent of that limit (`bench.curve`), and writes its figures to a file.

`--postgresql` starts an empty PostgreSQL server, and `--database-url` names an empty database, to use instead of
SQLite. `docs/scaling.md` explains the figures.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from app.db.models import Submission
from app.db.statuses import Role, Status
from app.kit.logs import set_up_logs
from app.work.installation import open_installation
from bench.curve import measure_curve, print_curve
from bench.databases import add_options, list_numbers, name_database, provide_database
from bench.fleet import GIVE_UP_S, pause, sleeping, wait_for_runners
from bench.installations import COMMAND, SLUG, make_settings, publish, read_solution, running
from bench.table import Row, print_table
from grader.report import Mode
from scripts.site.curves import write_curve

if TYPE_CHECKING:
    from app.kit.settings import Settings
    from app.services import Services


async def queue_up(services: Services, count: int) -> None:
    """Queue `count` submissions."""
    source, most = read_solution(), services.settings.max_pending
    for first in range(0, count, most):
        name = f"learner{time.time_ns()}"
        account = await services.accounts.add_user(name, f"the password of {name}", Role.LEARNER)
        for _ in range(min(most, count - first)):
            await services.submissions.create(account, SLUG, source, Mode.SUBMIT)


async def measure_rate(services: Services, runners: int, grades: int) -> float:
    """Return verdicts per second while all of these runners, which have begun to register, have work."""
    await wait_for_runners(services, runners)
    await queue_up(services, grades)
    deadline = time.monotonic() + GIVE_UP_S
    began, at_first = time.perf_counter(), await _count_pending(services)
    while (left := await _count_pending(services)) > runners:
        await pause(deadline, "submissions are judged")
    return (at_first - left) / (time.perf_counter() - began)


async def _count_pending(services: Services) -> int:
    statement = select(func.count()).select_from(Submission).where(Submission.status != Status.DONE)
    return await services.database.read(lambda session: session.scalar(statement) or 0)


async def measure_runners(settings: Settings, grades: int) -> list[Row]:
    """Return the rows about real grades: one runner, then two."""
    rates = []
    async with open_installation(settings) as services:
        for runners in (1, 2):
            with ExitStack() as stack:
                for _ in range(runners):
                    stack.enter_context(running([*COMMAND, "runner"], settings))
                rates.append(await measure_rate(services, runners, grades))
                await _work_off(services)
    return [
        Row("1 runner, real grades", f"{rates[0]:.2f} verdicts a second", ""),
        Row("2 runners, real grades", f"{rates[1]:.2f} verdicts a second", f"{rates[1] / rates[0]:.2f}x of one"),
    ]


async def _work_off(services: Services) -> None:
    deadline = time.monotonic() + GIVE_UP_S
    while await _count_pending(services):
        await pause(deadline, "submissions are judged")


async def measure_queue(settings: Settings, runners: int, nap_s: float, seconds: float) -> Row:
    """Return the row about `runners` sleeping runners, measured for some seconds."""
    ideal = runners / nap_s
    async with open_installation(settings) as services:
        with sleeping(settings, runners, nap_s):
            rate = await measure_rate(services, runners, int(ideal * seconds) + 2 * runners)
            await _work_off(services)
    about = f"{runners} runners, naps of {nap_s:g} s"
    return Row(about, f"{rate:.1f} verdicts a second", f"{rate / ideal:.0%} of ideal")


async def measure(options: argparse.Namespace, url: str | None, scratch: Path) -> None:
    """Measure everything, one after the other, and print it."""
    settings = make_settings(scratch, url).model_copy(
        update={"workers": 1, "lost_after_s": 30.0, "stop_grace_s": 5.0, "log_level": "warning", "max_streams": 0}
    )
    set_up_logs(settings)
    if options.curve:
        curve = await measure_curve(settings, options, scratch, options.runners[-1])
        print_curve(curve)
        if options.out:
            write_curve(options.out, curve)
        return
    await asyncio.to_thread(publish, settings)
    rows = [] if options.queue_only else await measure_runners(settings, options.grades)
    for runners in options.runners:
        print(f"{runners} runners …", file=sys.stderr)
        rows.append(await measure_queue(settings, runners, options.nap, options.seconds))
    print_table(f"runners on {name_database(url)}", rows)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "--runners", type=list_numbers, default=[10, 50, 200], help="numbers of sleeping runners (default 10,50,200)"
    )
    parser.add_argument("--nap", type=float, default=5.0, help="seconds of a grade that sleeps (default 5)")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each row or step takes (default 20)")
    parser.add_argument("--grades", type=int, default=40, help="real grades for one and for two runners (default 40)")
    parser.add_argument("--queue-only", action="store_true", help="leave the real grades out")
    parser.add_argument("--curve", action="store_true", help="draw the curve of the last of the numbers of runners")
    parser.add_argument(
        "--loads", type=list_numbers, default=[20, 40, 60, 80, 90, 100, 110], help="of the curve, in per cent of ideal"
    )
    parser.add_argument(
        "--out", type=Path, help="a JSON file for the curve's figures; other databases' curves stay in it"
    )
    parser.add_argument("--sample", action="store_true", help="note in it that the figures are only a sample")
    add_options(parser)
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="jaxdojo-scaling-", ignore_cleanup_errors=True) as scratch,
        provide_database(options) as url,
    ):
        asyncio.run(measure(options, url, Path(scratch)))


if __name__ == "__main__":
    main()

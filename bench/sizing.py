"""From learners to machines: `python -m bench.sizing` prints the tables of docs/scaling.md.

The formula is explained there, and a test compares the page's figures and its table with this module. What a submission
costs server and database is measured: it follows from the knee of PostgreSQL's curve in docs/scaling.json.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scripts.site.curves import describe, read_curves
from scripts.site.picture import DATA

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scripts.site.curves import Curve

EACH: Final = 6
"""The submissions of a learner in the hour before a deadline."""
RUSH: Final = 3
"""How many times as many submissions come in its last minutes as on average."""
GRADE_S: Final = 0.7
"""Seconds of a core that a grade takes: the higher of those measured, 0.45 to 0.7 s."""
USED: Final = 0.75
"""The share of cores that may be in use, so that nobody waits long."""
CORES: Final = 16
"""The most cores of one machine."""
SERVICE_GIB: Final = 1.0
WARM_PROBLEMS: Final = 32
"""The number of problems that a runner keeps warm (`grader.grading.pool.MAX_ZYGOTES`)."""
WARM_GIB: Final = 0.09
GRADE_GIB: Final = 1.5
DATABASE_GIB: Final = 4.0
"""Memory of a database on a machine of its own."""
SUBMISSION_KIB: Final = 28
"""What a judged submission with its report and events takes in the database, in SQLite; PostgreSQL compresses it."""
HOURS: Final = 10
"""The number of deadlines for which there is room."""
BASE_GIB: Final = 2.5
"""What an installation takes on the disk."""
LEARNERS: Final = (100, 1_000, 10_000)


@dataclass(frozen=True)
class Need:
    """What so many learners need; `cores` and `memory_gib` are those of all machines together."""

    learners: int
    rate: float
    """Submissions a second in the last minutes."""
    machines: str
    cores: int
    memory_gib: int
    disk_gib: int


def find_costs(curves: Sequence[Curve]) -> tuple[float, float]:
    """Return the seconds of a core that a submission takes of the server and of PostgreSQL, at the knee."""
    curve = next(curve for curve in curves if curve.database == "postgresql")
    step = curve.knee or curve.steps[0]
    return step.server / step.offered, (step.database or 0.0) / step.offered


def tell_costs(server_s: float, database_s: float) -> str:
    """Return what a submission costs server and database, in words."""
    return f"{server_s * 1e3:.0f} ms of the server and {database_s * 1e3:.0f} ms of PostgreSQL"


def size(learners: int, server_s: float, database_s: float) -> Need:
    """Return what learners need in the hour before a deadline."""
    rate = learners * EACH * RUSH / 3600
    grading = math.ceil(rate * GRADE_S / USED)
    servers, database = (math.ceil(rate * each / USED) for each in (server_s, database_s))
    disk = math.ceil(BASE_GIB + HOURS * learners * EACH * SUBMISSION_KIB / 1024**2)
    warm = SERVICE_GIB + WARM_PROBLEMS * WARM_GIB
    together = max(2, math.ceil(rate * (GRADE_S + server_s + database_s) / USED))
    if together <= CORES:
        return Need(learners, rate, "1", together, math.ceil(warm + together * GRADE_GIB), disk)
    runners = math.ceil(grading / CORES)
    each = math.ceil(grading / runners)
    memory = runners * math.ceil(warm + each * GRADE_GIB) + servers * math.ceil(SERVICE_GIB) + DATABASE_GIB
    count = f"{runners + 2}: database, {servers} servers on one, {runners} runners of {each} workers"
    return Need(learners, rate, count, runners * each + servers + database, math.ceil(memory), disk)


def describe_needs(needs: Sequence[Need]) -> str:
    """Return the table of needs in Markdown."""
    rows = ["| learners | submissions a second | machines | cores | memory | disk |", "|---|---|---|---|---|---|"]
    rows += [
        f"| {need.learners:,} | {need.rate:g} | {need.machines} | {need.cores} | {need.memory_gib} GiB "
        f"| {need.disk_gib} GiB |"
        for need in needs
    ]
    return "\n".join(rows)


def main() -> None:
    """Print both tables."""
    curves = read_curves(DATA)
    server_s, database_s = find_costs(curves)
    print(describe(curves))
    print(f"\nA submission takes {tell_costs(server_s, database_s)}.\n")
    print(describe_needs([size(learners, server_s, database_s) for learners in LEARNERS]))


if __name__ == "__main__":
    main()

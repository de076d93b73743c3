"""Curves of waiting time against load: their points, their knees, and the file that keeps them, docs/scaling.json.

`bench.curve` measures them, docs/scaling.md has their figures as a table, and `scripts.site.picture` draws them.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

MOST_WAIT_S: Final = 1.0
"""The median waiting time that defines the knee, in seconds."""
KEEPING_UP: Final = 0.9
"""The least share of submissions of the knee that are judged in the time in which they come."""
FULL: Final = 0.8
"""The share of a resource from which on it counts as used up: what waits for it waits long."""


@dataclass(frozen=True)
class Step:
    """What was measured while submissions came at one rate.

    Waiting times are in seconds, from sending a submission to being told its verdict, without the time of its grade;
    those `stored` end when the verdict is in the database, and begin when the submission is. `server`, `database` and
    `runners` are cores in use, where they are known, and `busiest` is that of the busiest process with runners;
    `machine` is the share of all cores that is in use. `claims` got a job, and `empty` claims got none.
    """

    offered: float
    """Submissions a second."""
    verdicts: float
    """Verdicts a second, from the first to the last."""
    median: float
    p95: float
    stored_median: float
    stored_p95: float
    server: float
    database: float | None
    runners: float
    busiest: float
    machine: float
    claims: float
    empty: float
    connections: int | None


@dataclass(frozen=True)
class Curve:
    """The steps of one run, from the lowest to the highest load, and how it was made. `nap_s` is a grade's time."""

    database: str
    runners: int
    nap_s: float
    seconds: float
    measured: str
    machine: str
    is_sample: bool
    steps: list[Step]

    @property
    def ideal(self) -> float:
        """The verdicts a second that the runners give if nothing but the grades takes time."""
        return self.runners / self.nap_s

    @property
    def knee(self) -> Step | None:
        """The last step at which half of all learners wait less than `MOST_WAIT_S`, and verdicts keep up.

        None if there is none before the first at which they don't.
        """
        last = None
        for step in self.steps:
            if step.median >= MOST_WAIT_S or step.verdicts < KEEPING_UP * step.offered:
                break
            last = step
        return last

    @property
    def limit(self) -> str:
        """What limits the load, in words: the resource that is used up just above the knee, or at the last step."""
        knee = self.knee
        after = [step for step in self.steps if knee is None or step.offered > knee.offered]
        step = after[0] if after else self.steps[-1]
        found = name_limit(step, self.ideal)
        if found:
            return found
        return "probably SQLite, which one process writes at a time" if self.database == "sqlite" else "not known"


def name_limit(step: Step, ideal: float) -> str:
    """Return the name of the resource that is used up at a step, in words; empty if none that is measured is."""
    if step.verdicts >= KEEPING_UP * ideal:
        return "the runners, which all grade"
    if step.server >= FULL:
        return "the server's process, which uses one core"
    if step.busiest >= FULL:
        return "a process with runners, which uses one core"
    if step.machine >= FULL:
        shares = {"server": step.server, "database": step.database or 0.0, "runners": step.runners}
        return f"the machine's cores, most of them used by the {max(shares, key=lambda name: shares[name])}"
    return ""


def describe_time(seconds: float) -> str:
    """Return a waiting time as text: `20 ms` or `1.5 s`."""
    return f"{seconds * 1e3:.0f} ms" if seconds < 1 else f"{seconds:.3g} s"


def read_curves(file: Path) -> list[Curve]:
    """Return the curves in a file; none if there is no file."""
    found = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else []
    return [Curve(**one | {"steps": [Step(**step) for step in one["steps"]]}) for one in found]


def write_curve(file: Path, curve: Curve) -> None:
    """Write a curve to a file, in place of an earlier one of the same database; other databases' stay."""
    curves = {one.database: one for one in read_curves(file)} | {curve.database: curve}
    data = [_round(asdict(curves[name])) for name in sorted(curves, reverse=True)]
    file.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def _round(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """Return JSON whose numbers have three digits after the point."""
    if isinstance(value, float):
        return round(value, 3)
    if isinstance(value, dict):
        return {name: _round(one) for name, one in value.items()}
    return [_round(one) for one in value] if isinstance(value, list) else value


def describe(curves: Sequence[Curve]) -> str:
    """Return the figures of curves as a table in Markdown, a row for each step."""
    rows = [
        "| database | sent a second | judged a second | median wait | p95 | cores of server, database, runners |",
        "|---|---|---|---|---|---|",
    ]
    for curve in curves:
        for step in curve.steps:
            knee = ", the knee" if step is curve.knee else ""
            cores = ", ".join(
                "-" if one is None else f"{one:.2f}" for one in (step.server, step.database, step.runners)
            )
            rows.append(
                f"| {curve.database} | {step.offered:.1f}{knee} | {step.verdicts:.1f} | {describe_time(step.median)} "
                f"| {describe_time(step.p95)} | {cores} |"
            )
    return "\n".join(rows)

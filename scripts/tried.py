"""Reads and writes `problems/tried.jsonl`: what each full publication tried, on which stack, and what came of it.

`problems/checked.txt` says which problems passed a full check and is all that an installation needs. This file says
what the check consisted of, for whoever builds or reviews a release. A line is a JSON object for a problem on a stack.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Final

from grader.publishing.checked import rewriting

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from grader.publishing.publish import PublishReport
    from grader.publishing.trials import Trial

TRIED: Final = "tried.jsonl"
"""The file's name in the folder of problems."""

Line = dict[str, object]


def describe_trials(slug: str, report: PublishReport) -> Line:
    """Return the line of a publication in full; raises `ValueError` if something was left out of it."""
    if report.proof is None:
        raise ValueError("it wasn't published in full")
    return {
        "problem": slug,
        "digest": report.proof.digest,
        "stack": report.proof.stacks[0],
        "samples": report.samples,
        "pool": report.pool,
        "accepted": report.accepted,
        "rejected": report.rejected,
        "mutants": _count(report.mutants or []),
        "mutants_left": report.mutants_left,
        "fakes": _count(report.fakes or []),
    }


def read_tried(folder: Path) -> list[Line]:
    """Return the lines in a folder of problems; an empty list if there is no file."""
    path = folder / TRIED
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def note_tried(folder: Path, line: Line) -> None:
    """Store a line in place of an earlier one of its problem and stack; drop those about other files of the problem."""
    with rewriting(folder / TRIED) as scratch:
        kept = [one for one in read_tried(folder) if _stays_beside(one, line)]
        ordered = sorted([*kept, line], key=lambda one: (str(one["problem"]), str(one["stack"])))
        scratch.write_text("".join(json.dumps(one) + "\n" for one in ordered), encoding="utf-8")


def _stays_beside(one: Line, new: Line) -> bool:
    if one["problem"] != new["problem"]:
        return True
    return one["digest"] == new["digest"] and one["stack"] != new["stack"]


def _count(trials: Iterable[Trial]) -> dict[str, int]:
    return dict(sorted(Counter(trial.result for trial in trials).items()))

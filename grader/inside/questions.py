"""Reads the cases and the drawn calls in a JOB frame. Runs inside the sandbox."""

from __future__ import annotations

import json
from typing import Any

from grader.inside.ledger import Draw
from grader.protocol import Frame, Seal, Value, ValueReader

_scan: Any = json.JSONDecoder().scan_once  # type: ignore[attr-defined]  # written in C: nothing can be put in its place


def read_cases(job: Frame) -> list[list[dict[str, Value]]]:
    """Return the arguments of each call of each case in a JOB frame."""
    reader = ValueReader(job.payload)
    cases: Any = job.header["cases"]
    return [[{name: reader.read(node) for name, node in call.items()} for call in case] for case in cases]


def read_draws(job: Frame, questions: Seal) -> list[tuple[int, bool, Draw] | None]:
    """Return each case's drawn call: its index, whether it runs before the normal call, and the draw; or None.

    In the job, they are concealed with the seal of questions.
    """
    header: dict[str, Any] = job.header
    concealed = header.pop("draws", None)
    draws = _scan(questions.conceal(bytes.fromhex(concealed)).decode(), 0)[0] if concealed is not None else None
    return [
        (plan["call"], plan["first"], Draw(bytes.fromhex(plan["seed"]), tuple(plan["kinds"]), plan["function"]))
        if plan is not None
        else None
        for plan in draws or [None] * len(header["cases"])
    ]

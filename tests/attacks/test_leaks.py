"""Submissions that try to leak a hidden case's value to the learner, each in a different way.

Each is graded twice, with hidden cases that differ only in their values. What the learner is shown (the report and
every event) must be the same both times, except for the time taken. Leaks that can't be closed are in `REMAINING`,
each with the field that leaks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from grader.report import Mode
from tests.attacks.forward import make_case
from tests.attacks.leaks import LEAKS, REMAINING

if TYPE_CHECKING:
    from grader.bundle.contents import Bundle
    from grader.grading.client import Grader
    from grader.grading.grade import GradeEvent
    from grader.report import Report
    from tests.attacks.submissions import Attack

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(180)]
TIMES = ("seconds", "timing", "segments")


def without_times(told: object) -> object:
    if isinstance(told, dict):
        return {key: without_times(value) for key, value in told.items() if key not in TIMES}
    return [without_times(item) for item in told] if isinstance(told, list) else told


def grade(grader: Grader, bundle: Bundle, attack: Attack, value: float) -> tuple[Report, list[object]]:
    """Grade with two hidden cases that contain `value`; return the report, and everything that the learner is shown."""
    hidden = [make_case(f"hidden-{n}", np.full((4, 3), value + n / 64, np.float32), 2) for n in range(2)]
    events: list[GradeEvent] = []
    report = grader.grade(bundle, attack.source, mode=Mode.SUBMIT, on_event=events.append, hidden=hidden)
    shown = [report.model_dump(mode="json"), *(event.data for event in events)]
    return report, [without_times(part) for part in shown]


@pytest.mark.parametrize("attack", LEAKS.values(), ids=LEAKS)
def test_what_is_shown_does_not_depend_on_a_hidden_value(
    grader: Grader,
    bundle: Bundle,
    attack: Attack,
) -> None:
    (report, shown), (_, again) = (grade(grader, bundle, attack, value) for value in (1.25, 1.5))
    assert f"{report.verdict} {report.code}" in attack.verdict.split("|"), report.message
    assert shown == again


@pytest.mark.parametrize(("attack", "field"), REMAINING.values(), ids=REMAINING)
def test_what_remains_is_a_choice_among_few(
    grader: Grader,
    bundle: Bundle,
    attack: Attack,
    field: str,
) -> None:
    first, second = (grade(grader, bundle, attack, value)[0].model_dump() for value in (1.25, 1.5))
    assert first[field] != second[field]

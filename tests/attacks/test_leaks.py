"""Submissions that try to leak a hidden case's value to the learner, each in a different way.

Each is graded twice, with hidden cases that differ only in their values. What the learner is shown (the report and
every event) must be the same both times, except for the time taken. Leaks that can't be closed are in `REMAINING`,
each with the field that leaks.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from grader.package.files import Pool
from grader.report import Mode, Verdict
from tests.attacks.forward import HONEST, make_case
from tests.attacks.leaks import BY_LABEL, LEAKS, REMAINING

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


def test_names_and_labels_of_hidden_cases_are_private(grader: Grader, bundle: Bundle) -> None:
    """They are in nothing that is shown, whether the submission is right or fails in one of the cases."""
    names = "a row of zeros", "negative numbers"
    hidden = [make_case(name, np.full((4, 3), 1.25, np.float32), 2) for name in names]
    for source in (HONEST, BY_LABEL.source):
        events: list[GradeEvent] = []
        report = grader.grade(bundle, source, mode=Mode.SUBMIT, on_event=events.append, hidden=hidden)
        assert report.cases[-1].hidden
        shown = f"{report.model_dump_json()} {[event.data for event in events]}"
        assert not [name for name in names if name in shown]


def test_labels_that_the_author_makes_public_are_told(grader: Grader, bundle: Bundle) -> None:
    manifest = bundle.manifest.model_copy(update={"pool": Pool(labels="public")})
    public = replace(bundle, manifest=manifest)
    told = [grade(grader, public, BY_LABEL, value)[0].cases[-1].label for value in (1.25, 1.5)]
    assert told == ["hidden-0", "hidden-1"]
    report, _ = grade(grader, public, replace(BY_LABEL, after=""), 1.25)
    assert report.verdict is Verdict.ACCEPTED
    assert {case.label for case in report.cases if case.hidden} == {"hidden-0", "hidden-1"}

"""What the check `values` reports about an output: how close it is and, only for a sample, what differs."""

from __future__ import annotations

from typing import Any

import pytest

from grader.judge.hidden import withhold_case
from grader.judge.verdict import judge_case
from grader.package.specs.outputs import RepeatSpec
from tests.unit.grader.factories import ALL_CHECKS, make_call, make_case, make_evidence, make_frame, make_manifest, pack


@pytest.mark.parametrize(
    ("last", "match", "error", "ulp", "words"),
    [
        (4.0, "bit_equal", 0.0, 0, "equal to the reference, bit for bit"),
        (4.0000005, "within_ulp", 1.0, 1, "up to the last bits"),
        (4.0000024, "within_tolerance", 5.0, 5, "within rounding"),
    ],
)
def test_the_values_say_how_close_they_are(last: float, match: str, error: float, ulp: int, words: str) -> None:
    frame = make_frame([make_evidence()] * 2, [pack(1, 4), pack(3, last)])
    report, _ = judge_case(make_manifest(), make_case(), frame, hidden=True)
    values: dict[str, Any] = report.checks[0].data
    assert values == {"match": match, "scaled_error_eps": error, "max_ulp": ulp}
    assert words in report.checks[0].message


def test_only_a_sample_shows_what_differs() -> None:
    frame = make_frame([make_evidence()] * 2, [pack(1, 4), pack(3, 5)])
    sample, hidden = (judge_case(make_manifest(), make_case(), frame, hidden=hidden)[0] for hidden in (False, True))
    shown: Any = sample.checks[0].data
    assert shown["worst"][0] == {"where": "[1]", "got": "5.0", "expected": "4.0", "error": 2097000.0}
    assert shown["map"]["shape"] == [2]
    assert hidden.checks[0].data == {"call": 1, "difference": {"kind": "rows"}}


REORDERED = make_manifest(ALL_CHECKS.model_copy(update={"repeat": RepeatSpec(reordered=True)}))
UNTRACED = [make_evidence(), make_evidence(traces=[])]


@pytest.mark.parametrize(("last", "blamed"), [(4, True), (5, False)])
def test_an_old_value_is_blamed_where_another_order_of_calls_gives_the_right_result(
    last: float, *, blamed: bool
) -> None:
    studied = {"repeat": {"found": [pack(3, last), pack(7, 7), pack(7, 7), pack(3, last)]}}
    frame = make_frame(UNTRACED, [pack(1, 4), pack(3, 5)], studied=studied)
    report, _ = judge_case(REORDERED, make_case(), frame, hidden=False)
    message = report.checks[0].message
    assert ("Wrong calls are right when the calls are made in a different order" in message) == blamed
    assert ("This call ran a program that JAX traced in an earlier one." in message) == blamed


@pytest.mark.parametrize(("size", "blamed"), [(2, True), (4, False)])
def test_an_old_shape_is_blamed_where_an_earlier_call_has_it(size: int, *, blamed: bool) -> None:
    second = make_call(3.0)
    second = type(second)(second.label, second.args, pack(3, 4, 5), second.traces)
    frame = make_frame(UNTRACED, [pack(1, 4), pack(*range(size))])
    report, _ = judge_case(make_manifest(), make_case(make_call(1.0), second), frame, hidden=False)
    assert report.checks[0].code == "values.shape"
    assert ("This call ran a program that JAX traced" in report.checks[0].message) == blamed


@pytest.mark.parametrize(("ran", "words"), [(1, "ran a program that JAX traced"), (0, "ran no program of JAX")])
def test_a_result_that_was_kept_is_not_blamed_on_a_program(ran: int, words: str) -> None:
    last = make_evidence(traces=[], called=[], dispatches=ran)
    frame = make_frame([make_evidence(), last], [pack(1, 4), pack(1, 4)])
    second = make_call(3.0)
    case = make_case(make_call(), type(second)(second.label, second.args, pack(3, 5), second.traces))
    report, _ = judge_case(make_manifest(), case, frame, hidden=False)
    assert "It equals what call 1 should have returned" in report.checks[0].message
    assert f"This call {words}" in report.checks[0].message


def test_of_a_hidden_case_the_kind_of_a_difference_is_told() -> None:
    frame = make_frame([make_evidence()] * 2, [pack(2, 8), pack(3, 5)])
    report, _ = judge_case(make_manifest(), make_case(), frame, hidden=True)
    told = withhold_case(report, None).checks[0]
    assert told.message == "In a hidden case: the numbers differ by more than rounding; a constant factor is wrong."
    assert told.data == {"difference": {"kind": "factor"}}

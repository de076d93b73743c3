"""A case is judged with the declared checks, and `repeat` says how much it compared."""

from __future__ import annotations

from grader.judge.checks import CHECKS
from grader.judge.checks.view import tell_least, times
from grader.judge.verdict import judge_case
from grader.package.specs import Checks
from grader.protocol import Array
from tests.unit.grader.factories import ALL_CHECKS, make_call, make_case, make_evidence, make_frame, make_manifest, pack

EQUAL = make_case(make_call(1.0, label="first"), make_call(1.0, label="again"))


def test_what_a_figure_is_compared_with_is_told() -> None:
    assert tell_least(3000.0, 1024) == "reference's 3000"
    assert tell_least(100, 1024) == "1024 that smaller figures of a reference count as"


def test_no_count_is_told_by_a_word_that_turns_a_sentence_round() -> None:
    assert [times(count) for count in range(4)] == ["0 times", "once", "twice", "3 times"]


def test_only_the_checks_that_are_asked_for_are_made() -> None:
    frame = make_frame([make_evidence(state=None)] * 2, [pack(1, 4), pack(3, 4)])
    report, _ = judge_case(make_manifest(Checks()), make_case(), frame, hidden=False)
    assert [check.check for check in report.checks] == ["values", "host"]
    assert set(CHECKS) == set(type(ALL_CHECKS).model_fields)


def test_repeat_says_how_much_it_compared() -> None:
    pair = make_frame([make_evidence()] * 2, [pack(1, 4)] * 2)
    report, _ = judge_case(make_manifest(), EQUAL, pair, hidden=True)
    assert report.checks[1].data == {"compared": 1}
    assert isinstance(EQUAL.calls[0].expected, Array)

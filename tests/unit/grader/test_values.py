"""What the check `values` tells of an output: how close it is, and, of a sample alone, what differs."""

from __future__ import annotations

from typing import Any

import pytest

from grader.judge.verdict import judge_case
from tests.unit.grader.factories import make_case, make_evidence, make_frame, make_manifest, pack


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
    assert hidden.checks[0].data == {"call": 1}

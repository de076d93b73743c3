"""The check `checker`: a problem's own checker, in a separate sandbox."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import pytest

from grader.errors import PublishRefusedError
from grader.report import Mode, Verdict

if TYPE_CHECKING:
    from tests.integration.checks.conftest import Kata, MakeKata

SPLIT = """
    import jax.numpy as jnp

    def solve(x, parts):
        return [x[i::int(parts)] for i in range(int(parts))]
"""
CHECKER = """
    import numpy as np
    from grader.inside.authoring import Finding

    def check(calls):
        for call in calls:
            if len(call.output) != int(call.args["parts"]):
                return Finding("count", f"{len(call.output)} parts came back; {int(call.args['parts'])} are asked for.")
            if sorted(np.concatenate(call.output)) != sorted(call.args["x"]):
                return Finding("lost", "The parts together are not the whole.")
        return None
"""
IMPORT = "from grader.inside.authoring import Finding"
CODES = {
    "count": {"meaning": "there are more or fewer parts than asked for", "verdict": "invalid_output"},
    "lost": {"meaning": "the parts together are not the whole"},
}


def make_problem(make_kata: MakeKata, checker: str) -> Kata:
    return make_kata(
        parameters={"x": "float32[N]", "parts": "float"},
        returns="list",
        calls='[Call({"x": rng.standard_normal(6).astype(np.float32), "parts": 2.0})]',
        checks={"values": None, "checker": {"codes": CODES}},
        reference=SPLIT,
        checker=checker,
    )


@pytest.fixture(scope="module")
def kata(make_kata: MakeKata) -> Kata:
    return make_problem(make_kata, CHECKER)


@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        ("[x[i::int(parts)] for i in range(int(parts))]", "accepted accepted"),
        ("list(x.reshape(int(parts), -1))", "accepted accepted"),
        ("[x]", "invalid_output checker.count"),
        ("[x[:3], x[:3]]", "wrong_answer checker.lost"),
    ],
)
def test_any_right_answer_is_right(kata: Kata, body: str, verdict: str) -> None:
    assert kata.verdict(f"def solve(x, parts):\n    return {body}\n") == verdict


WRONG_FROM = """
    import sys
    sys.cases = getattr(sys, "cases", 0) + 1

    def solve(x, parts):
        return [x] if sys.cases > {right} else [x[::2], x[1::2]]
"""


@pytest.mark.parametrize(
    ("right", "told"),
    [(0, "1 parts came back; 2 are asked for."), (1, "There are more or fewer parts than asked for.")],
    ids=["sample", "hidden case"],
)
def test_its_own_sentence_is_for_samples(kata: Kata, right: int, told: str) -> None:
    report = kata.grade(textwrap.dedent(WRONG_FROM.format(right=right)))
    wrong = next(case for case in report.cases if case.verdict is not Verdict.ACCEPTED)
    assert wrong.hidden == (right == 1)
    assert [check.message for check in wrong.checks if check.check == "checker"] == [told]


@pytest.mark.parametrize(
    ("checker", "words"),
    [
        ("def check(calls):\n    raise KeyError('slip')", "checker.py raised KeyError"),
        ("def check(calls):\n    return 'wrong'", "check returned str"),
        (
            "from grader.inside.authoring import Finding\ndef check(calls):\n    return Finding('other', 'no')",
            "'other'",
        ),
        ("import os\ndef check(calls):\n    os._exit(0)", "ended its sandbox"),
        ("def check(:", "checker.py raised SyntaxError"),
    ],
    ids=["raises", "returns text", "undeclared code", "exits", "no Python"],
)
def test_a_broken_checker_is_not_published(make_kata: MakeKata, checker: str, words: str) -> None:
    with pytest.raises(PublishRefusedError) as refused:
        make_problem(make_kata, checker)
    assert "internal_error (platform.checker" in str(refused.value)
    assert words in str(refused.value)


def test_a_checker_that_fails_later_is_our_failure(kata: Kata) -> None:
    """The submission isn't blamed if the checker can't handle its output."""
    report = kata.grader.grade(kata.bundle, b"def solve(x, parts):\n    return [[x[:3]], x[3:]]\n", mode=Mode.SUBMIT)
    assert (report.verdict, report.code) == ("internal_error", "platform.checker")

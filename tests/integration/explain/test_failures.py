"""Explanations, in a learner's words, of the errors that the installed JAX and Flax raise."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import pytest

from grader.judge.errors import RULES
from grader.judge.evidence import CaseEvidence, ErrorEvidence
from grader.judge.explain import explain_error
from grader.report import Verdict
from tests.integration.explain.conftest import run_programs
from tests.integration.explain.failure import HEAD, Failure
from tests.integration.explain.failures import TABLE

if TYPE_CHECKING:
    from grader.protocol import Frame

KNOWN = {"error.exit", "error.import", "error.debugger"}
"""Codes whose messages are in `tests/unit/grader/test_explain.py`."""


def write_program(failure: Failure) -> str:
    return f"{HEAD}{failure.before}def run(step):\n{textwrap.indent(failure.body, '    ')}\n"


@pytest.fixture(scope="module")
def errors() -> dict[str, ErrorEvidence | None]:
    def find(frames: list[Frame]) -> ErrorEvidence | None:
        return CaseEvidence.model_validate(frames[-1].header).error

    found = run_programs([write_program(failure) for failure in TABLE.values()])
    return {name: find(frames) for name, frames in zip(TABLE, found, strict=True)}


@pytest.mark.parametrize("name", TABLE)
def test_each_failure_has_its_explanation(errors: dict[str, ErrorEvidence | None], name: str) -> None:
    error = errors[name]
    assert error is not None, "nothing was raised"
    verdict, code, words, line = explain_error(error, hidden=False)
    assert (verdict, code) == (Verdict.RUNTIME_ERROR, TABLE[name].code), f"{error.type}: {error.message}"
    assert TABLE[name].words in words
    assert line is None or words.endswith(f" Line {line}.")
    assert "{" not in words


@pytest.mark.parametrize("name", TABLE)
def test_hidden_cases_get_the_same_code_without_the_details(errors: dict[str, ErrorEvidence | None], name: str) -> None:
    error = errors[name]
    assert error is not None
    _, code, words, _ = explain_error(error, hidden=True)
    assert code == TABLE[name].code
    assert not [part for part in ("(3,)", "(2, 3)", "argument x") if part in words]


def test_every_rule_is_reached_by_what_is_really_raised() -> None:
    assert {rule.code for rule in RULES} == {failure.code for failure in TABLE.values()} | {*KNOWN}
    assert len({failure.code for failure in TABLE.values()}) >= 40

"""What is said about a submission that ran out of time, or that Python can't compile."""

from __future__ import annotations

import pytest

from grader.judge.conclusion import TOO_DEEP, explain_outcome, explain_referee, explain_unloaded
from grader.judge.evidence import FailureEvidence
from grader.report import Verdict
from grader.sandbox.outcome import Ending, Outcome, drop_dump
from grader.sandbox.spending import RanOut
from tests.unit.grader.factories import make_error


@pytest.mark.parametrize(
    ("ran_out", "line", "hidden", "code", "words", "never"),
    [
        (RanOut.PROCESSOR, 7, False, "limit.time", "in line 7 then", "waited"),
        (RanOut.PROCESSOR, 7, True, "limit.time", "more than 10 seconds of processor time", "never ends"),
        (RanOut.PROCESSOR, None, False, "limit.time", "a loop in Python", "never ends"),
        (RanOut.IDLE, None, False, "limit.time", "it waited", "never ends"),
        (RanOut.IDLE_IN_ALL, None, False, "limit.time", "Over all its calls", "10 seconds"),
        (RanOut.PROCESSOR_IN_ALL, None, False, "limit.time", "Over all its calls", "10 seconds"),
        (RanOut.STARVED, None, False, "platform.busy", "not the code's fault", "never ends"),
        (None, None, False, "limit.time", "more than 10 seconds", "never ends"),
    ],
)
def test_an_endless_loop_is_spoken_of_only_with_its_line(
    ran_out: RanOut | None, line: int | None, *, hidden: bool, code: str, words: str, never: str
) -> None:
    outcome = Outcome(Ending.TIMED_OUT, ran_out=ran_out, line=line)
    found = explain_outcome(outcome, b"", "in case 1", 10, hidden=hidden)
    assert found.code == code
    assert (found.verdict is Verdict.INTERNAL_ERROR) == (ran_out is RanOut.STARVED)
    assert words in found.message
    assert never not in found.message
    assert found.line == (None if hidden else line)


def test_programs_that_used_up_the_time_of_all_cases_are_not_told_the_limit_of_one() -> None:
    outcome = Outcome(Ending.TIMED_OUT, ran_out=RanOut.PROCESSOR_IN_ALL)
    found = explain_referee(outcome, "in a hidden case", 20)
    assert found.code == "limit.time"
    assert "over all cases" in found.message
    assert "20 seconds" not in found.message


def test_answers_of_programs_that_are_too_large_are_no_crash() -> None:
    found = explain_referee(Outcome(Ending.ANSWER_LIMIT), "in a hidden case", 20)
    assert (found.verdict, found.code) == (Verdict.OUTPUT_LIMIT_EXCEEDED, "limit.output")
    assert found.message.startswith("All answers of your code together were larger than is allowed in a hidden case.")


@pytest.mark.parametrize(
    ("kind", "message", "told", "line"),
    [
        ("SyntaxError", "invalid syntax", "Line 3 is not valid Python: invalid syntax.", 3),
        ("SyntaxError", "Perhaps you forgot a comma?", "Line 3 is not valid Python: Perhaps you forgot a comma?", 3),
        ("RecursionError", "maximum recursion depth exceeded during ast construction", TOO_DEEP, None),
        ("MemoryError", "Parser stack overflowed - Python source too complex to parse", TOO_DEEP, None),
    ],
)
def test_a_file_that_python_can_not_compile_is_told_why(kind: str, message: str, told: str, line: int | None) -> None:
    error = make_error(type=kind, bases=[], message=message, frames=[{"line": 3, "function": "<module>", "text": ""}])
    found = explain_unloaded(FailureEvidence.model_validate({"stage": "syntax", "error": error}), hidden=False)
    assert (found.code, found.message, found.line) == ("source.syntax", told, line)


@pytest.mark.parametrize(
    ("ending", "told"),
    [
        (Outcome(Ending.OUTPUT_LIMIT), "Your code printed more than is allowed. Print less."),
        (Outcome(Ending.ANSWER_LIMIT), "All answers of your code together were larger than is allowed. Return smaller"),
        (Outcome(Ending.EXITED, status=0), "Your code ended the process. Take out what does so."),
        (Outcome(Ending.TIMED_OUT), "Your code took more than 10 seconds of processor time. Look for"),
    ],
)
def test_what_is_said_of_a_program_names_no_case(ending: Outcome, told: str) -> None:
    assert explain_outcome(ending, b"", "", 10).message.startswith(told)


def test_a_dump_is_not_shown_as_output() -> None:
    dump = (
        b'Current thread 0x7f (most recent call first):\n  File "solution.py", line 4 in f\n  File "/dojo/x.py", line 1'
    )
    assert drop_dump(b"mine\n" + dump) == b"mine\n"
    assert drop_dump(b"Traceback (most recent call last):\n  mine\n") == b"Traceback (most recent call last):\n  mine\n"
    assert drop_dump(b"x" * 2**20) == b"x" * 2**20

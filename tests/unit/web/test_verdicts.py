"""The first lines of the verdict panel, in each state."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.web.drawing import verdicts
from grader.judge.errors import RULES
from grader.report import CaseReport, CheckResult, CheckSummary, Mode, Report, Verdict

PROBLEMS = Path(__file__).parents[3] / "problems"


def make_case(name: str, *, passed: bool) -> CaseReport:
    check = CheckResult(check="traces", passed=passed, code="c", message="m")
    verdict = Verdict.ACCEPTED if passed else Verdict.WRONG_STRUCTURE
    return CaseReport(name=name, label="", hidden=True, verdict=verdict, seconds=0, checks=[check])


def make_report(verdict: Verdict, mode: Mode = Mode.SUBMIT, *, passed: bool = True) -> Report:
    cases = [make_case("a", passed=passed), make_case("b", passed=True)]
    checks = [CheckSummary(check="inputs_unchanged", passed=passed, code="", message="", cases=2)]
    return Report(
        problem="p", version="v", mode=mode, verdict=verdict, code="", message="", score=0, cases=cases, checks=checks
    )


def test_a_run_claims_no_more_than_the_samples() -> None:
    assert verdicts.name_verdict(make_report(Verdict.ACCEPTED)) == "Accepted"
    assert verdicts.name_verdict(make_report(Verdict.ACCEPTED, Mode.RUN)) == "Accepted on the samples"


def test_colour_is_never_the_only_sign() -> None:
    for verdict in Verdict:
        head = verdicts.judged(make_report(verdict))
        assert head.sign
        assert head.tone == {Verdict.ACCEPTED: "good", Verdict.INTERNAL_ERROR: "warn"}.get(verdict, "bad")


def test_waiting_tells_the_place() -> None:
    assert verdicts.waiting(3).message == "Place 3 in the queue."
    assert verdicts.waiting(1, "We try again.").message == "We try again. Next in the queue."
    assert verdicts.running(2, 10).message == "2 of 10 cases done."


def test_comparing_two_attempts() -> None:
    bad, good = make_report(Verdict.WRONG_STRUCTURE, passed=False), make_report(Verdict.ACCEPTED)
    words = verdicts.compare_reports(good, bad)
    assert words == (
        "Your last submission: Right answer, wrong way, 1 of 2 cases; now 2 of 2 cases; fixed: inputs unchanged."
    )
    assert "new problems: inputs unchanged" in verdicts.compare_reports(bad, good)
    run = make_report(Verdict.ACCEPTED, Mode.RUN)
    assert verdicts.compare_reports(run, run).startswith("Your last run: Accepted on the samples, 2 of 2 cases;")


@pytest.mark.parametrize(
    ("text", "sentence", "advice"),
    [
        ("It is so.", "It is so.", ""),
        ("It is so. Do that. And that.", "It is so.", "Do that. And that."),
        ("`a. B` is so (as said. See there). Do that.", "`a. B` is so (as said. See there).", "Do that."),
        ("It is 0.5 eps off. `x` is why.", "It is 0.5 eps off.", "`x` is why."),
        ("No end", "No end", ""),
    ],
)
def test_a_message_is_a_sentence_and_advice(text: str, sentence: str, advice: str) -> None:
    assert verdicts.split_message(text) == (sentence, advice)


def test_a_lesson_is_linked_by_its_heading() -> None:
    pointer = " The lesson of `pytree_cache` says more, under “What goes where”."
    head = verdicts.judged(make_report(Verdict.RUNTIME_ERROR).model_copy(update={"message": f"So. Do it.{pointer}"}))
    assert (head.message, head.advice) == ("So.", "Do it.")
    assert head.lesson == ("pytree_cache", "lesson-what-goes-where", "What goes where")
    rules = [rule for rule in RULES if rule.lesson is not None]
    assert rules
    for rule in rules:
        slug, heading = rule.lesson or ("", "")
        lesson = (PROBLEMS / slug / "lesson.md").read_text("utf-8")
        assert f"## {heading}\n" in lesson, "a lesson that an explanation names is there"


def test_the_line_of_a_message_is_shown() -> None:
    source = "a = 1\n    b = 2\n" + "c" * 500
    assert verdicts.find_line(source, 2) == "b = 2"
    assert verdicts.find_line(source, 3) == "c" * verdicts.MAX_EXCERPT + " …"
    assert [verdicts.find_line(source, line) for line in (None, 0, 4)] == ["", "", ""]

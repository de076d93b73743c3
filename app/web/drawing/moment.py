"""The panel after an accepted submission: the first attempt beside this one, what was learnt, and what is next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.kit.language import plural
from app.kit.language import translate as _
from app.web.drawing.layers import choose_picture
from app.web.drawing.timeline import draw_timeline, measure_ms, tell_times
from app.web.drawing.verdicts import name_verdict

if TYPE_CHECKING:
    from app.domains.problems.schemas import ProblemSummary
    from app.domains.submissions.schemas import Journey, SubmissionView
    from app.web.drawing.timeline import Timeline
    from grader.report import CaseReport, Report


@dataclass(frozen=True, slots=True)
class Side:
    """One of two attempts: its submission, the name of its verdict, and its calls in the sample that both have."""

    id: str
    title: str
    verdict: str
    timeline: Timeline


@dataclass(frozen=True, slots=True)
class AttemptPair:
    """The first attempt and this one, drawn on one scale for the sample `case`, and the difference as a sentence."""

    case: str
    sentence: str
    sides: tuple[Side, Side]


@dataclass(frozen=True, slots=True)
class Moment:
    """Everything shown with an accepted submission. If nothing can be compared, `way` describes the attempts.

    `shared` is None where others' solutions are closed; `saw_solution` and `had_solved` are those of the `Journey`.
    """

    submission: str
    problem: str
    pair: AttemptPair | None
    way: str
    learnt: list[str]
    following: ProblemSummary | None
    shared: int | None
    scored: bool
    score: float
    saw_solution: bool
    had_solved: bool


def draw_pair(journey: Journey, last: SubmissionView) -> AttemptPair | None:
    """Return the last attempt and the first one that can be compared with it; None if there is none.

    It must have made the same calls in the same sample, with a different number of traces.
    """
    picture = None if last.report is None else choose_picture(last.report.cases)
    if last.report is None or picture is None or not picture.case.calls:
        return None
    for number, first in enumerate(journey.earliest, start=1):
        before = None if first.report is None else find_case(first.report, picture.case.name)
        if first.report is None or before is None or first.version != last.version or first.id >= last.id:
            continue
        sentence = compare_calls(before, picture.case)
        if sentence:
            top = max(measure_ms(call) for case in (before, picture.case) for call in case.calls)
            title = _("First attempt") if number == 1 else _("Attempt %(number)s", number=number)
            sides = (
                Side(first.id, title, name_verdict(first.report), draw_timeline(before.calls, top)),
                Side(last.id, _("Solution"), name_verdict(last.report), draw_timeline(picture.case.calls, top)),
            )
            return AttemptPair(picture.case.name, sentence, sides)
    return None


def find_case(report: Report, name: str) -> CaseReport | None:
    """Return a report's sample with this name."""
    return next((case for case in report.cases if case.name == name and not case.hidden), None)


def compare_calls(before: CaseReport, now: CaseReport) -> str:
    """Return what changed between two attempts at a sample, in a few words; an empty string if nothing did."""
    then, traces = count_traces(before), count_traces(now)
    if [call.label for call in before.calls] != [call.label for call in now.calls] or not traces or not then:
        return ""
    if then == traces:
        return ""
    return _("Traced %(then)s, then %(now)s", then=name_times(then), now=name_times(traces))


def name_times(number: int) -> str:
    """Return `once`, `twice`, `3 times`."""
    return {1: _("once"), 2: _("twice")}.get(number) or _("%(number)s times", number=number)


def count_traces(case: CaseReport) -> int:
    """Return the number of traces of the learner's functions in a case's calls."""
    return sum(call.traces for call in case.calls)


def tell_way(journey: Journey) -> str:
    """Return a sentence with the number of attempts."""
    if journey.attempts <= 1:
        return _("Accepted at the first attempt.")
    return plural("Accepted after %(num)s attempt.", "Accepted after %(num)s attempts.", journey.attempts)


def tell_result(report: Report, pair: AttemptPair | None) -> str:
    """Return an accepted submission's result in a few words, for other people."""
    if pair is not None:
        return pair.sentence
    picture = choose_picture(report.cases)
    return "" if picture is None else tell_times([measure_ms(call) for call in picture.case.calls])

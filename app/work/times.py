"""What a learner is told about the times of a grade."""

from __future__ import annotations

from grader.report import Mode, Report, Timing


def withhold_times(report: Report) -> Report:
    """Return a report without the times that hidden cases took in each stage; the learner gets the time of the whole.

    A submission could wait for as long as a hidden value says. That it can't be kept from the clock is no reason to
    tell each stage to a hundredth of a millisecond; metrics, traces and the log have all times.
    """
    if report.mode is not Mode.SUBMIT:
        return report
    return report.model_copy(update={"timing": Timing(total_ms=round(report.timing.total_ms))})

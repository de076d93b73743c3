"""A report on a terminal. Everything in it can be read without colour.

What a submission printed is hostile input: control characters, with which it could repaint the screen, are shown as
escapes.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.report import Verdict

if TYPE_CHECKING:
    from rich.console import Console

    from grader.report import CallReport, CaseReport, CheckSummary, Report

BAR: Final = 20
"""Cells of the longest call's bar."""
KINDS: Final = ("trace", "lower", "compile", "execute")
STYLES: Final = {"trace": "magenta", "lower": "yellow", "compile": "cyan", "execute": "green"}
UNICODE: Final = {"yes": "✓", "no": "✗", "dot": "·", "trace": "░", "lower": "▒", "compile": "▓", "execute": "█"}
ASCII: Final = {"yes": "+", "no": "x", "dot": "-", "trace": ".", "lower": ":", "compile": "=", "execute": "#"}
LABEL: Final = 24
"""Most letters of a call's label beside its bar."""
SHOWN_FOR: Final = frozenset({Verdict.WRONG_ANSWER, Verdict.INVALID_OUTPUT})
"""Verdicts that values explain."""
WIDE: Final = 110
"""Columns from which the parts of a call's time are told in words."""
MANY: Final = 12
"""More hidden cases than this are told in one line when all are right."""


def make_visible(text: str) -> str:
    """Return text that can't steer a terminal: control characters but tab and newline as escapes."""
    return "".join(
        letter if letter in "\n\t" or letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in text
    )


def print_report(console: Console, report: Report) -> None:
    """Print a whole report."""
    signs = UNICODE if console.encoding.lower().startswith("utf") else ASCII
    _print_headline(console, report, signs)
    if report.checks:
        console.print(_draw_checks(report.checks, signs))
    _print_cases(console, report, signs)
    if report.error is not None:
        _print_block(console, "Traceback", report.error.traceback)
    if report.output:
        _print_block(console, "Printed", report.output + ("\n[cut here]" if report.output_truncated else ""))
    _print_footer(console, report, signs)


def format_ms(ms: float) -> str:
    """Return a time with two or three figures."""
    if ms >= 1000:  # noqa: PLR2004
        return f"{ms / 1000:.2f} s"
    return f"{ms:.0f} ms" if ms >= 10 else f"{ms:.2g} ms"  # noqa: PLR2004


def _print_headline(console: Console, report: Report, signs: dict[str, str]) -> None:
    good = report.verdict is Verdict.ACCEPTED
    right = sum(case.verdict is Verdict.ACCEPTED for case in report.cases)
    mark = signs["yes" if good else "no"]
    facts = [f"{report.problem}, version {report.version}"]
    if report.cases:
        facts.append(f"{right} of {len(report.cases)} cases")
    line = Text.assemble(
        (f"{mark} {report.verdict.heading}", "bold green" if good else "bold red"),
        (f"  {signs['dot']} " + f" {signs['dot']} ".join(facts), "dim"),
    )
    console.print(line)
    place = f"line {report.line}: " if report.line is not None else ""
    console.print(Padding(Text(make_visible(place + report.message)), (0, 0, 1, 2)))


def _draw_checks(checks: list[CheckSummary], signs: dict[str, str]) -> Padding:
    table = Table.grid(padding=(0, 2))
    table.add_column()
    table.add_column()
    table.add_column(justify="right")
    table.add_column(ratio=1)
    for check in checks:
        mark = Text(signs["yes"], "green") if check.passed else Text(signs["no"], "red")
        count = f"{check.cases - len(check.failed)}/{check.cases}"
        place = "" if check.line is None or check.passed else f"line {check.line}: "
        style = "dim" if check.passed else ""
        table.add_row(mark, Text(check.check), Text(count, "dim"), Text(make_visible(place + check.message), style))
    return Padding(table, (0, 0, 1, 2))


def _print_cases(console: Console, report: Report, signs: dict[str, str]) -> None:
    longest = max((_sum_ms(call) for case in report.cases for call in case.calls), default=0.0)
    hidden = [case for case in report.cases if case.hidden]
    fold = len(hidden) > MANY and all(case.verdict is Verdict.ACCEPTED for case in hidden)
    told = {check.message for check in report.checks} | {report.message}
    for case in report.cases:
        if not (case.hidden and fold):
            _print_case(console, case, told, signs)
            if not case.hidden:
                _print_calls(console, case.calls, longest, signs)
    if fold:
        console.print(Text.assemble("  ", (signs["yes"], "green"), f" {len(hidden)} hidden cases"))
    if longest:
        legend = Text("    ", "dim")
        for kind in KINDS:
            legend.append(signs[kind] * 2, STYLES[kind]).append(f" {kind}  ", "dim")
        console.print(legend.append("(lengths on a log scale)", "dim"))
    console.print()


def _print_case(console: Console, case: CaseReport, told: set[str], signs: dict[str, str]) -> None:
    """Print a case's line; of its failed checks only what hasn't been `told` above; its values when it is wrong."""
    good = case.verdict is Verdict.ACCEPTED
    mark = (signs["yes"], "green") if good else (signs["no"], "red")
    kind = "hidden" if case.hidden else "sample"
    label = make_visible(case.label)
    line = Text.assemble("  ", mark, f" {case.name}", (f"  {kind}  {label}  {format_ms(case.seconds * 1000)}", "dim"))
    if not good:
        line.append(f"  {case.verdict.heading.lower()}", "red")
    console.print(line)
    for check in case.checks:
        if not check.passed and check.message not in told:
            told.add(check.message)
            text = Text.assemble((f"{check.check}: ", "bold"), make_visible(check.message))
            console.print(Padding(text, (0, 0, 0, 6)))
    if case.shown is not None and case.verdict in SHOWN_FOR:
        for name, text in (
            ("inputs", Text(make_visible(case.shown.inputs))),
            ("expected", Text(make_visible(case.shown.expected))),
            ("got", Text(make_visible(case.shown.got))),
        ):
            console.print(Padding(Text(f"{name:<9}", "bold").append_text(text), (0, 0, 0, 6)))


def _print_calls(console: Console, calls: list[CallReport], longest: float, signs: dict[str, str]) -> None:
    """Print a bar for each call. What calls in a row have in common before a colon is their heading."""
    heading = ""
    splits = [call.label.rpartition(": ") for call in calls]
    width = min(LABEL, max((len(make_visible(label)) for _, _, label in splits), default=0))
    for call, (group, _, label) in zip(calls, splits, strict=True):
        if group != heading:
            heading = group
            console.print(Text(f"      {make_visible(group)}", "dim"))
        shown = make_visible(label)[:width]
        line = Text(f"        {shown:<{width}}  ", "dim").append_text(
            _draw_bar(call, longest, signs, parts=console.width >= WIDE)
        )
        console.print(line, no_wrap=True, overflow="ellipsis" if console.width >= WIDE else "crop")


def _sum_ms(call: CallReport) -> float:
    return sum(segment.ms for segment in call.segments) or call.seconds * 1000


def _draw_bar(call: CallReport, longest: float, signs: dict[str, str], *, parts: bool) -> Text:
    """Return one call as a bar, its length on a log scale, its parts in proportion, and its times in words."""
    total = _sum_ms(call)
    cells = max(1, round(BAR * math.log1p(total) / math.log1p(longest))) if longest else 1
    spent = {kind: sum(segment.ms for segment in call.segments if segment.kind == kind) for kind in KINDS}
    bar = Text()
    drawn, so_far = 0, 0.0
    for kind in KINDS:
        so_far += spent[kind]
        upto = round(cells * so_far / total) if total else 0
        bar.append(signs[kind] * (upto - drawn), STYLES[kind])
        drawn = max(drawn, upto)
    if not drawn:
        bar.append(signs["execute"] * cells, STYLES["execute"])
        drawn = cells
    words = f" {signs['dot']} ".join(f"{kind} {format_ms(ms)}" for kind, ms in spent.items() if ms)
    traces = f"{call.traces} trace{' ' if call.traces == 1 else 's'}"
    bar.append(" " * (BAR - drawn)).append(f" {traces} {format_ms(total):>7}", "bold" if call.traces else "dim")
    return bar.append(f"  ({words})" if parts and words else "", "dim")


def _print_block(console: Console, title: str, text: str) -> None:
    console.print(Text(f"  {title}", "bold"))
    console.print(Padding(Text(make_visible(text.rstrip("\n"))), (0, 0, 1, 4)))


def _print_footer(console: Console, report: Report, signs: dict[str, str]) -> None:
    facts = []
    if report.stack is not None:
        facts.append(f"Python {report.stack.python}, jax {report.stack.jax}, flax {report.stack.flax}")
    if report.tier:
        facts.append(f"sandbox tier {report.tier}")
    timing = report.timing
    facts.append(
        f"{format_ms(timing.total_ms)} in all: sandbox {format_ms(timing.prepare_ms)}, "
        f"your code {format_ms(timing.run_ms)}, judge {format_ms(timing.judge_ms)}"
    )
    console.print(Text("  " + f" {signs['dot']} ".join(facts), "dim"))

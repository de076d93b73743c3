"""A report on a terminal: a sentence, one picture, and then the checks and cases, briefly.

Everything in it can be read without colour.

What a submission printed is hostile input: control characters, with which it could repaint the screen, are shown as
escapes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.kit.console import count, make_visible
from app.kit.help_links import find_code
from app.kit.language import format_moment
from app.web.drawing.layers import PRAISE, choose_picture, merge_cases
from app.web.drawing.timeline import draw_timeline, format_ms, name_work
from grader.outcomes import Verdict

try:
    from rich.console import Console
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text
except ModuleNotFoundError:  # jaxdojo-client does without
    from app.cli.plain_rich import Console, Padding, Table  # type: ignore[assignment]  # as much of them as is used here
    from app.cli.plain_rich import StyledText as Text  # type: ignore[assignment]  # as above

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

    from app.web.drawing.layers import LayerRow
    from app.web.drawing.timeline import Bar
    from grader.report import CaseReport, Hint, Report

BAR: Final = 20
"""Cells of the longest call's bar."""
STYLES: Final = {"trace": "magenta", "lower": "yellow", "compile": "cyan", "single": "blue", "execute": "green"}
UNICODE: Final = {
    "yes": "✓",
    "no": "✗",
    "dot": "·",
    "trace": "░",
    "lower": "▒",
    "compile": "▓",
    "single": "▤",
    "execute": "█",
}
ASCII: Final = {
    "yes": "+",
    "no": "x",
    "dot": "-",
    "trace": ".",
    "lower": ":",
    "compile": "=",
    "single": "o",
    "execute": "#",
}
LABEL: Final = 24
"""The maximum length of a call's label beside its bar, in characters."""
SHOWN_FOR: Final = frozenset({Verdict.WRONG_ANSWER, Verdict.INVALID_OUTPUT})
"""Verdicts that values explain."""
WIDE: Final = 110
"""Columns from which the parts of a call's time are told beside its bar."""
NARROW: Final = 60
"""Below so many columns bars are half as long."""
FIGURES: Final = 20
"""Columns of a call's number of traces and its time."""


def open_console(file: TextIO | None = None) -> Console:
    """Return a console on stdout, in colour if that is a terminal and NO_COLOR isn't set, or one that writes a file."""
    return Console(file=file, highlight=False)


def print_report(console: Console, report: Report, *, server: str = "") -> None:
    """Print a whole report; `server` is the address of the one that judged it, whose pages tell more."""
    signs = find_signs(console)
    _print_headline(console, report, signs)
    picture = choose_picture(report.cases)
    if report.error is not None:
        print_block(console, "Traceback", report.error.traceback)
    if picture is not None and picture.case.calls:
        print_timeline(console, picture.case, signs)
    if report.checks:
        console.print(_draw_checks(report, signs))
    _print_cases(console, report, signs)
    for title, hints in (
        ("Remarks on the source", [hint for hint in report.hints if hint.level != PRAISE]),
        ("Well done", [hint for hint in report.hints if hint.level == PRAISE]),
    ):
        if hints:
            _print_hints(console, title, hints)
    if report.output:
        print_block(console, "Printed", report.output + ("\n[cut here]" if report.output_truncated else ""))
    _print_code(console, report, server)
    _print_footer(console, report, signs)


def find_signs(console: Console) -> dict[str, str]:
    """Return the signs that a console's encoding has."""
    return UNICODE if console.encoding.lower().startswith("utf") else ASCII


def _print_headline(console: Console, report: Report, signs: dict[str, str]) -> None:
    good = report.verdict is Verdict.ACCEPTED
    right = sum(case.verdict is Verdict.ACCEPTED for case in report.cases)
    mark = signs["yes" if good else "no"]
    facts = [f"{report.problem}, version {report.version}"]
    if report.cases:
        facts.append(f"{right} of {count(len(report.cases), 'case')}")
    line = Text.assemble(
        (f"{mark} {report.verdict.heading}", "bold green" if good else "bold red"),
        (f"  {signs['dot']} " + f" {signs['dot']} ".join(facts), "dim"),
    )
    console.print(line)
    if report.held_until is not None:
        until = format_moment(report.held_until)
        told = f"This covers only the samples. The verdict on the hidden cases is held until {until} UTC."
        console.print(Padding(Text(told), (0, 0, 1, 2)))
    place = f"line {report.line}: " if report.line is not None else ""
    console.print(Padding(Text(make_visible(place + report.message)), (0, 0, 1, 2)))


def _draw_checks(report: Report, signs: dict[str, str]) -> Padding:
    """Return a line for each check that failed, with what the headline hasn't said, and one for all that passed."""
    table = Table.grid(padding=(0, 2))
    table.add_column()
    table.add_column(ratio=1)
    for check in (one for one in report.checks if not one.passed):
        name = Text.assemble(check.check, (f" {check.cases - len(check.failed)}/{check.cases}", "dim"))
        if check.message != report.message:
            place = "" if check.line is None else f"line {check.line}: "
            name.append(f"  {make_visible(place + check.message)}")
        table.add_row(Text(signs["no"], "red"), name)
    passed = [check.check for check in report.checks if check.passed]
    if passed:
        table.add_row(Text(signs["yes"], "green"), Text(", ".join(passed), "dim"))
    return Padding(table, (0, 0, 1, 2))


def _print_cases(console: Console, report: Report, signs: dict[str, str]) -> None:
    told = {check.message for check in report.checks} | {report.message}
    told |= {f"{check.check} {check.code}" for check in report.checks}
    for row in merge_cases(report.cases):
        _print_case(console, row, told, signs)
    console.print()


def _print_case(console: Console, row: LayerRow, told: set[str], signs: dict[str, str]) -> None:
    """Print a row's line; of its failed checks only what hasn't been `told` above; its values when it is wrong.

    Of hidden cases the same code of the same check is told once: nothing else of them differs.
    """
    case = row.case
    good = case.verdict is Verdict.ACCEPTED
    mark = (signs["yes"], "green") if good else (signs["no"], "red")
    if row.count > 1:
        line = Text.assemble("  ", mark, f" {row.count} hidden cases")
    else:
        kind = "hidden" if case.hidden else "sample"
        words = ["" if case.name == kind else kind, make_visible(case.label)]
        words += [format_ms(case.seconds * 1000)] if case.seconds > 0 else []
        line = Text.assemble("  ", mark, f" {case.name}", ("".join(f"  {word}" for word in words if word), "dim"))
    if not good:
        line.append(f"  {case.verdict.heading.lower()}", "red")
    console.print(line)
    for check in case.checks:
        code = f"{check.check} {check.code}"
        if not check.passed and check.message not in told and not (case.hidden and code in told):
            told |= {check.message, code} if case.hidden else {check.message}
            text = Text.assemble((f"{check.check}: ", "bold"), make_visible(check.message))
            console.print(Padding(text, (0, 0, 0, 6)))
    if case.shown is not None and case.verdict in SHOWN_FOR:
        for name, text in (
            ("inputs", Text(make_visible(case.shown.inputs))),
            ("expected", Text(make_visible(case.shown.expected))),
            ("got", Text(make_visible(case.shown.got))),
        ):
            console.print(Padding(Text(f"{name:<9}", "bold").append_text(text), (0, 0, 0, 6)))


def print_timeline(console: Console, case: CaseReport, signs: dict[str, str], most: int | None = None) -> None:
    """Print the picture of one sample's calls: the times in a line, a bar for each, and what its signs mean.

    With `most`, only so many calls get a bar.
    """
    timeline = draw_timeline(case.calls)
    console.print(Padding(Text(make_visible(f"{timeline.headline}. {timeline.sentence}"), "bold"), (0, 0, 0, 2)))
    _print_calls(console, timeline.bars[:most], signs)
    legend = Text()
    for kind in timeline.kinds:
        legend.append(signs[kind] * 2, STYLES[kind]).append(f" {name_work(kind)}  ", "dim")
    legend.append(f"({case.name}; to scale, no bar shorter than one cell)", "dim")
    console.print(Padding(legend, (0, 0, 1, 4)))


def _print_calls(console: Console, bars: Sequence[Bar], signs: dict[str, str]) -> None:
    """Print a bar for each call and its times in words: beside it, or below it where the terminal is narrower.

    What calls in a row have in common before a colon is their heading.
    """
    heading, wide = "", console.width >= WIDE
    cells, indent = (BAR, 8) if console.width >= NARROW else (BAR // 2, 4)
    room = max(1, console.width - indent - cells - FIGURES)
    width = min(LABEL, room, max((len(make_visible(bar.label)) for bar in bars), default=0))
    for bar in bars:
        if bar.group != heading:
            heading = bar.group
            console.print(Text(f"      {make_visible(bar.group)}", "dim"))
        line = Text(f"{'':{indent}}{make_visible(bar.label)[:width]:<{width}}  ", "dim")
        line.append_text(_draw_bar(bar, cells, signs))
        words = f" {signs['dot']} ".join(f"{name_work(part.kind)} {format_ms(part.ms)}" for part in bar.parts)
        if wide and words:
            line.append(f"  ({words})", "dim")
        console.print(line, no_wrap=True, overflow="ellipsis" if wide else "crop")
        if bar.traces and words and not wide:
            console.print(Padding(Text(words, "dim"), (0, 0, 0, indent + 2)))


def _draw_bar(bar: Bar, most: int, signs: dict[str, str]) -> Text:
    """Return a call's bar as characters, at most `most` of them, and behind it what the call was and took."""
    cells = max(1, round(most * bar.width / 100))
    drawn = Text()
    for part in bar.parts:
        upto = round(cells * (part.left + part.width) / bar.width)
        drawn.append(signs[part.kind] * (upto - len(drawn)), STYLES[part.kind])
    if not len(drawn):
        drawn.append(signs["execute"] * cells, STYLES["execute"])
    told = f" {bar.note:<8} {format_ms(bar.total_ms):>7}"
    return drawn.append(" " * (most - len(drawn))).append(told, "bold" if bar.traces else "dim")


def _print_hints(console: Console, title: str, hints: list[Hint]) -> None:
    console.print(Text.assemble((f"  {title}", "bold"), (" (this doesn't affect the verdict)", "dim")))
    for hint in hints:
        console.print(Padding(Text(make_visible(f"line {hint.line}: {hint.message}")), (0, 0, 0, 4)))
    console.print()


def print_block(console: Console, title: str, text: str) -> None:
    """Print a text that came from a program under its title."""
    console.print(Text(f"  {title}", "bold"))
    console.print(Padding(Text(make_visible(text.rstrip("\n"))), (0, 0, 1, 4)))


def _print_code(console: Console, report: Report, server: str) -> None:
    """Print the reason code of a verdict that isn't the best, and where it is explained."""
    if report.verdict is Verdict.ACCEPTED or not report.code:
        return
    page = find_code(report.code)
    if server and page:  # An address stays in one piece, so that terminals know it.
        console.print(Text(make_visible(f"  About {report.code}: {server.rstrip('/')}{page}"), "dim"), soft_wrap=True)
    else:
        console.print(Padding(Text(make_visible(f"About it: jaxdojo check code {report.code}"), "dim"), (0, 0, 0, 2)))


def _print_footer(console: Console, report: Report, signs: dict[str, str]) -> None:
    facts = []
    if report.stack is not None:
        facts.append(f"Python {report.stack.python}, jax {report.stack.jax}, flax {report.stack.flax}")
    if report.tier:
        facts.append(f"sandbox tier {report.tier}")
    timing = report.timing
    stages = (("sandbox", timing.prepare_ms), ("your code", timing.run_ms), ("judge", timing.judge_ms))
    parts = ", ".join(f"{name} {format_ms(ms)}" for name, ms in stages)
    facts.append(f"{format_ms(timing.total_ms)} in all" + (f": {parts}" if timing.run_ms else ""))
    console.print(Text("  " + f" {signs['dot']} ".join(facts), "dim"))

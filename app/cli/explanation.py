"""The command `jaxdojo explain`: runs any program in the sandbox, and tells what JAX did in it."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path  # noqa: TC003 (Typer reads the annotations)
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.padding import Padding
from rich.text import Text

from app.cli.base import load_settings
from app.cli.remote_actions import find_exit_code
from app.cli.terminal import find_signs, print_block, print_timeline
from app.client.sources import read_source
from app.kit.console import count, make_console, make_visible, say_json
from app.web.drawing.explained import MAX_BARS, explain_report, name_kind
from app.web.drawing.timeline import format_ms
from app.work.grading import make_grader
from grader.errors import GraderError
from grader.report import Report, Verdict

if TYPE_CHECKING:
    from rich.console import Console

    from app.web.drawing.explained import Explanation

HONEST: Final = "This is what JAX did in your process; it isn't proof."


def explain(
    file: Annotated[Path, typer.Argument(help="The Python file to run; `-` reads standard input.")],
    as_json: Annotated[  # noqa: FBT002 (a switch of the command line)
        bool, typer.Option("--json", help="Print the report as JSON, and nothing else.")
    ] = False,
    jaxprs: Annotated[  # noqa: FBT002 (a switch of the command line)
        bool, typer.Option("--jaxprs", help="Print the jaxpr of each jitted function, too.")
    ] = False,
) -> None:
    """Run a program in the sandbox, and report what JAX did.

    The report says what was traced and why, what stayed eager, and where the time went.
    Exit code 0: the program ran to its end; 1: it didn't; 2: wrong usage; 3: the platform failed.
    """
    report = asyncio.run(_observe(read_source(file)))
    if as_json:
        say_json(report.model_dump_json())
    else:
        print_explanation(make_console(), report, jaxprs=jaxprs)
    raise typer.Exit(find_exit_code(report))


async def _observe(source: bytes) -> Report:
    grader = make_grader(load_settings(), spares=0)
    try:
        return await asyncio.to_thread(grader.observe, source)
    finally:
        with contextlib.suppress(GraderError):  # what can't be ended any more takes no report away
            await asyncio.to_thread(grader.close)


def print_explanation(console: Console, report: Report, *, jaxprs: bool = False) -> None:
    """Print what a program's report tells; with `jaxprs`, the text of each jaxpr."""
    signs = find_signs(console)
    good = report.verdict is Verdict.ACCEPTED
    title = "It ran" if good else report.verdict.heading
    console.print(Text(f"{signs['yes' if good else 'no']} {title}", "bold green" if good else "bold red"))
    place = f"line {report.line}: " if report.line is not None else ""
    console.print(Padding(Text(make_visible(place + report.message)), (0, 0, 1, 2)))
    if report.error is not None:
        print_block(console, "Traceback", report.error.traceback)
    explanation = explain_report(report)
    if explanation is not None:
        _print_findings(console, explanation, report, jaxprs=jaxprs)
    if report.output:
        print_block(console, "Printed", report.output + ("\n[cut here]" if report.output_truncated else ""))
    console.print(Text(HONEST, "dim"))


def _print_findings(console: Console, explanation: Explanation, report: Report, *, jaxprs: bool) -> None:
    if report.verdict is Verdict.ACCEPTED or explanation.again:
        console.print(Padding(Text(explanation.headline, "bold"), (0, 0, 1, 2)))
    if explanation.calls is not None:
        print_timeline(console, report.cases[0], find_signs(console), MAX_BARS)
    split = explanation.split
    words = [f"{name_kind(part.kind)} {format_ms(part.ms)}" for part in split.parts]
    console.print(Padding(Text.assemble((split.label, "bold"), f": {', '.join(words)}"), (0, 0, 1, 2)))
    for function in explanation.functions:
        where = "" if function.line is None else f", line {function.line}"
        head = Text.assemble((make_visible(function.name), "bold"), f"{where}: {function.sentence}")
        console.print(Padding(head, (0, 0, 0, 2)))
        for reason in function.reasons:
            words = [f"{reason.message}.", reason.hint]
            text = " ".join([f"{reason.place}:" if reason.place else "", *words]).strip()
            console.print(Padding(Text(make_visible(text)), (0, 0, 0, 4)))
        if function.more:
            console.print(Padding(Text(f"and {count(function.more, 'other reason')}", "dim"), (0, 0, 0, 4)))
        for jaxpr in function.jaxprs:
            console.print(Padding(Text(f"jaxpr: {make_visible(jaxpr.size)}", "dim"), (0, 0, 0, 4)))
            if jaxprs and jaxpr.text:
                text = make_visible(jaxpr.text) + ("\n[cut here]" if jaxpr.cut else "")
                console.print(Padding(Text(text), (0, 0, 0, 6)))
    if explanation.eager:
        console.print(Padding(Text("Outside of jitted functions:", "bold"), (1, 0, 0, 2)))
        for one in explanation.eager:
            where = "" if one.line is None else f", line {one.line}"
            console.print(Padding(Text(make_visible(f"{one.name} ({count(one.count, 'time')}{where})")), (0, 0, 0, 4)))
    console.print()

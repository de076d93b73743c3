"""The commands `jaxdojo check ...`: what a problem can check."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from app.cli.base import make_group
from app.kit.console import make_console, say
from app.kit.errors import find_nearest
from grader.judge.checks import manual
from grader.judge.codes import list_codes

check_group = make_group("The checks that a problem can declare.")


@check_group.command("list")
def list_checks(
    name: Annotated[str | None, typer.Argument(help="A check to show in detail.")] = None,
) -> None:
    """Show the checks that a problem can declare, or one in detail: its keys and codes."""
    entries = {entry.name: entry for entry in manual.list_checks()}
    console = make_console()
    if name is None:
        table = Table(box=None, padding=(0, 2, 0, 0))
        for heading in ("check", "what it asks for"):
            table.add_column(heading)
        for entry in entries.values():
            table.add_row(entry.name, entry.summary)
        console.print(table)
        return
    if name not in entries:
        near = find_nearest(name, entries)
        suggestion = f" Did you mean {near}?" if near else ""
        raise typer.BadParameter(f"There is no check {name}.{suggestion} `jaxdojo check list` shows all.")
    entry = entries[name]
    console.print(f"{entry.name}\n\n{entry.summary}\n")
    if entry.details:
        console.print(f"{entry.details}\n")
    for option in entry.options:
        default = f", {option.default} by default" if option.default else ""
        console.print(f"  {option.name} ({option.kind}{default}): {option.description}")
    for code, told in entry.codes.items():
        console.print(f"  {code} ({told.verdict}): {told.meaning}")
    console.print(f"\nIn problem.yaml:\n\nchecks:\n  {entry.example}")


@check_group.command("code")
def explain_code(code: Annotated[str, typer.Argument(help="A reason code, such as `jit.rewrapped`.")]) -> None:
    """Say what a reason code in a report means, and what to do about it."""
    codes = list_codes()
    if code.startswith("checker."):
        say(f"{code}\n\nIt belongs to the problem's own checker: the statement and the report's message say more.")
        return
    if code not in codes:
        near = find_nearest(code, codes)
        suggestion = f" Did you mean {near}?" if near else ""
        raise typer.BadParameter(
            f"There is no reason code {code}.{suggestion} `jaxdojo check list NAME` shows a check's."
        )
    entry = codes[code]
    say(f"{code}: {entry.verdict.heading} ({entry.verdict.value})\n\nWhen: {entry.meaning}.")
    for advice in entry.advice:
        say(f"\n{advice}")
    if entry.check is not None:
        say(f"\n`jaxdojo check list {entry.check}` shows the check that gives it.")

"""The commands `jaxdojo course` about attempts: wrong ones behind a reason code, pinned hints, similar solutions."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 (Typer reads the annotations)
from typing import Annotated, Any

import typer

from app.cli.base import make_group
from app.cli.course_api import CourseId, Label, Problem, write_bytes
from app.cli.course_requests import ask, read_bytes
from app.cli.remote import Server  # noqa: TC001 (Typer reads the annotations)
from app.kit.console import count, say

difficulty_commands = make_group("Attempts in a course on a server.")
Code = Annotated[str, typer.Argument(help="The reason code, such as `values.mismatch`.")]


@difficulty_commands.command("attempts")
def show_attempts(course: CourseId, problem: Problem, code: Code, label: Label = "", server: Server = None) -> None:
    """Print the attempts at a kata that a server rejected with this reason code; equal ones are printed once."""
    found = ask(server, "GET", "courses", course, "stuck", problem, code, params={"label": label})
    attempts, students = count(found["attempts"], "attempt"), count(found["students"], "student")
    say(f"{found['name']}, {code}: {attempts} by {students}.")
    if found["hint"]:
        say(f"Pinned hint: {found['hint']}")
    for one in found["shown"]:
        names = f": {', '.join(one['names'])}" if one["names"] else ""
        say("")
        say(f"{count(one['count'], 'attempt')} by {count(one['students'], 'student')}{names}")
        say(f"{one['verdict']}: {one['message']}")
        for line in str(one["source"]).splitlines():
            say(f"  {line}")
    if found["left_off"]:
        say("")
        say(f"{found['left_off']} more.")


@difficulty_commands.command("pin")
def pin_hint(
    course: CourseId,
    problem: Problem,
    code: Code,
    text: Annotated[str, typer.Argument(help="The hint, in Markdown.")],
    server: Server = None,
) -> None:
    """Pin a hint to a reason code on a server: students of the course who get it see the hint beside the verdict."""
    ask(server, "PUT", "courses", course, "stuck", problem, code, "hint", json={"text": text})
    say("Pinned.")


@difficulty_commands.command("unpin")
def unpin_hint(course: CourseId, problem: Problem, code: Code, server: Server = None) -> None:
    """Take a pinned hint away, on a server."""
    ask(server, "DELETE", "courses", course, "stuck", problem, code, "hint")
    say("Taken away.")


@difficulty_commands.command("similar")
def show_similar(
    course: CourseId,
    problem: Problem,
    dolos: Annotated[Path | None, typer.Option(help="Write all of it as a zip file for Dolos.")] = None,
    server: Server = None,
) -> None:
    """Print the pairs of a class's solutions on a server that have unusual code in common. The server records this."""
    if dolos is not None:
        write_bytes(dolos, read_bytes(server, "courses", course, "similar", problem, "dolos"))
        say(f"Written to {dolos}.")
        return
    found = ask(server, "GET", "courses", course, "similar", problem)
    if not found["ready"]:
        say(f"{found['read']} of {found['sources']} sources are read so far: ask again.")
        return
    people = count(found["people"], "person", "people")
    say(f"{people}. In every class some pair comes first: this shows where to look and proves nothing.")
    for pair in found["pairs"]:
        kinds = "; ".join(tell_evidence(one) for one in pair["evidence"])
        say(f"{pair['left']['name']}, {pair['right']['name']}: {kinds}")


def tell_evidence(one: dict[str, Any]) -> str:
    """Return what two solutions share, how often, and how much of it is in no other, in a few words."""
    if one["kind"] == "time":
        return f"{one['minutes']:.0f} min apart"
    told = f"{one['count']} {one['kind']}"
    return told if one["kind"] == "paste" else f"{told}, {one['alone']} in no other"

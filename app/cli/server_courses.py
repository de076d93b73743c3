"""The commands `jaxdojo course` that ask a server alone: attending a course, and what its staff do with all of it."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from app.cli import student_actions
from app.cli.base import make_group
from app.cli.course_api import CourseId  # noqa: TC001 (Typer reads the annotations)
from app.cli.course_requests import ask
from app.cli.remote import Server  # noqa: TC001 (Typer reads the annotations)
from app.cli.remote_actions import print_table
from app.domains.courses.schemas import NewCourse
from app.kit.console import say

server_commands = make_group("Courses on a server.")
Name = Annotated[str, typer.Argument(help="The copy's name.")]
Term = Annotated[str, typer.Argument(help="The copy's term, such as `Spring 2027`.")]
FirstDay = Annotated[str, typer.Argument(help="The copy's first day, such as 2027-03-01; all dates move with it.")]


@server_commands.command("show")
def show_course(
    course: CourseId,
    student: Annotated[str, typer.Option(help="As staff: the course as this student sees it, by id.")] = "",
    server: Server = None,
) -> None:
    """Print a course on a server as its student sees it: assignments, what holds now, and grades with their reasons."""
    student_actions.show_course(course, student, server)


@server_commands.command("join")
def join_course(code: Annotated[str, typer.Argument(help="The course's code.")], server: Server = None) -> None:
    """Join a course on a server as a student, with its code, and print the course's id."""
    student_actions.join_course(code, server)


@server_commands.command("invitations")
def list_invitations(server: Server = None) -> None:
    """List the courses on a server that you are invited to attend."""
    found = ask(server, "GET", "courses", "invitations")["invitations"]
    rows = [(one["course"], f"{one['name']}, {one['term']}") for one in found]
    print_table(("id", "course"), rows, empty="You have no invitations.")


@server_commands.command("attend")
def attend_course(
    course: CourseId,
    decline: Annotated[bool, typer.Option("--decline", help="Decline the invitation instead.")] = False,  # noqa: FBT002
    server: Server = None,
) -> None:
    """Attend a course on a server to which you are invited."""
    ask(server, "PUT", "courses", course, "place", json={"accepted": not decline})
    say("Declined." if decline else "You attend the course now.")


@server_commands.command("leave")
def leave_course(course: CourseId, server: Server = None) -> None:
    """Leave a course on a server. Its staff keep your work and your grades, and can put you back."""
    ask(server, "DELETE", "courses", course, "place")
    say("You have left the course.")


@server_commands.command("add")
def add_course(
    name: Annotated[str, typer.Argument(help="The course's name.")],
    term: Annotated[str, typer.Argument(help="Its term, such as `Autumn 2026`.")],
    first_day: Annotated[str, typer.Argument(help="Its first day, such as 2026-10-01.")],
    last_day: Annotated[str, typer.Argument(help="Its last day.")],
    time_zone: Annotated[str, typer.Argument(help="The IANA name of its time zone, such as Europe/Berlin.")],
    late_days: Annotated[int, typer.Option(min=0, help="How many late days each student has in the term.")] = 0,
    server: Server = None,
) -> None:
    """Create an empty course on a server, and print its id."""
    new = {
        "name": name,
        "term": term,
        "starts_on": first_day,
        "ends_on": last_day,
        "time_zone": time_zone,
        "late_days": late_days,
    }
    say(str(ask(server, "POST", "courses", json=new)["id"]))


@server_commands.command("change")
def change_course(
    course: CourseId,
    name: Annotated[str | None, typer.Option(help="The course's name.")] = None,
    term: Annotated[str | None, typer.Option(help="Its term.")] = None,
    first_day: Annotated[str | None, typer.Option(help="Its first day, such as 2026-10-01.")] = None,
    last_day: Annotated[str | None, typer.Option(help="Its last day.")] = None,
    time_zone: Annotated[str | None, typer.Option(help="The IANA name of its time zone.")] = None,
    late_days: Annotated[int | None, typer.Option(min=0, help="How many late days each student has.")] = None,
    keeps_grades: Annotated[
        bool | None, typer.Option("--keep-grades/--delete-grades", help="What happens to grades of deleted accounts.")
    ] = None,
    server: Server = None,
) -> None:
    """Change a course on a server; what you don't give stays."""
    given: dict[str, Any] = {
        "name": name,
        "term": term,
        "starts_on": first_day,
        "ends_on": last_day,
        "time_zone": time_zone,
        "late_days": late_days,
        "keeps_grades": keeps_grades,
    }
    found = ask(server, "GET", "courses", course)
    kept = {field: found[field] for field in NewCourse.model_fields}
    new = kept | {field: value for field, value in given.items() if value is not None}
    shown = ask(server, "PUT", "courses", course, json=new)
    say(f"{shown['name']}, {shown['term']}: {shown['starts_on']} to {shown['ends_on']}, {shown['time_zone']}.")


@server_commands.command("copy")
def copy_course(course: CourseId, name: Name, term: Term, first_day: FirstDay, server: Server = None) -> None:
    """Copy a course on a server to another term, without its people, and print the copy's id."""
    copy = {"name": name, "term": term, "starts_on": first_day}
    say(str(ask(server, "POST", "courses", course, "copies", json=copy)["id"]))


@server_commands.command("archive")
def archive_course(course: CourseId, server: Server = None) -> None:
    """Archive a course on a server: it can be read, and not changed."""
    ask(server, "PUT", "courses", course, "archived", json={"archived": True})
    say("Archived.")


@server_commands.command("reopen")
def reopen_course(course: CourseId, server: Server = None) -> None:
    """Open an archived course on a server again."""
    ask(server, "PUT", "courses", course, "archived", json={"archived": False})
    say("Open again.")


@server_commands.command("webhook")
def add_webhook(
    course: CourseId,
    url: Annotated[str, typer.Argument(help="The address to which each changed grade is sent.")],
    server: Server = None,
) -> None:
    """Send each changed grade of a course on a server to an address, and print the secret that signs the messages."""
    say(str(ask(server, "POST", "courses", course, "webhooks", json={"url": url})["secret"]))

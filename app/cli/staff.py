"""The commands `jaxdojo staff`, which ask a server, with your own rights there."""

from __future__ import annotations

from typing import Annotated

import typer

from app.cli.base import make_group
from app.cli.course_api import CourseId  # noqa: TC001 (Typer reads the annotations)
from app.cli.course_requests import ask, tell_time
from app.cli.remote import Server  # noqa: TC001 (Typer reads the annotations)
from app.cli.remote_actions import print_table
from app.db.statuses import Right
from app.kit.console import say

staff_group = make_group("Who teaches a course, on a server.")
Name = Annotated[str, typer.Argument(help="The name of the account.")]
Content = Annotated[Right, typer.Option(help="What they may do with assignments, dates and settings.")]
Data = Annotated[Right, typer.Option(help="What they may do with the roster, grades and requests.")]


@staff_group.command("list")
def list_staff(course: CourseId, server: Server = None) -> None:
    """List who teaches a course and, if you may do everything in it, the open invitations with their ids."""
    found = ask(server, "GET", "courses", course, "staff")
    rows = [(one["name"], one["content"], one["data"]) for one in found["staff"]]
    print_table(("name", "content", "student data"), rows, empty="Nobody.")
    if found["invitations"]:
        say("")
        open_ = [(one["id"], one["content"], one["data"], tell_time(one["expires_at"])) for one in found["invitations"]]
        print_table(("invitation", "content", "student data", "until (UTC)"), open_, empty="")


@staff_group.command("set")
def set_staff(
    course: CourseId, name: Name, content: Content = Right.NONE, data: Data = Right.NONE, server: Server = None
) -> None:
    """Make somebody staff, or change what they may do."""
    ask(server, "PUT", "courses", course, "staff", name, json={"content": content, "data": data})
    say(f"{name}: content {content}, student data {data}.")


@staff_group.command("remove")
def remove_staff(course: CourseId, name: Name, server: Server = None) -> None:
    """Take somebody off the staff: you, or, if you may do everything in the course, anybody."""
    ask(server, "DELETE", "courses", course, "staff", name)
    say("Removed.")


@staff_group.command("invite")
def invite_staff(
    course: CourseId, content: Content = Right.NONE, data: Data = Right.NONE, server: Server = None
) -> None:
    """Print the path of a link by which one person becomes staff, within two weeks. It is shown only once."""
    say(str(ask(server, "POST", "courses", course, "invitations", json={"content": content, "data": data})["path"]))


@staff_group.command("withdraw")
def withdraw_invitation(
    course: CourseId,
    invitation: Annotated[str, typer.Argument(help="The invitation's id, from `jaxdojo staff list`.")],
    server: Server = None,
) -> None:
    """Withdraw an invitation to teach a course."""
    ask(server, "DELETE", "courses", course, "invitations", invitation)
    say("Withdrawn.")


@staff_group.command("accept")
def accept_invitation(
    link: Annotated[str, typer.Argument(help="The invitation's link, or its last part.")], server: Server = None
) -> None:
    """Become staff of a course by an invitation that you were sent, and print the course's id."""
    token = link.rstrip("/").rpartition("/")[2]
    say(str(ask(server, "POST", "courses", "teach", json={"token": token})["id"]))

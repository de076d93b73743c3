"""The commands `jaxdojo lms`, which ask a server, with your own rights there."""

from __future__ import annotations

from typing import Annotated

import typer

from app.cli.base import make_group
from app.cli.course_api import CourseId  # noqa: TC001 (Typer reads the annotations)
from app.cli.course_requests import ask, tell_time
from app.cli.remote import Server  # noqa: TC001 (Typer reads the annotations)
from app.cli.remote_actions import print_table
from app.kit.console import say

lms_group = make_group("The learning management system of a course, on a server.")


@lms_group.command("show")
def show_lms(course: CourseId, server: Server = None) -> None:
    """Print the courses of platforms that a course is linked to, who left them, and scores sent, waiting or failed."""
    found = ask(server, "GET", "courses", course, "lms")
    rows = [
        (
            one["id"], one["platform"], one["title"] or "-", one["members"], one["absent"],
            tell_time(one["synced_at"]), one["sync_result"] or "-",
        )
        for one in found["contexts"]
    ]  # fmt: skip
    columns = ("link", "platform", "course", "people", "students not here yet", "last contact (UTC)", "result")
    print_table(columns, rows, empty="No platform is linked.")
    departed = [(one["id"], one["account"], one["name"] or "-") for one in found["departed"]]
    if departed:
        say("Students who have left the course there; `jaxdojo roster remove` removes them here:")
        print_table(("student", "account", "name"), departed, empty="")
    for one in found["proposals"]:
        say(f"{one['account']} teaches there, and isn't staff here: `jaxdojo staff set` changes that.")
    say(f"Scores: {found['waiting']} waiting, {found['failed']} given up.")
    scores = [
        (one["student"], one["assignment"], f"{one['points']:g} of {one['full']}", one["status"], one["result"] or "-")
        for one in found["scores"]
    ]
    if scores:
        print_table(("student", "assignment", "points", "state", "answer"), scores, empty="")


@lms_group.command("members")
def read_members(course: CourseId, server: Server = None) -> None:
    """Read the members of the linked courses."""
    ask(server, "POST", "courses", course, "lms", "members")
    say("Done. `jaxdojo lms show` says how it ended.")


@lms_group.command("columns")
def make_columns(course: CourseId, server: Server = None) -> None:
    """Make a column for each assignment in the linked gradebooks."""
    ask(server, "POST", "courses", course, "lms", "columns")
    say("Done. `jaxdojo lms show` says how it ended.")


@lms_group.command("scores")
def send_scores(course: CourseId, server: Server = None) -> None:
    """Send all scores of a course once more."""
    ask(server, "POST", "courses", course, "lms", "scores")
    say("They are being sent.")


@lms_group.command("unlink")
def unlink(
    course: CourseId,
    link: Annotated[str, typer.Argument(help="The link's id, from `jaxdojo lms show`.")],
    server: Server = None,
) -> None:
    """Undo the link to a platform's course. Scores that wait for it are dropped."""
    ask(server, "DELETE", "courses", course, "lms", "contexts", link)
    say("The link is undone.")

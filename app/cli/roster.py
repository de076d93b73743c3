"""The commands `jaxdojo roster` and `label`, which ask a server, with your own rights there."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final

import typer

from app.cli.base import make_group
from app.cli.course_api import KIB, CourseId, Label, StudentId, read_file
from app.cli.course_requests import ask
from app.cli.remote import Server  # noqa: TC001 (Typer reads the annotations)
from app.cli.remote_actions import print_table
from app.kit.console import say

roster_group = make_group("The students of a course, on a server.")
label_group = make_group("The labels of a course's students, such as sections, on a server.")
MAX_FILE: Final = 1000 * KIB
"""The maximum size of a roster's file, in bytes, as servers have it."""
RosterFile = Annotated[Path, typer.Argument(help="The CSV file, as a spreadsheet writes it.")]
LabelName = Annotated[str, typer.Argument(help="The label.")]
Labels = Annotated[list[str] | None, typer.Option("--label", help="A label; repeat the option for several.")]


@roster_group.command("list")
def list_roster(
    course: CourseId,
    label: Label = "",
    search: Annotated[str, typer.Option(help="Only students with this in name, number, address or account.")] = "",
    removed: Annotated[bool, typer.Option("--removed", help="List the removed students instead.")] = False,  # noqa: FBT002
    server: Server = None,
) -> None:
    """List a course's students by name, with their ids."""
    asked: dict[str, Any] = {"label": label, "search": search, "removed": removed}
    rows, page, pages = [], 1, 1
    while page <= pages:
        found = ask(server, "GET", "courses", course, "students", params={**asked, "page": page})
        rows += [
            (
                one["id"],
                one["name"] or "-",
                one["account"] or one["email"] or "-",
                one["number"] or "-",
                "; ".join(one["labels"]) or "-",
                "removed" if one["removed"] else "attends" if one["joined"] else "invited",
            )
            for one in found["students"]
        ]
        page, pages = page + 1, int(found["pages"])
    print_table(("id", "name", "account", "number", "labels", "state"), rows, empty="Nobody.")


@roster_group.command("import")
def import_roster(
    course: CourseId,
    file: RosterFile,
    mail: Annotated[bool, typer.Option("--mail", help="Send new addresses an e-mail.")] = False,  # noqa: FBT002
    server: Server = None,
) -> None:
    """Invite the students of a CSV file, all of them or none. Students who aren't in it stay."""
    content = read_file(file, MAX_FILE)
    headers = {"content-type": "text/csv"}
    done = ask(server, "PUT", "courses", course, "roster", params={"mail": mail}, content=content, headers=headers)
    _tell(done)


@roster_group.command("invite")
def invite_student(
    course: CourseId,
    account: Annotated[str, typer.Option(help="The name of the student's account on the server.")] = "",
    email: Annotated[str, typer.Option(help="The student's address.")] = "",
    name: Annotated[str, typer.Option(help="The student's name.")] = "",
    number: Annotated[str, typer.Option(help="The student's number.")] = "",
    labels: Labels = None,
    mail: Annotated[bool, typer.Option("--mail", help="Send a new address an e-mail.")] = False,  # noqa: FBT002
    server: Server = None,
) -> None:
    """Invite one student, by account or by address; put a removed one back."""
    new = {"account": account, "email": email, "name": name, "number": number, "labels": labels or [], "mail": mail}
    _tell(ask(server, "POST", "courses", course, "students", json=new))


@roster_group.command("change")
def change_student(
    course: CourseId,
    student: StudentId,
    name: Annotated[str | None, typer.Option(help="The student's name.")] = None,
    number: Annotated[str | None, typer.Option(help="The student's number.")] = None,
    labels: Annotated[
        list[str] | None, typer.Option("--label", help="A label, in place of all that they have; may be repeated.")
    ] = None,
    no_labels: Annotated[bool, typer.Option("--no-labels", help="Take all labels away.")] = False,  # noqa: FBT002
    server: Server = None,
) -> None:
    """Change a student's name, number or labels; what you don't give stays."""
    if labels and no_labels:
        raise typer.BadParameter("Give --label or --no-labels.")
    found = ask(server, "GET", "courses", course, "students", student)
    change = {
        "name": found["name"] if name is None else name,
        "number": found["number"] if number is None else number,
        "labels": [] if no_labels else labels or found["labels"],
    }
    kept = ask(server, "PUT", "courses", course, "students", student, json=change)
    say(f"{kept['name'] or '-'}, number {kept['number'] or '-'}, labels {'; '.join(kept['labels']) or '-'}.")


@roster_group.command("remove")
def remove_student(course: CourseId, student: StudentId, server: Server = None) -> None:
    """Remove a student. Nothing of theirs is lost, and they can be put back."""
    ask(server, "DELETE", "courses", course, "students", student)
    say("Removed.")


@roster_group.command("restore")
def restore_student(course: CourseId, student: StudentId, server: Server = None) -> None:
    """Put a removed student back."""
    ask(server, "POST", "courses", course, "students", student, "restore")
    say("Put back.")


@roster_group.command("open")
def open_joining(
    course: CourseId,
    until: Annotated[str, typer.Option(help="The last day, such as 2026-10-20. Default: until you close it.")] = "",
    new_code: Annotated[bool, typer.Option("--new-code", help="Replace the code.")] = False,  # noqa: FBT002
    server: Server = None,
) -> None:
    """Let students join by themselves with a code, and print it."""
    joining = {"open": True, "rotate": new_code, "until": until or None}
    say(str(ask(server, "PUT", "courses", course, "joining", json=joining)["code"]))


@roster_group.command("close")
def close_joining(course: CourseId, server: Server = None) -> None:
    """Stop students from joining by the code."""
    ask(server, "PUT", "courses", course, "joining", json={"open": False})
    say("Closed.")


@label_group.command("list")
def list_labels(course: CourseId, server: Server = None) -> None:
    """List a course's labels, by name."""
    say("\n".join(ask(server, "GET", "courses", course, "students")["labels"]) or "There are no labels.")


@label_group.command("add")
def add_label(course: CourseId, label: LabelName, server: Server = None) -> None:
    """Add a label. `jaxdojo roster change` gives it to students."""
    ask(server, "PUT", "courses", course, "labels", label)
    say("Added.")


@label_group.command("delete")
def delete_label(course: CourseId, label: LabelName, server: Server = None) -> None:
    """Delete a label, and its exceptions."""
    ask(server, "DELETE", "courses", course, "labels", label)
    say("Deleted.")


def _tell(done: dict[str, Any]) -> None:
    say(f"{done['added']} invited, {done['changed']} changed, {done['restored']} put back.")

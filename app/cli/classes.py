"""The commands `jaxdojo roster`, `grades`, `extension` and `exam`, which ask a server, with your own rights there."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final
from urllib.parse import quote

import typer

from app.cli.base import make_group
from app.cli.remote import Server  # noqa: TC001 (Typer reads the annotations)
from app.cli.remote_actions import open_server, print_table
from app.kit.console import say

roster_group = make_group("The students of a course, on a server.")
grades_group = make_group("The grades of a course, on a server.")
extension_group = make_group("Students' requests for more time, on a server.")
exam_group = make_group("Exams while they run, on a server.")
MAX_FILE: Final = 8 * 1024 * 1024
"""The maximum size of a roster's file, in bytes."""
CourseId = Annotated[str, typer.Argument(help="The course's id: the last part of its page's address.")]
RosterFile = Annotated[Path, typer.Argument(help="The CSV file, as a spreadsheet writes it.")]
TableFile = Annotated[Path, typer.Argument(help="The CSV file to write.")]
StudentId = Annotated[str, typer.Argument(help="The student's id, from `jaxdojo roster list`.")]
AssignmentId = Annotated[str, typer.Argument(help="The assignment's id: the last part of its page's address.")]
Problem = Annotated[str, typer.Argument(help="The kata's slug.")]
ExtensionId = Annotated[str, typer.Argument(help="The request's id, from `jaxdojo extension list`.")]
Label = Annotated[str, typer.Option(help="Only students with this label.")]
Answer = Annotated[str, typer.Option(help="What the student reads.")]


@roster_group.command("list")
def list_roster(
    course: CourseId,
    label: Label = "",
    search: Annotated[str, typer.Option(help="Only students with this in their names or numbers.")] = "",
    removed: Annotated[bool, typer.Option("--removed", help="List the removed students instead.")] = False,  # noqa: FBT002
    server: Server = None,
) -> None:
    """List a course's students by name, with their ids."""
    asked: dict[str, Any] = {"label": label, "search": search, "removed": removed}
    rows, page, pages = [], 1, 1
    with open_server(server) as api:
        while page <= pages:
            found = api.ask("GET", f"{_name(course)}/students", params={**asked, "page": page})
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
    try:
        with file.open("rb") as stream:
            data = stream.read(MAX_FILE + 1)
    except OSError as error:
        raise typer.BadParameter(f"{file} can't be read: {error.strerror}.") from error
    if len(data) > MAX_FILE:
        raise typer.BadParameter(f"{file} has more than {MAX_FILE // 1024**2} MiB.")
    with open_server(server) as api:
        done = api.ask(
            "PUT",
            f"{_name(course)}/roster",
            params={"mail": mail},
            content=data,
            headers={"content-type": "text/csv"},
        )
    say(f"{done['added']} invited, {done['changed']} changed, {done['restored']} put back.")


@grades_group.command("export")
def export_grades(
    course: CourseId,
    file: TableFile,
    label: Label = "",
    server: Server = None,
) -> None:
    """Write all grades to a CSV file, a student in each row."""
    with open_server(server) as api:
        table = api.read_text(f"{_name(course)}/grades.csv", params={"label": label})
    try:
        file.write_text(table, "utf-8", newline="")
    except OSError as error:
        raise typer.BadParameter(f"{file} can't be written: {error.strerror}.") from error
    say(f"Written to {file}.")


@grades_group.command("set")
def set_grade(
    course: CourseId,
    student: StudentId,
    assignment: AssignmentId,
    problem: Problem,
    points: Annotated[float, typer.Argument(min=0, help="The points.")],
    reason: Annotated[str, typer.Argument(help="Why; the student reads it.")],
    server: Server = None,
) -> None:
    """Give a student points in place of those that are computed."""
    with open_server(server) as api:
        body = {"points": points, "reason": reason}
        api.ask("PUT", _name_grade(course, student, assignment, problem), json=body)
    say(f"{points:g} points count now.")


@grades_group.command("undo")
def undo_grade(
    course: CourseId, student: StudentId, assignment: AssignmentId, problem: Problem, server: Server = None
) -> None:
    """Let the computed points count again."""
    with open_server(server) as api:
        api.ask("DELETE", _name_grade(course, student, assignment, problem))
    say("The computed points count again.")


@extension_group.command("list")
def list_extensions(course: CourseId, server: Server = None) -> None:
    """List the students' requests for more time: open ones first, and the oldest of them first."""
    with open_server(server) as api:
        found = api.ask("GET", f"{_name(course)}/extensions")["extensions"]
    rows = [
        (one["id"], one["status"], one["assignment_name"], one["student_name"], _tell_time(one["until"]), one["reason"])
        for one in found
    ]
    print_table(("id", "state", "assignment", "student", "until", "reason"), rows, empty="No requests yet.")


@extension_group.command("grant")
def grant_extension(
    course: CourseId,
    extension: ExtensionId,
    until: Annotated[
        str,
        typer.Option(help="Another due date, in the course's time zone, such as 2026-12-20T23:59. Default: as asked."),
    ] = "",
    answer: Answer = "",
    server: Server = None,
) -> None:
    """Grant a request: the student is due when they asked to be, or when you say."""
    decision: dict[str, Any] = {"granted": True, "answer": answer} | ({"until": until} if until else {})
    with open_server(server) as api:
        api.ask("POST", f"{_name(course)}/extensions/{_quote(extension)}/decision", json=decision)
    say("Granted.")


@extension_group.command("decline")
def decline_extension(course: CourseId, extension: ExtensionId, answer: Answer = "", server: Server = None) -> None:
    """Decline a request."""
    with open_server(server) as api:
        decision = {"granted": False, "answer": answer}
        api.ask("POST", f"{_name(course)}/extensions/{_quote(extension)}/decision", json=decision)
    say("Declined.")


@exam_group.command("show")
def show_exam(course: CourseId, assignment: AssignmentId, server: Server = None) -> None:
    """Print how far each student is with an exam, and until when its verdicts are held."""
    with open_server(server) as api:
        found = api.ask("GET", f"{_name_assignment(course, assignment)}/exam")
    rows = [
        (
            one["student"],
            one["name"],
            one["phase"],
            _tell_time(one["started"] or "-"),
            _tell_time(one["ends"]),
            f"+{one['extra_minutes']}",
        )
        for one in found["students"]
    ]
    print_table(("id", "student", "state", "started (UTC)", "ends (UTC)", "minutes"), rows, empty="No students yet.")
    if found["held_until"]:
        say(f"Verdicts are held until {_tell_time(found['held_until'])} UTC.")


@exam_group.command("extend")
def extend_exam(
    course: CourseId,
    assignment: AssignmentId,
    minutes: Annotated[int, typer.Argument(min=1, help="How many minutes are added.")],
    reason: Annotated[str, typer.Argument(help="Why.")],
    label: Annotated[str, typer.Option(help="Only for students with this label.")] = "",
    student: Annotated[str, typer.Option(help="Only for this student, by id.")] = "",
    server: Server = None,
) -> None:
    """Add time to an exam, also while it runs: for everybody, for a label, or for a student."""
    body = {"minutes": minutes, "reason": reason, "label": label, "student": student}
    with open_server(server) as api:
        api.ask("POST", f"{_name_assignment(course, assignment)}/time", json=body)
    say("Added. It counts at once.")


@exam_group.command("release")
def release_exam(course: CourseId, assignment: AssignmentId, server: Server = None) -> None:
    """Show students the verdicts that an exam holds, now and for good."""
    with open_server(server) as api:
        api.ask("POST", f"{_name_assignment(course, assignment)}/release")
    say("Released.")


def _name(course: str) -> str:
    return f"courses/{_quote(course)}"


def _name_assignment(course: str, assignment: str) -> str:
    return f"{_name(course)}/assignments/{_quote(assignment)}"


def _name_grade(course: str, student: str, assignment: str, problem: str) -> str:
    return f"{_name(course)}/students/{_quote(student)}/grades/{_quote(assignment)}/{_quote(problem)}"


def _quote(text: str) -> str:
    return quote(text, safe="")


def _tell_time(moment: str) -> str:
    return str(moment)[:16].replace("T", " ")

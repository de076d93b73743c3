"""The commands `jaxdojo grades`, `extension` and `exam`, which ask a server, with your own rights there."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli import student_actions
from app.cli.base import make_group
from app.cli.course_api import AssignmentId, CourseId, Label, Problem, StudentId, write_text
from app.cli.course_requests import ask, read_text, tell_phase, tell_time
from app.cli.remote import Server  # noqa: TC001 (Typer reads the annotations)
from app.cli.remote_actions import print_table
from app.kit.console import say

grades_group = make_group("The grades of a course, on a server.")
extension_group = make_group("Requests for more time, and late days, on a server.")
exam_group = make_group("Exams, on a server.")
TableFile = Annotated[Path, typer.Argument(help="The CSV file to write.")]
ExtensionId = Annotated[str, typer.Argument(help="The request's id, from `jaxdojo extension list`.")]
Answer = Annotated[str, typer.Option(help="What the student reads.")]


@grades_group.command("show")
def show_grades(
    course: CourseId,
    label: Label = "",
    search: Annotated[str, typer.Option(help="Only students with this in name, number, address or account.")] = "",
    assignment: Annotated[str, typer.Option(help="Only the grades of this assignment, by id.")] = "",
    server: Server = None,
) -> None:
    """Print each student's points, and the maximum. `jaxdojo course show` prints one student's grades with reasons."""
    asked = {"label": label, "search": search, "assignment": assignment}
    rows, page, pages = [], 1, 1
    while page <= pages:
        found = ask(server, "GET", "courses", course, "grades", params={**asked, "page": page})
        rows += [
            (one["student"], one["name"] or one["account"] or "-", f"{one['points']:g}", f"{one['full']:g}")
            for one in found["rows"]
        ]
        page, pages = page + 1, int(found["pages"])
    print_table(("id", "student", "points", "of"), rows, empty="Nobody.")


@grades_group.command("export")
def export_grades(course: CourseId, file: TableFile, label: Label = "", server: Server = None) -> None:
    """Write all grades to a CSV file, a student in each row."""
    write_text(file, read_text(server, "courses", course, "grades.csv", params={"label": label}))
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
    change = {"points": points, "reason": reason}
    ask(server, "PUT", "courses", course, "students", student, "grades", assignment, problem, json=change)
    say(f"{points:g} points count now.")


@grades_group.command("undo")
def undo_grade(
    course: CourseId, student: StudentId, assignment: AssignmentId, problem: Problem, server: Server = None
) -> None:
    """Let the computed points count again."""
    ask(server, "DELETE", "courses", course, "students", student, "grades", assignment, problem)
    say("The computed points count again.")


@extension_group.command("list")
def list_extensions(course: CourseId, server: Server = None) -> None:
    """List the students' requests for more time: open ones first, and the oldest of them first."""
    found = ask(server, "GET", "courses", course, "extensions")["extensions"]
    rows = [
        (one["id"], one["status"], one["assignment_name"], one["student_name"], tell_time(one["until"]), one["reason"])
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
    """Grant a request: the student gets the due date that they asked for, or the one that you give."""
    decision: dict[str, Any] = {"granted": True, "answer": answer} | ({"until": until} if until else {})
    ask(server, "POST", "courses", course, "extensions", extension, "decision", json=decision)
    say("Granted.")


@extension_group.command("decline")
def decline_extension(course: CourseId, extension: ExtensionId, answer: Answer = "", server: Server = None) -> None:
    """Decline a request."""
    decision = {"granted": False, "answer": answer}
    ask(server, "POST", "courses", course, "extensions", extension, "decision", json=decision)
    say("Declined.")


@extension_group.command("ask")
def ask_for_time(
    course: CourseId,
    assignment: AssignmentId,
    until: Annotated[str, typer.Argument(help="Until when, in the course's time zone, such as 2026-12-20T23:59.")],
    reason: Annotated[str, typer.Argument(help="Why; the staff read it.")],
    server: Server = None,
) -> None:
    """As a student, ask for more time for an assignment."""
    student_actions.ask_for_time(course, assignment, until, reason, server)


@extension_group.command("withdraw")
def withdraw_extension(
    course: CourseId,
    extension: Annotated[str, typer.Argument(help="The request's id, from `jaxdojo course show`.")],
    server: Server = None,
) -> None:
    """As a student, withdraw a request that isn't decided."""
    ask(server, "DELETE", "courses", course, "extensions", extension)
    say("Withdrawn.")


@extension_group.command("late-days")
def spend_late_days(
    course: CourseId,
    assignment: AssignmentId,
    days: Annotated[int, typer.Argument(min=0, help="How many, in all.")],
    server: Server = None,
) -> None:
    """As a student, set how many of your late days you spend on an assignment: each moves its due date by a day."""
    student_actions.spend_late_days(course, assignment, days, server)


@exam_group.command("start")
def start_exam(
    course: CourseId,
    assignment: AssignmentId,
    access_code: Annotated[str, typer.Option(help="The exam's access code, if it has one.")] = "",
    server: Server = None,
) -> None:
    """As a student, start an exam: your working time begins now. Starting twice changes nothing."""
    student_actions.start_exam(course, assignment, access_code, server)


@exam_group.command("clock")
def show_clock(course: CourseId, assignment: AssignmentId, server: Server = None) -> None:
    """As a student, print how much of your working time is left."""
    student_actions.show_clock(course, assignment, server)


@exam_group.command("show")
def show_exam(course: CourseId, assignment: AssignmentId, server: Server = None) -> None:
    """Print how far each student is with an exam, which minutes were added, and until when its verdicts are held."""
    found = ask(server, "GET", "courses", course, "assignments", assignment, "exam")
    rows = [
        (
            one["student"],
            one["name"],
            tell_phase(one["phase"]),
            tell_time(one["started"]),
            tell_time(one["ends"]),
            f"+{one['extra_minutes']}",
        )
        for one in found["students"]
    ]
    print_table(("id", "student", "state", "started (UTC)", "ends (UTC)", "minutes"), rows, empty="No students yet.")
    if found["added"]:
        say("")
        added = [(one["id"], f"+{one['minutes']}", one["title"] or "all", one["reason"]) for one in found["added"]]
        print_table(("added time", "minutes", "for", "reason"), added, empty="")
    if found["held_until"]:
        say(f"Verdicts are held until {tell_time(found['held_until'])} UTC.")


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
    """Add time to an exam, even while it runs: for everybody, for a label, or for a student."""
    added = {"minutes": minutes, "reason": reason, "label": label, "student": student}
    ask(server, "POST", "courses", course, "assignments", assignment, "time", json=added)
    say("Added. It counts at once.")


@exam_group.command("shorten")
def take_time_back(
    course: CourseId,
    assignment: AssignmentId,
    added: Annotated[str, typer.Argument(help="The id of the added time, from `jaxdojo exam show`.")],
    server: Server = None,
) -> None:
    """Take back minutes that were added to an exam."""
    ask(server, "DELETE", "courses", course, "assignments", assignment, "time", added)
    say("Taken back.")


@exam_group.command("release")
def release_exam(course: CourseId, assignment: AssignmentId, server: Server = None) -> None:
    """Show students the verdicts that an exam holds, now and for good."""
    ask(server, "POST", "courses", course, "assignments", assignment, "release")
    say("Released.")

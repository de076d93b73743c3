"""The commands `jaxdojo assignment`, `exception` and `private`, which ask a server, with your own rights there."""

from __future__ import annotations

from typing import Annotated, Any, Final

import typer

from app.cli.base import make_group
from app.cli.course_api import KIB, AssignmentId, CourseId, Problem, YamlFile, read_model
from app.cli.course_requests import ask, tell_time
from app.cli.remote import Server  # noqa: TC001 (Typer reads the annotations)
from app.cli.remote_actions import print_table
from app.db.statuses import After  # noqa: TC001 (as above)
from app.domains.courses.assignment_schemas import NewAssignment
from app.kit.console import say, say_json

assignment_group = make_group("The assignments of a course, on a server.")
exception_group = make_group("What is different in an assignment for a label or a student, on a server.")
private_group = make_group("Katas that are private to a course, on a server.")
MAX_FILE: Final = 256 * KIB
"""The maximum size of an assignment's file, in bytes."""
MOMENTS: Final = ("opens_at", "early_until", "due_at", "late_until")
VALUES: Final = ("early_credit", "late_credit", "after", "late_days", "minutes")
"""With `MOMENTS`, the fields that an exception can change."""
WALL: Final = "in the course's time zone, such as 2026-12-20T23:59"
WithGrades = Annotated[
    bool, typer.Option("--with-grades", help="Confirm that students lose grades with what is taken away.")
]
ExceptionId = Annotated[str, typer.Argument(help="The exception's id, from `jaxdojo exception list`.")]


@assignment_group.command("list")
def list_assignments(course: CourseId, server: Server = None) -> None:
    """List a course's assignments in their order, with their ids."""
    found = ask(server, "GET", "courses", course, "assignments")["assignments"]
    rows = [
        (
            one["id"],
            one["name"],
            tell_time(one["opens_at"]),
            tell_time(one["due_at"]),
            len(one["katas"]),
            "draft" if one["draft"] else "exam" if one["minutes"] else "-",
        )
        for one in found
    ]
    print_table(("id", "name", "opens", "due", "katas", "kind"), rows, empty="There are no assignments.")


@assignment_group.command("show")
def show_assignment(course: CourseId, assignment: AssignmentId, server: Server = None) -> None:
    """Print an assignment as JSON, which `jaxdojo assignment change` can read."""
    found = ask(server, "GET", "courses", course, "assignments", assignment)
    katas = [{"problem": one["problem"], "points": one["points"]} for one in found.pop("katas")]
    shown = {name: value for name, value in found.items() if name in NewAssignment.model_fields}
    say_json(NewAssignment.model_validate({**shown, "katas": katas}).model_dump_json(indent=2, exclude_defaults=True))


@assignment_group.command("add")
def add_assignment(course: CourseId, file: YamlFile, server: Server = None) -> None:
    """Add the assignment in a file after the others, and print its id."""
    new = read_model(NewAssignment, file, MAX_FILE).model_dump(mode="json")
    say(str(ask(server, "POST", "courses", course, "assignments", json=new)["id"]))


@assignment_group.command("change")
def change_assignment(
    course: CourseId,
    assignment: AssignmentId,
    file: YamlFile,
    with_grades: WithGrades = False,  # noqa: FBT002
    server: Server = None,
) -> None:
    """Replace an assignment by the one in a file; grades change accordingly at once."""
    new = read_model(NewAssignment, file, MAX_FILE).model_dump(mode="json")
    sure = {"with_grades": with_grades}
    made = ask(server, "PUT", "courses", course, "assignments", assignment, json=new, params=sure)
    say(f"Changed: {made['name']}.")


@assignment_group.command("move")
def move_assignment(
    course: CourseId,
    assignment: AssignmentId,
    place: Annotated[int, typer.Argument(min=1, help="Its new place, from 1.")],
    server: Server = None,
) -> None:
    """Move an assignment to another place in its course."""
    ask(server, "PUT", "courses", course, "assignments", assignment, "place", json={"place": place})
    say("Moved.")


@assignment_group.command("delete")
def delete_assignment(
    course: CourseId,
    assignment: AssignmentId,
    with_grades: WithGrades = False,  # noqa: FBT002
    server: Server = None,
) -> None:
    """Delete an assignment with its exceptions and requests. Submissions stay."""
    ask(server, "DELETE", "courses", course, "assignments", assignment, params={"with_grades": with_grades})
    say("Deleted.")


@exception_group.command("list")
def list_exceptions(course: CourseId, assignment: AssignmentId, server: Server = None) -> None:
    """List an assignment's exceptions with their ids: for whom, and what is different."""
    found = ask(server, "GET", "courses", course, "assignments", assignment, "overrides")["overrides"]
    rows = [
        (one["id"], "label" if one["label"] else "student", one["title"], "; ".join(_tell_differences(one)))
        for one in found
    ]
    print_table(("id", "for", "who", "what"), rows, empty="There are no exceptions.")


@exception_group.command("set")
def set_exception(
    course: CourseId,
    assignment: AssignmentId,
    label: Annotated[str, typer.Option(help="For the students with this label.")] = "",
    student: Annotated[str, typer.Option(help="For this student, by id.")] = "",
    opens_at: Annotated[str | None, typer.Option(help=f"When it opens, {WALL}.")] = None,
    due_at: Annotated[str | None, typer.Option(help="When it is due.")] = None,
    early_until: Annotated[str | None, typer.Option(help="When the bonus for early work ends.")] = None,
    early_credit: Annotated[int | None, typer.Option(help="The credit for early work, in per cent.")] = None,
    late_until: Annotated[str | None, typer.Option(help="When late work ends.")] = None,
    late_credit: Annotated[int | None, typer.Option(help="The credit for late work, in per cent.")] = None,
    after: Annotated[After | None, typer.Option(help="Whether it is open or closed afterwards.")] = None,
    late_days: Annotated[int | None, typer.Option(help="How many late days can be spent on it.")] = None,
    minutes: Annotated[int | None, typer.Option(help="The working time of an exam, in minutes.")] = None,
    server: Server = None,
) -> None:
    """Set what is different for a label or a student. It replaces their earlier exception."""
    fields: dict[str, Any] = {
        "label": label,
        "student": student,
        "opens_at": opens_at,
        "due_at": due_at,
        "early_until": early_until,
        "early_credit": early_credit,
        "late_until": late_until,
        "late_credit": late_credit,
        "after": after,
        "late_days": late_days,
        "minutes": minutes,
    }
    ask(server, "PUT", "courses", course, "assignments", assignment, "overrides", json=fields)
    say(f"Set: {'; '.join(_tell_differences(fields)) or 'nothing is different'}.")


@exception_group.command("delete")
def delete_exception(course: CourseId, assignment: AssignmentId, exception: ExceptionId, server: Server = None) -> None:
    """Delete an exception: what applies to everybody then applies to its students, too."""
    ask(server, "DELETE", "courses", course, "assignments", assignment, "overrides", exception)
    say("Deleted.")


@private_group.command("list")
def list_private_katas(course: CourseId, server: Server = None) -> None:
    """List the katas that are private to a course."""
    found = ask(server, "GET", "courses", course, "katas")["katas"]
    rows = [(one["problem"], one["name"], "published" if one["published"] else "not published") for one in found]
    print_table(("kata", "name", "state"), rows, empty="There are no private katas.")


@private_group.command("add")
def add_private_kata(course: CourseId, problem: Problem, server: Server = None) -> None:
    """Make a kata that you write on the server private to a course: nobody outside the course can see it any more."""
    ask(server, "PUT", "courses", course, "katas", problem)
    say(f"{problem} is private to the course now.")


@private_group.command("remove")
def remove_private_kata(course: CourseId, problem: Problem, server: Server = None) -> None:
    """Make a kata no longer private to a course. Everybody then sees it, unless another course has it, too."""
    ask(server, "DELETE", "courses", course, "katas", problem)
    say(f"{problem} isn't private to the course any more.")


def _tell_differences(fields: dict[str, Any]) -> list[str]:
    """Return what an exception changes, in the words of the command's options."""
    told = {name: tell_time(fields[name]) for name in MOMENTS if fields[name] is not None}
    told |= {name: str(fields[name]) for name in VALUES if fields[name] is not None}
    return [f"{name.replace('_', '-')} {value}" for name, value in told.items()]

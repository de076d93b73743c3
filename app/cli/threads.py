"""The commands `jaxdojo request`, `rubric`, `thread` and `comment`, which ask a server, with your own rights there."""

from __future__ import annotations

from typing import Annotated, Any, Final

import typer

from app.cli import student_actions
from app.cli.base import make_group
from app.cli.course_api import KIB, AssignmentId, CourseId, Problem, SubmissionId, YamlFile, read_model
from app.cli.course_requests import ask, tell_time
from app.cli.remote import Server  # noqa: TC001 (Typer reads the annotations)
from app.cli.remote_actions import print_table
from app.domains.threads.schemas import Rubric
from app.kit.console import count, make_visible, say

request_group = make_group("Requests for another look at a grade, on a server.")
rubric_group = make_group("Rubrics of an assignment's katas, on a server.")
thread_group = make_group("Messages about submissions in a course, on a server.")
comment_group = make_group("Comments that the staff of a course keep for reuse, on a server.")
MAX_FILE: Final = 256 * KIB
"""The maximum size of a rubric's file, in bytes."""
RequestId = Annotated[str, typer.Argument(help="The request's id, from `jaxdojo request list`.")]
CommentId = Annotated[str, typer.Argument(help="The comment's id, from `jaxdojo comment list`.")]
CommentText = Annotated[str, typer.Argument(help="The comment; text between backticks is shown as code.")]


@request_group.command("list")
def list_requests(course: CourseId, server: Server = None) -> None:
    """List a course's requests for another look at a grade: open ones first, and the oldest of them first."""
    found = ask(server, "GET", "courses", course, "requests")["requests"]
    rows = [
        (
            one["id"],
            tell_time(one["created_at"]),
            one["status"],
            one["assignment"] or "-",
            one["problem"],
            one["learner"],
            one["owner"] or "-",
        )
        for one in found
    ]
    heads = ("id", "asked (UTC)", "state", "assignment", "kata", "student", "owner")
    print_table(heads, rows, empty="No requests yet.")


@request_group.command("take")
def take_request(
    course: CourseId,
    request: RequestId,
    owner: Annotated[
        str | None,
        typer.Option(
            help="The account name of the member of the staff who deals with it; empty: nobody. Default: you."
        ),
    ] = None,
    server: Server = None,
) -> None:
    """Say who deals with a request: you, or somebody else."""
    name = _find_own_name(server) if owner is None else owner
    ask(server, "PUT", "courses", course, "requests", request, "owner", json={"name": name})
    say(f"{name} deals with it." if name else "Nobody deals with it.")


@request_group.command("answer")
def answer_request(
    course: CourseId,
    request: RequestId,
    text: Annotated[str, typer.Argument(help="The answer, which the student reads.")],
    points: Annotated[
        float | None, typer.Option(min=0, help="Change the grade to these points. Default: the grade stays.")
    ] = None,
    server: Server = None,
) -> None:
    """Answer a request: keep the grade, or change it to the points that you give."""
    outcome: dict[str, Any] = {"outcome": "kept"} if points is None else {"outcome": "changed", "points": points}
    ask(server, "POST", "courses", course, "requests", request, "answer", json={"body": text, **outcome})
    say("Answered; the grade stays." if points is None else f"Answered; the grade is {points:g} points now.")


@request_group.command("ask")
def ask_for_review(
    course: CourseId,
    submission: SubmissionId,
    reason: Annotated[str, typer.Argument(help="Why; the staff read it.")],
    server: Server = None,
) -> None:
    """As a student, ask the staff to look at the grade of your submission again."""
    student_actions.ask_for_review(course, submission, reason, server)


@request_group.command("withdraw")
def withdraw_request(
    course: CourseId,
    request: Annotated[str, typer.Argument(help="The request's id, from `jaxdojo thread show`.")],
    server: Server = None,
) -> None:
    """As a student, withdraw a request that isn't answered."""
    ask(server, "POST", "courses", course, "requests", request, "withdraw")
    say("Withdrawn.")


@rubric_group.command("show")
def show_rubric(course: CourseId, assignment: AssignmentId, problem: Problem, server: Server = None) -> None:
    """Print the rubric of a kata as YAML, which `jaxdojo rubric set` can read."""
    found = ask(server, "GET", "courses", course, "assignments", assignment, "rubrics", problem)["items"]
    if not found:
        say("items: []")
        return
    say("items:")
    for one in found:
        say(f"  - id: {one['id']}")
        say(f"    points: {one['points']:g}")
        say(f"    words: {_quote_yaml(one['words'])}")


@rubric_group.command("set")
def set_rubric(
    course: CourseId, assignment: AssignmentId, problem: Problem, file: YamlFile, server: Server = None
) -> None:
    """Give a kata the rubric in a file; all grades change accordingly at once.

    Items with an id keep their ticks, those without an id are new, and those that are left out are deleted.
    """
    rubric = read_model(Rubric, file, MAX_FILE).model_dump(mode="json", exclude_defaults=True)
    kept = ask(server, "PUT", "courses", course, "assignments", assignment, "rubrics", problem, json=rubric)["items"]
    say(f"The rubric has {count(len(kept), 'item')} now.")


@rubric_group.command("tick")
def tick_items(
    course: CourseId,
    submission: SubmissionId,
    items: Annotated[
        list[str] | None, typer.Argument(help="The ids of all items that apply, from `jaxdojo rubric show`.")
    ] = None,
    server: Server = None,
) -> None:
    """Tick the items of the rubric that apply to a submission, and no others; the grade changes at once."""
    ask(server, "PUT", "courses", course, "submissions", submission, "rubric", json={"items": items or []})
    say(f"{count(len(items or []), 'item')} ticked.")


@thread_group.command("list")
def list_threads(course: CourseId, server: Server = None) -> None:
    """List the submissions about which there are messages, those with the newest messages first."""
    found = ask(server, "GET", "courses", course, "threads")["threads"]
    rows = [
        (one["submission"], tell_time(one["last_at"]), one["problem"], one["learner"], one["messages"]) for one in found
    ]
    print_table(("submission", "last (UTC)", "kata", "student", "messages"), rows, empty="There are no messages.")


@thread_group.command("show")
def show_thread(course: CourseId, submission: SubmissionId, server: Server = None) -> None:
    """Print the messages about a submission, the oldest first."""
    student_actions.show_thread(course, submission, server)


@thread_group.command("write")
def write_message(
    course: CourseId,
    submission: SubmissionId,
    text: Annotated[str, typer.Argument(help="The message; text between backticks is shown as code.")],
    line: Annotated[
        int | None, typer.Option(min=1, help="The number of the source's line that the message is about.")
    ] = None,
    server: Server = None,
) -> None:
    """Write a message about a submission."""
    body: dict[str, Any] = {"body": text} if line is None else {"body": text, "line": line}
    ask(server, "POST", "courses", course, "submissions", submission, "messages", json=body)
    say("Written.")


@comment_group.command("list")
def list_comments(course: CourseId, server: Server = None) -> None:
    """List the kept comments with their ids, the oldest first."""
    found = ask(server, "GET", "courses", course, "comments")["comments"]
    rows = [(one["id"], one["made_by"] or "-", " ".join(one["body"].split())) for one in found]
    print_table(("id", "by", "comment"), rows, empty="No comments are kept.")


@comment_group.command("add")
def add_comment(course: CourseId, text: CommentText, server: Server = None) -> None:
    """Keep a comment for reuse."""
    ask(server, "POST", "courses", course, "comments", json={"body": text})
    say("Kept.")


@comment_group.command("change")
def change_comment(course: CourseId, comment: CommentId, text: CommentText, server: Server = None) -> None:
    """Change a kept comment. Messages that were made of it stay."""
    ask(server, "PUT", "courses", course, "comments", comment, json={"body": text})
    say("Changed.")


@comment_group.command("delete")
def delete_comment(course: CourseId, comment: CommentId, server: Server = None) -> None:
    """Delete a kept comment. Messages that were made of it stay."""
    ask(server, "DELETE", "courses", course, "comments", comment)
    say("Deleted.")


def _quote_yaml(text: str) -> str:
    """Return a line as a string of YAML in single quotes, in which only those are special."""
    return "'" + make_visible(text).replace("'", "''") + "'"


def _find_own_name(server: str | None) -> str:
    return str((ask(server, "GET", "session").get("account") or {}).get("name", ""))

"""The commands `jaxdojo request`, `rubric` and `thread`, which ask a server, with your own rights there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final
from urllib.parse import quote

import typer

from app.cli.base import make_group
from app.cli.remote import Server  # noqa: TC001 (Typer reads the annotations)
from app.cli.remote_actions import open_server, print_table
from app.domains.threads.schemas import Rubric
from app.kit.console import make_visible, say
from grader.package.strict_yaml import parse_yaml

if TYPE_CHECKING:
    from app.client.api import Api

request_group = make_group("Requests for another look at a grade, on a server.")
rubric_group = make_group("Rubrics of an assignment's katas, on a server.")
thread_group = make_group("Messages about submissions in a course, on a server.")
MAX_FILE: Final = 256 * 1024
"""The maximum size of a rubric's file, in bytes."""
CourseId = Annotated[str, typer.Argument(help="The course's id: the last part of its page's address.")]
RequestId = Annotated[str, typer.Argument(help="The request's id, from `jaxdojo request list`.")]
AssignmentId = Annotated[str, typer.Argument(help="The assignment's id: the last part of its page's address.")]
Problem = Annotated[str, typer.Argument(help="The kata's slug.")]
RubricFile = Annotated[Path, typer.Argument(help="The file, in YAML or JSON.")]
SubmissionId = Annotated[str, typer.Argument(help="The submission's id.")]


@request_group.command("list")
def list_requests(course: CourseId, server: Server = None) -> None:
    """List a course's requests for another look at a grade: open ones first, and the oldest of them first."""
    with open_server(server) as api:
        found = api.ask("GET", f"{_name(course)}/requests")["requests"]
    rows = [
        (one["id"], _tell_moment(one["created_at"]), one["status"], one["problem"], one["learner"], one["owner"] or "-")
        for one in found
    ]
    print_table(("id", "asked (UTC)", "state", "kata", "student", "owner"), rows, empty="No requests yet.")


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
    with open_server(server) as api:
        name = _find_own_name(api) if owner is None else owner
        api.ask("PUT", f"{_name(course)}/requests/{_quote(request)}/owner", json={"name": name})
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
    """Answer a request: the grade stays, or becomes the points that you give."""
    outcome: dict[str, Any] = {"outcome": "kept"} if points is None else {"outcome": "changed", "points": points}
    with open_server(server) as api:
        api.ask("POST", f"{_name(course)}/requests/{_quote(request)}/answer", json={"body": text, **outcome})
    say("Answered; the grade stays." if points is None else f"Answered; the grade is {points:g} points now.")


@rubric_group.command("show")
def show_rubric(course: CourseId, assignment: AssignmentId, problem: Problem, server: Server = None) -> None:
    """Print the rubric of a kata as YAML, which `jaxdojo rubric set` can read."""
    with open_server(server) as api:
        found = api.ask("GET", _name_rubric(course, assignment, problem))["items"]
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
    course: CourseId,
    assignment: AssignmentId,
    problem: Problem,
    file: RubricFile,
    server: Server = None,
) -> None:
    """Give a kata the rubric in a file; all grades change accordingly at once.

    Items with an id keep their ticks, those without an id are new, and those that are left out are deleted.
    """
    rubric = _read_rubric(file)
    body = rubric.model_dump(mode="json", exclude_defaults=True)
    with open_server(server) as api:
        kept = api.ask("PUT", _name_rubric(course, assignment, problem), json=body)["items"]
    say(f"The rubric has {len(kept)} {'item' if len(kept) == 1 else 'items'} now.")


@thread_group.command("list")
def list_threads(course: CourseId, server: Server = None) -> None:
    """List the submissions about which there are messages, those with the newest messages first."""
    with open_server(server) as api:
        found = api.ask("GET", f"{_name(course)}/threads")["threads"]
    rows = [
        (one["submission"], _tell_moment(one["last_at"]), one["problem"], one["learner"], one["messages"])
        for one in found
    ]
    print_table(("submission", "last (UTC)", "kata", "student", "messages"), rows, empty="There are no messages.")


@thread_group.command("show")
def show_thread(course: CourseId, submission: SubmissionId, server: Server = None) -> None:
    """Print the messages about a submission, the oldest first."""
    with open_server(server) as api:
        found = api.ask("GET", f"{_name(course)}/submissions/{_quote(submission)}/thread")
    say(f"{found['learner']}, {found['problem']}: {found['verdict'] or 'not judged'}")
    source = str(found["source"]).splitlines()
    for one in found["messages"]:
        line = f", line {one['line']}" if one["line"] else ""
        say("")
        say(f"{one['author'] or 'somebody who has left'}, {_tell_moment(one['at'])}{line}:")
        if one["line"] and one["line"] <= len(source):
            say(f"  > {source[one['line'] - 1]}")
        for text in str(one["body"]).splitlines():
            say(f"  {text}")
    for one in found["requests"]:
        say("")
        say(f"request {one['id']}: {one['status']}, owner {one['owner'] or '-'}")


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
    with open_server(server) as api:
        api.ask("POST", f"{_name(course)}/submissions/{_quote(submission)}/messages", json=body)
    say("Written.")


def _name(course: str) -> str:
    return f"courses/{_quote(course)}"


def _name_rubric(course: str, assignment: str, problem: str) -> str:
    return f"{_name(course)}/assignments/{_quote(assignment)}/rubrics/{_quote(problem)}"


def _quote(text: str) -> str:
    return quote(text, safe="")


def _quote_yaml(text: str) -> str:
    """Return a line as a string of YAML in single quotes, in which only those are special."""
    return "'" + make_visible(text).replace("'", "''") + "'"


def _tell_moment(moment: str) -> str:
    return str(moment)[:16].replace("T", " ")


def _find_own_name(api: Api) -> str:
    return str((api.ask("GET", "session").get("account") or {}).get("name", ""))


def _read_rubric(file: Path) -> Rubric:
    try:
        with file.open("rb") as stream:
            text = stream.read(MAX_FILE + 1)
    except OSError as error:
        raise typer.BadParameter(f"{file} can't be read: {error.strerror}.") from error
    if len(text) > MAX_FILE:
        raise typer.BadParameter(f"{file} has more than {MAX_FILE // 1024} KiB.")
    try:
        return parse_yaml(Rubric, text.decode(), file)
    except UnicodeDecodeError as error:
        raise typer.BadParameter(f"{file} isn't text in UTF-8.") from error

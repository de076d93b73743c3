"""What the commands of students for courses do, in `jaxdojo` and in jaxdojo-client."""

from __future__ import annotations

from typing import Any, Final

from app.cli.course_requests import ask, tell_phase, tell_time
from app.cli.remote_actions import print_table
from app.kit.console import count, say

READY: Final = "ready"
ON_TIME: Final = "on_time"
"""Two phases of `app.domains.courses.timeline`, as a server sends them."""


def join_course(code: str, server: str | None) -> None:
    """Join a course as a student, and print its id."""
    say(str(ask(server, "POST", "courses", "join", json={"code": code})["id"]))


def show_course(course: str, student: str, server: str | None) -> None:
    """Print a course as its student sees it: oneself, or as staff the one with this id."""
    if student:
        found = ask(server, "GET", "courses", course, "students", student, "course")
    else:
        found = ask(server, "GET", "courses", course, "own")
    say(f"{found['points']:g} of {found['full']:g} points; {count(found['late_days_left'], 'late day')} left.")
    for one in found["assignments"]:
        until = f" until {tell_time(one['until'])} UTC" if one["until"] else ""
        say("")
        say(f"{one['name']} ({one['id']}): {tell_phase(one['phase'])}{until}, credit {one['credit']} %")
        for kata in one["katas"]:
            why = f"{tell_phase(kata['why'])}, {count(kata['attempts'], 'attempt')}"
            said = f": {kata['reason']}" if kata["reason"] else ""
            say(f"  {kata['problem']}: {kata['points']:g} of {kata['full']:g}, {why}{said}")
    if found["extensions"]:
        say("")
        rows = [
            (one["id"], one["status"], one["assignment_name"], tell_time(one["until"]), one["answer"])
            for one in found["extensions"]
        ]
        print_table(("request", "state", "assignment", "until", "answer"), rows, empty="")


def ask_for_time(course: str, assignment: str, until: str, reason: str, server: str | None) -> None:
    """Ask for more time for an assignment."""
    wish = {"until": until, "reason": reason}
    ask(server, "POST", "courses", course, "assignments", assignment, "extensions", json=wish)
    say("Sent. `jaxdojo course show` says what the staff decide.")


def spend_late_days(course: str, assignment: str, days: int, server: str | None) -> None:
    """Set how many late days are spent on an assignment."""
    ask(server, "PUT", "courses", course, "assignments", assignment, "late-days", json={"days": days})
    say(f"{count(days, 'late day')} spent on it.")


def start_exam(course: str, assignment: str, access_code: str, server: str | None) -> None:
    """Start an exam, and print how much time is left."""
    starting = {"access_code": access_code}
    _tell_clock(ask(server, "POST", "courses", course, "assignments", assignment, "start", json=starting))


def show_clock(course: str, assignment: str, server: str | None) -> None:
    """Print how much of one's working time is left."""
    _tell_clock(ask(server, "GET", "courses", course, "assignments", assignment, "clock"))


def ask_for_review(course: str, submission: str, reason: str, server: str | None) -> None:
    """Ask the staff to look at the grade of a submission again."""
    ask(server, "POST", "courses", course, "submissions", submission, "requests", json={"reason": reason})
    say("Sent. `jaxdojo thread show` says what the staff answer.")


def show_thread(course: str, submission: str, server: str | None) -> None:
    """Print the messages about a submission, the oldest first."""
    found = ask(server, "GET", "courses", course, "submissions", submission, "thread")
    say(f"{found['learner']}, {found['problem']}: {found['verdict'] or 'not judged'}")
    source = str(found["source"]).splitlines()
    for one in found["messages"]:
        line = f", line {one['line']}" if one["line"] else ""
        say("")
        say(f"{one['author'] or 'somebody who has left'}, {tell_time(one['at'])}{line}:")
        if one["line"] and one["line"] <= len(source):
            say(f"  > {source[one['line'] - 1]}")
        for text in str(one["body"]).splitlines():
            say(f"  {text}")
    for one in found["requests"]:
        say("")
        say(f"request {one['id']}: {one['status']}, owner {one['owner'] or '-'}")


def _tell_clock(clock: dict[str, Any]) -> None:
    """Print what an exam's clock shows its student."""
    if clock["phase"] == READY:
        say("Not started.")
    elif clock["phase"] == ON_TIME:
        say(f"{count(-(-clock['seconds_left'] // 60), 'minute')} left.")
    else:
        say(f"It is {tell_phase(clock['phase'])}.")

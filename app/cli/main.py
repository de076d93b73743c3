"""The command `jaxdojo`: where each of its commands is, and how failures are reported.

Exit codes: 0 done or accepted; 1 graded but not accepted; 2 wrong usage or a broken problem; 3 the platform failed.
"""

from __future__ import annotations

import sys
from typing import Annotated, Final

import typer

from app.cli.lazy import Lazy, LazyGroup, make_typer
from app.kit.console import escape_unknown_letters, say, warn

PLACES: Final = {
    "serve": Lazy(
        "app.cli.serve", "serve", "Run the server: serve the pages and the HTTP interface, and grade submissions."
    ),
    "grade": Lazy("app.cli.grading", "grade", "Grade a file without a server."),
    "watch": Lazy("app.cli.grading", "watch", "Grade a file each time it is saved, until Ctrl-C."),
    "stop": Lazy("app.cli.grading", "stop", "End the grader that `jaxdojo grade` left in the background."),
    "explain": Lazy("app.cli.explanation", "explain", "Run a program in the sandbox, and report what JAX did."),
    "problem": Lazy("app.cli.problems", "problem_group", "Problems."),
    "check": Lazy("app.cli.checks", "check_group", "The checks that a problem can declare."),
    "similar": Lazy(
        "app.cli.similar", "similar", "Print the pairs of files in a folder that have unusual code in common."
    ),
    "login": Lazy("app.cli.remote", "login", "Sign in to a server."),
    "logout": Lazy("app.cli.remote", "logout", "Sign out of a server."),
    "download": Lazy("app.cli.remote", "download", "Download a problem from a server."),
    "submit": Lazy("app.cli.remote", "submit", "Submit a file to a server and follow it."),
    "status": Lazy("app.cli.remote", "status", "Show your newest submissions on a server, or one of them."),
    "rate": Lazy("app.cli.rating", "rate", "On a server, rate a kata that you solved or gave up."),
    "user": Lazy("app.cli.users", "user_group", "Accounts."),
    "course": Lazy("app.cli.courses", "course_group", "Courses: on this machine, for its operator, and on a server."),
    "staff": Lazy("app.cli.staff", "staff_group", "Who teaches a course, on a server."),
    "roster": Lazy("app.cli.roster", "roster_group", "The students of a course, on a server."),
    "label": Lazy("app.cli.roster", "label_group", "The labels of a course's students, such as sections, on a server."),
    "assignment": Lazy("app.cli.assignments", "assignment_group", "The assignments of a course, on a server."),
    "exception": Lazy(
        "app.cli.assignments",
        "exception_group",
        "What is different in an assignment for a label or a student, on a server.",
    ),
    "private": Lazy("app.cli.assignments", "private_group", "Katas that are private to a course, on a server."),
    "grades": Lazy("app.cli.classes", "grades_group", "The grades of a course, on a server."),
    "extension": Lazy("app.cli.classes", "extension_group", "Requests for more time, and late days, on a server."),
    "exam": Lazy("app.cli.classes", "exam_group", "Exams, on a server."),
    "request": Lazy("app.cli.threads", "request_group", "Requests for another look at a grade, on a server."),
    "rubric": Lazy("app.cli.threads", "rubric_group", "Rubrics of an assignment's katas, on a server."),
    "thread": Lazy("app.cli.threads", "thread_group", "Messages about submissions in a course, on a server."),
    "comment": Lazy(
        "app.cli.threads", "comment_group", "Comments that the staff of a course keep for reuse, on a server."
    ),
    "lms": Lazy("app.cli.platforms", "lms_group", "The learning management system of a course, on a server."),
    "lti": Lazy("app.cli.lti", "lti_group", "Learning management systems (LTI 1.3)."),
    "rejudge": Lazy("app.cli.regrades", "rejudge", "Rejudge submissions while no learner is waiting."),
    "regrade": Lazy(
        "app.cli.regrades", "regrade_group", "Regrades: rejudged submissions, as proposals to apply or drop."
    ),
    "runner": Lazy(
        "app.cli.runners",
        "runner_group",
        "Grade the submissions that a server with JAXDOJO_RUNNER=separate has queued.",
    ),
    "mail": Lazy("app.cli.mail", "mail_group", "E-mail."),
    "keys": Lazy("app.cli.keys", "keys_group", "The keys that encrypt secrets in the database."),
    "audit": Lazy("app.cli.audit", "audit", "List what admins and instructors did."),
    "backup": Lazy("app.cli.backup", "backup", "Write what the service keeps to one file, and check it."),
    "restore": Lazy("app.cli.backup", "restore", "Put a backup into an empty data directory."),
    "sending": Lazy(
        "app.cli.backup", "switch", "Let servers with this data directory send webhooks and mails, or not."
    ),
    "db": Lazy("app.cli.installation", "db_group", "The database."),
    "doctor": Lazy(
        "app.cli.installation", "doctor", "Report what works on this machine, what doesn't, and how to fix it."
    ),
}


class Commands(LazyGroup):
    """All commands of `jaxdojo`."""

    places = PLACES


cli = make_typer(Commands, no_args_is_help=True)


def _show_version(wanted: bool) -> None:  # noqa: FBT001 (Typer calls it with the option's value)
    if wanted:
        from app.kit.version import find_version  # noqa: PLC0415 (keeps `--help` quick)

        say(f"jaxdojo {find_version()}")
        raise typer.Exit


ShowsVersion = Annotated[
    bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
]


@cli.callback()
def jaxdojo(*, version: ShowsVersion = False) -> None:
    """JAX Dojo: graded exercises for JAX and Flax NNX."""


def main() -> None:
    """Run the command. Failures are reported as sentences, never as tracebacks."""
    escape_unknown_letters()
    try:
        cli()
    except Exception as error:  # noqa: BLE001 (the last resort, for a person at a terminal)
        from app.kit.failures import explain_failure  # noqa: PLC0415 (keeps `--help` quick)

        failure = explain_failure(error)
        warn(f"jaxdojo: {failure.message}\n")
        sys.exit(failure.exit_code)


if __name__ == "__main__":
    main()

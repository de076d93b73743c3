"""The command of jaxdojo-client: learners' commands of `jaxdojo` for a server, with the same words and options.

Standard library only, besides what `app.client` needs. `tests/unit/app/test_client_commands.py` compares them with
those of `jaxdojo`. Exit codes are the same, too: 0 done or accepted; 1 not accepted; 2 wrong usage; 3 no verdict.
"""

from __future__ import annotations

import argparse
import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from app.cli import remote_actions, student_actions
from app.client.errors import UsageError
from app.kit.console import escape_unknown_letters, warn
from app.kit.failures import explain_failure
from app.kit.version import find_version

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Action = Callable[[argparse.Namespace], int | None]
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 (it has no public name)

ABOUT = (
    "JAX Dojo: graded exercises for JAX and Flax NNX, on a server. The package jaxdojo grades on your own machine, too."
)

ARGUMENTS: Final = {
    "code": "The course's code.",
    "course": "The course's id: the last part of its page's address.",
    "assignment": "The assignment's id: the last part of its page's address.",
    "submission": "The submission's id.",
    "until": "Until when, in the course's time zone, such as 2026-12-20T23:59.",
    "reason": "Why; the staff read it.",
}


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands; what it read has the function to call as `action`."""
    parser = argparse.ArgumentParser("jaxdojo", description=ABOUT)
    parser.add_argument("--version", action="version", version=f"jaxdojo-client {find_version()}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    add = partial(_add_command, commands)
    one = add("login", _login, "Sign in to a server.")
    one.add_argument("url", help="The server's address, such as https://dojo.example.org.")
    one.add_argument(
        "--token", help="A token from the server's page /account/tokens, in place of a code; `-` reads it from stdin."
    )
    one.add_argument("--courses", action="store_true", help="Ask for access to courses, too.")
    one = add("logout", _logout, "Sign out of a server.")
    _add_server(one)
    one = add("download", _download, "Download a problem from a server: SLUG.py to start from, and SLUG.md to read.")
    one.add_argument("slug", nargs="?", help="The problem's slug. Default: list all problems.")
    one.add_argument("--folder", type=Path, default=Path(), help="Where to write the files.")
    one.add_argument("--force", action="store_true", help="Overwrite existing files.")
    _add_server(one)
    one = add("submit", _submit, "Submit a file to a server and follow it.")
    _add_file(one)
    one.add_argument("--run", action="store_true", help="Grade by the sample cases alone; such a run doesn't count.")
    _add_server(one)
    one.add_argument("--json", dest="as_json", action="store_true", help="Print JSON, and nothing else.")
    one = add("status", _status, "Show your newest submissions on a server, or one of them.")
    one.add_argument(
        "submission", nargs="?", help="A submission's id, or its page's address. Default: list the newest."
    )
    _add_server(one)
    one.add_argument("--json", dest="as_json", action="store_true", help="Print JSON, and nothing else.")
    one = add("watch", _watch, "Submit a file to a server each time it is saved, until Ctrl-C.")
    _add_file(one)
    one.add_argument(
        "--cases",
        choices=("samples", "all"),
        default="all",
        help="`samples`: the sample cases alone; `all`: the hidden cases, too.",
    )
    one.add_argument(
        "--remote", action="store_true", help="Submit the file to a server, which this client always does."
    )
    _add_server(one)
    _add_commands_of_students(commands)
    return parser


def _add_command(commands: Commands, word: str, action: Action, about: str, *names: str) -> argparse.ArgumentParser:
    """Add a command with the arguments `names`, which `ARGUMENTS` explains."""
    made = commands.add_parser(word, help=about, description=about)
    made.set_defaults(action=action)
    for name in names:
        made.add_argument(name, help=ARGUMENTS[name])
    return made


def _add_commands_of_students(commands: Commands) -> None:
    """Add those commands for courses that students need; each has a group, such as `exam`."""

    def add_group(word: str, about: str) -> Callable[..., argparse.ArgumentParser]:
        made = commands.add_parser(word, help=about, description=about)
        return partial(_add_command, made.add_subparsers(metavar="COMMAND", required=True))

    add = add_group("course", "Courses on a server.")
    _add_server(add("join", _join, "Join a course as a student, with its code, and print the course's id.", "code"))
    one = add(
        "show", _show_course, "Print a course: assignments, what holds now, and grades with their reasons.", "course"
    )
    one.add_argument("--student", default="", help="As staff: the course as this student sees it, by id.")
    _add_server(one)
    add = add_group("extension", "Requests for more time, and late days, on a server.")
    _add_server(
        add("ask", _ask_for_time, "Ask for more time for an assignment.", "course", "assignment", "until", "reason")
    )
    one = add("late-days", _spend, "Set how many of your late days you spend on an assignment.", "course", "assignment")
    one.add_argument("days", type=int, help="How many, in all.")
    _add_server(one)
    add = add_group("exam", "Exams, on a server.")
    one = add("start", _start, "Start an exam: your working time begins now.", "course", "assignment")
    one.add_argument("--access-code", default="", help="The exam's access code, if it has one.")
    _add_server(one)
    _add_server(add("clock", _clock, "Print how much of your working time is left.", "course", "assignment"))
    add = add_group("request", "Requests for another look at a grade, on a server.")
    about = "Ask the staff to look at the grade of your submission again."
    _add_server(add("ask", _ask_for_review, about, "course", "submission", "reason"))
    add = add_group("thread", "Messages about submissions in a course, on a server.")
    _add_server(add("show", _show_thread, "Print the messages about a submission.", "course", "submission"))


def _add_server(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--server", help="The server's address. Default: the server you last signed in to.")


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("slug", help="The problem's slug, such as `jit_forward`.")
    parser.add_argument("file", type=Path, help="The Python file; `submit` reads standard input for `-`.")


def _login(chosen: argparse.Namespace) -> None:
    remote_actions.login(chosen.url, token=chosen.token, courses=chosen.courses)


def _logout(chosen: argparse.Namespace) -> None:
    remote_actions.logout(chosen.server)


def _download(chosen: argparse.Namespace) -> None:
    remote_actions.download(chosen.slug, chosen.folder, force=chosen.force, server=chosen.server)


def _submit(chosen: argparse.Namespace) -> int:
    return remote_actions.submit(chosen.slug, chosen.file, run=chosen.run, server=chosen.server, as_json=chosen.as_json)


def _status(chosen: argparse.Namespace) -> None:
    remote_actions.status(chosen.submission, server=chosen.server, as_json=chosen.as_json)


def _watch(chosen: argparse.Namespace) -> None:
    if not chosen.remote and chosen.server is None:
        raise UsageError(
            "jaxdojo-client grades on a server: `jaxdojo watch --remote`. The package jaxdojo grades here."
        )
    mode = "run" if chosen.cases == "samples" else "submit"
    remote_actions.watch(chosen.slug, chosen.file, mode=mode, server=chosen.server)


def _join(chosen: argparse.Namespace) -> None:
    student_actions.join_course(chosen.code, chosen.server)


def _show_course(chosen: argparse.Namespace) -> None:
    student_actions.show_course(chosen.course, chosen.student, chosen.server)


def _ask_for_time(chosen: argparse.Namespace) -> None:
    student_actions.ask_for_time(chosen.course, chosen.assignment, chosen.until, chosen.reason, chosen.server)


def _spend(chosen: argparse.Namespace) -> None:
    student_actions.spend_late_days(chosen.course, chosen.assignment, chosen.days, chosen.server)


def _start(chosen: argparse.Namespace) -> None:
    student_actions.start_exam(chosen.course, chosen.assignment, chosen.access_code, chosen.server)


def _clock(chosen: argparse.Namespace) -> None:
    student_actions.show_clock(chosen.course, chosen.assignment, chosen.server)


def _ask_for_review(chosen: argparse.Namespace) -> None:
    student_actions.ask_for_review(chosen.course, chosen.submission, chosen.reason, chosen.server)


def _show_thread(chosen: argparse.Namespace) -> None:
    student_actions.show_thread(chosen.course, chosen.submission, chosen.server)


def main(words: Sequence[str] | None = None) -> None:
    """Run the command that the command line names. Failures are reported as sentences, never as tracebacks."""
    escape_unknown_letters()
    chosen: Any = make_parser().parse_args(words)
    try:
        sys.exit(chosen.action(chosen))
    except KeyboardInterrupt:
        sys.exit(0 if chosen.action is _watch else 130)
    except BrokenPipeError:  # Whatever reads the output, such as `head`, has enough; nothing more is to be written.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(1)
    except Exception as error:  # noqa: BLE001 (the last resort, for a person at a terminal)
        failure = explain_failure(error)
        warn(f"jaxdojo: {failure.message}\n")
        sys.exit(failure.exit_code)

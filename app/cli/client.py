"""The command of jaxdojo-client: those commands of `jaxdojo` that work on a server, with the same words and options.

Standard library only, besides what `app.client` needs. `tests/unit/app/test_client_commands.py` compares them with
those of `jaxdojo`. Exit codes are the same, too: 0 done or accepted; 1 not accepted; 2 wrong usage; 3 no verdict.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli import remote_actions
from app.client.errors import UsageError
from app.kit.console import escape_unknown_letters, warn
from app.kit.failures import explain_failure
from app.kit.version import find_version

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ABOUT = (
    "JAX Dojo: graded exercises for JAX and Flax NNX, on a server. The package jaxdojo grades on your own machine, too."
)


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands; what it read has the function to call as `action`."""
    parser = argparse.ArgumentParser("jaxdojo", description=ABOUT)
    parser.add_argument("--version", action="version", version=f"jaxdojo-client {find_version()}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def add(word: str, action: Callable[[argparse.Namespace], int | None], about: str) -> argparse.ArgumentParser:
        made = commands.add_parser(word, help=about, description=about)
        made.set_defaults(action=action)
        return made

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
    return parser


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

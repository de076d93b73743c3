"""The commands that work on a remote server, as `jaxdojo` declares them: `login`, `download`, `submit` and others.

`app.cli.remote_actions` does what they say. `app.cli.client` declares the same for jaxdojo-client.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from app.cli import remote_actions
from app.cli.base import File, Slug  # noqa: TC001 (Typer reads the annotations)

Server = Annotated[
    str | None, typer.Option("--server", help="The server's address. Default: the server you last signed in to.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, and nothing else.")]


def login(
    url: Annotated[str, typer.Argument(help="The server's address, such as https://dojo.example.org.")],
    token: Annotated[
        str | None,
        typer.Option(
            help="A token from the server's page /account/tokens, in place of a code; `-` reads it from stdin."
        ),
    ] = None,
    courses: Annotated[  # noqa: FBT002 (a switch of the command line)
        bool,
        typer.Option(
            "--courses", help="Ask for access to courses, too: rosters, grades, requests, exams and messages."
        ),
    ] = False,
) -> None:
    """Sign in to a server: confirm a code in the browser, or give a token. The server becomes the default."""
    remote_actions.login(url, token=token, courses=courses)


def logout(server: Server = None) -> None:
    """Sign out of a server: revoke its token there and forget it here."""
    remote_actions.logout(server)


def download(
    slug: Annotated[str | None, typer.Argument(help="The problem's slug. Default: list all problems.")] = None,
    folder: Annotated[Path, typer.Option("--folder", help="Where to write the files.")] = Path(),
    force: Annotated[  # noqa: FBT002 (a switch of the command line)
        bool, typer.Option("--force", help="Overwrite existing files.")
    ] = False,
    server: Server = None,
) -> None:
    """Download a problem from a server: SLUG.py to start from, and SLUG.md to read. Without a slug, list all."""
    remote_actions.download(slug, folder, force=force, server=server)


def submit(
    slug: Slug,
    file: File,
    run: Annotated[  # noqa: FBT002 (a switch of the command line)
        bool, typer.Option("--run", help="Grade by the sample cases alone; such a run doesn't count.")
    ] = False,
    server: Server = None,
    as_json: Json = False,  # noqa: FBT002 (a switch of the command line)
) -> None:
    """Submit a file to a server and follow it.

    Exit code 0: accepted; 1: not accepted; 2: wrong usage; 3: no verdict, or an exam doesn't show it yet.
    """
    raise typer.Exit(remote_actions.submit(slug, file, run=run, server=server, as_json=as_json))


def status(
    submission: Annotated[
        str | None, typer.Argument(help="A submission's id, or its page's address. Default: list the newest.")
    ] = None,
    server: Server = None,
    as_json: Json = False,  # noqa: FBT002 (a switch of the command line)
) -> None:
    """Show your newest submissions on a server, or one of them."""
    remote_actions.status(submission, server=server, as_json=as_json)

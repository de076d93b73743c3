"""The commands `jaxdojo backup` and `jaxdojo restore`."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - Typer reads the annotations
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from app.cli.base import load_settings
from app.kit.console import say
from app.kit.sending import ADVICE, switch_sending
from app.kit.settings import prepare_data_directory
from app.work.backup import make_backup, restore_backup

if TYPE_CHECKING:
    from app.work.backup import Summary


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write, such as jaxdojo-2030-01-31.tar.gz.")],
) -> None:
    """Write what the service keeps to one file, and check it. The service may keep running.

    Settings, and problems in a folder of your own (`JAXDOJO_PROBLEMS`), aren't in it: copy them, too.
    """
    say(f"{file}: {_describe(make_backup(load_settings(), file))}, verified. Keep it safe: it holds secrets.")


def restore(
    file: Annotated[Path, typer.Argument(help="A file that `jaxdojo backup` wrote.")],
    *,
    drill: Annotated[
        bool,
        typer.Option(
            "--drill/--live",
            help="`--drill`, the default: send no webhooks and mails until `jaxdojo sending on`; `--live`: send them.",
        ),
    ] = True,
) -> None:
    """Put a backup into an empty data directory. The next start publishes its problems for this machine."""
    settings = load_settings()
    summary = restore_backup(settings, file)
    switch_sending(settings.data, on=not drill)
    say(
        f"{settings.data}: {_describe(summary)}, made on {summary.made:%Y-%m-%d %H:%M} UTC by version "
        f"{summary.version}."
    )
    if drill:
        say(f"It sends no webhooks and mails. {ADVICE.partition('. ')[2]}")


def switch(
    word: Annotated[Literal["on", "off"], typer.Argument(help="`on`: send them; `off`: let them wait.")],
) -> None:
    """Let servers with this data directory send webhooks and mails, or not. While none does, they wait."""
    settings = load_settings()
    prepare_data_directory(settings)
    switch_sending(settings.data, on=word == "on")
    say("Webhooks and mails are sent." if word == "on" else "No webhooks and mails are sent.")


def _describe(summary: Summary) -> str:
    return f"{summary.files} files, {summary.size / 2**20:.1f} MiB"

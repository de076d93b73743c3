"""The commands `jaxdojo backup` and `jaxdojo restore`.

Each imports what it needs when it runs, so that `--help` is quick.
"""

# ruff: noqa: PLC0415 (the imports inside the commands, for the reason above)

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - Typer reads the annotations
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli_base import load_settings
from app.console import say

if TYPE_CHECKING:
    from app.backup import Summary


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write, for instance jaxdojo-2030-01-31.tar.gz.")],
) -> None:
    """Write everything that can't be made again to one file, and check it. The service may run meanwhile."""
    from app.backup import make_backup

    say(f"{file}: {_tell(make_backup(load_settings(), file))}, read back and whole. Keep it safe: it holds secrets.")


def restore(file: Annotated[Path, typer.Argument(help="A file that `jaxdojo backup` wrote.")]) -> None:
    """Put a backup into an empty data directory. The next start publishes its problems for this machine."""
    from app.backup import restore_backup

    settings = load_settings()
    summary = restore_backup(settings, file)
    say(f"{settings.data}: {_tell(summary)}, made on {summary.made:%Y-%m-%d %H:%M} UTC by version {summary.version}.")


def _tell(summary: Summary) -> str:
    return f"{summary.files} files, {summary.size / 2**20:.1f} MiB"

"""The commands `jaxdojo doctor` and `jaxdojo db ...`: what an installation has, and its database."""

from __future__ import annotations

from typing import Annotated

import typer

from app.cli.base import load_settings, make_group
from app.db.upgrade import downgrade
from app.kit.console import make_console, say
from app.kit.settings import prepare_data_directory
from app.work.doctor import print_diagnosis
from app.work.installation import prepare_database

db_group = make_group("The database.")


def doctor() -> None:
    """Report what works on this machine, what doesn't, and how to fix it."""
    if not print_diagnosis(make_console(), load_settings()):
        raise typer.Exit(3)


@db_group.command("upgrade")
def upgrade_database() -> None:
    """Upgrade the database's tables to the newest version."""
    settings = load_settings()
    prepare_data_directory(settings)
    say("The database was upgraded." if prepare_database(settings) else "The database is up to date.")


@db_group.command("downgrade")
def downgrade_database(
    version: Annotated[
        str, typer.Argument(help="The version of the tables that the upgrade notes name, such as 0023.")
    ],
) -> None:
    """Bring the database's tables back to an earlier version, before you install an earlier version of JAX Dojo.

    Stop all processes first.
    """
    settings = load_settings()
    done = downgrade(settings.database_url, version)
    say(f"The database's tables have version {version} again." if done else "The database's tables aren't newer.")

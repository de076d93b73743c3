"""Errors about the database's tables and about values that can't be stored."""

from __future__ import annotations

from app.kit.errors import OperatorError, RequestError
from app.kit.language import translate as _
from app.kit.version import find_version


class UnstorableError(RequestError):
    """A number or text is too large for the database."""

    code = "unstorable"
    status = 422
    title = "Too large"

    def __init__(self) -> None:
        super().__init__(_("A number or text in this request is too large to store."))


class DatabaseVersionError(OperatorError):
    """The tables have a version that this version of JAX Dojo doesn't know."""

    code = "database_version"

    def __init__(self, found: str, newest: str) -> None:
        super().__init__(
            f"The database's tables have version {found!r}, and JAX Dojo {find_version()} knows them up to {newest}. "
            "Probably a later version of JAX Dojo upgraded them. Nothing was changed. Install that version again; or "
            f"go back: run its `jaxdojo db downgrade {newest}` if its upgrade notes allow it, otherwise "
            "restore the backup from before that upgrade (docs/deployment.md, Rollback)."
        )


class ForeignDatabaseError(OperatorError):
    """The database has tables of another program."""

    code = "foreign_database"

    def __init__(self, url: str) -> None:
        super().__init__(
            f"The database {url} has tables that JAX Dojo didn't make. Nothing was changed. Set JAXDOJO_DATABASE_URL "
            "to a database for JAX Dojo alone."
        )


class NoWayBackError(OperatorError):
    """The tables can't be downgraded to a version."""

    code = "no_way_back"
    exit_code = 2

    def __init__(self, target: str, oldest: str, newest: str) -> None:
        super().__init__(
            f"The tables can't be downgraded to version {target!r}, only to versions from {oldest} to {newest}. For an "
            "earlier one, restore the backup from before the upgrade (docs/deployment.md, Rollback)."
        )


class UpgradeRefusedError(OperatorError):
    """The database role isn't allowed to change the tables."""

    code = "upgrade_refused"

    def __init__(self, target: str, reason: str) -> None:
        super().__init__(
            f"The tables must be changed to version {target}, which this role of the database isn't allowed to do: "
            f"{reason}. Start a server first, or run `jaxdojo db upgrade` with the address of the tables' owner."
        )


class RunnerRoleError(OperatorError):
    """The runners' database role can't be granted its rights."""

    code = "runner_role"
    exit_code = 2

    def __init__(self, reason: str) -> None:
        super().__init__(f"The runners' role can't be granted its rights: {reason}.")

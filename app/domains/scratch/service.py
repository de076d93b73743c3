"""Sharing programs of the scratchpad.

A program's run is deleted after some minutes, so sharing copies its source and report. Anybody with the address sees
both, without the owner's name. The owner can delete it, and so can an admin, since it is public.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

from app.db.statuses import Role
from app.domains.accounts.repository import lock_user
from app.domains.scratch import repository
from app.domains.scratch.errors import ProgramNotFoundError, ProgramUnfinishedError, TooManyProgramsError
from app.domains.scratch.schemas import ProgramListed, ProgramShown
from grader.report import Report

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.accounts.schemas import Account
    from app.domains.runs.service import RunService

TOKEN_BYTES: Final = 18
"""Number of random bytes in an address: 144 bits, which can't be guessed."""
MAX_PROGRAMS: Final = 100
"""Maximum number of programs that one account shares."""
MAX_TITLE: Final = 60
DULL: Final = ("import ", "from ", "#", '"""', "'''")
"""Prefixes of lines that don't describe a program."""


class ScratchService:
    """Shares, shows and deletes programs."""

    def __init__(self, database: Database, runs: RunService) -> None:
        self._database = database
        self._runs = runs

    async def share(self, user: Account, run_id: str) -> str:
        """Share a program that this user may see, and return its token; sharing a run again returns the same token.

        Raises `RunNotFoundError`, `ProgramUnfinishedError` and `TooManyProgramsError`.
        """
        run = await self._runs.get(run_id, user)
        if run.problem is not None or run.report is None:
            raise ProgramUnfinishedError

        def store(session: Session) -> str:
            lock_user(session, user.id)
            token = repository.find_by_run(session, user.id, run.id)
            if token is None:
                if repository.count_programs(session, user.id) >= MAX_PROGRAMS:
                    raise TooManyProgramsError(MAX_PROGRAMS)
                token = secrets.token_urlsafe(TOKEN_BYTES)
                repository.add_program(session, user.id, run, token)
            return token

        return await self._database.write(store)

    async def open(self, token: str) -> ProgramShown:
        """Return the program shared under a token; raises `ProgramNotFoundError`."""

        def load(session: Session) -> ProgramShown:
            row = repository.find_program(session, token)
            if row is None:
                raise ProgramNotFoundError
            return ProgramShown(row.token, row.user_id, row.source, Report.model_validate(row.report), row.created_at)

        return await self._database.read(load)

    async def list_own(self, user: Account) -> list[ProgramListed]:
        """Return a user's shared programs, newest first."""
        rows = await self._database.read(lambda session: repository.list_programs(session, user.id))
        return [ProgramListed(token, find_title(source), at) for token, source, at in rows]

    async def delete(self, user: Account, token: str) -> None:
        """Delete one of this user's programs, or for an admin anybody's; raises `ProgramNotFoundError`."""

        def remove(session: Session) -> None:
            row = repository.find_program(session, token)
            if row is None or not may_delete(user, row.user_id):
                raise ProgramNotFoundError
            repository.delete_program(session, token)

        await self._database.write(remove)


def may_delete(user: Account | None, owner: int) -> bool:
    """Return whether a user may delete a program of the account `owner`."""
    return user is not None and (user.id == owner or user.role is Role.ADMIN)


def find_title(source: str) -> str:
    """Return the first line that describes a program, truncated if long."""
    lines = [line.strip() for line in source.splitlines() if line.strip()]
    title = next((line for line in lines if not line.startswith(DULL)), lines[0] if lines else "")
    return title if len(title) <= MAX_TITLE else f"{title[:MAX_TITLE]} …"

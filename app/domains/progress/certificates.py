"""Certificates: proofs, at an address where anybody can check them, that a user solved every kata of a track.

Only the address is stored. The page's content is computed from the submissions each time: if one is rejudged and no
longer accepted, the certificate says so, and katas added to the track later are shown as open.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

from app.domains.accounts.repository import lock_user
from app.domains.progress import repository
from app.domains.progress.errors import CertificateNotFoundError, TrackUnfinishedError
from app.domains.progress.schemas import CertificateView, CertifiedKata

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.accounts.schemas import Account
    from app.domains.problems.service import ProblemService

TOKEN_BYTES: Final = 18
"""Number of random bytes in an address: 144 bits, which can't be guessed."""


class CertificateService:
    """Issues, shows and withdraws certificates."""

    def __init__(self, database: Database, problems: ProblemService) -> None:
        self._database = database
        self._problems = problems

    async def make(self, user: Account, track: str) -> str:
        """Return the token of a user's certificate for a track, issued if necessary; raises `TrackUnfinishedError`."""
        listed = [
            problem for problem in await self._problems.list_problems(user, only_public=True) if problem.track == track
        ]
        if not listed or not all(problem.solved for problem in listed):
            raise TrackUnfinishedError

        def store(session: Session) -> str:
            lock_user(session, user.id)
            token = repository.list_certificates(session, user.id).get(track)
            if token is None:
                token = secrets.token_urlsafe(TOKEN_BYTES)
                repository.add_certificate(session, user.id, track, token)
            return token

        return await self._database.write(store)

    async def show(self, token: str) -> CertificateView:
        """Return a certificate's current content; raises `CertificateNotFoundError`."""
        found = await self._database.read(lambda session: repository.find_certificate(session, token))
        if found is None:
            raise CertificateNotFoundError
        owner_id, name, track, issued_at = found
        solved = await self._database.read(lambda session: repository.list_solved_at(session, owner_id))
        katas = [
            CertifiedKata(problem.slug, problem.name, *solved.get(problem.slug, (None, False)))
            for problem in await self._problems.list_problems(None)
            if problem.track == track
        ]
        return CertificateView(token, owner_id, name, track, issued_at, katas)

    async def withdraw(self, user: Account, token: str) -> None:
        """Delete a user's certificate; raises `CertificateNotFoundError`, also for others' certificates."""
        if not await self._database.write(lambda session: repository.delete_certificate(session, token, user.id)):
            raise CertificateNotFoundError

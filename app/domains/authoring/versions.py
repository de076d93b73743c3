"""The authors' source files of versions, and the changes between two versions."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from app.domains.authoring import repository
from app.domains.authoring.archives import expand, pack
from app.domains.authoring.differences import compare_files, find_changed
from app.domains.authoring.errors import FileNotInPackageError, FilesNotKeptError
from app.domains.authoring.schemas import FileChange, FileDiff, KeptFile, KeptFileList
from app.kit.errors import VersionNotFoundError, find_nearest
from app.kit.workers.errors import TooHeavyError, WorkersBusyError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.authoring.working import WorkingCopies
    from app.kit.workers.pool import Workers

MAX_COMPARED: Final = 2**21
"""Maximum number of bytes of two versions' files that are compared line by line; beyond it, files are only named."""


class VersionService:
    """Reads the author's files of any version. Callers check access: for those who may edit the problem, and operators.

    Each method raises `VersionNotFoundError` and, if a version's files weren't kept, `FilesNotKeptError`.
    """

    def __init__(self, database: Database, copies: WorkingCopies, workers: Workers) -> None:
        self._database = database
        self._copies = copies
        self._workers = workers

    async def list_files(self, slug: str, number: int) -> KeptFileList:
        """Return the paths and sizes of a version's files, by path."""
        files = await self._read(slug, number)
        found = [KeptFile(path=path, size=len(content)) for path, content in files.items()]
        return KeptFileList(version=number, files=found)

    async def read_file(self, slug: str, number: int, path: str) -> bytes:
        """Return a file of a version; raises `FileNotInPackageError`."""
        files = await self._read(slug, number)
        if path not in files:
            raise FileNotInPackageError(path, find_nearest(path, files))
        return files[path]

    async def export(self, slug: str, number: int) -> bytes:
        """Return a version's files as a zip file, which can be uploaded as a working copy."""
        return await asyncio.to_thread(pack, slug, await self._read(slug, number))

    async def compare(self, slug: str, before: int | None, after: int | None, *, who: str) -> FileDiff:
        """Return the differences between two versions' files, for `who`; None stands for the working copy.

        Files that take too long to compare are named without a diff.
        """
        old, new = [await self._read(slug, number) for number in (before, after)]
        changed = find_changed(old, new)
        pairs: dict[str, tuple[str, str]] = {}
        left = MAX_COMPARED
        for path in changed:
            left -= len(old.get(path, b"")) + len(new.get(path, b""))
            if left < 0:
                break
            pairs[path] = (_decode(old, path), _decode(new, path))
        try:
            diffs = await self._workers.run(who, compare_files, pairs)
        except (TooHeavyError, WorkersBusyError):
            diffs = {}
        found = [FileChange(path=path, change=change, diff=diffs.get(path)) for path, change in changed.items()]
        return FileDiff(before=before, after=after, files=found)

    async def _read(self, slug: str, number: int | None) -> dict[str, bytes]:
        if number is None:
            return await asyncio.to_thread(self._copies.read_all, slug)

        def load(session: Session) -> bytes | None:
            known = repository.list_numbers(session, slug)
            if number not in known:
                raise VersionNotFoundError(slug, list(known))
            return repository.find_files(session, known[number])

        kept = await self._database.read(load)
        if kept is None:
            raise FilesNotKeptError(slug, number)
        return await asyncio.to_thread(expand, kept)


def _decode(files: Mapping[str, bytes], path: str) -> str:
    return files.get(path, b"").decode(errors="replace")

"""Authoring for instructors: the problems they can edit, with files, versions and statistics."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.db.statuses import Role, SharingRole, VersionStatus
from app.domains.audit.log import Action, record
from app.domains.authoring import repository, statistics
from app.domains.authoring.archives import pack, unpack
from app.domains.authoring.authored import Authored
from app.domains.authoring.differences import compare_texts, compare_versions, cut_lines
from app.domains.authoring.findings import read_findings
from app.domains.authoring.foreign import ForeignDraft, convert_foreign
from app.domains.authoring.schemas import (
    AuthoredProblem,
    FileEntry,
    PackageFinding,
    ProblemEntry,
    SavedFile,
    Sharing,
    Statistics,
    VersionChange,
    VersionDiff,
    VersionEntry,
)
from app.domains.authoring.working import NEEDED, compute_tag, compute_tags
from app.domains.limits.addresses import name_account
from app.domains.ratings.repository import count_ratings
from app.domains.ratings.schemas import RatingCounts
from app.kit.errors import (
    ConflictError,
    ForbiddenError,
    InvalidInputError,
    ProblemNotFoundError,
    UnreadableBundleError,
    VersionNotFoundError,
    find_nearest,
)
from app.kit.language import translate as _
from app.kit.workers.errors import TooHeavyError, WorkersBusyError
from grader.errors import BundleError
from grader.package.files import SLUG
from grader.package.strict_yaml import read_scalar

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.accounts.schemas import Account
    from app.domains.accounts.service import AccountService
    from app.domains.authoring.repository import ProblemRow
    from app.domains.authoring.schemas import TaskView
    from app.domains.authoring.working import WorkingCopies
    from app.kit.workers.pool import Workers
    from grader.bundle.contents import Bundle
    from grader.bundle.store import BundleStore


NAME_WITHIN: Final = 8192
"""Number of bytes of problem.yaml that are searched for its name."""
MAX_OWNED: Final = 500
"""Maximum number of problems that one instructor owns: each takes space, and a row on their list."""


class AuthoringService:
    """Manages problems in authoring, except for tasks in sandboxes, which the workshop runs."""

    def __init__(
        self,
        database: Database,
        store: BundleStore,
        accounts: AccountService,
        copies: WorkingCopies,
        workers: Workers,
    ) -> None:
        self._workers = workers
        self._database = database
        self._store = store
        self._accounts = accounts
        self.copies = copies

    async def list_problems(self, user: Account) -> list[ProblemEntry]:
        """Return somebody's own problems and those shared with them, by slug; all for an admin."""
        rows = await self._database.read(repository.list_problems)
        slugs = await asyncio.to_thread(self.copies.list_slugs)
        allowed = [slug for slug in sorted({*rows, *slugs}) if _may_see(user, rows.get(slug))]
        return [await self._describe(slug, rows.get(slug) or repository.ProblemRow()) for slug in allowed]

    async def find(self, user: Account, slug: str) -> Authored:
        """Return a problem that somebody can edit; raises `ProblemNotFoundError` and `ForbiddenError`."""
        row = (await self._database.read(lambda session: repository.list_problems(session, slug))).get(slug)
        if _may_see(user, row) and (row is not None or slug in await asyncio.to_thread(self.copies.list_slugs)):
            return Authored(slug, user, None if row is None else row.id, row or repository.ProblemRow())
        rows, hidden = await self._database.read(
            lambda session: (repository.list_problems(session), repository.list_hidden(session, user))
        )
        slugs = {*rows, *await asyncio.to_thread(self.copies.list_slugs)} - hidden
        if slug not in slugs:
            raise ProblemNotFoundError(slug, find_nearest(slug, slugs))
        owner = None if row is None else row.owner
        raise ForbiddenError(
            _("`%(slug)s` isn't shared with you: ask `%(owner)s`, who owns it, to share it.", slug=slug, owner=owner)
            if owner
            else _("`%(slug)s` isn't shared with you: ask an admin to share it.", slug=slug)
        )

    async def create(self, user: Account, slug: str, name: str) -> Authored:
        """Create a problem with small, working files; its creator owns it.

        Raises `InvalidInputError`, and `ConflictError` if the problem already exists.
        """
        _check_slug(slug)
        if not name.strip() or len(name) > 200 or not name.isprintable():  # noqa: PLR2004 - the column's length
            raise InvalidInputError("name", _("Give the problem a title of at most 200 characters."))
        await self._require_new(user, slug, _("choose another slug"))
        await asyncio.to_thread(self.copies.create, slug, name=name.strip(), author=user.name)
        return await self._own(user, slug)

    async def create_from_archive(self, user: Account, data: bytes) -> Authored:
        """Create a problem from a zip file; its sender owns it.

        Raises `InvalidInputError`, `TooHeavyError`, `WorkersBusyError`, and `ConflictError` if the problem already
        exists.
        """
        slug, files = await self._workers.run(name_account(user.id), unpack, data)
        await self._require_new(user, slug, _("if you can edit it, upload the archive there"))
        await asyncio.to_thread(self.copies.replace_all, slug, files, replaces=None)
        return await self._own(user, slug)

    async def create_from_foreign(
        self, user: Account, data: bytes, name: str, slug: str | None = None, function: str | None = None
    ) -> tuple[Authored, ForeignDraft]:
        """Create a problem from another platform's file called `name`; its sender owns it. See `convert_foreign`.

        Raises as `create_from_archive` does.
        """
        if slug:
            _check_slug(slug)
        folder = await asyncio.to_thread(tempfile.mkdtemp, prefix="jaxdojo-import-")
        try:
            who = name_account(user.id)
            draft = await self._workers.run(who, convert_foreign, data, name, Path(folder), slug, function)
        finally:
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)
        await self._require_new(user, draft.slug, _("choose another slug"))
        await asyncio.to_thread(self.copies.replace_all, draft.slug, draft.files, replaces=None)
        return await self._own(user, draft.slug), draft

    async def show(self, problem: Authored, task: TaskView | None) -> AuthoredProblem:
        """Return a problem with its files and the findings from reading them."""
        entry = await self._describe(problem.slug, problem.row)
        files = await asyncio.to_thread(self.copies.read_all, problem.slug)
        whole, tags = await asyncio.to_thread(compute_tags, files)
        return AuthoredProblem(
            **entry.model_dump(),
            etag=whole,
            files=[
                FileEntry(path=path, size=len(content), etag=tags[path], required=path in NEEDED)
                for path, content in files.items()
            ],
            findings=await self.find_findings(problem),
            task=task,
            role=problem.role,
        )

    async def find_findings(self, problem: Authored) -> list[PackageFinding]:
        """Return the findings from reading the package, without running it; a failure to read is a finding, too."""
        try:
            return await self.try_reading(problem)
        except (TooHeavyError, WorkersBusyError) as error:
            return [PackageFinding(message=error.message)]

    async def try_reading(self, problem: Authored) -> list[PackageFinding]:
        """Return the findings; raises `TooHeavyError` and `WorkersBusyError` if reading fails."""
        others = await asyncio.to_thread(self.copies.list_other_manifests, problem.slug)
        async with self.open_snapshot(problem.slug) as folders:
            return await self._workers.run(name_account(problem.user.id), read_findings, *folders, others)

    @asynccontextmanager
    async def open_snapshot(self, slug: str) -> AsyncIterator[tuple[Path, Path]]:
        """Yield folders of the package and the references with the current files, for the duration of the block.

        Threads write and delete them: that takes a while, and somebody who saves a file may have to be waited for.
        """
        snapshot = self.copies.snapshot(slug)
        folders = await asyncio.to_thread(snapshot.__enter__)
        try:
            yield folders
        finally:
            await asyncio.to_thread(snapshot.__exit__, None, None, None)

    async def read_file(self, problem: Authored, path: str) -> tuple[bytes, str]:
        """Return a file and its tag; raises `FileNotInPackageError`."""
        content = await asyncio.to_thread(self.copies.read, problem.slug, path)
        return content, compute_tag(content)

    async def write_file(self, problem: Authored, path: str, content: bytes, *, replaces: str | None) -> SavedFile:
        """Store a file, replacing the content with tag `replaces`; raises as `WorkingCopies.write` does."""
        tag = await asyncio.to_thread(self.copies.write, problem.slug, path, content, replaces=replaces)
        return SavedFile(path=path, etag=tag, findings=await self.find_findings(problem))

    async def delete_file(self, problem: Authored, path: str, *, replaces: str) -> None:
        """Delete a file; raises as `WorkingCopies.delete` does."""
        await asyncio.to_thread(self.copies.delete, problem.slug, path, replaces=replaces)

    async def export(self, problem: Authored) -> tuple[bytes, str]:
        """Return the working copy as a zip file, and the tag of all its files."""
        files = await asyncio.to_thread(self.copies.read_all, problem.slug)
        whole, _tags = await asyncio.to_thread(compute_tags, files)
        return await asyncio.to_thread(pack, problem.slug, files), whole

    async def upload(self, problem: Authored, data: bytes, *, replaces: str) -> list[PackageFinding]:
        """Replace all files with tag `replaces` by those of a zip file; returns the findings from reading them.

        Raises `InvalidInputError`, `TooHeavyError`, `WorkersBusyError` and `AllEditedMeanwhileError`, and then changes
        nothing.
        """
        slug, files = await self._workers.run(name_account(problem.user.id), unpack, data)
        if slug != problem.slug:
            message = _(
                "The archive contains the problem `%(found)s`, but this is `%(slug)s`.", found=slug, slug=problem.slug
            )
            raise InvalidInputError("archive", message)
        await asyncio.to_thread(self.copies.replace_all, problem.slug, files, replaces=replaces)
        return await self.find_findings(problem)

    async def share(self, problem: Authored, name: str, role: SharingRole = SharingRole.EDIT) -> Sharing:
        """Share a problem with another instructor, who may do what `role` says; for its owner and admins.

        Raises `ForbiddenError`, `UserNotFoundError`, and `InvalidInputError` for a learner.
        """
        self._require_owner(problem)
        other = await self._accounts.find(name)
        if not other.role.is_author:
            message = _("`%(name)s` is a learner: problems can be shared only with instructors.", name=other.name)
            raise InvalidInputError("name", message)

        def store(session: Session) -> None:
            repository.add_author(session, problem.slug, other.id, role=role)
            record(session, Action.PROBLEM_SHARED, problem.slug, **{"with": other.name, "role": role.value})

        await self._database.write(store)
        return await self.list_authors(problem)

    async def unshare(self, problem: Authored, name: str) -> Sharing:
        """Stop sharing a problem with somebody; raises as `share` does. The owner can't be removed."""
        self._require_owner(problem)
        other = await self._accounts.find(name)
        problem_id = problem.problem_id
        if problem_id is not None:

            def store(session: Session) -> None:
                repository.remove_author(session, problem_id, other.id)
                record(session, Action.PROBLEM_UNSHARED, problem.slug, **{"with": other.name})

            await self._database.write(store)
        return await self.list_authors(problem)

    async def list_versions(self, problem: Authored) -> list[VersionEntry]:
        """Return the versions, newest first."""
        problem_id = problem.problem_id
        if problem_id is None:
            return []
        return await self._database.read(lambda session: repository.list_versions(session, problem_id))

    async def compare(self, problem: Authored, before: int, after: int) -> VersionDiff:
        """Return the changes from one version to another; raises `VersionNotFoundError` for an unknown one."""
        versions = {version.number: version.digest for version in await self.list_versions(problem)}
        for number in (before, after):
            if number not in versions:
                raise VersionNotFoundError(problem.slug, list(versions))
            await self._load(problem.slug, versions[number])  # Fetches the bundle where bundles are shared.
        digests = versions[before], versions[after]
        who = name_account(problem.user.id)
        try:
            changes = await self._workers.run(who, compare_versions, self._store.root, *digests)
        except (TooHeavyError, WorkersBusyError) as error:
            changes = [VersionChange(name=_("The comparison"), told=error.message, noticed=False, diff="")]
        return VersionDiff(before=before, after=after, changes=changes)

    async def count(self, problem: Authored) -> Statistics:
        """Return the problem's statistics."""
        problem_id = problem.problem_id
        attempts: list[statistics.Attempt] = []
        ratings = RatingCounts()
        if problem_id is not None:
            attempts, ratings = await self._database.read(
                lambda session: (repository.list_attempts(session, problem_id), count_ratings(session, problem_id))
            )
        versions = await self.list_versions(problem)
        solution = ""
        current = next((one for one in versions if one.status is VersionStatus.PUBLISHED), None)
        if current is not None:
            solution = (await self._load(problem.slug, current.digest)).manifest.solution
        found, reasons = await asyncio.to_thread(statistics.count, attempts)
        rows = set[int]().union(*(one.sources for one in reasons))
        sources = await self._database.read(lambda session: repository.load_sources(session, rows))
        ideas = []
        for reason in reasons:
            chosen = await asyncio.to_thread(statistics.choose_idea, reason, sources, solution)
            if chosen is not None:
                diff = await self._compare_texts(problem.user, *chosen[1:])
                ideas.append(chosen[0].model_copy(update={"diff": diff}))
        return found.model_copy(update={"wrong_ideas": ideas, "ratings": ratings})

    async def _compare_texts(self, user: Account, before: str, after: str) -> str:
        try:
            return await self._workers.run(name_account(user.id), compare_texts, before, after)
        except (TooHeavyError, WorkersBusyError):
            return _("The comparison takes too long. This is the wrong solution:") + f"\n{cut_lines(before)}"

    async def _require_new(self, user: Account, slug: str, advice: str) -> None:
        rows = await self._database.read(repository.list_problems)
        if user.role is not Role.ADMIN and sum(row.owner == user.name for row in rows.values()) >= MAX_OWNED:
            raise ConflictError(_("You can own at most %(most)s problems. Delete one first.", most=MAX_OWNED))
        if slug in rows or await asyncio.to_thread(self.copies.has_files, slug):
            raise ConflictError(_("There is already a problem `%(slug)s`: %(advice)s.", slug=slug, advice=advice))

    async def _own(self, user: Account, slug: str) -> Authored:
        """Record a problem's owner."""

        def store(session: Session) -> None:
            repository.add_author(session, slug, user.id, is_owner=True)
            record(session, Action.PROBLEM_BEGUN, slug)

        await self._database.write(store)
        return await self.find(user, slug)

    async def _load(self, slug: str, digest: str) -> Bundle:
        try:
            return await asyncio.to_thread(self._store.load, digest)
        except BundleError as error:
            raise UnreadableBundleError(slug, str(error)) from error

    async def _describe(self, slug: str, row: ProblemRow) -> ProblemEntry:
        return ProblemEntry(
            slug=slug,
            name=row.name if row.name is not None else await asyncio.to_thread(self._read_name, slug),
            version=row.version,
            staged=row.staged,
            retired=row.retired,
            beta=row.beta,
            edited=self.copies.has(slug),
            owner=row.owner,
            authors=list(row.authors.values()),
        )

    def _read_name(self, slug: str) -> str:
        """Return the name in problem.yaml, or the slug if that can't be read."""
        return (read_scalar(self.copies.read_manifest(slug, NAME_WITHIN), "name") or slug)[:200]

    async def list_authors(self, problem: Authored) -> Sharing:
        """Return the people with access to a problem."""
        rows = await self._database.read(lambda session: repository.list_problems(session, problem.slug))
        row = rows.get(problem.slug) or repository.ProblemRow()
        roles = {name: row.roles[user_id] for user_id, name in row.authors.items()}
        return Sharing(owner=row.owner, authors=list(row.authors.values()), roles=roles)

    @staticmethod
    def _require_owner(problem: Authored) -> None:
        if not problem.is_owned:
            raise ForbiddenError(_("Only the owner of `%(slug)s` and admins can share it.", slug=problem.slug))


def _check_slug(slug: str) -> None:
    """Raise `InvalidInputError` unless this is a valid slug."""
    if not SLUG.fullmatch(slug):
        raise InvalidInputError(
            "slug",
            _("A slug begins with a lower-case letter, followed by letters, digits and underscores."),
        )


def _may_see(user: Account, row: ProblemRow | None) -> bool:
    return user.role is Role.ADMIN or (user.role.is_author and row is not None and user.id in row.authors)

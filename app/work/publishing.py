"""Publishing: turns the folders of a problem into a version in the database.

Every command and task that publishes or checks a problem goes through here.

A package whose files haven't changed since it was last published is skipped, which costs no more than reading them.
Quick publishing makes the bundle and skips most trials (decision 25), and nearly all if these passed with the versions
installed here (decision 44). It is only for files that passed a full check: `checked.txt` lists their digests, beside
the shipped problems and in the data directory. All other packages are always published in full. Full publishing repeats
packages that were published quickly. Only one process publishes at a time; another one waits, and then finds nothing
to do.
"""

from __future__ import annotations

import asyncio
import errno
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import structlog

from app.db.statuses import VersionStatus
from app.domains.audit.log import Action, record
from app.domains.authoring.archives import squeeze
from app.domains.authoring.repository import put_files
from app.domains.problems import repository
from app.domains.problems.schemas import Published
from app.kit.errors import (
    ConflictError,
    JaxDojoError,
    ProblemNotFoundError,
    RequestError,
    UnreadableBundleError,
    find_nearest,
)
from app.work.checking import CHECKS, check, compile_package, read_secret, remember_check
from app.work.fingerprint import compute_fingerprint, write_fingerprint
from app.work.grading import Graders
from app.work.turn import WAITING, hold_lock, is_publishing
from grader.bundle.differences import has_same_inputs
from grader.errors import GraderError, PackageError, PublishRefusedError, UnsupportedHereError
from grader.package.archive import collect_files
from grader.package.strict_yaml import read_scalar
from grader.publishing.checked import find_proof
from grader.publishing.context import ignore
from grader.publishing.earlier_checks import EarlierChecks
from grader.publishing.publish import proof_digest, source_digest
from grader.publishing.single_solution import try_solution

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy.orm import Session

    from app.domains.accounts.schemas import Account
    from app.domains.problems.schemas import Version
    from app.services import Services
    from grader.bundle.contents import Bundle
    from grader.grading.client import Grader
    from grader.publishing.checked import Proof
    from grader.publishing.context import Known
    from grader.publishing.publish import PublishReport
    from grader.report import Report

    Progress = Callable[[str, int, int], None]
    ReportProgress = Callable[[str, str, int, int], None]

logger = structlog.stdlib.get_logger(__name__)

UNKNOWN_DIFFICULTY: Final = 99
DISK_FAILS: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO})
"""The errors of a disk that is full, read-only or broken, which no other problem would be spared."""


@dataclass(frozen=True)
class Staging:
    """Why a version is staged, instead of published, and by whom."""

    reason: str
    by: Account


@dataclass(frozen=True)
class Recorded:
    """A version that was made: its publishing report, its number, and its regrade's public id if it was staged."""

    report: PublishReport
    number: int
    regrade: str | None


def _read_difficulty(path: Path) -> int:
    """Return the difficulty that a manifest declares, even if its other keys are invalid; 99 if it declares none."""
    try:
        found = read_scalar(path.read_text(encoding="utf-8", errors="replace"), "difficulty") or ""
    except OSError:
        return UNKNOWN_DIFFICULTY
    return min(int(found[:9]), UNKNOWN_DIFFICULTY) if found.isdecimal() else UNKNOWN_DIFFICULTY


class Publisher:
    """Publishes packages whose files have changed."""

    def __init__(self, services: Services, make_grader: Callable[[], Grader], running: Grader | None = None) -> None:
        """Publish with graders as `app.work.grading.Graders` describes them."""
        self._services = services
        self._settings = services.settings
        self._make_grader = make_grader
        self._running = running

    def list_packages(self) -> list[str]:
        """Return the slugs of all packages, published or not, the easiest first because they are needed first."""
        paths = sorted(self._settings.problems.glob("*/problem.yaml"), key=lambda path: (_read_difficulty(path), path))
        return [path.parent.name for path in paths]

    async def find_changed(self, slugs: list[str] | None = None, *, quick: bool = False) -> list[str]:
        """Return those of `slugs`, by default all, whose files differ from the published version's.

        If `quick`, a quickly published version is enough for packages that passed a full check.

        By default, problems with a working copy are left out, as they are published from there, and so are problems
        with a staged version and retired ones.
        """
        packages = await asyncio.to_thread(self.list_packages)
        for slug in slugs or []:
            if slug not in packages:
                raise ProblemNotFoundError(slug, find_nearest(slug, packages))
        self._services.catalogue.forget()
        versions = await self._services.catalogue.list_with_retired()
        changed = []
        left_out = set() if slugs is not None else await self.list_left_out()
        for slug in [one for one in packages if one not in left_out] if slugs is None else slugs:
            version = versions.get(slug)
            try:
                part = quick and await self._find_proof(slug) is not None
                digests = await self.find_digests(slug, part=part)
            except OSError:  # Publishing it tells which file can't be read.
                digests = []
            if version is None or version.source_digest not in digests or not await self._is_readable(version):
                changed.append(slug)
        return changed

    async def find_digests(self, slug: str, *, part: bool = True) -> list[str]:
        """Return the digests of a version of a package's files, in full and, if wanted, in part; raises `OSError`."""
        kinds, folders = ([True, False] if part else [True]), self.find_folders(slug)
        return [await asyncio.to_thread(source_digest, *folders, full=full) for full in kinds]

    async def publish(
        self,
        slugs: list[str] | None = None,
        *,
        quick: bool = False,
        compiled: bool = True,
        progress: ReportProgress = lambda _slug, _step, _done, _total: None,
        note: Callable[[Published], None] = lambda _published: None,
        expect: Callable[[int], None] = lambda _number: None,
    ) -> list[Published]:
        """Publish those of `slugs`, by default all, that have changed; a refused one doesn't stop the others.

        With `quick`, packages that passed a full check are published quickly, and the others in full: see
        `grader.publishing.publish`. If not `compiled`, programs may be left to `app.work.completion`. `progress` is
        called in a thread with the slug, the step's name, the amount done and the total, and before that with
        `WAITING` if another process is publishing; `expect` with the number of changed packages, and `note` with each
        result as soon as it is known. Raises `ProblemNotFoundError` for a slug without a package.
        """
        if is_publishing(self._settings.data):
            progress(", ".join(slugs or ["all problems"]), WAITING, 0, 0)
        async with hold_lock(self._settings.data):
            fingerprint: str | None = None
            with suppress(OSError):  # A problem with a file that can't be read is refused below.
                fingerprint = await asyncio.to_thread(compute_fingerprint, self._settings)
            changed = await self.find_changed(slugs, quick=quick)
            versions = await self._services.catalogue.list_with_retired()
            left_out = await self.list_left_out()
            packages = await asyncio.to_thread(self.list_packages)
            wanted = [one for one in packages if one not in left_out] if slugs is None else slugs
            done = {slug: Published(slug, "unchanged", versions[slug].number) for slug in wanted if slug not in changed}
            expect(len(changed))
            if slugs is None:  # The shared store may be new, or have lost what it had.
                known = await self._services.database.read(repository.list_digests)
                await asyncio.to_thread(self._services.store.share, known)
            graders = Graders(self._make_grader, self._running)
            try:
                waiting = list(changed)
                while waiting:
                    slug = self._services.catalogue.awaited.choose(waiting)
                    waiting.remove(slug)
                    done[slug] = await self._publish_one(
                        slug, graders, partial(progress, slug), quick=quick, compiled=compiled
                    )
                    note(done[slug])
            finally:
                await asyncio.to_thread(graders.close)
            sound = all(published.outcome != "refused" for published in done.values())
            if slugs is None and fingerprint is not None and sound:
                await self._leave_stamp(fingerprint, left_out, quick=quick)
        return [done[slug] for slug in wanted]

    async def _leave_stamp(self, fingerprint: str, left_out: set[str], *, quick: bool) -> None:
        """Record that nothing needs publishing, until a problem is brought back that was left out."""
        if await self.list_left_out() != left_out:
            return
        versions = await self._services.catalogue.list_all_versions()
        folders = (self._settings.bundles, self._settings.compile_cache)
        needs = [folder / version.digest for version in versions.values() for folder in folders]
        database = self._services.database.engine.url.database
        if self._settings.is_sqlite and database:
            write_fingerprint(self._settings, [*needs, Path(database)], fingerprint, quick=quick)

    async def publish_folders(
        self,
        folders: tuple[Path, Path],
        grader: Grader,
        progress: Progress,
        known: Known = ignore,
        staging: Staging | None = None,
    ) -> Recorded:
        """Publish the package in `folders`, changed or not, or stage it; `known` gets each finding at once.

        Raises `PackageError`, `PublishRefusedError`, and `ConflictError` if a version is staged or nothing is new.
        """
        async with hold_lock(self._settings.data):
            return await self._record(folders, grader, progress, known=known, staging=staging)

    async def redraw(
        self, slug: str, folders: tuple[Path, Path], grader: Grader, progress: Progress
    ) -> tuple[Recorded, int]:
        """Publish the package in `folders` with other hidden cases; return the version and the number of the draw.

        Raises the errors of `publish_folders`, and `ProblemNotFoundError` for a problem without a version. An error
        leaves nothing changed: the draw is recorded together with the version that has its cases.
        """
        await self._services.lifecycle.get_history(slug)
        async with hold_lock(self._settings.data):
            recorded = await self._record(folders, grader, progress, redraw=True)
        return recorded, await self._find_draw(slug)

    async def redraw_here(self, slug: str, progress: Progress) -> tuple[Recorded, int]:
        """Do the same with the problem's own files: those of its working copy, if it has one."""
        if is_publishing(self._settings.data):
            progress(WAITING, 0, 0)
        grader = self._make_grader()
        authoring = self._services.authoring
        try:
            grader.start()
            if not authoring.copies.has(slug):
                return await self.redraw(slug, self.find_folders(slug), grader, progress)
            async with authoring.open_snapshot(slug) as folders:
                return await self.redraw(slug, folders, grader, progress)
        finally:
            await asyncio.to_thread(grader.close)

    async def list_left_out(self) -> set[str]:
        """Return the slugs that are left out when all packages are published, as `find_changed` says."""
        read = self._services.database.read
        hidden = await read(repository.list_staged) | await read(repository.list_retired)
        packages, copies = await asyncio.to_thread(self.list_packages), self._services.authoring.copies
        return hidden | {slug for slug in packages if copies.has(slug)}

    async def _publish_one(
        self, slug: str, graders: Graders, progress: Progress, *, quick: bool, compiled: bool
    ) -> Published:
        try:
            folders = self.find_folders(slug)
            proof = await self._find_proof(slug) if quick else None
            grader = graders.choose(quick=proof is not None)
            recorded = await self._record(folders, grader, progress, proof=proof, compiled=compiled)
        except (PackageError, PublishRefusedError, RequestError) as error:
            return Published(slug, "refused", error=str(error))
        except UnsupportedHereError as error:
            return Published(slug, "unsupported", error=str(error))
        except (JaxDojoError, GraderError):  # The database or the sandbox fails, and would for the others.
            raise
        except Exception as error:
            if isinstance(error, OSError) and error.errno in DISK_FAILS:
                raise
            logger.exception("publishing_failed", problem=slug)
            return Published(slug, "refused", error=f"{slug}: unexpected {type(error).__name__}: {error}")
        quickly = proof is not None
        regraded = quickly and bool(recorded.report.solutions)  # A proof that fits spares them.
        return Published(slug, "published", recorded.number, quickly=quickly, regraded=regraded)

    async def _record(
        self,
        folders: tuple[Path, Path],
        grader: Grader,
        progress: Progress,
        *,
        proof: Proof | None = None,
        compiled: bool = True,
        redraw: bool = False,
        known: Known = ignore,
        staging: Staging | None = None,
    ) -> Recorded:
        services, slug = self._services, folders[0].name
        if slug in await services.database.read(repository.list_staged):
            raise ConflictError(f"A version of `{slug}` is staged: apply or drop its regrade first.")
        draw = await self._find_draw(slug) + redraw
        compile_here = partial(
            compile_package, settings=self._settings, proof=proof, compiled=compiled, draw=draw, known=known
        )
        report = await asyncio.to_thread(compile_here, folders, services.store, grader, progress)
        if report.full:
            await asyncio.to_thread(remember_check, self._settings, slug, report)
        bundle = await asyncio.to_thread(services.store.load, report.digest)
        files = await asyncio.to_thread(_collect, folders, report)
        if redraw:
            await self._require_other_cases(bundle)
        if services.programs is not None:
            await asyncio.to_thread(services.programs.share, report.digest)

        def store(session: Session) -> Recorded:
            if redraw:
                record(session, Action.PROBLEM_REDRAWN, slug, draw=repository.add_draw(session, slug))
            status = VersionStatus.PUBLISHED if staging is None else VersionStatus.STAGED
            number, problem_id, version_id = repository.add_version(
                session, bundle.manifest, report.digest, report.source_digest, status
            )
            put_files(session, version_id, files)
            action = Action.PROBLEM_PUBLISHED if staging is None else Action.PROBLEM_STAGED
            record(session, action, slug, version=number)
            if staging is None:
                return Recorded(report, number, None)
            regrade = services.regrades.add_staged(session, problem_id, version_id, staging.reason, staging.by)
            return Recorded(report, number, regrade.id)

        recorded = await services.database.write(store)
        services.catalogue.forget()
        services.regrades.wake_runner()
        return recorded

    async def _require_other_cases(self, bundle: Bundle) -> None:
        """Raise `ConflictError` if a redraw made the hidden cases that the newest version has."""
        slug, catalogue = bundle.manifest.slug, self._services.catalogue
        version = (await catalogue.list_with_retired()).get(slug)
        with suppress(UnreadableBundleError):
            if version is not None and has_same_inputs(await catalogue.load_bundle(version), bundle):
                told = f"`pool(rng)` in cases.py of `{slug}` makes the same cases whatever `rng` it is given"
                raise ConflictError(f"{told}, so nothing has changed: draw the inputs from `rng`.")

    async def try_solution(
        self, folders: tuple[Path, Path], grader: Grader, progress: Progress, solution: str, case: str | None
    ) -> Report:
        """Grade one solution of the package in `folders` by one case or by all, with nothing hidden.

        Raises the errors of `grader.publishing.single_solution.try_solution`.
        """
        draw, secret = await self._find_draw(folders[0].name), read_secret(self._settings.data)
        earlier = EarlierChecks(self._settings.data / CHECKS)
        trial = partial(try_solution, progress=progress, draw=draw, earlier=earlier)
        return await asyncio.to_thread(trial, *folders, secret, grader, solution, case)

    async def check(
        self, folders: tuple[Path, Path], grader: Grader, progress: Progress, known: Known = ignore
    ) -> PublishReport:
        """Check the package in `folders`, as the function `check` does, with its problem's current draw."""
        draw = await self._find_draw(folders[0].name)
        return await asyncio.to_thread(check, self._settings, folders, grader, progress, draw=draw, known=known)

    async def _find_draw(self, slug: str) -> int:
        return await self._services.database.read(lambda session: repository.find_draw(session, slug))

    async def list_unchanged(self) -> list[Version]:
        """Return the newest versions of the packages whose files haven't changed since these were published."""
        versions, left_out = await self._services.catalogue.list_all_versions(), await self.list_left_out()
        packages = await asyncio.to_thread(self.list_packages)
        slugs = [slug for slug in packages if slug in versions and slug not in left_out]
        changed = await self.find_changed(slugs, quick=True)
        return [versions[slug] for slug in slugs if slug not in changed]

    async def _is_readable(self, version: Version) -> bool:
        """Return whether the bundle hasn't changed since it was published."""
        try:
            await self._services.catalogue.load_bundle(version)
        except UnreadableBundleError:
            return False
        return True

    async def _find_proof(self, slug: str) -> Proof | None:
        """Return the proof that a package with exactly these files passed a full check, here or before its release."""
        digest = await asyncio.to_thread(proof_digest, *self.find_folders(slug))
        return await asyncio.to_thread(find_proof, (self._settings.problems, self._settings.data), slug, digest)

    def find_folders(self, slug: str) -> tuple[Path, Path]:
        """Return the folders of a package and of its solutions."""
        return self._settings.problems / slug, self._settings.references / slug


def _collect(folders: tuple[Path, Path], report: PublishReport) -> bytes | None:
    """Return the compressed files in `folders`; None if they are no longer those that the report is about."""
    try:
        kept = squeeze(collect_files(*folders))
        return kept if source_digest(*folders, full=report.full) == report.source_digest else None
    except (PackageError, OSError):  # They are being changed.
        return None

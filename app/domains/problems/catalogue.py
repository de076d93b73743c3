"""A cache of the published problems.

The versions' rows are reloaded when this process publishes something, and otherwise at most once a second, because
another process may publish. Data made from a bundle is cached by its digest for as long as the bundle is the newest.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from app.db.privacy import is_seen, list_own
from app.db.statuses import Role
from app.domains.problems import repository
from app.domains.problems.awaited import Awaited, ProblemNotReadyError
from app.domains.problems.preview import show_case
from app.domains.problems.schemas import ProblemDetail, TranslatedTexts
from app.kit.errors import ProblemNotFoundError, UnreadableBundleError, find_nearest
from grader.errors import BundleError

if TYPE_CHECKING:
    from pathlib import Path

    from app.db.session import Database
    from app.domains.accounts.schemas import Account
    from app.domains.problems.schemas import Version
    from grader.bundle.contents import Bundle
    from grader.bundle.store import BundleStore

FRESH_S: Final = 1.0
"""Lifetime, in seconds, of the cached list of versions."""


class Catalogue:
    """The newest version of each problem, and its bundle."""

    def __init__(self, database: Database, store: BundleStore, stamp: Path) -> None:
        self._database = database
        self._store = store
        self._stamp = stamp
        self._versions: dict[str, Version] = {}
        self._details: dict[str, tuple[ProblemDetail, Bundle]] = {}
        self._read_at = float("-inf")
        self._edition = 0
        """The number of publications by this process."""
        self.awaited = Awaited()

    def forget(self) -> None:
        """Invalidate the cached versions, even if they are being loaded right now."""
        self._read_at = float("-inf")
        self._edition += 1

    async def forget_stamp(self) -> None:
        """Let the next start publish again what differs: a problem was left out, and its files may have changed."""
        with suppress(OSError):
            await asyncio.to_thread(self._stamp.unlink)

    async def list_versions(self, reader: Account | None) -> dict[str, Version]:
        """Return the newest versions that `reader` may see, by slug, in list order, without retired problems.

        A `reader` of None is a guest, who sees the problems that aren't private to a course.
        """
        versions = await self.list_with_retired()
        if reader is not None and reader.role is Role.ADMIN:
            return {slug: version for slug, version in versions.items() if not version.retired}
        own: set[int] = set()
        if reader is not None and any(version.private for version in versions.values()):
            user_id = reader.id
            own = await self._database.read(lambda session: list_own(session, user_id))
        return {
            slug: version
            for slug, version in versions.items()
            if not version.retired and (not version.private or version.problem_id in own)
        }

    async def list_all_versions(self) -> dict[str, Version]:
        """Return the newest versions by slug, including private problems, for the service itself and its operator."""
        return {slug: version for slug, version in (await self.list_with_retired()).items() if not version.retired}

    async def list_with_retired(self) -> dict[str, Version]:
        """Return the newest versions by slug, as `list_all_versions` does, and those of retired problems too."""
        if time.monotonic() - self._read_at > FRESH_S:
            edition = self._edition
            rows = await self._database.read(repository.list_newest)
            versions = {row.slug: row for row in rows}
            if edition != self._edition:  # Read before a publication: a later read may have been cached already.
                return versions
            self._versions, self._read_at = versions, time.monotonic()
            current = {row.digest for row in rows}
            self._details = {digest: detail for digest, detail in self._details.items() if digest in current}
        return self._versions

    async def list_by_use(self) -> list[Version]:
        """Return the newest versions, the most recently used problem first; those never used come last."""
        versions = list((await self.list_all_versions()).values())
        recent = await self._database.read(repository.list_used_last)
        ranks = {problem_id: rank for rank, problem_id in enumerate(recent)}
        return sorted(versions, key=lambda version: ranks.get(version.problem_id, len(ranks)))

    async def find_version(self, slug: str, reader: Account | None) -> Version:
        """Return the newest version of a problem; raises `ProblemNotFoundError`, with the nearest slug.

        Retired problems are found, too: submissions to them stay readable. Problems that are private to a course are
        found by those who may know of them. Raises `ProblemNotReadyError` for one that is about to be published, and
        publishes it next.
        """
        version = (await self.list_with_retired()).get(slug)
        if version is not None and (not version.private or await self._may_see(version, reader)):
            return version
        if version is None and self.awaited.ask_for(slug):
            raise ProblemNotReadyError(slug)
        raise ProblemNotFoundError(slug, find_nearest(slug, await self.list_versions(reader)))

    async def _may_see(self, version: Version, reader: Account | None) -> bool:
        return await self._database.read(lambda session: is_seen(session, version.problem_id, reader))

    async def find_any_version(self, slug: str) -> Version:
        """Return the newest version of a problem, for its authors or the operator; raises as `find_version` does."""
        versions = await self.list_with_retired()
        if slug not in versions:
            raise ProblemNotFoundError(slug, find_nearest(slug, await self.list_all_versions()))
        return versions[slug]

    async def load_bundle(self, version: Version) -> Bundle:
        """Return a version's bundle, cached in memory.

        Raises `UnreadableBundleError` if it is missing, damaged, or in an older grader's format.
        """
        try:
            return await asyncio.to_thread(self._store.load, version.digest)
        except BundleError as error:
            raise UnreadableBundleError(version.slug, str(error)) from error

    async def load_detail(self, version: Version) -> tuple[ProblemDetail, Bundle]:
        """Return the public part of a version, and its bundle."""
        kept = self._details.get(version.digest)
        # The same content may be republished under another number.
        if kept is None or kept[0].version != version.number:
            bundle = await self.load_bundle(version)
            kept = self._details[version.digest] = make_public_detail(bundle, version.number), bundle
        return kept


def make_public_detail(bundle: Bundle, number: int) -> ProblemDetail:
    """Return the public part of a bundle: without hints, solution, checks and hidden cases."""
    manifest = bundle.manifest
    return ProblemDetail(
        slug=manifest.slug,
        name=manifest.name,
        track=manifest.track,
        position=manifest.track_position,
        difficulty=manifest.difficulty,
        version=number,
        digest=bundle.digest,
        concepts=manifest.concepts,
        credits=manifest.credits,
        license=manifest.license,
        keywords=manifest.keywords,
        device=manifest.device,
        entry_point=manifest.entry_point,
        defines=manifest.defines,
        parameters=manifest.parameters,
        returns=manifest.returns,
        limits=manifest.limits,
        statement=manifest.statement,
        lesson=manifest.lesson,
        starter=manifest.starter,
        bodies=manifest.bodies,
        translations={
            language: TranslatedTexts(name=texts.name, statement=texts.statement, lesson=texts.lesson)
            for language, texts in manifest.translations.items()
        },
        samples=[show_case(case) for case in bundle.samples],
        hint_count=len(manifest.hints),
        scored=manifest.checks.cost is not None,
    )

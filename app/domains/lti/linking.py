"""Links between platforms' courses and courses here: joining by students, member lists, and gradebook columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.db.statuses import DeliveryStatus, LtiRole, Right
from app.domains.audit.log import Action, record
from app.domains.courses.errors import (
    CourseArchivedError,
    CourseNotFoundError,
    CourseThingNotFoundError,
    JoinRefusedError,
)
from app.domains.courses.repository import courses as course_repository
from app.domains.courses.roster import let_attend
from app.domains.courses.service import require_manager
from app.domains.lti.errors import ServiceFailedError, ServiceFailure
from app.domains.lti.outgoing import check_endpoint
from app.domains.lti.repository import contexts, platforms, scores
from app.domains.lti.schemas import LmsView
from app.kit.errors import ConflictError, ForbiddenError, InvalidInputError
from app.kit.language import translate as _

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.accounts.schemas import Account
    from app.domains.courses.schemas import Access, CourseInfo
    from app.domains.lti.outgoing import PlatformClient
    from app.domains.lti.schemas import LinkedPlace, Platform
    from app.domains.lti.scores import Collector
    from app.domains.lti.services import PlatformServices

SHOWN: Final = 100
"""Maximum number of scores listed."""


class LinkingService:
    """Manages the links to platforms' courses."""

    def __init__(
        self, database: Database, outgoing: PlatformClient, services: PlatformServices, collector: Collector
    ) -> None:
        self._database = database
        self._outgoing = outgoing
        self._services = services
        self._collector = collector

    async def find_place(self, user: Account, public_id: str) -> LinkedPlace:
        """Return a platform's course as its member sees it; raises `CourseNotFoundError` for anybody else."""
        place = await self._database.read(lambda session: contexts.find_place(session, public_id, user.id))
        if place is None or place.role is None:
            raise CourseNotFoundError
        return place

    async def find_course(self, place: LinkedPlace) -> CourseInfo | None:
        """Return the course linked to a platform's course."""
        course = place.course
        if course is None:
            return None
        return await self._database.read(lambda session: course_repository.find_course(session, course))

    async def link(self, place: LinkedPlace, access: Access) -> None:
        """Link a platform's course to a course; for teachers of both who have all rights here."""
        if place.role is not LtiRole.STAFF:
            raise ForbiddenError(_("Only teachers of the course at the platform can link it."))
        require_manager(access)
        access.require_open()

        def store(session: Session) -> None:
            row = contexts.find_context(session, place.public_id)
            if row is None:
                raise CourseNotFoundError
            if row.course_id == access.course.id:
                return  # in another tab: linking would forget the columns of the gradebook
            if row.course_id is not None:
                raise ConflictError(_("This course of the platform is already linked; its staff can undo that."))
            contexts.link_course(session, place.id, access.course.id)
            details = {"platform": place.platform, "context": place.public_id}
            record(session, Action.LTI_CONTEXT_LINKED, access.course.public_id, **details)

        await self._database.write(store)

    async def unlink(self, access: Access, context: str) -> None:
        """Remove a link, and drop its waiting scores. Raises `CourseThingNotFoundError`."""
        require_manager(access)

        def store(session: Session) -> None:
            row = contexts.find_context(session, context)
            if row is None or row.course_id != access.course.id:
                raise CourseThingNotFoundError
            contexts.link_course(session, row.id, None)
            scores.delete_scores(session, row.id)
            record(session, Action.LTI_CONTEXT_UNLINKED, access.course.public_id, context=context)

        await self._database.write(store)

    async def attend(self, user: Account, place: LinkedPlace) -> CourseInfo:
        """Join the linked course as a student of the platform's course.

        Raises `JoinRefusedError` for removed students, `CourseArchivedError`, and `ConflictError` for a full course.
        """
        if place.course is None or place.role is not LtiRole.STUDENT:
            raise JoinRefusedError

        def store(session: Session) -> CourseInfo:
            course = course_repository.find_course(session, str(place.course))
            if course is None:
                raise CourseNotFoundError
            if course.archived_at is not None:
                raise CourseArchivedError
            let_attend(session, course.id, user.id, place.name)
            return course

        return await self._database.write(store)

    async def show(self, access: Access) -> LmsView:
        """Return a course's links, scores and proposals, for staff who may see students' data."""
        access.require(data=Right.VIEW)
        course = access.course.id

        def load(session: Session) -> LmsView:
            return LmsView(
                contexts=contexts.list_contexts(session, course),
                proposals=contexts.list_proposals(session, course) if access.may_manage else [],
                departed=contexts.list_departed(session, course),
                scores=scores.list_scores(session, course, SHOWN),
                waiting=scores.count_scores(session, course, DeliveryStatus.WAITING),
                failed=scores.count_scores(session, course, DeliveryStatus.FAILED),
            )

        return await self._database.read(load)

    async def send_again(self, access: Access) -> int:
        """Send all scores of a course again, even delivered ones; returns how many."""
        access.require(data=Right.EDIT)
        await self._collector.collect_course(access.course.public_id)

        def store(session: Session) -> int:
            record(session, Action.LTI_SCORES_SENT_AGAIN, access.course.public_id)
            return scores.send_again(session, access.course.id)

        return await self._database.write(store)

    async def read_members(self, access: Access) -> None:
        """Fetch the members of all linked platforms' courses; each link shows its result."""
        access.require(data=Right.EDIT)
        rows = await self._database.read(lambda session: contexts.list_rows(session, access.course.id))
        for context, platform_id in rows:
            platform = await self._find_platform(platform_id)
            try:
                if not context.members_url:
                    raise ServiceFailedError(ServiceFailure.NO_MEMBER_LIST)
                members = await self._services.list_members(platform, context.members_url)
            except ServiceFailedError as error:
                await self._note(context.id, error.result)
                continue

            await self._store_members(access, context.id, members)

    async def _store_members(
        self, access: Access, context_id: int, members: dict[str, tuple[str, LtiRole, bool]]
    ) -> None:
        def store(session: Session) -> None:
            for subject, (name, role, active) in members.items():
                contexts.put_member(session, context_id, subject, name, role, active=active)
            contexts.deactivate_members(session, context_id, members)
            contexts.name_students(session, context_id, access.course.id)
            contexts.note_sync(session, context_id, "")
            record(session, Action.LTI_MEMBERS_READ, access.course.public_id, members=len(members))

        await self._database.write(store)

    async def make_columns(self, access: Access) -> None:
        """Create a column for each assignment in the gradebooks of platforms that allow it.

        Columns that were deleted there are created again.
        """
        access.require(data=Right.EDIT)
        rows = await self._database.read(lambda session: contexts.list_rows(session, access.course.id))
        offered = await self._database.read(lambda session: contexts.list_assignments(session, access.course.id))
        for context, platform_id in rows:
            if not context.may_make_items or not context.items_url:
                await self._note(context.id, ServiceFailure.COLUMNS_REFUSED)
                continue
            platform = await self._find_platform(platform_id)
            try:
                for public_id, name in offered:
                    await self._make_column(access, context.id, context.items_url, platform, public_id, name)
            except ServiceFailedError as error:
                await self._note(context.id, error.result)
            else:
                await self._note(context.id, "")

    async def _make_column(
        self, access: Access, context_id: int, items_url: str, platform: Platform, public_id: str, name: str
    ) -> None:
        course = access.course.id
        full = await self._database.read(lambda session: contexts.count_points(session, course, public_id))
        row = await self._database.read(lambda session: contexts.find_assignment(session, course, public_id))
        known = await self._database.read(lambda session: scores.list_columns(session, context_id))
        if not full or row is None:
            return
        if row in known and not await self._services.is_gone(platform, known[row]):
            return
        url = await self._services.find_item(platform, items_url, public_id, name, full)
        try:
            url = check_endpoint("url", url, self._outgoing.allowed)
        except InvalidInputError:
            raise ServiceFailedError(ServiceFailure.COLUMN_REFUSED) from None
        await self._database.write(lambda session: scores.put_column(session, context_id, row, url))

    async def _find_platform(self, platform_id: int) -> Platform:
        platform = await self._database.read(lambda session: platforms.get_platform(session, platform_id))
        if platform is None:
            raise CourseThingNotFoundError
        return platform

    async def _note(self, context_id: int, result: str) -> None:
        await self._database.write(lambda session: contexts.note_sync(session, context_id, result))

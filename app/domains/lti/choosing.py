"""Deep linking: a teacher chooses katas or an assignment for the platform, which gets a signed response."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from app.db.statuses import LtiRole
from app.domains.lti.claims import CLAIM, DEEP_LINKING
from app.domains.lti.repository import contexts
from app.domains.lti.repository import platforms as repository
from app.kit.errors import ForbiddenError, InvalidInputError
from app.kit.language import translate as _

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.lti.keys import ToolKeys
    from app.domains.lti.launches import LaunchService
    from app.domains.problems.service import ProblemService

ANSWER_LASTS_S: Final = 300
MAX_CHOSEN: Final = 50


@dataclass(frozen=True)
class Choices:
    """The available choices: id and name of assignments, slug and name of katas."""

    assignments: list[tuple[str, str]]
    katas: list[tuple[str, str]]
    many: bool
    is_linked: bool


@dataclass(frozen=True)
class ChoiceAnswer:
    """A form that the browser posts to the platform."""

    address: str
    token: str


class ChoiceService:
    """Offers choices, and signs the response with those made."""

    def __init__(self, database: Database, launches: LaunchService, keys: ToolKeys, problems: ProblemService) -> None:
        self._database = database
        self._launches = launches
        self._keys = keys
        self._problems = problems

    async def offer(self, ticket: str) -> Choices:
        """Return the choices for the holder of a ticket; raises `TicketNotFoundError` and `ForbiddenError`."""
        data = await self._launches.find_choice(ticket)
        if data["role"] != LtiRole.STAFF:
            raise ForbiddenError(_("Only teachers of the course can choose what to link."))
        katas = [(one.slug, one.name) for one in await self._problems.list_problems(None)]
        found = await self._database.read(lambda session: _list_assignments(session, str(data["context"])))
        return Choices(found or [], katas, many=bool(data["deep_linking"]["many"]), is_linked=found is not None)

    async def answer(self, ticket: str, assignments: list[str], katas: list[str], site: str) -> ChoiceAnswer:
        """Return the signed response with the chosen items, and use up the ticket.

        Raises `InvalidInputError` if nothing was chosen, or something that isn't offered.
        """
        offered = await self.offer(ticket)
        data = await self._launches.find_choice(ticket)
        names = {"assignment": dict(offered.assignments), "kata": dict(offered.katas)}
        chosen = [("assignment", one) for one in assignments] + [("kata", one) for one in katas]
        if not chosen or len(chosen) > (MAX_CHOSEN if offered.many else 1):
            raise InvalidInputError("chosen", _("Choose one thing, or as many as your platform takes at once."))
        if any(one not in names[kind] for kind, one in chosen):
            raise InvalidInputError("chosen", _("Choose from the items offered."))
        items = []
        for kind, one in chosen:
            item: dict[str, Any] = {
                "type": "ltiResourceLink",
                "title": names[kind][one],
                "url": f"{site}/lti/launch",
                "custom": {kind: one},
            }
            if kind == "assignment":
                full = await self._database.read(
                    lambda session, one=one: _find_full(session, str(data["context"]), one)  # type: ignore[misc]
                )
                if full:  # Platforms refuse a column without points, for an assignment without katas.
                    item["lineItem"] = {"scoreMaximum": full, "label": names[kind][one], "resourceId": one}
            items.append(item)
        platform = await self._database.read(lambda session: repository.find_launched(session, data))
        if platform is None:
            raise InvalidInputError("ticket", _("There is no such platform, or it was removed."))
        moment = int(time.time())
        claims: dict[str, Any] = {
            "iss": platform.client_id,
            "aud": [platform.issuer],
            "iat": moment,
            "exp": moment + ANSWER_LASTS_S,
            "nonce": secrets.token_urlsafe(24),
            f"{CLAIM}deployment_id": str(data["deployment"]),
            f"{CLAIM}message_type": "LtiDeepLinkingResponse",
            f"{CLAIM}version": "1.3.0",
            f"{DEEP_LINKING}content_items": items,
        }
        if data["deep_linking"]["data"] is not None:
            claims[f"{DEEP_LINKING}data"] = data["deep_linking"]["data"]
        token = await self._keys.sign(claims)
        await self._launches.use(ticket)
        return ChoiceAnswer(str(data["deep_linking"]["return_url"]), token)


def _list_assignments(session: Session, context: str) -> list[tuple[str, str]] | None:
    """Return the assignments of the linked course; None if none is linked."""
    row = contexts.find_context(session, context)
    if row is None or row.course_id is None:
        return None
    return contexts.list_assignments(session, row.course_id)


def _find_full(session: Session, context: str, public_id: str) -> int:
    row = contexts.find_context(session, context)
    return contexts.count_points(session, row.course_id, public_id) if row is not None else 0

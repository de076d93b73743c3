"""Launches: started by the platform, checked when its response arrives, and turned into a sign-in.

Theory of operation
-------------------
A platform sends a browser to `begin`, which makes `state` and `nonce`, each valid for one response, and sends it back
to the platform. The response, an ID token, arrives at `receive`. This needs no cookie. A checked launch becomes a
ticket, which signs in only the browser that started it: `begin` gave that browser a secret, as a cookie if the page has
its own tab, or, inside a frame, where browsers keep no cookies, through the platform's storage (LTI client side
postMessages). So a stranger's launch can't sign anybody in to the stranger's account.

A person at a platform is identified by platform and `sub`. Nobody else's launch, name or address can stand for them.
"""

from __future__ import annotations

import hmac
import secrets
import time
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode, urlsplit

import structlog
from sqlalchemy.exc import IntegrityError

from app.db.models import now
from app.db.statuses import LtiRole, TicketKind
from app.domains.accounts import repository as accounts
from app.domains.accounts.errors import TicketNotFoundError
from app.domains.accounts.passwords import hash_token, make_token
from app.domains.accounts.sessions import require_fresh
from app.domains.lti import claims as reading
from app.domains.lti.errors import LaunchRefusedError, LinkTakenError, Refusal
from app.domains.lti.outgoing import check_endpoint
from app.domains.lti.platform_keys import PlatformKeys
from app.domains.lti.platforms import LINE_ITEM, SCORE
from app.domains.lti.repository import contexts, scores
from app.domains.lti.repository import platforms as repository
from app.kit.errors import InvalidInputError, RegistrationClosedError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy.orm import Session

    from app.db.models import Ticket, User
    from app.db.session import Database
    from app.db.statuses import Role
    from app.domains.accounts.schemas import Account
    from app.domains.accounts.service import AccountService
    from app.domains.lti.claims import Launch
    from app.domains.lti.outgoing import PlatformClient
    from app.domains.lti.schemas import Login, Platform
    from app.kit.settings import Settings

LOGIN_LASTS: Final = timedelta(minutes=15)
KEPT: Final = timedelta(hours=2)
"""Time for which a used state is kept, so that a replay is recognised: longer than any token is accepted."""
TICKET_LASTS: Final = timedelta(minutes=30)
MAX_LOGINS: Final = 100_000
"""Maximum number of pending launches. The oldest make room: if new ones were refused, anybody could close the door by
beginning many."""
MAX_HINT: Final = 8000
logger = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True)
class Departure:
    """The address to which the browser goes, and the secret to keep: `key` is its name in the platform's storage."""

    address: str
    secret: str
    key: str
    origin: str


@dataclass(frozen=True)
class Arrival:
    """A checked launch: the ticket for the next step, and how its browser is recognised."""

    ticket: str
    login: Login
    key: str
    platform: Platform
    launch: Launch


@dataclass(frozen=True)
class LaunchedPerson:
    """The person of a ticket; `path` is their destination."""

    platform_id: int
    platform: str
    admits: bool
    subject: str
    name: str
    path: str
    course: str
    account: Account | None


class LaunchService:
    """Handles launches, from a platform's link to a sign-in here."""

    def __init__(
        self, settings: Settings, database: Database, accounts: AccountService, outgoing: PlatformClient
    ) -> None:
        self._settings = settings
        self._database = database
        self._accounts = accounts
        self._outgoing = outgoing
        self._keys = PlatformKeys(outgoing)

    async def begin(self, given: Mapping[str, str], site: str, *, in_frame: bool, known: str = "") -> Departure:
        """Start a launch; `known` is the secret that the browser already has. Raises `LaunchRefusedError`."""
        issuer, hint, target = (given.get(name, "") for name in ("iss", "login_hint", "target_link_uri"))
        if not issuer or not hint or not target or len(hint) > MAX_HINT:
            raise LaunchRefusedError(Refusal.LOGIN_INCOMPLETE)
        if not reading.is_of_site(target, site):
            raise LaunchRefusedError(Refusal.LOGIN_TARGET, target)
        platform = await self._choose(issuer[:255], given.get("client_id", ""), given.get("lti_deployment_id", ""))
        state, nonce = make_token(), make_token()
        secret = known if _is_secret(known) and not in_frame else make_token()
        storage = reading.read_line(given.get("lti_storage_target"), 100)

        def store(session: Session) -> None:
            repository.add_login(
                session,
                MAX_LOGINS,
                platform_id=platform.id,
                state_hash=hash_token(state),
                nonce_hash=hash_token(nonce),
                browser_hash=hash_token(secret),
                in_frame=in_frame,
                storage=storage,
                expires_at=now() + KEPT,
            )

        await self._database.write(store)
        asked = {
            "scope": "openid",
            "response_type": "id_token",
            "response_mode": "form_post",
            "prompt": "none",
            "client_id": platform.client_id,
            "redirect_uri": f"{site}/lti/launch",
            "login_hint": hint,
            "state": state,
            "nonce": nonce,
        }
        if given.get("lti_message_hint"):
            asked["lti_message_hint"] = given["lti_message_hint"][:MAX_HINT]
        parts = urlsplit(platform.auth_url)
        address = f"{platform.auth_url}{'&' if parts.query else '?'}{urlencode(asked)}"
        return Departure(address, secret, name_key(state), f"{parts.scheme}://{parts.netloc}")

    async def receive(self, given: Mapping[str, str], site: str) -> Arrival:
        """Check a platform's response; raises `LaunchRefusedError`."""
        try:
            return await self._receive(given, site)
        except LaunchRefusedError as error:
            logger.warning("lti_launch_refused", reason=error.reason.value, detail=error.logged)
            raise

    async def _receive(self, given: Mapping[str, str], site: str) -> Arrival:
        state = given.get("state", "")
        if not state:
            raise LaunchRefusedError(Refusal.STATE_MISSING)
        key = hash_token(state[:200])
        login, why = await self._database.write(lambda session: repository.use_login(session, key, LOGIN_LASTS, KEPT))
        if login is None:
            reasons = {"used": Refusal.STATE_USED, "expired": Refusal.STATE_EXPIRED}
            raise LaunchRefusedError(reasons.get(why, Refusal.STATE_UNKNOWN))
        if given.get("error"):
            raise LaunchRefusedError(Refusal.PLATFORM_REFUSED, given["error"])
        platform = await self._database.read(lambda session: repository.get_platform(session, login.platform_id))
        if platform is None:
            raise LaunchRefusedError(Refusal.PLATFORM_UNKNOWN)
        token = given.get("id_token", "")
        header = reading.read_header(token)
        public_key = await self._keys.find(platform.jwks_url, header["kid"])
        launch = reading.check_claims(
            reading.read_claims(token, public_key, header["alg"]),
            issuer=platform.issuer,
            client_id=platform.client_id,
            nonce_hash=login.nonce_hash,
            deployments=platform.deployments,
            site=site,
            moment=time.time(),
        )
        ticket = make_token()
        await self._database.write(lambda session: self._note(session, platform, login, launch, ticket))
        logger.info("lti_launched", platform=platform.name, message=launch.message)
        return Arrival(ticket, login, name_key(state), platform, launch)

    def _note(self, session: Session, platform: Platform, login: Login, launch: Launch, ticket: str) -> None:
        """Store a launch's data about its course, and the ticket for the next step."""
        services = {
            "members_url": self._allow(launch.members_url),
            "items_url": self._allow(launch.items_url),
            "may_make_items": LINE_ITEM in launch.scopes,
            "may_score": SCORE in launch.scopes,
        }
        context = contexts.put_context(session, platform.deployments[launch.deployment_id], launch, services)
        contexts.put_member(session, context.id, launch.subject, launch.name, launch.role, active=True)
        url = self._allow(launch.item_url)
        assignment = contexts.find_assignment(session, context.course_id, launch.assignment)
        is_staff = launch.role is LtiRole.STAFF
        # Each of two links to an assignment has a column: learners who use both must not switch between them.
        if url and assignment is not None and (is_staff or not scores.has_column(session, context.id, assignment)):
            scores.put_column(session, context.id, assignment, url)
        query = {"assignment": launch.assignment, "kata": launch.problem}
        data = {
            "platform": platform.id,
            "issuer": platform.issuer,
            "client_id": platform.client_id,
            "subject": launch.subject,
            "name": launch.name,
            "message": launch.message,
            "role": launch.role.value,
            "context": context.public_id,
            "title": context.title,
            "path": f"/lti/contexts/{context.public_id}?" + urlencode({k: v for k, v in query.items() if v}),
            "browser": login.browser_hash,
            "deployment": launch.deployment_id,
            "deep_linking": None if launch.deep_linking is None else vars(launch.deep_linking),
        }
        accounts.add_ticket(session, TicketKind.LTI_LAUNCH, hash_token(ticket), now() + TICKET_LASTS, data=data)

    def _allow(self, url: str) -> str:
        """Return a service's address if requests to it are allowed, else an empty string."""
        try:
            return check_endpoint("url", url, self._outgoing.allowed) if url else ""
        except InvalidInputError:
            logger.warning("lti_service_not_allowed", url=url)
            return ""

    async def claim(self, ticket: str, secret: str) -> None:
        """Raise `LaunchRefusedError` unless a ticket belongs to the browser with this secret."""
        found = await self._find(ticket)
        if not hmac.compare_digest(hash_token(secret[:200]), str(found["browser"])):
            raise LaunchRefusedError(Refusal.BROWSER)

    async def find_person(self, ticket: str, secret: str) -> LaunchedPerson:
        """Return a launch's person to the browser that started it; raises as `claim`, and `TicketNotFoundError`."""
        await self.claim(ticket, secret)
        data = await self._find(ticket)
        if data["message"] != reading.RESOURCE_LINK:
            raise TicketNotFoundError  # A ticket for deep linking doesn't sign anybody in.
        return await self._database.read(lambda session: _to_person(session, data))

    async def find_choice(self, ticket: str) -> dict[str, Any]:
        """Return the data of a deep linking launch; raises `TicketNotFoundError`."""
        data = await self._find(ticket)
        if data["message"] != reading.CHOICE:
            raise TicketNotFoundError
        return data

    async def use(self, ticket: str) -> None:
        """Use up a ticket; raises `TicketNotFoundError`."""
        await self._database.write(lambda session: _use(session, ticket))

    async def link(self, account: Account, ticket: str, secret: str) -> tuple[str, bool]:
        """Link a launch's person to an account; return their destination, and whether they weren't linked to it yet.

        Raises `SignInAgainError`, and `LinkTakenError` if they are linked to another one.
        """
        require_fresh(account)
        person = await self.find_person(ticket, secret)
        if person.account is not None and person.account.id != account.id:
            raise LinkTakenError

        def store(session: Session) -> None:
            _use(session, ticket)
            if person.account is None:
                repository.add_identity(session, person.platform_id, person.subject, account.id)

        try:
            await self._database.write(store)
        except IntegrityError as error:
            raise LinkTakenError from error
        return person.path, person.account is None

    async def join(self, ticket: str, secret: str, name: str) -> tuple[Account, str]:
        """Create an account for a launch's person, with no password until they choose one; returns it with their path.

        Raises `InvalidInputError`, `NameTakenError`, `RegistrationClosedError`; the ticket then stays valid.
        """
        person = await self.find_person(ticket, secret)
        self.require_admission(person)

        def admit(session: Session) -> Role:
            _use(session, ticket)
            return self._accounts.admit_newcomer()

        def add(session: Session, user: User) -> None:
            try:
                repository.add_identity(session, person.platform_id, person.subject, user.id)
            except IntegrityError as error:
                raise LinkTakenError from error

        return await self._accounts.add_account(name, "", admit, add), person.path

    def require_admission(self, person: LaunchedPerson) -> None:
        """Raise `RegistrationClosedError` if a launch's person can't create an account."""
        if self._settings.registration == "closed":
            raise RegistrationClosedError
        if not person.admits:
            self._accounts.require_open()

    async def _find(self, ticket: str) -> dict[str, Any]:
        key = hash_token(ticket[:200])
        found = await self._database.read(lambda session: accounts.find_ticket(session, TicketKind.LTI_LAUNCH, key))
        if found is None:
            raise TicketNotFoundError
        return dict(found.data)

    async def _choose(self, issuer: str, client_id: str, deployment: str) -> Platform:
        """Return the platform of a launch: several may share an issuer, and not all send their client id."""
        found = await self._database.read(lambda session: repository.find_platforms(session, issuer, client_id[:255]))
        if not found:
            raise LaunchRefusedError(Refusal.PLATFORM_UNKNOWN, f"{issuer} {client_id[:60]}")
        if len(found) > 1 and deployment:
            found = [one for one in found if deployment in one.deployments] or found
        if len(found) > 1:
            raise LaunchRefusedError(Refusal.PLATFORM_AMBIGUOUS, issuer)
        return found[0]


def name_key(state: str) -> str:
    """Return the name under which the platform's storage keeps a launch's secret."""
    return f"jaxdojo_{hash_token(state)[:16]}"


def make_secret() -> str:
    """Return a new secret that identifies a browser."""
    return secrets.token_urlsafe(32)


def _is_secret(text: str) -> bool:
    return len(text) == len(make_secret()) and text.isascii() and text.replace("-", "").replace("_", "").isalnum()


def _use(session: Session, ticket: str) -> Ticket:
    found = accounts.use_ticket(session, TicketKind.LTI_LAUNCH, hash_token(ticket[:200]))
    if found is None:
        raise TicketNotFoundError
    return found


def _to_person(session: Session, data: dict[str, Any]) -> LaunchedPerson:
    platform = repository.find_launched(session, data)
    if platform is None:
        raise TicketNotFoundError
    subject = str(data["subject"])
    return LaunchedPerson(
        platform_id=platform.id,
        platform=platform.name,
        admits=platform.admits,
        subject=subject,
        name=str(data["name"]),
        path=str(data["path"]),
        course=str(data["title"]),
        account=repository.find_account(session, platform.id, subject),
    )

"""Launches: begun by the platform, checked when its answer comes, and turned into a sign-in.

Theory of operation
-------------------
A platform sends a browser to `begin`, which makes `state` and `nonce`, each good for one answer, and sends it back to
the platform. The answer, an ID token, comes to `receive`. No cookie is needed for that. What was checked becomes a
ticket, which signs in only in the browser that began: `begin` gave it a secret, as a cookie where the page is a tab
of its own, and inside a frame, where browsers keep no cookies, by the platform's storage (LTI client side
postMessages). So nobody can be signed in to a stranger's account by a stranger's launch.

A person at a platform is known by platform and `sub`. Nobody else's launch, name or address can stand for them.
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
from app.db.statuses import TicketKind
from app.domains.accounts import repository as accounts
from app.domains.accounts.errors import TicketNotFoundError
from app.domains.accounts.passwords import hash_token, make_token
from app.domains.lti import claims as reading
from app.domains.lti.errors import LaunchRefusedError, LinkTakenError, Refusal, ServiceFailedError
from app.domains.lti.outgoing import check_endpoint
from app.domains.lti.platforms import LINE_ITEM, SCORE
from app.domains.lti.repository import contexts
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
"""How long a used state is remembered, so that a repetition is called one: longer than any token is taken."""
TICKET_LASTS: Final = timedelta(minutes=30)
MAX_LOGINS: Final = 100_000
"""Launches that may have begun at once: whoever begins more is told that the platform is silent."""
KEYS_KEPT_S: Final = 3600.0
KEYS_AGAIN_S: Final = 10.0
"""How soon, at the earliest, a platform's keys are read again because one is unknown."""
MAX_HINT: Final = 8000
logger = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True)
class Departure:
    """Where the browser goes, and what it has to keep: `key` is its name in the platform's storage."""

    address: str
    secret: str
    key: str
    origin: str


@dataclass(frozen=True)
class Arrival:
    """A launch that was checked: the ticket for the next step, and how its browser is known."""

    ticket: str
    login: Login
    key: str
    platform: Platform
    launch: Launch


@dataclass(frozen=True)
class LaunchedPerson:
    """Who came, as a ticket has it; `path` is where they go."""

    platform_id: int
    platform: str
    admits: bool
    subject: str
    name: str
    path: str
    course: str
    account: Account | None


class LaunchService:
    """Everything from a platform's link to a sign-in here."""

    def __init__(
        self, settings: Settings, database: Database, accounts: AccountService, outgoing: PlatformClient
    ) -> None:
        self._settings = settings
        self._database = database
        self._accounts = accounts
        self._outgoing = outgoing
        self._keys: dict[str, tuple[float, object]] = {}

    async def begin(self, given: Mapping[str, str], site: str, *, in_frame: bool, known: str = "") -> Departure:
        """Begin a launch; `known` is the secret that the browser has already. Raises `LaunchRefusedError`."""
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
            if repository.count_logins(session) >= MAX_LOGINS:
                raise LaunchRefusedError(Refusal.PLATFORM_SILENT, "too many launches have begun")
            repository.add_login(
                session,
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
        """Check a platform's answer; raises `LaunchRefusedError`."""
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
        launch = reading.check_claims(
            reading.read_claims(token, await self._find_key(platform, header["kid"]), header["alg"]),
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
        """Store what a launch says of its course, and the ticket for the next step."""
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
        if url and assignment is not None:
            contexts.put_line_item(session, context.id, assignment, url)
        query = {"assignment": launch.assignment, "kata": launch.problem}
        data = {
            "platform": platform.id,
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
        """Return a service's address where something may be sent there; nothing otherwise."""
        try:
            return check_endpoint("url", url, self._outgoing.allowed) if url else ""
        except InvalidInputError:
            logger.warning("lti_service_not_allowed", url=url)
            return ""

    async def claim(self, ticket: str, secret: str) -> None:
        """Raise `LaunchRefusedError` unless a ticket belongs to the browser that has this secret."""
        found = await self._find(ticket)
        if not hmac.compare_digest(hash_token(secret[:200]), str(found["browser"])):
            raise LaunchRefusedError(Refusal.BROWSER)

    async def find_person(self, ticket: str, secret: str) -> LaunchedPerson:
        """Return who came, in the browser that began; raises `LaunchRefusedError` and `TicketNotFoundError`."""
        await self.claim(ticket, secret)
        data = await self._find(ticket)
        if data["message"] != reading.RESOURCE_LINK:
            raise TicketNotFoundError  # What is for choosing signs nobody in.
        return await self._database.read(lambda session: _to_person(session, data))

    async def find_choice(self, ticket: str) -> dict[str, Any]:
        """Return a launch that asks for a choice; raises `TicketNotFoundError`."""
        data = await self._find(ticket)
        if data["message"] != reading.CHOICE:
            raise TicketNotFoundError
        return data

    async def use(self, ticket: str) -> None:
        """Use up a ticket; raises `TicketNotFoundError`."""
        await self._database.write(lambda session: _use(session, ticket))

    async def link(self, account: Account, ticket: str, secret: str) -> str:
        """Link who came to an account, and return where they go; raises `LinkTakenError`."""
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
        return person.path

    async def join(self, ticket: str, secret: str, name: str) -> tuple[Account, str]:
        """Make an account for who came, without a password until they choose one; returns it and where they go.

        Raises `InvalidInputError`, `NameTakenError`, `RegistrationClosedError`; then the ticket stays valid.
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
        """Raise `RegistrationClosedError` where who came can't make an account."""
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
        """Return the platform that begins: several may have one issuer, and not all send their client id."""
        found = await self._database.read(lambda session: repository.find_platforms(session, issuer, client_id[:255]))
        if not found:
            raise LaunchRefusedError(Refusal.PLATFORM_UNKNOWN, f"{issuer} {client_id[:60]}")
        if len(found) > 1 and deployment:
            found = [one for one in found if deployment in one.deployments] or found
        if len(found) > 1:
            raise LaunchRefusedError(Refusal.PLATFORM_AMBIGUOUS, issuer)
        return found[0]

    async def _find_key(self, platform: Platform, kid: str) -> dict[str, Any]:
        """Return a platform's public key, from its address where it isn't known; raises `LaunchRefusedError`."""
        read_at, keys = self._keys.get(platform.jwks_url, (float("-inf"), None))
        age = time.monotonic() - read_at
        key = reading.find_key(keys, kid) if age < KEYS_KEPT_S else None
        if key is None and age > KEYS_AGAIN_S:
            try:
                keys = (await self._outgoing.ask("GET", platform.jwks_url)).read()
            except ServiceFailedError as error:
                raise LaunchRefusedError(Refusal.PLATFORM_SILENT, error.result) from error
            self._keys[platform.jwks_url] = (time.monotonic(), keys)
            key = reading.find_key(keys, kid)
        if key is None:
            raise LaunchRefusedError(Refusal.KEY_UNKNOWN, kid)
        return key


def name_key(state: str) -> str:
    """Return under which name a platform keeps the secret of a launch."""
    return f"jaxdojo_{hash_token(state)[:16]}"


def make_secret() -> str:
    """Return a secret by which a browser is known."""
    return secrets.token_urlsafe(32)


def _is_secret(text: str) -> bool:
    return len(text) == len(make_secret()) and text.isascii() and text.replace("-", "").replace("_", "").isalnum()


def _use(session: Session, ticket: str) -> Ticket:
    found = accounts.use_ticket(session, TicketKind.LTI_LAUNCH, hash_token(ticket[:200]))
    if found is None:
        raise TicketNotFoundError
    return found


def _to_person(session: Session, data: dict[str, Any]) -> LaunchedPerson:
    platform = repository.get_platform(session, int(data["platform"]))
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

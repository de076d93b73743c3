"""Platforms: added by hand or dynamic registration, changed and removed by admins; and this site's configuration."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from sqlalchemy.exc import IntegrityError

from app.db.models import now
from app.db.statuses import Role, TicketKind
from app.domains.accounts import repository as accounts
from app.domains.accounts.errors import TicketNotFoundError
from app.domains.accounts.passwords import hash_token, make_token
from app.domains.audit.log import Action, record
from app.domains.lti.claims import AGS, CHOICE, NRPS, RESOURCE_LINK, read_line
from app.domains.lti.errors import (
    PlatformInUseError,
    PlatformKnownError,
    PlatformNotFoundError,
    ServiceFailedError,
    ServiceFailure,
)
from app.domains.lti.outgoing import check_endpoint
from app.domains.lti.repository import platforms as repository
from app.domains.lti.schemas import NewPlatform, RegistrationLink, ToolConfiguration
from app.kit.errors import InvalidInputError
from app.kit.language import translate as _

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.db.models import Ticket
    from app.db.session import Database
    from app.domains.accounts.schemas import Account
    from app.domains.lti.keys import ToolKeys
    from app.domains.lti.outgoing import PlatformClient
    from app.domains.lti.schemas import PlatformView

LINE_ITEM: Final = f"{AGS}scope/lineitem"
SCORE: Final = f"{AGS}scope/score"
MEMBERS: Final = f"{NRPS}scope/contextmembership.readonly"
SCOPES: Final = (LINE_ITEM, SCORE, MEMBERS)
REGISTRATION_LASTS: Final = timedelta(hours=24)
TOOL: Final = "https://purl.imsglobal.org/spec/lti-tool-configuration"
PLATFORM: Final = "https://purl.imsglobal.org/spec/lti-platform-configuration"


def configure(site: str) -> ToolConfiguration:
    """Return the configuration that a platform needs; `site` is this site's address, without a trailing slash."""
    return ToolConfiguration(
        login_url=f"{site}/lti/login",
        launch_url=f"{site}/lti/launch",
        deep_linking_url=f"{site}/lti/deep-link",
        jwks_url=f"{site}/lti/jwks",
        scopes=list(SCOPES),
    )


class PlatformService:
    """Manages platforms."""

    def __init__(self, database: Database, outgoing: PlatformClient, keys: ToolKeys) -> None:
        self._database = database
        self._outgoing = outgoing
        self.keys = keys

    async def list_platforms(self) -> list[PlatformView]:
        """Return all platforms, oldest first."""
        return await self._database.read(repository.list_platforms)

    async def add(self, new: NewPlatform) -> PlatformView:
        """Add a platform; raises `InvalidInputError` and `PlatformKnownError`."""
        values = self._check(new)
        await self.keys.require()

        def store(session: Session) -> PlatformView:
            row = repository.add_platform(session, **values)
            repository.put_deployments(session, row.id, new.deployments)
            record(session, Action.LTI_PLATFORM_ADDED, row.public_id, name=new.name, issuer=new.issuer)
            return repository.view_platform(session, row)

        try:
            return await self._database.write(store)
        except IntegrityError as error:
            raise PlatformKnownError from error

    async def change(self, public_id: str, new: NewPlatform) -> PlatformView:
        """Change a platform. Raises `PlatformNotFoundError`, what `add` raises, and `PlatformInUseError`.

        The same id belongs to another person at another issuer, so a platform that people came from keeps its issuer.
        """
        values = self._check(new)

        def store(session: Session) -> PlatformView:
            row = repository.find_row(session, public_id)
            if row is None:
                raise PlatformNotFoundError
            if row.issuer != new.issuer and repository.has_people(session, row.id):
                raise PlatformInUseError
            repository.change_platform(session, row.id, **values)
            repository.put_deployments(session, row.id, new.deployments)
            record(session, Action.LTI_PLATFORM_CHANGED, public_id, name=new.name, issuer=new.issuer)
            session.refresh(row)
            return repository.view_platform(session, row)

        try:
            return await self._database.write(store)
        except IntegrityError as error:
            raise PlatformKnownError from error

    async def remove(self, public_id: str) -> None:
        """Remove a platform, with the links to courses and people; raises `PlatformNotFoundError`."""

        def store(session: Session) -> None:
            row = repository.find_row(session, public_id)
            if row is None:
                raise PlatformNotFoundError
            record(session, Action.LTI_PLATFORM_REMOVED, public_id, name=row.name, issuer=row.issuer)
            repository.delete_platform(session, row.id)

        await self._database.write(store)

    async def invite(self, user: Account, site: str) -> RegistrationLink:
        """Return an address, valid for a day, with which one platform registers itself."""
        token, until = make_token(), now() + REGISTRATION_LASTS
        await self._database.write(
            lambda session: accounts.add_ticket(
                session, TicketKind.LTI_REGISTRATION, hash_token(token), until, user_id=user.id
            )
        )
        return RegistrationLink(url=f"{site}/lti/register/{token}", expires_at=until)

    async def is_invited(self, token: str) -> bool:
        """Return whether `token`, the end of a registration address, is valid: its maker must still be an admin."""
        return await self._database.read(
            lambda session: _is_from_admin(
                session, accounts.find_ticket(session, TicketKind.LTI_REGISTRATION, hash_token(token))
            )
        )

    async def register(self, token: str, description: str, registration_token: str, site: str) -> PlatformView:
        """Register with the platform described at an address, and add it (LTI dynamic registration).

        The token is used up before the platform registers this site, so that it can do so only once. Raises
        `TicketNotFoundError`, `ServiceFailedError`, `InvalidInputError` and `PlatformKnownError`.
        """
        if not await self.is_invited(token):
            raise TicketNotFoundError
        described = (await self._outgoing.ask("GET", description)).read()
        if not isinstance(described, dict):
            raise ServiceFailedError(ServiceFailure.NO_DESCRIPTION)
        issuer = read_line(described.get("issuer"), 255)
        address = read_line(described.get("registration_endpoint"), 500)
        if not issuer or urlsplit(issuer).netloc.lower() != urlsplit(description).netloc.lower():
            raise ServiceFailedError(ServiceFailure.OTHER_ISSUER)
        headers = {"content-type": "application/json"}
        if registration_token and registration_token.isascii() and registration_token.isprintable():
            headers["authorization"] = f"Bearer {registration_token}"
        asked = json.dumps(describe_tool(site)).encode()
        await self._database.write(lambda session: _use_invitation(session, token))
        answered = (await self._outgoing.ask("POST", address, headers=headers, content=asked)).read()
        answered = answered if isinstance(answered, dict) else {}
        tool, about = answered.get(TOOL), described.get(PLATFORM)
        deployment = read_line(tool.get("deployment_id"), 255) if isinstance(tool, dict) else ""
        family = read_line(about.get("product_family_code"), 60) if isinstance(about, dict) else ""
        audience = described.get("authorization_server")
        try:
            new = NewPlatform(
                name=f"{family or 'LTI'}: {urlsplit(issuer).netloc}"[:120],
                issuer=issuer,
                client_id=read_line(answered.get("client_id"), 255),
                deployments=[deployment] if deployment else [],
                auth_url=read_line(described.get("authorization_endpoint"), 500),
                token_url=read_line(described.get("token_endpoint"), 500),
                jwks_url=read_line(described.get("jwks_uri"), 500),
                token_audience=read_line(audience, 500),
            )
        except ValueError as error:
            raise ServiceFailedError(ServiceFailure.INCOMPLETE) from error
        return await self.add(new)

    def _check(self, new: NewPlatform) -> dict[str, Any]:
        allowed = self._outgoing.allowed
        values = new.model_dump(exclude={"deployments"})
        for name in ("auth_url", "token_url", "jwks_url"):
            values[name] = check_endpoint(name, values[name], allowed)
        if len(set(new.deployments)) != len(new.deployments):
            raise InvalidInputError("deployments", _("Name each deployment once."))
        return values


def _use_invitation(session: Session, token: str) -> None:
    if not _is_from_admin(session, accounts.use_ticket(session, TicketKind.LTI_REGISTRATION, hash_token(token))):
        raise TicketNotFoundError


def _is_from_admin(session: Session, ticket: Ticket | None) -> bool:
    """Return whether there is a ticket, made by somebody who is an admin now."""
    if ticket is None or ticket.user_id is None:
        return False
    maker = accounts.find_account(session, ticket.user_id)
    return maker is not None and maker.role is Role.ADMIN


def describe_tool(site: str) -> dict[str, Any]:
    """Return the description of this site for dynamic registration."""
    own = configure(site)
    messages = [
        {"type": RESOURCE_LINK, "target_link_uri": own.launch_url},
        {"type": CHOICE, "target_link_uri": own.deep_linking_url, "label": "JAX Dojo"},
    ]
    return {
        "application_type": "web",
        "response_types": ["id_token"],
        "grant_types": ["implicit", "client_credentials"],
        "initiate_login_uri": own.login_url,
        "redirect_uris": [own.launch_url],
        "client_name": "JAX Dojo",
        "jwks_uri": own.jwks_url,
        "token_endpoint_auth_method": "private_key_jwt",
        "scope": " ".join(own.scopes),
        TOOL: {
            "domain": urlsplit(site).netloc,
            "target_link_uri": own.launch_url,
            "claims": ["iss", "sub", "name", "given_name", "family_name"],
            "messages": messages,
        },
    }


def describe_for_canvas(site: str) -> dict[str, Any]:
    """Return the description of this site that Canvas fetches."""
    own = configure(site)
    placements = [
        {"placement": "assignment_selection", "message_type": CHOICE, "target_link_uri": own.deep_linking_url},
        {"placement": "link_selection", "message_type": CHOICE, "target_link_uri": own.deep_linking_url},
    ]
    return {
        "title": "JAX Dojo",
        "description": "Graded exercises for JAX and Flax NNX.",
        "oidc_initiation_url": own.login_url,
        "target_link_uri": own.launch_url,
        "public_jwk_url": own.jwks_url,
        "scopes": own.scopes,
        "extensions": [
            {
                "platform": "canvas.instructure.com",
                "privacy_level": "public",
                "settings": {"platform": "canvas.instructure.com", "placements": placements},
            }
        ],
    }

"""All SQL about platforms, our keys, and pending launches."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, select, update

from app.db.models import (
    LtiContext,
    LtiDeployment,
    LtiIdentity,
    LtiKey,
    LtiLogin,
    LtiMember,
    LtiPlatform,
    User,
    now,
)
from app.domains.accounts.schemas import Account
from app.domains.lti.schemas import IdentityView, Login, Platform, PlatformView

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime, timedelta

    from sqlalchemy.orm import Session


def list_keys(session: Session) -> list[LtiKey]:
    """Return our keys, newest first."""
    return list(session.scalars(select(LtiKey).order_by(LtiKey.created_at.desc(), LtiKey.id.desc())))


def add_key(session: Session, kid: str, sealed: str) -> None:
    """Store a key."""
    session.add(LtiKey(kid=kid, secret=sealed))


def delete_keys(session: Session, before: datetime) -> None:
    """Delete keys whose successor was made before a moment."""
    keys = list_keys(session)
    for newer, older in pairwise(keys):
        if newer.created_at < before:
            session.delete(older)


def add_platform(session: Session, **values: Any) -> LtiPlatform:  # noqa: ANN401 - any value
    """Store a platform; raises `sqlalchemy.exc.IntegrityError` if it already exists."""
    row = LtiPlatform(**values)
    session.add(row)
    session.flush()
    return row


def change_platform(session: Session, platform_id: int, **values: Any) -> None:  # noqa: ANN401 - likewise
    """Update a platform."""
    session.execute(update(LtiPlatform).where(LtiPlatform.id == platform_id).values(**values))


def put_deployments(session: Session, platform_id: int, wanted: Iterable[str]) -> None:
    """Set a platform's deployments; removed ones are deleted with everything that belongs to them."""
    names = set(wanted)
    known = _list_deployments(session, platform_id)
    gone = [row for name, row in known.items() if name not in names]
    session.execute(delete(LtiDeployment).where(LtiDeployment.id.in_(gone)))
    session.add_all(
        LtiDeployment(platform_id=platform_id, deployment_id=name) for name in sorted(names) if name not in known
    )
    session.flush()


def find_row(session: Session, public_id: str) -> LtiPlatform | None:
    """Return a platform's row."""
    row: LtiPlatform | None = session.scalar(select(LtiPlatform).where(LtiPlatform.public_id == public_id))
    return row


def has_people(session: Session, platform_id: int) -> bool:
    """Return whether there are people or courses of a platform."""
    courses = (
        select(LtiContext.id)
        .join(LtiDeployment, LtiDeployment.id == LtiContext.deployment_id)
        .where(LtiDeployment.platform_id == platform_id)
    )
    people = select(LtiIdentity.id).where(LtiIdentity.platform_id == platform_id)
    return any(session.scalar(statement.limit(1)) is not None for statement in (people, courses))


def delete_platform(session: Session, platform_id: int) -> None:
    """Delete a platform, and everything that belongs to it."""
    session.execute(delete(LtiPlatform).where(LtiPlatform.id == platform_id))


def list_platforms(session: Session) -> list[PlatformView]:
    """Return all platforms, oldest first."""
    return [view_platform(session, row) for row in session.scalars(select(LtiPlatform).order_by(LtiPlatform.id))]


def view_platform(session: Session, row: LtiPlatform) -> PlatformView:
    """Return a platform as admins see it."""
    return PlatformView(
        id=row.public_id,
        name=row.name,
        issuer=row.issuer,
        client_id=row.client_id,
        deployments=list(_list_deployments(session, row.id)),
        auth_url=row.auth_url,
        token_url=row.token_url,
        jwks_url=row.jwks_url,
        token_audience=row.token_audience,
        admits=row.admits,
        created_at=row.created_at,
    )


def find_platforms(session: Session, issuer: str, client_id: str = "") -> list[Platform]:
    """Return the platforms with an issuer and, if given, a client id."""
    statement = select(LtiPlatform).where(LtiPlatform.issuer == issuer).order_by(LtiPlatform.id)
    if client_id:
        statement = statement.where(LtiPlatform.client_id == client_id)
    return [_to_platform(session, row) for row in session.scalars(statement.limit(50))]


def get_platform(session: Session, platform_id: int) -> Platform | None:
    """Return a platform by its row id."""
    row = session.get(LtiPlatform, platform_id)
    return None if row is None else _to_platform(session, row)


def find_launched(session: Session, data: Mapping[str, Any]) -> Platform | None:
    """Return the platform of a launch by its ticket's data; None if it was removed or has become another one.

    SQLite gives the row id of a removed platform to the next one.
    """
    found = get_platform(session, int(data["platform"]))
    named = (data.get("issuer"), data.get("client_id"))
    return found if found is not None and (found.issuer, found.client_id) == named else None


def _to_platform(session: Session, row: LtiPlatform) -> Platform:
    return Platform(
        id=row.id,
        name=row.name,
        issuer=row.issuer,
        client_id=row.client_id,
        auth_url=row.auth_url,
        token_url=row.token_url,
        jwks_url=row.jwks_url,
        token_audience=row.token_audience,
        admits=row.admits,
        deployments=_list_deployments(session, row.id),
    )


def _list_deployments(session: Session, platform_id: int) -> dict[str, int]:
    statement = select(LtiDeployment).where(LtiDeployment.platform_id == platform_id).order_by(LtiDeployment.id)
    return {row.deployment_id: row.id for row in session.scalars(statement)}


def add_login(session: Session, most: int, **values: Any) -> None:  # noqa: ANN401 - any value
    """Store a started launch, and delete expired ones, and the oldest of more than `most`."""
    session.execute(delete(LtiLogin).where(LtiLogin.expires_at <= now()))
    session.add(LtiLogin(**values))
    session.flush()
    newest = select(LtiLogin.id).order_by(LtiLogin.id.desc())
    last = session.scalar(newest.offset(most).limit(1))
    if last is not None:
        session.execute(delete(LtiLogin).where(LtiLogin.id <= last))


def use_login(session: Session, state_hash: str, lasts: timedelta, kept: timedelta) -> tuple[Login | None, str]:
    """Use up a started launch; returns it, or why it can't be used: `unknown`, `expired` or `used`.

    It must be used within `lasts`; its row is kept for `kept`, to distinguish a replay from an unknown state.
    """
    row = session.scalar(select(LtiLogin).where(LtiLogin.state_hash == state_hash).with_for_update())
    if row is None:
        return None, "unknown"
    if row.used_at is not None:
        return None, "used"
    row.used_at = now()
    if row.expires_at - kept + lasts <= row.used_at:
        return None, "expired"
    found = Login(row.id, row.platform_id, row.nonce_hash, row.browser_hash, row.in_frame, row.storage)
    return found, ""


def find_account(session: Session, platform_id: int, subject: str) -> Account | None:
    """Return the account linked to a person at a platform."""
    statement = (
        select(User.id, User.name, User.role)
        .join(LtiIdentity, LtiIdentity.user_id == User.id)
        .where(LtiIdentity.platform_id == platform_id, LtiIdentity.subject == subject)
    )
    row = session.execute(statement).one_or_none()
    return None if row is None else Account(row[0], row[1], row[2])


def add_identity(session: Session, platform_id: int, subject: str, user_id: int) -> None:
    """Link a person at a platform to an account; raises `sqlalchemy.exc.IntegrityError` if already linked."""
    session.add(LtiIdentity(platform_id=platform_id, subject=subject, user_id=user_id))
    session.flush()


def list_identities(session: Session, user_id: int) -> list[IdentityView]:
    """Return the people at platforms who are linked to an account, with their names there, the oldest link first."""
    name = (
        select(func.max(LtiMember.name))
        .join(LtiContext, LtiContext.id == LtiMember.context_id)
        .join(LtiDeployment, LtiDeployment.id == LtiContext.deployment_id)
        .where(LtiDeployment.platform_id == LtiIdentity.platform_id, LtiMember.subject == LtiIdentity.subject)
        .correlate(LtiIdentity)
        .scalar_subquery()
    )
    statement = (
        select(LtiIdentity.id, LtiPlatform.name, func.coalesce(name, ""), LtiIdentity.created_at)
        .join(LtiPlatform, LtiPlatform.id == LtiIdentity.platform_id)
        .where(LtiIdentity.user_id == user_id)
        .order_by(LtiIdentity.id)
    )
    return [IdentityView(*row) for row in session.execute(statement)]


def delete_identity(session: Session, user_id: int, identity_id: int) -> tuple[int, str] | None:
    """Unlink a person from an account; return the platform and their id there, or None if they weren't linked."""
    statement = (
        delete(LtiIdentity)
        .where(LtiIdentity.id == identity_id, LtiIdentity.user_id == user_id)
        .returning(LtiIdentity.platform_id, LtiIdentity.subject)
    )
    row = session.execute(statement).one_or_none()
    return None if row is None else (row[0], row[1])
